import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef } from 'react'
import { Skeleton } from '../../design/skeleton.tsx'
import { Toasts } from '../../design/toast.tsx'
import { Problem } from '../../shared/problem.tsx'
import { AREAS } from '../areas.ts'
import { useLine } from '../live/line.ts'
import { NewMenu } from '../new/new-menu.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { Account } from './account.tsx'
import { BottomBar, Navigation } from './navigation.tsx'
import { Ended, Line } from './notices.tsx'
import { NotForTheConsole, NotSignedIn } from './other-pages.tsx'
import { CurrentSession } from './session.tsx'
import { useHeading } from './use-heading.ts'
import { useLetters } from './use-letters.ts'
import { useSession } from './use-session.ts'
import { isOfTheConsole, isOperators } from './who-may.ts'

const NONE: never[] = []

/** The frame before the session is known. console.html has the same markup, so that nothing moves when this appears. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <div className="frame">
    <aside aria-label="Backhaul" className="side">
      <div className="brand">
        <span className="entry">Backhaul</span>
      </div>
    </aside>
    <header className="bar" />
    <main>{children}</main>
  </div>
)

export const Frame = () => {
  const { line } = useLine()
  const { session, ended, error, isLoading } = useSession(line !== 'well')
  const areas = useMemo(() => (session ? AREAS.filter(({ entry, mayOpen }) => entry && mayOpen(session)) : NONE), [session])
  const current = useMemo(() => (session ? { session, ended } : null), [session, ended])
  const main = useRef<HTMLElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useHeading(main)
  useLetters(areas)
  if (!session || !current) {
    if (!isLoading && !error) return <NotSignedIn />
    return (
      <Waiting>
        {isLoading ? (
          <Skeleton />
        ) : (
          <>
            <h1>Console</h1>
            <Problem error={error} />
          </>
        )}
      </Waiting>
    )
  }
  const hasAreas = areas.length > 0
  return (
    <CurrentSession value={current}>
      <div className="frame">
        <a href="#content" className="skip">
          Skip to the content
        </a>
        {hasAreas && <Navigation areas={areas} />}
        <header className="bar">
          {isOperators(session) && <span className="whose">All partners</span>}
          {session.environment === 'sandbox' && <span className="badge">Sandbox</span>}
          {hasAreas && <SearchBox box={search} />}
          {hasAreas && <NewMenu />}
          <Account areas={areas} />
        </header>
        <main id="content" ref={main} tabIndex={-1}>
          <Line />
          {ended && <Ended />}
          {isOfTheConsole(session) ? <Outlet /> : <NotForTheConsole session={session} />}
        </main>
        <Toasts />
        {hasAreas && <BottomBar areas={areas} onSearch={() => search.current?.focus()} />}
      </div>
    </CurrentSession>
  )
}
