import { useSyncExternalStore } from 'react'

/** The pages below /counter/, and which accesses have them. The first is the start page. */
export const PLACES = [
  { path: '', label: 'Scan', access: ['counter', 'handler'] },
  { path: 'hand-over', label: 'Hand over', access: ['counter'] },
  { path: 'manifest', label: 'Manifest', access: ['counter'] },
  { path: 'here', label: 'Here now', access: ['counter'] },
  { path: 'tenders', label: 'Tenders', access: ['handler'] },
  { path: 'waiting', label: 'Waiting', access: ['counter', 'handler'] },
] as const

export type Place = (typeof PLACES)[number]['path']

const BASE = '/counter/'
const MOVED = 'backhaul:moved'

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener)
  window.addEventListener(MOVED, listener)
  return () => {
    window.removeEventListener('popstate', listener)
    window.removeEventListener(MOVED, listener)
  }
}

const current = (): string => location.pathname.slice(BASE.length).replace(/\/$/, '')

/** Returns the page for the address. If the address is unknown, or its page is not available to this access, returns the first page. */
export const usePlace = (access: string): Place => {
  const path = useSyncExternalStore(subscribe, current)
  return PLACES.find((place) => place.path === path && (place.access as readonly string[]).includes(access))?.path ?? ''
}

export const go = (place: Place): void => {
  history.pushState(null, '', BASE + place)
  window.dispatchEvent(new Event(MOVED))
}
