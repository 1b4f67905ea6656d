// Promises for every page of the counter: accessibility, keyboard, touch target sizes, page weight, sound.
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { atCounter, labeledParcel, press, qrParcel, said, scan, scansOf, someStore, statusOf } from './counter-support.ts'
import { expectAccessible, expectReadyInTime, tabStops, withBrowser } from './support.ts'

const world = withBrowser()
let store: string
beforeAll(async () => {
  store = await someStore(world)
})

const MAX_SCRIPT_BYTES = 115_000
const TARGET_PX = 48

const follow = (page: Page, name: string): Promise<void> => page.getByRole('link', { name }).click()

test('axe finds no fault on any counter page, in light and dark, at 360, 768 and 1440 pixels', async () => {
  const [parcel, other, done] = [await labeledParcel(world), await labeledParcel(world), await labeledParcel(world)]
  await world.service.demo.post('/v2/scan-events/accept', { shipment_id: done.id, store_id: store })
  const page = await atCounter(world, store)
  await expectAccessible(page)
  await scan(page, parcel.barcode)
  await page.locator('.parcel').waitFor()
  await expectAccessible(page)
  await press(page, 'Refuse')
  await expectAccessible(page)
  await press(page, 'Refuse the parcel')
  await said(page, 'success')
  await expectAccessible(page)
  await scan(page, done.barcode)
  await said(page, 'already')
  await page.getByText('Unavailable actions and reasons').click()
  await expectAccessible(page)
  await scan(page, '4006381333931')
  await said(page, 'refused')
  await expectAccessible(page)
  await scan(page, (await qrParcel(world)).token)
  await page.locator('#weight').waitFor()
  await expectAccessible(page)
  for (const name of ['Hand over', 'Manifest', 'Here now', 'Waiting']) {
    await follow(page, name)
    await page.locator('main h2').waitFor()
    await page.getByText('Loading…').waitFor({ state: 'hidden' })
    await expectAccessible(page)
  }
  await follow(page, 'Hand over')
  await press(page, 'Hand over to a driver without a booking')
  await scan(page, other.barcode)
  await said(page, 'success')
  await expectAccessible(page)
})

test('axe finds no fault on the pages of a handler and without a sign-in', async () => {
  const parcel = await labeledParcel(world)
  await world.service.demo.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [parcel.id] })
  const page = await world.signIn('handler')
  await page.locator('#scan').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Sort', { exact: true }).check()
  await page.getByText('Scan to: sort').waitFor()
  await expectAccessible(page)
  await follow(page, 'Tenders')
  await page.getByLabel('Pieces counted').fill('7')
  await expectAccessible(page)
  const nobody = await world.open('/counter/')
  await nobody.locator('.gate').waitFor()
  await expectAccessible(nobody)
})

test('a clerk refuses a parcel, switches off sound and changes pages by keyboard alone', async () => {
  const parcel = await labeledParcel(world)
  const page = await atCounter(world, store)
  await page.keyboard.type(parcel.tracking)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  const tabTo = async (name: string): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      const at = `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()`
      if ((await page.evaluate<string>(at)) === name) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`the Tab key does not reach "${name}"`)
  }
  await tabTo('Refuse')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await tabTo('Refuse the parcel')
  await page.keyboard.press('Space')
  await said(page, 'success')
  expect((await world.service.demo.get(`/v2/shipments/${parcel.id}`)).json.reject_reason).toBe('prohibited')
  await tabTo('Sound on')
  await page.keyboard.press('Space')
  await tabTo('Here now')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Here now/ }).waitFor()
  const stops = await tabStops(page)
  expect(stops.slice(0, 7)).toEqual(['Sound off', 'Sign out', 'Scan', 'Hand over', 'Manifest', 'Here now', 'Waiting'])
})

test('at 360 pixels every control is at least 48 pixels high, and the tasks are at the bottom', async () => {
  const parcel = await labeledParcel(world)
  const page = await atCounter(world, store, await world.context({ viewport: { width: 360, height: 740 } }))
  await scan(page, parcel.barcode)
  await press(page, 'Refuse')
  const small = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll('button, a, input:not([type=radio]), select, textarea, summary, label.choice')]
    .filter((one) => one.getBoundingClientRect().height < ${TARGET_PX})
    .map((one) => one.outerHTML)`)
  expect(small).toEqual([])
  const nav = await page.locator('nav').boundingBox()
  expect(Math.round((nav?.y ?? 0) + (nav?.height ?? 0))).toBe(740)
})

test('the counter loads at most 115 kB of script, and no barcode reader or WebAssembly before the camera opens', async () => {
  // Use a browser that has not visited the sign-in page: the sign-in page redirects before its scripts can be measured.
  const page = await world.signedIn('counter', { store_id: store })
  const scripts = new Map<string, Promise<Buffer>>()
  page.context().on('response', (response) => {
    // The service worker loads files for its cache separately, after the page.
    if (response.request().serviceWorker() !== null) return
    const path = new URL(response.url()).pathname
    if (/\.(js|wasm)$/.test(path) && path !== '/counter/sw.js') scripts.set(path, response.body())
  })
  await page.goto(`${world.url}/counter/`)
  await page.locator('#scan').waitFor()
  const paths = [...scripts.keys()]
  const bodies = await Promise.all(paths.map((path) => scripts.get(path) as Promise<Buffer>))
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
  expect([paths.length > 0, bytes <= MAX_SCRIPT_BYTES, bytes]).toEqual([true, true, expect.any(Number)])
  expect(paths.filter((path) => /barcode|zxing|wasm/.test(path))).toEqual([])
})

test('the counter can scan within a second on a processor slowed down four times, at the best of six tries', async ({ skip }) => {
  const context = await world.context()
  await atCounter(world, store, context)
  const scanned = () => {
    const field = document.querySelector<HTMLInputElement>('#scan')
    return field?.checkVisibility() === true && !field.disabled
  }
  await expectReadyInTime(context, `${world.url}/counter/`, scanned, skip)
})

test('success, refusal and "already done" have different sounds, and none when sound is off', async () => {
  const context = await world.context()
  await context.addInitScript(`{
    globalThis.heard = []
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      globalThis.heard.push(this.type + ' ' + this.frequency.value)
      return start.apply(this, when)
    }
  }`)
  const parcel = await labeledParcel(world)
  const page = await atCounter(world, store, context)
  const heard = () => page.evaluate<string>('heard.splice(0).join(", ")')
  /** The sound comes a moment after the visible message. */
  const next = async (): Promise<string> => {
    let sound = ''
    await expect
      .poll(async () => {
        sound = await heard()
        return sound
      })
      .not.toBe('')
    return sound
  }
  await scan(page, parcel.barcode)
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await heard()
  await press(page, 'Accept')
  await said(page, 'success')
  const success = await next()
  await scan(page, parcel.barcode)
  await said(page, 'already')
  const already = await next()
  await scan(page, '4006381333931')
  await said(page, 'refused')
  const refused = await next()
  expect(new Set([success, already, refused, '']).size).toBe(4)
  await press(page, 'Sound on')
  await scan(page, parcel.barcode)
  await said(page, 'already')
  expect(await heard()).toBe('')
  expect(await scansOf(world, parcel)).toEqual(['accept'])
  expect(await statusOf(world, parcel)).toBe('ready_for_pickup')
})
