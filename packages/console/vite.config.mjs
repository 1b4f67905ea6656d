// How the pages are built: one HTML file for each, scripts and styles in files of their own whose names tell their content. Nothing is inline,
// so that the Content-Security-Policy of the pages needs no `unsafe-`. scripts/pages.mjs runs it.
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Each is served at the path of its name; packages/server/src/pages/serve.ts lists them too. */
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
    // Most of what is bundled may be passed on with its license only.
    license: { fileName: 'assets/licenses.txt' },
    // What a page is made of, for its service worker (build.mjs).
    manifest: 'manifest.json',
    rolldownOptions: { input: Object.fromEntries(PAGES.map((page) => [page, join(import.meta.dirname, `${page}.html`)])) },
  },
  worker: { format: 'es' },
})
