// What the address of a page says. The state of every list is in it, so that a view can be sent to somebody else.
import { useLocation, useParams, useRouter } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, createElement, type MouseEvent, useCallback } from 'react'

/** The part of the address that the page's path calls `$name`. */
export const usePathParam = (name: string): string => {
  const params = useParams({ strict: false }) as Record<string, string>
  return params[name] ?? ''
}

export type Filters = Record<string, string>

export const parseSearch = (search: string): Filters => Object.fromEntries(new URLSearchParams(search))
export const stringifySearch = (search: Record<string, unknown>): string => {
  const text = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** The search part of the address, and what changes some of it: null or an empty text takes a name out. */
export const useFilters = (): [Filters, (changes: Record<string, string | null>) => void] => {
  const router = useRouter()
  const filters = useLocation({ select: ({ search }) => search as Filters, structuralSharing: true })
  const set = useCallback(
    (changes: Record<string, string | null>) => {
      const { pathname, search } = router.history.location
      const next = Object.entries({ ...parseSearch(search), ...changes }).filter(([, value]) => value !== null && value !== '')
      router.history.replace(pathname + stringifySearch(Object.fromEntries(next)))
    },
    [router],
  )
  return [filters, set]
}

/** Goes to an address of the console, such as /console/shipments. */
export const useGo = (): ((to: string) => void) => {
  const router = useRouter()
  return useCallback((to: string) => router.history.push(to), [router])
}

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

/** A link within the console, without a load. */
export const Go = ({ to, onClick, ...rest }: Props) => {
  const go = useGo()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlain(event)) return
    event.preventDefault()
    go(to)
  }
  return createElement('a', { ...rest, href: to, onClick: follow })
}
