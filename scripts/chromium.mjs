// Where the Chromium of this machine is: that of BACKHAUL_CHROMIUM, or one that is installed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  ...(process.env.PATH ?? '').split(':').flatMap((folder) => NAMES.map((name) => join(folder, name))),
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Null: there is none. Ends the program if the one that was chosen is not there. */
export function findChromium() {
  const chosen = process.env.BACKHAUL_CHROMIUM
  if (chosen !== undefined && !existsSync(chosen)) {
    console.error(`BACKHAUL_CHROMIUM: there is no ${chosen}`)
    process.exit(1)
  }
  return chosen ?? PLACES.find((place) => existsSync(place)) ?? null
}
