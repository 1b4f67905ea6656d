// Carriers in the console: bookings with their services, whether a carrier answers, and how many numbers are left.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Exchange } from '../../../server/src/kinds/carriers/exchange.ts'
import { sell, stepOf } from '../../../server/test/carriers/protocol.ts'
import { heading, shipment } from './console-support.ts'
import { expectAccessible, withBrowser } from './support.ts'

const world = withBrowser()
const CODES = { AC: 'inject', DL: 'deliver' }

/** A carrier that refuses or fails with `answer`, or sells labels with its number. */
let server: Server
let answer: [status: number, body: string] = [422, 'no such <b>street</b>']
let told = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    const step = stepOf(request)
    if (step === 'rates') told++
    if (answer[0] >= 500 || (answer[0] >= 400 && step !== 'reports')) return response.writeHead(answer[0]).end(answer[1])
    sell(request, response, answer[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const operator = await world.service.operator()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const body = { name: 'Northline Parcel', adapter: 'replay', codes: CODES, url }
  expect((await operator.send('PUT', '/v2/ops/carriers/northline', { body })).status).toBe(200)
})
afterAll(() => server.close())

/** Sends the pending bookings to the carrier, because no worker runs here. */
const exchange = async (): Promise<void> => {
  const one = new Exchange(world.service.running.service, 20)
  await one.pass()
  await one.stop()
}
const bookingOf = async (id: string) =>
  (await (await world.service.operator()).get(`/v2/ops/carrier-bookings?shipment_id=${id}`)).json.data[0]

test('a booking that the carrier refuses is reachable from Today, shows the carrier’s answer and is sent again', async () => {
  const parcels = [await shipment(world), await shipment(world)]
  await exchange()
  expect(await bookingOf(parcels[0]?.id ?? '')).toMatchObject({ state: 'refused', error: '422 no such <b>street</b>' })
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console`)
  const need = page.getByRole('region', { name: 'Parcels that a carrier refused' })
  await need.getByText('422 no such <b>street</b>').first().waitFor()
  await need.getByRole('link', { name: /: all 2/ }).click()
  await heading(page, 'Bookings')
  const rows = page.getByRole('table', { name: 'Bookings' }).locator('tbody tr[data-index]')
  await expect.poll(() => rows.count()).toBe(2)
  await expectAccessible(page)
  await rows.first().focus()
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 bookings selected').waitFor()
  await page.waitForTimeout(100)
  await page.keyboard.press('r')
  const question = page.getByRole('dialog')
  await question.getByText('Send 2 bookings again?').waitFor()
  await question.getByText('422 no such <b>street</b>').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send again' }).click()
  await question.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('2 of 2 bookings: 2 will be sent again.').waitFor()
  answer = [200, 'THEIRS-1']
  const before = told
  await exchange()
  expect(told).toBe(before + 2)
  await page.goto(`${world.url}/console/network/bookings?state=booked`)
  await expect.poll(() => rows.first().innerText()).toContain('THEIRS-1: valid, $5.67')
})

test('a failing carrier service is named with its reason on Today, with its carrier and above its bookings', async () => {
  answer = [503, 'away']
  await shipment(world)
  await exchange()
  const page = await world.signedIn('support')
  await page.goto(`${world.url}/console`)
  await page
    .getByRole('region', { name: 'Carriers whose service does not answer' })
    .getByText('The service is unavailable (503).')
    .waitFor()
  await page.goto(`${world.url}/console/network/carriers`)
  const failing = page.getByRole('list', { name: 'Carriers that do not answer' })
  await failing.getByText('The service of Northline Parcel has not answered since').waitFor()
  await expectAccessible(page)
  await page.getByRole('table', { name: 'Carriers' }).getByRole('link', { name: 'does not answer' }).click()
  await heading(page, 'Bookings')
  expect(new URL(page.url()).searchParams.get('carrier')).toBe('northline')
  await failing.getByText('The service is unavailable (503).').waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  answer = [200, 'THEIRS-2']
  await world.service.running.service.db.query('test_clear', 'update carrier_exchanges set failing_since = null')
  await expect.poll(() => failing.count(), { timeout: 15_000 }).toBe(0)
})

test('each number series shows how many are left and how long they last; a partner has no such page', async () => {
  const operator = await world.service.operator()
  const numbers = { standard: 'range', prefix: 'NL', digits: 4, first: 1, last: 20 }
  expect((await operator.send('PUT', '/v2/ops/carriers/summit', { body: { name: 'Summit', numbers } })).status).toBe(200)
  const barcodes = { standard: 'sscc', company_prefix: '0614141' }
  expect((await operator.send('PUT', '/v2/ops/numbering', { body: { barcodes } })).status).toBe(200)
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/network/numbers`)
  const series = page.getByRole('table', { name: 'Number series' })
  await series.getByRole('row', { name: /range NL 4 summit 1 to 20 20/ }).waitFor()
  await series.getByRole('row', { name: /sscc 00614141 barcodes .* More than ten years/ }).waitFor()
  await expectAccessible(page)
  await world.service.running.service.db.query(
    'test_used',
    "insert into number_series (id, first, next) values ('range NL 4', 1, 21) on conflict (id) do update set next = 21",
  )
  await series.getByText('Used up').waitFor()
  const partner = await world.signedIn('partner')
  for (const part of ['numbers', 'bookings']) {
    await partner.goto(`${world.url}/console/network/${part}`)
    await partner.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
  }
})
