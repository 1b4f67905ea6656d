// Compares each component of the console with its picture, in light and dark mode. UPDATE_GOLDEN=1 takes the pictures again.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error: the settings are plain JavaScript
import config from '../../vite.config.mjs'

const PICTURES = join(import.meta.dirname, 'gallery')
/** Names the Chromium and the font of the pictures. With others, text looks different. */
const TAKEN_WITH = join(PICTURES, 'taken-with.txt')
const SITE = 'http://gallery.test'
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
const SIZE = { width: 800, height: 600 }
/** A channel may differ by this much, and this many pixels may differ by more. */
const [CHANNEL, PIXELS] = [24, 8]

/** Components that a button opens, by the names of their pictures. */
const OPENED: Record<string, [part: string, button: string, opened: string]> = {
  'menu-open': ['menu', 'Open a menu', '.menu-list:popover-open'],
  'dialog-open': ['dialogs', 'Open a question', 'dialog[open]'],
  'danger-open': ['dialogs', 'Open a danger', 'dialog[open]'],
  'drawer-open': ['dialogs', 'Open a drawer', 'dialog[open]'],
  'toast-open': ['toast', 'Show a message', '.toast'],
}

const folder = mkdtempSync(join(tmpdir(), 'backhaul-gallery-'))
let browser: Browser

beforeAll(async () => {
  const input = { gallery: join(config.root as string, 'test/gallery/index.html') }
  const options = { outDir: folder, manifest: false, license: false, rolldownOptions: { input } }
  await build({ ...config, logLevel: 'warn', build: { ...config.build, ...options } })
  browser = await chromium.launch({ executablePath: process.env.BACKHAUL_CHROMIUM as string, args: ['--no-sandbox', '--disable-gpu'] })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = async (colorScheme: 'light' | 'dark'): Promise<Page> => {
  const page = await browser.newPage({ viewport: SIZE, colorScheme, reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' })
  await page.route('**', (route) => {
    const { pathname } = new URL(route.request().url())
    const file = join(folder, pathname)
    if (!existsSync(file)) return route.fulfill({ status: 404, body: '' })
    return route.fulfill({ contentType: TYPES[extname(file)] ?? 'application/octet-stream', body: readFileSync(file) })
  })
  await page.goto(`${SITE}/test/gallery/index.html`)
  await page.getByRole('heading', { name: 'Gallery' }).waitFor()
  return page
}

const takenWith = async (page: Page): Promise<string> => {
  const width = await page.evaluate<number>(`(() => {
    const context = document.createElement('canvas').getContext('2d')
    context.font = getComputedStyle(document.body).font
    return context.measureText('The quick brown fox').width
  })()`)
  return `Chromium ${browser.version()}, a text of ${width.toFixed(1)} px\n`
}

/** Returns how many pixels differ, or a text if the sizes differ. */
const difference = (page: Page, one: Buffer, other: Buffer): Promise<number | string> =>
  page.evaluate(
    async ([sources, channel]) => {
      const [a, b] = await Promise.all(
        sources.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d') as OffscreenCanvasRenderingContext2D
          context.drawImage(image, 0, 0)
          return context.getImageData(0, 0, image.width, image.height)
        }),
      )
      if (!a || !b || a.width !== b.width || a.height !== b.height) return `${a?.width}x${a?.height}, not ${b?.width}x${b?.height}`
      const isOther = new Set<number>()
      for (let i = 0; i < a.data.length; i++)
        if (Math.abs((a.data[i] as number) - (b.data[i] as number)) > channel) isOther.add(Math.floor(i / 4))
      return isOther.size
    },
    [[one, other].map((bytes) => bytes.toString('base64')), CHANNEL] as const,
  )

for (const scheme of ['light', 'dark'] as const) {
  test(`each component looks like its picture in ${scheme} mode`, async ({ skip }) => {
    const page = await open(scheme)
    const version = await takenWith(page)
    const isTaking = process.env.UPDATE_GOLDEN === '1'
    if (isTaking) {
      mkdirSync(PICTURES, { recursive: true })
      writeFileSync(TAKEN_WITH, version)
    }
    const expected = readFileSync(TAKEN_WITH, 'utf8')
    if (version !== expected) {
      console.warn(
        `SKIPPED: the pictures were taken with ${expected.trim()}, but this is ${version.trim()}. UPDATE_GOLDEN=1 takes new ones.`,
      )
      skip(`taken with ${expected.trim()}`)
    }
    const parts = await page.locator('main > section').evaluateAll((sections) => sections.map(({ id }) => id))
    expect(parts.length).toBeGreaterThan(15)
    const wrong: [string, number | string][] = []
    const compare = async (name: string, picture: Buffer) => {
      const file = join(PICTURES, `${name}-${scheme}.png`)
      if (isTaking) return writeFileSync(file, picture)
      const found = await difference(page, picture, readFileSync(file))
      if (typeof found === 'string' || found > PIXELS) wrong.push([name, found])
    }
    for (const part of parts) await compare(part, await page.locator(`#${part}`).screenshot())
    for (const [name, [part, button, opened]] of Object.entries(OPENED)) {
      await page.reload()
      await page.locator(`#${part}`).getByRole('button', { name: button }).click()
      await compare(name, await page.locator(opened).screenshot())
    }
    expect(wrong).toEqual([])
    await page.close()
  })
}
