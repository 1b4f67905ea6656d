import type { MouseEvent } from 'react'
import { go, PLACES, type Place } from './places.ts'

interface Props {
  access: string
  place: Place
  /** Number of queue entries that need attention. */
  open: number
}

/** The tabs are at the bottom on a phone, within reach of the thumb, and at the side on a wide screen. */
export const Navigation = ({ access, place, open }: Props) => {
  const follow = (event: MouseEvent, path: Place): void => {
    // With a modifier key held, the browser opens another tab as usual.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(path)
  }
  return (
    <nav aria-label="Tasks">
      {PLACES.filter((entry) => (entry.access as readonly string[]).includes(access)).map(({ path, label }) => (
        <a key={path} href={`/counter/${path}`} aria-current={path === place ? 'page' : undefined} onClick={(event) => follow(event, path)}>
          {label}
          {path === 'waiting' && open > 0 && <span className="count">{open}</span>}
        </a>
      ))}
    </nav>
  )
}
