// `npm run test:browser`: what a person's browser does with the pages. Apart from `npm test`, since it needs a Chromium.
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

export default defineConfig({
  ...base,
  // Two files at a time: each has a browser and a service of its own, and mostly waits. What measures how quick a page is takes the best of
  // six.
  test: {
    ...base.test,
    include: ['packages/*/test/browser/*.browser.ts'],
    maxWorkers: 2,
    // No promise either: a test of many pages waits several times.
    testTimeout: 180_000,
    // As long as a page waits for an element (support.ts).
    expect: { poll: { timeout: 30_000 } },
  },
})
