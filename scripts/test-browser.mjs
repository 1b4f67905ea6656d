// `npm run test:browser`: tests all pages in a real Chromium, which BACKHAUL_CHROMIUM names or which is installed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { buildPages } from './pages.mjs'

const chromium = findChromium()
if (chromium === null) {
  console.log('skipped: no Chromium')
  process.exit(0)
}
bootstrap()
await buildPages()
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const args = [vitest, 'run', '--config', 'vitest.browser.config.ts', ...process.argv.slice(2)]
const env = { ...process.env, BACKHAUL_CHROMIUM: chromium }
process.exit(spawnSync(process.execPath, args, { cwd: join(import.meta.dirname, '..'), env, stdio: 'inherit' }).status ?? 1)
