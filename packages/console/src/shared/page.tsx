// Renders a page into its document. Every page's main.tsx imports this module first, so that the Trusted Types policy is set before
// anything else runs.
import './trusted.ts'
import '../design/base.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** Returns whether the service currently serves this page. */
export const isServed = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

// After an update, the service no longer has the files of older builds. The page is then reloaded, which loads the current files. If the
// service cannot be reached, the page is not reloaded, because a reload would lose it.
addEventListener('vite:preloadError', () => {
  void isServed().then((served) => served && location.reload())
})

export const showPage = (page: ReactNode): void => {
  createRoot(document.getElementById('page') as HTMLElement).render(<StrictMode>{page}</StrictMode>)
}
