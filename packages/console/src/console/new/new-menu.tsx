import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { Icon } from '../../design/icon.tsx'
import { Menu } from '../../design/menu.tsx'
import { onSettledLetter } from '../../design/on-letter.ts'
import { Go, useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { KINDS, mayCreate } from './area.ts'

/** The menu of what can be created, on every page. The key m opens it, and the letter of an entry opens its form. */
export const NewMenu = () => {
  const { session } = useCurrentSession()
  const opener = useRef<HTMLButtonElement>(null)
  const go = useGo()
  useLayoutEffect(
    () =>
      onSettledLetter(({ key }, isScan, isAfterG) => {
        if (key !== 'm' || isScan || isAfterG) return false
        return () => {
          opener.current?.focus()
          opener.current?.click()
        }
      }),
    [],
  )
  if (!mayCreate(session)) return null
  const choose = (event: KeyboardEvent) => {
    const kind = KINDS.find(({ letter }) => letter === event.key)
    if (!kind || event.ctrlKey || event.metaKey || event.altKey || !event.currentTarget.querySelector(':popover-open')) return
    // The page that is still shown has letters too.
    event.stopPropagation()
    opener.current?.click()
    go(`/console${kind.path}`)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: letters only open the links inside
    <div className="menu" onKeyDown={choose}>
      <Menu
        className="action"
        opener={opener}
        button={
          <>
            <Icon name="plus" />
            <span className="new-text">New</span>
          </>
        }
      >
        {KINDS.map(({ title, path, letter }) => (
          <Go key={path} to={`/console${path}`} aria-keyshortcuts={letter}>
            {title}
            <kbd>{letter}</kbd>
          </Go>
        ))}
      </Menu>
    </div>
  )
}
