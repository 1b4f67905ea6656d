import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

const TITLE = 'Backhaul'

/**
 * The title of the window is the heading of the page, and the focus goes there when another page is opened: who cannot see the page hears where
 * he is, and the Tab key goes on from the page's beginning.
 */
export const useHeading = (main: RefObject<HTMLElement | null>): void => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const opened = useRef(path)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const isAnother = opened.current !== path
    opened.current = path
    let wanted = isAnother
    const settle = () => {
      const heading = main.current?.querySelector<HTMLElement>('h1')
      if (!heading) return
      document.title = `${heading.textContent?.trim()} · ${TITLE}`
      const wasLost = wanted === false && isAnother && document.activeElement === document.body && heading !== last.current
      if (wanted || wasLost) {
        wanted = false
        heading.tabIndex = -1
        heading.focus()
      }
      last.current = heading
    }
    settle()
    const observer = new MutationObserver(settle)
    if (main.current) observer.observe(main.current, { subtree: true, childList: true, characterData: true })
    return () => observer.disconnect()
  }, [path, main])
}
