// Finds Chromium on this machine: BACKHAUL_CHROMIUM, or an installed one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  ...(process.env.PATH ?? '').split(':').flatMap((folder) => NAMES.map((name) => join(folder, name))),
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns null if no Chromium is found. Ends the program if BACKHAUL_CHROMIUM names a missing file. */
export function findChromium() {
  const chosen = process.env.BACKHAUL_CHROMIUM
  if (chosen !== undefined && !existsSync(chosen)) {
    console.error(`BACKHAUL_CHROMIUM: ${chosen} does not exist`)
    process.exit(1)
  }
  return chosen ?? PLACES.find((place) => existsSync(place)) ?? null
}
