import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useView } from './use-view.ts'

const TITLE = 'Backhaul'

/**
 * Sets the window title to the page's heading, and moves the focus to the heading when another page or view opens. Screen readers then
 * announce the page, and the Tab key continues from the top of the page.
 */
export const useHeading = (main: RefObject<HTMLElement | null>): void => {
  const page = [useLocation({ select: ({ pathname }) => pathname }), useView()].join(' ')
  const opened = useRef(page)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const isAnother = opened.current !== page
    opened.current = page
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
  }, [page, main])
}
