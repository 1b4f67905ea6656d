// `npm run test:browser`: what a person's browser does with the pages. Apart from `npm test`, since it needs a Chromium.
import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

export default defineConfig({
  ...base,
  test: { ...base.test, include: ['packages/*/test/browser/*.browser.ts'] },
})
