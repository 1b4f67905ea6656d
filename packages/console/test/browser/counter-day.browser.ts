// The rest of a counter's day: an unstable connection, the parcels in the store, the manifest, and the driver.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { backdate } from '../../../server/test/support/backdate.ts'
import { until } from '../../../server/test/support/until.ts'
import {
  atCounter,
  countPrints,
  labeledParcel,
  press,
  qrParcel,
  said,
  scan,
  scansOf,
  someStore,
  statusOf,
  type TestParcel,
} from './counter-support.ts'
import { isBusy, withBrowser } from './support.ts'

const world = withBrowser()
let store: string
beforeAll(async () => {
  store = await someStore(world)
})

const follow = (page: Page, name: string): Promise<void> => page.getByRole('link', { name }).click()

/** Skips the minutes around the store's midnight, so that the date does not change during a test. */
const notAtMidnight = () => {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })
  return until('the day goes on for a while', () => !/^23:5[89]$/.test(time.format(Date.now())), 130_000)
}

const acceptedParcel = async (): Promise<TestParcel> => {
  const parcel = await labeledParcel(world)
  const { status } = await world.service.demo.post('/v2/scan-events/accept', { shipment_id: parcel.id, store_id: store })
  expect(status).toBe(200)
  return parcel
}

test('an unknown parcel is accepted offline by its code, shown as waiting, and sent when the connection is back', async () => {
  const parcel = await labeledParcel(world)
  const context = await world.context()
  const page = await atCounter(world, store, context)
  await context.setOffline(true)
  await scan(page, parcel.barcode)
  await page.getByText('only the code of this parcel is known').waitFor()
  await press(page, 'Accept')
  expect(await said(page, 'kept')).toContain('Kept on this device')
  await page.getByText('No connection.').waitFor()
  await scan(page, parcel.barcode)
  expect(await said(page, 'already')).toContain('kept on this device, not sent yet')
  await scan(page, parcel.barcode.slice(0, 19))
  expect(await said(page, 'refused')).toContain('Only part of the code was read')
  await follow(page, 'Waiting')
  await page.locator('li[data-state="waiting"]').waitFor()
  await context.setOffline(false)
  await page.locator('li[data-state="sent"]').waitFor({ timeout: 40_000 })
  expect(await scansOf(world, parcel)).toEqual(['accept'])
})

test('an offline walk-in is kept and announces a later label, which can then be printed from the list', async () => {
  const parcel = await qrParcel(world)
  const context = await world.context()
  await countPrints(context)
  const page = await atCounter(world, store, context)
  await context.setOffline(true)
  await scan(page, parcel.token)
  await page.getByText('Its price and label follow when the connection is back').waitFor()
  await page.locator('#weight').fill('2')
  await page.keyboard.press('Enter')
  await said(page, 'kept')
  await follow(page, 'Waiting')
  await context.setOffline(false)
  await page.locator('li[data-state="sent"]').waitFor({ timeout: 40_000 })
  expect(await statusOf(world, parcel)).toBe('in_possession')
  await press(page, 'Print label')
  await page.getByText('The label was sent to the printer.').waitFor()
})

test('a scan that the service refuses later is listed with what to do; the clerk removes it', async () => {
  const parcel = await labeledParcel(world)
  const context = await world.context()
  const page = await atCounter(world, store, context)
  await world.service.demo.post(`/v2/shipments/${parcel.id}/cancel`, {})
  await context.setOffline(true)
  await scan(page, parcel.tracking)
  await press(page, 'Accept')
  await said(page, 'kept')
  await context.setOffline(false)
  const text = await said(page, 'refused')
  expect(text).toContain('Refused by the service')
  await follow(page, 'Waiting')
  const row = page.locator('li[data-state="refused"]')
  await expect.poll(() => row.innerText()).toMatch(/Open the parcel and check its status\. Then scan it again/)
  await press(page, 'Remove from the list')
  await press(page, 'Yes, remove it')
  await row.waitFor({ state: 'detached' })
})

test('a parcel canceled after its offline acceptance is not reported as done', async () => {
  const parcel = await labeledParcel(world)
  const context = await world.context()
  const page = await atCounter(world, store, context)
  await context.setOffline(true)
  await scan(page, parcel.tracking)
  await press(page, 'Accept')
  await said(page, 'kept')
  await world.service.demo.post(`/v2/shipments/${parcel.id}/cancel`, {})
  await context.setOffline(false)
  expect(await said(page, 'refused')).toContain('Canceled by the shop in the meantime')
})

