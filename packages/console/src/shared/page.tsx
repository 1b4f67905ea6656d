// Puts a page into its document. The first import of every page's main.tsx: what is trusted is settled before anything else runs.
import './trusted.ts'
import './base.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

// A file of an older build is gone once the service has built another: the page is loaded again, with the files of now.
addEventListener('vite:preloadError', () => location.reload())

export const showPage = (page: ReactNode): void => {
  createRoot(document.getElementById('page') as HTMLElement).render(<StrictMode>{page}</StrictMode>)
}
