// `npm run test:browser`: all pages in a real Chromium, that of BACKHAUL_CHROMIUM or of the machine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { buildPages } from './pages.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  ...(process.env.PATH ?? '').split(':').flatMap((folder) => NAMES.map((name) => join(folder, name))),
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const chosen = process.env.BACKHAUL_CHROMIUM
if (chosen !== undefined && !existsSync(chosen)) {
  console.error(`BACKHAUL_CHROMIUM: there is no ${chosen}`)
  process.exit(1)
}
const chromium = chosen ?? PLACES.find((place) => existsSync(place))
if (chromium === undefined) {
  console.log('skipped: no Chromium')
  process.exit(0)
}
bootstrap()
await buildPages()
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const args = [vitest, 'run', '--config', 'vitest.browser.config.ts', ...process.argv.slice(2)]
const env = { ...process.env, BACKHAUL_CHROMIUM: chromium }
process.exit(spawnSync(process.execPath, args, { cwd: join(import.meta.dirname, '..'), env, stdio: 'inherit' }).status ?? 1)
