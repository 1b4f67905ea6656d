// `npm run test:browser`: what a person's browser does with the pages. Apart from `npm test`, since it needs a Chromium.
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

export default defineConfig({
  ...base,
  // One file at a time: each has a browser and a service of its own, and some measure how quick they are.
  test: {
    ...base.test,
    include: ['packages/*/test/browser/*.browser.ts'],
    fileParallelism: false,
    // As long as a page waits for an element (support.ts).
    expect: { poll: { timeout: 15_000 } },
  },
})
