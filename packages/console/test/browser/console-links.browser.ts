// Every number links to the list that it counts, and a failing webhook is three clicks from its cause.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../server/test/support/receiver.ts'
import { until } from '../../../server/test/support/until.ts'
import { heading, shipment } from './console-support.ts'
import { expectAccessible, withBrowser } from './support.ts'

const SOON_MS = 5_000
const HOUR_MS = 3_600_000
/** Minimum time left in the current hour. If less is left, the test waits for the next hour. */
const ENOUGH_MS = 20_000
const WHY = 'the table orders is locked'

const world = withBrowser({ role: 'all' })
let receiver: Receiver
const made: Record<string, string> = {}

beforeAll(async () => {
  const { demo } = world.service
  receiver = await startReceiver()
  receiver.answer({ kind: 'reply', status: 500, body: WHY })
  const hook = async (fields: object = {}) => {
    const { json, status } = await demo.post('/v2/webhooks', {
      url: receiver.url('/fails'),
      enabled_events: ['shipment.created'],
      ...fields,
    })
    expect(status).toBe(201)
    return json.id
  }
  made.failing = await hook()
  made.disabled = await hook({ enabled_events: ['shipment.held'], url: receiver.url('/off') })
  expect((await demo.patch(`/v2/webhooks/${made.disabled}`, { status: 'disabled' })).status).toBe(200)
  const { id } = await shipment(world, { order_id: 'ON-ITS-WAY' })
  made.shipment = id
  for (let step = 0; step < 4; step++) expect((await demo.post(`/v2/test/shipments/${id}/advance`)).status).toBe(200)
  await until('it is known to fail', async () => (await demo.get(`/v2/webhooks/${made.failing}`)).json.health.state === 'failing', 30_000)
}, 90_000)
afterAll(() => receiver.close())

const need = (page: Page, title: string) => page.getByRole('region', { name: title })

test.each(['partner', 'operator'] as const)('the reason for a failing webhook is three clicks from Today, for %s', async (access) => {
  const page = await world.signIn(access)
  await heading(page, 'Today')
  // The first click.
  await need(page, 'Failing webhooks')
    .getByRole('link', { name: /^Investigate/ })
    .click()
  await page.waitForURL(`${world.url}/console/webhooks/${made.failing}`)
  await page.getByText('Failing since').waitFor()
  await page.getByText('What happens next').waitFor()
  await expectAccessible(page)
  // The second click. The failed delivery is shown here.
  await page.getByRole('link', { name: 'View the failed delivery' }).click()
  await page.getByText(WHY).first().waitFor()
})

test('the count of failing webhooks links to a list of those webhooks with start time and reason', async () => {
  const page = await world.signIn('partner')
  await heading(page, 'Today')
  await need(page, 'Failing webhooks')
    .getByRole('link', { name: /all 1$/ })
    .click()
  await page.waitForURL(`${world.url}/console/webhooks?health=failing`)
  const rows = page.getByRole('table', { name: 'Webhooks' }).getByRole('row')
  await rows.getByText('the receiver answered 500').waitFor()
  expect(await rows.getByRole('link', { name: '/fails' }).count()).toBe(1)
  expect(await rows.getByRole('link', { name: '/off' }).count()).toBe(0)
})

test("an operator sees a partner's webhooks and the events of all partners or of one", async () => {
  await world.service.partner({ name: 'Linked' })
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/webhooks`)
  await page.getByRole('link', { name: receiver.url('/fails') }).waitFor()
  await page.getByRole('combobox', { name: /^Partner/ }).fill('Linked')
  await page.getByText('No webhook matches these filters.').waitFor()
  await page.goto(`${world.url}/console/events?type=shipment.created`)
  await page.locator(`a[href$="/shipments/${made.shipment}"]`).waitFor()
  await page.getByRole('combobox', { name: /^Partner/ }).fill('Linked')
  await page.getByText('No events found.').waitFor()
})

test.each(['partner', 'operator'] as const)('every number in the charts is a link that leads to rows, for %s', async (access) => {
  const page = await world.signIn(access)
  await heading(page, 'Today')
  await page.getByRole('link', { name: /^Label ready: [1-9]/ }).waitFor()
  await page
    .getByRole('link', { name: /, median: / })
    .first()
    .waitFor()
  const cells = await page.evaluate<[string, string | undefined][]>(
    "[...document.querySelectorAll('.bars td.number')].map((cell) => [cell.textContent, cell.querySelector('a')?.href])",
  )
  expect(cells.filter(([, href]) => href === undefined)).toEqual([])
  const links = cells as [string, string][]
  // For each kind of page, open one of the links that show a count.
  const seen = new Set<string>()
  for (const [text, href] of links) {
    const kind = new URL(href).pathname
    if (text === '0' || seen.has(kind)) continue
    seen.add(kind)
    await page.goto(href)
    await page.getByRole('table').waitFor()
    expect([href, await page.getByRole('main').getByRole('alert').allInnerTexts()]).toEqual([href, expect.not.arrayContaining([/./])])
    if (kind === '/console/steps' && access === 'operator') await expectAccessible(page)
  }
  expect([...seen].sort()).toEqual(['/console/events', '/console/steps', '/console/webhooks'])
})

test('an hour links to the scans of that hour and nothing else', async () => {
  const left_ms = HOUR_MS - (Date.now() % HOUR_MS)
  if (left_ms < ENOUGH_MS) await sleep(left_ms)
  const { id } = await shipment(world, { order_id: 'THIS-HOUR' })
  for (let step = 0; step < 4; step++) expect((await world.service.demo.post(`/v2/test/shipments/${id}/advance`)).status).toBe(200)
  const page = await world.signIn('operator')
  await heading(page, 'Today')
  await page.getByRole('link', { name: 'Scans of this hour' }).click()
  await page.getByRole('checkbox', { name: 'Only scans that moved a parcel' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Only scans that moved a parcel' }).isChecked()).toBe(true)
  await page.getByRole('table', { name: 'Events' }).locator(`a[href$="/shipments/${id}"]`).first().waitFor()
  expect(await page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'shipment.created', exact: true }).count()).toBe(0)
})

test('a change by others in a row that keeps its place appears within five seconds', async () => {
  const page = await world.signIn('partner')
  await heading(page, 'Today')
  await need(page, 'Disabled webhooks').getByText(receiver.url('/off')).waitFor()
  await world.service.demo.patch(`/v2/webhooks/${made.disabled}`, { url: receiver.url('/moved') })
  await need(page, 'Disabled webhooks').getByText(receiver.url('/moved')).waitFor({ timeout: SOON_MS })
})
