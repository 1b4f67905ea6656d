// The address of a page. It holds the state of every list, so that a view can be shared by its address.
import { useLocation, useParams, useRouter } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, createElement, type MouseEvent, useCallback } from 'react'

/** Returns the part of the address that the page's path calls `$name`. */
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

/** Returns the search parameters of the address, and a function that changes them. Null or an empty text removes a parameter. */
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

/** Navigates to an address of the console, such as /console/shipments. */
export const useGo = (): ((to: string) => void) => {
  const router = useRouter()
  return useCallback((to: string) => router.history.push(to), [router])
}

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

/** A link within the console that does not reload the page. */
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
