// Puts a page into its document. The first import of every page's main.tsx: what is trusted is settled before anything else runs.
import './trusted.ts'
import './base.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** Whether the service gives out this page at the moment. */
export const isServed = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

// A file of an older build is gone once the service has built another: the page is loaded again, with the files of now. Without a line that
// would end the page that is there.
addEventListener('vite:preloadError', () => {
  void isServed().then((served) => served && location.reload())
})

export const showPage = (page: ReactNode): void => {
  createRoot(document.getElementById('page') as HTMLElement).render(<StrictMode>{page}</StrictMode>)
}
