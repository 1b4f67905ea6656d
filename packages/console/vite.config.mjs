// Build settings of the pages: one HTML file for each page. Scripts and styles are in separate files named by their content hash. Nothing
// is inline, so that the Content-Security-Policy of the pages needs no `unsafe-` source. scripts/pages.mjs runs the build.
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The name of a page is also its path. The list in packages/server/src/pages/serve.ts must have the same pages. */
const PAGES = ['sign-in', 'console', 'counter']

export default defineConfig({
  root: import.meta.dirname,
  configFile: false,
  plugins: [react()],
  build: {
    target: 'es2022',
    // Never inline files as `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Most bundled packages may be distributed only with their license.
    license: { fileName: 'assets/licenses.txt' },
    // Lists the files of each page for the service worker (build.mjs).
    manifest: 'manifest.json',
    rolldownOptions: { input: Object.fromEntries(PAGES.map((page) => [page, join(import.meta.dirname, `${page}.html`)])) },
  },
  worker: { format: 'es' },
})
