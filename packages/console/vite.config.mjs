// Build settings of the pages: one HTML file for each page, with scripts and styles in separate files that are named by their content hash.
// Nothing is inline, so that the pages' Content-Security-Policy needs no `unsafe-`. scripts/pages.mjs runs the build.
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Each page is served at the path of its name. packages/server/src/pages/serve.ts lists them too. */
const PAGES = ['sign-in', 'console', 'counter']

export default defineConfig({
  root: import.meta.dirname,
  configFile: false,
  plugins: [react()],
  build: {
    target: 'es2022',
    // No `data:` addresses.
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
