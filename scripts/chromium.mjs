// Which Chromium drives the pages: that of BACKHAUL_CHROMIUM, or the one of the machine.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  ...(process.env.PATH ?? '').split(':').flatMap((folder) => NAMES.map((name) => join(folder, name))),
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Undefined: there is none. Throws when the one that is named does not exist. */
export const findChromium = () => {
  const chosen = process.env.BACKHAUL_CHROMIUM
  if (chosen !== undefined && !existsSync(chosen)) throw new Error(`BACKHAUL_CHROMIUM: there is no ${chosen}`)
  return chosen ?? PLACES.find((place) => existsSync(place))
}
