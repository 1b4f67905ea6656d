import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Drawer } from '../../design/drawer.tsx'
import { Icon } from '../../design/icon.tsx'
import { AREAS } from '../areas.ts'
import { numberText } from '../charts/format.ts'
import { useLive } from '../live/use-live.ts'
import { Go } from './address.ts'
import { type Area, type Entry, GROUPS } from './area.ts'
import { useView } from './use-view.ts'

export const addressOf = ({ path }: Area): string => `/console${path === '/' ? '' : path}`

const entriesOf = (area: Area): (Entry & { area: Area; search: string })[] => [
  ...(area.entry ? [{ ...area.entry, area, search: '' }] : []),
  ...(area.view ? [{ ...area.view, area }] : []),
]

/** The counts are those of Today, which is reloaded less often on other pages. */
const COUNTS_MS = 30_000
/** The page's own content is loaded first. */
const LATER_MS = 1_000

/** A number of items, or the number that there are more than. */
const Count = ({ count, isMore }: { count: number; isMore: boolean }) => (
  <span className="count">
    {isMore && (
      <>
        <span className="unseen">more than </span>
        <span aria-hidden="true">&gt;</span>
      </>
    )}
    {numberText(count)}
    <span className="unseen"> waiting</span>
  </span>
)

/** The entries in groups. The counts of waiting work are live. Links without a visible text are named by their titles. */
const Entries = ({ areas, isTextHidden = false }: { areas: readonly Area[]; isTextHidden?: boolean }) => {
  const pathname = useLocation({ select: (at) => at.pathname })
  const view = useView()
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data: today } = useLive('/v2/today', {}, { every: COUNTS_MS, enabled: isLater })
  const entries = areas.flatMap(entriesOf)
  const isAt = ({ title, area: { path }, search }: (typeof entries)[number]): boolean => {
    if (search !== '' || view !== undefined) return title === view
    const isPage = AREAS.some((area) => area.path === path && area.pages.some((page) => page.path === pathname))
    return isPage || (path !== '/' && pathname.startsWith(`${path}/`))
  }
  const countOf = ({ needs = [] }: Entry) => {
    const own = (today?.needs ?? []).filter(({ kind }) => needs.includes(kind))
    return { count: own.reduce((sum, { count }) => sum + count, 0), isMore: own.some(({ is_more }) => is_more) }
  }
  return GROUPS.map((group) => {
    const own = entries.filter((entry) => entry.group === group)
    if (own.length === 0) return null
    return (
      <div key={group} className="group">
        <h2>{group}</h2>
        <ul>
          {own.map((entry) => {
            const counted = countOf(entry)
            return (
              <li key={entry.title}>
                <Go
                  to={addressOf(entry.area) + entry.search}
                  title={isTextHidden ? entry.title : undefined}
                  aria-current={isAt(entry) ? 'page' : undefined}
                >
                  <Icon name={entry.icon} />
                  <span className="entry">{entry.title}</span>
                  {counted.count > 0 && <Count {...counted} />}
                </Go>
              </li>
            )
          })}
        </ul>
      </div>
    )
  })
}

const KEPT = 'backhaul-navigation'
const isKeptFolded = (): boolean => localStorage.getItem(KEPT) === 'folded'

/** Gives the navigation the width that this browser remembers. frame.css reads the attribute, also before the navigation is rendered. */
export const foldAsKept = (): void => void document.documentElement.toggleAttribute('data-folded', isKeptFolded())

/** Below this width frame.css shows only the icons. */
const NARROW = '(max-width: 64rem)'
const isNarrow = (): boolean => matchMedia(NARROW).matches
const onNarrow = (tell: () => void) => {
  const media = matchMedia(NARROW)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}

/** The navigation along the side. It can be reduced to its icons, which this browser remembers. */
export const Navigation = ({ areas }: { areas: readonly Area[] }) => {
  const [isFolded, setFolded] = useState(isKeptFolded)
  const isTextHidden = useSyncExternalStore(onNarrow, isNarrow) || isFolded
  const fold = () => {
    localStorage.setItem(KEPT, isFolded ? 'open' : 'folded')
    foldAsKept()
    setFolded(!isFolded)
  }
  return (
    <aside aria-label="Backhaul" className="side">
      <div className="brand">
        <span className="entry">Backhaul</span>
        <button type="button" className="bare" aria-label="Only icons in the navigation" aria-pressed={isFolded} onClick={fold}>
          <Icon name="fold" />
        </button>
      </div>
      <nav aria-label="Areas">
        <Entries areas={areas} isTextHidden={isTextHidden} />
      </nav>
    </aside>
  )
}

/** The bar at the bottom of a phone. */
export const BottomBar = ({ areas, onSearch }: { areas: readonly Area[]; onSearch: () => void }) => {
  const at = useLocation({ select: ({ pathname }) => pathname })
  const [isOpen, setOpen] = useState(false)
  const main = areas.filter(({ path }) => path === '/' || path === '/shipments')
  return (
    <nav aria-label="Most used" className="bottom">
      {main.map((area) => (
        <Go key={area.path} to={addressOf(area)} aria-current={at === area.path ? 'page' : undefined}>
          {area.entry && <Icon name={area.entry.icon} />}
          {area.path === '/' ? 'Today' : 'Parcels'}
        </Go>
      ))}
      <button type="button" className="bare" onClick={onSearch}>
        <Icon name="search" />
        Search
      </button>
      <button type="button" className="bare" onClick={() => setOpen(true)}>
        <Icon name="more" />
        More
      </button>
      {isOpen && (
        <Drawer title="All areas" onClose={() => setOpen(false)}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the click of a link also closes the drawer */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the links */}
          <div className="side" onClick={({ target }) => (target as HTMLElement).closest('a') && setOpen(false)}>
            <Entries areas={areas} />
          </div>
        </Drawer>
      )}
    </nav>
  )
}