test('parcels in the store are listed with their waiting time, longest first', async () => {
  const parcel = await labeledParcel(world)
  await backdate(world.service, parcel.id)
  const occurred_at = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString()
  await world.service.demo.post('/v2/scan-events/accept', { shipment_id: parcel.id, store_id: store, occurred_at })
  const page = await atCounter(world, store)
  await follow(page, 'Here now')
  const first = page.locator('.list > li').first()
  await expect
    .poll(() => first.innerText())
    .toMatch(new RegExp(`${parcel.tracking.slice(-6)}.*Waiting for the driver.*3 days – too long`, 's'))
})

test('the manifest of today is closed after one confirmation that states the effect', async () => {
  await notAtMidnight()
  const parcel = await acceptedParcel()
  const page = await atCounter(world, store)
  await follow(page, 'Manifest')
  await press(page, 'Close the manifest')
  await page.getByText('Parcels that you take in later go on a new manifest. This cannot be undone.').waitFor()
  const { manifest_id } = (await world.service.demo.get(`/v2/shipments/${parcel.id}`)).json
  const status = async () => (await world.service.demo.get(`/v2/manifests/${manifest_id}?format=json`)).json.status
  expect(await status()).toBe('open')
  await press(page, 'Close now')
  expect(await said(page, 'success')).toContain('Manifest closed')
  expect(await status()).toBe('closed')
  await page.getByRole('heading', { level: 3, name: /^Closed at/ }).waitFor()
  expect(await page.getByRole('link', { name: 'Print (PDF)' }).getAttribute('href')).toBe(`/v2/manifests/${manifest_id}?format=pdf`)
})

test('parcels for a driver are scanned once, counted and handed over under a name; a reload loses nothing', async () => {
  await notAtMidnight()
  const [first, second, elsewhere] = [await acceptedParcel(), await acceptedParcel(), await labeledParcel(world)]
  const local = { timeZone: 'America/New_York' }
  const date = new Intl.DateTimeFormat('en-CA', local).format(Date.now())
  const body = { shipment_id: first.id, store_id: store, date, window_start: '00:00', window_end: '23:59' }
  expect((await world.service.demo.post('/v2/pickups', body)).status).toBe(201)
  const page = await atCounter(world, store)
  await follow(page, 'Hand over')
  await press(page, 'Hand over to northline')
  await scan(page, first.barcode)
  expect(await said(page, 'success')).toContain('1 scanned')
  await scan(page, first.tracking)
  expect(await said(page, 'already')).toContain('Already scanned')
  // This parcel has a label but was not accepted at this store. A driver may still take it.
  await scan(page, elsewhere.barcode)
  await page.locator('.tally', { hasText: '2 scanned' }).waitFor()
  await page.reload()
  await press(page, 'Hand over to northline')
  await page.locator('.tally', { hasText: '2 scanned' }).waitFor()
  await scan(page, second.barcode)
  await page.getByRole('button', { name: `Remove ${elsewhere.tracking.slice(0, 4)}` }).click()
  await page.getByLabel('Name of the driver').fill('Dörte مرحبا')
  await press(page, 'Hand over 2 parcels')
  await page.locator('.outcome-box[data-tone="success"]', { hasText: '2 parcels given to Dörte مرحبا' }).waitFor()
  for (const parcel of [first, second]) {
    const scans = (await world.service.demo.get(`/v2/shipments/${parcel.id}/scans`)).json.data
    const collected = scans.find(({ kind }: { kind: string }) => kind === 'collect')
    expect([collected.details.handed_to, collected.store_id]).toEqual(['Dörte مرحبا', store])
  }
  expect(await statusOf(world, elsewhere)).toBe('label_ready')
})

test('a counter opened offline shows its name and zone and recovers within five seconds of the connection', async () => {
  await notAtMidnight()
  const parcel = await acceptedParcel()
  const context = await world.context()
  const page = await atCounter(world, store, context)
  await expect.poll(() => page.locator('h1').innerText()).not.toBe('Counter')
  const name = await page.locator('h1').innerText()
  await page.waitForFunction('localStorage.getItem("backhaul.counter.store") !== null')
  for (const isKept of [true, false]) {
    // The service does not answer, and the browser gets no sign of a network change.
    await context.route(/\/v2\//, (route) => route.abort('connectionrefused'))
    if (!isKept) await page.evaluate('localStorage.clear()')
    await page.goto(`${world.url}/counter/manifest`)
    await page.getByText('No connection.').waitFor()
    if (isKept) expect(await page.locator('h1').innerText()).toBe(name)
    // Wait for longer than one or two retries.
    await page.waitForTimeout(5_000)
    await context.unroute(/\/v2\//)
    const back = Date.now()
    await page.getByRole('list', { name: 'Parcels of the manifest' }).getByText(parcel.tracking.slice(-6)).waitFor()
    await page.getByText('No connection.').waitFor({ state: 'hidden' })
    expect(await page.locator('h1').innerText()).toBe(name)
    if (!isBusy()) expect(Date.now() - back).toBeLessThan(5_000)
  }
})
