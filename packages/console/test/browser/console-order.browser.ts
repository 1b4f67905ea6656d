// Each list is ordered by the date in its first column, even if the rows were created in another order. The orders can differ because each
// partner has its own sandbox clock. A filter by time uses the same date.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { claim, dispute, measured } from './cases-support.ts'
import { heading, shipment } from './console-support.ts'
import { type World, withBrowser } from './support.ts'

const DAY_S = 86_400
const world = withBrowser()

/** Returns the same world, but with the given demo partner. */
const worldOf = (demo: World['service']['demo']): World => ({ service: { ...world.service, demo } }) as unknown as World
const makeOneOfEach = async (of: World): Promise<void> => {
  await shipment(of)
  await claim(of)
  await dispute(of)
  await measured(of)
  const webhook = { url: 'http://127.0.0.1:9/hook', enabled_events: ['claim.opened'] }
  expect((await of.service.demo.post('/v2/webhooks', webhook)).status).toBe(201)
}

beforeAll(async () => {
  const ahead = await world.service.partner({ name: 'Ahead' })
  await makeOneOfEach(worldOf(world.service.demo))
  expect((await ahead.post('/v2/test/clock/advance', { seconds: 3 * DAY_S })).status).toBe(200)
  // The partner "Ahead" has the latest dates, although some of the demo partner's rows are created after its own.
  await makeOneOfEach(worldOf(ahead))
  await makeOneOfEach(worldOf(world.service.demo))
}, 60_000)

const datesOn = async (page: Page): Promise<string[]> => {
  await page.locator('tbody time').first().waitFor()
  return page.evaluate<string[]>("[...document.querySelectorAll('tbody tr')].flatMap((row) => row.querySelector('time')?.dateTime ?? [])")
}

// Queues that need a decision begin with the oldest case. Events are not tested here, because they have the order of the feed.
test.each([
  ['Shipments', 'newest', '/console/shipments'],
  ['Claims', 'oldest', '/console/claims'],
  ['Disputes', 'oldest', '/console/disputes'],
  ['Discrepancies', 'newest', '/console/discrepancies'],
  ['Webhooks', 'newest', '/console/webhooks'],
])('%s begin with the %s by the displayed date', async (title, first, path) => {
  const page = await world.signIn('operator')
  await page.goto(world.url + path)
  await heading(page, title)
  const dates = await datesOn(page)
  expect(dates.length).toBeGreaterThan(2)
  const inOrder = [...dates].sort()
  expect(dates).toEqual(first === 'newest' ? inOrder.reverse() : inOrder)
  expect(Math.abs(Date.parse(dates[0] as string) - Date.parse(dates.at(-1) as string))).toBeGreaterThan(2 * DAY_S * 1000)
})

test('a time filter keeps the records with a later displayed date, regardless of when they were inserted', async () => {
  const page = await world.signIn('operator')
  const after = new Date(Date.now() + DAY_S * 1000).toISOString()
  await page.goto(`${world.url}/console/shipments?created_after=${after}`)
  await heading(page, 'Shipments')
  const dates = await datesOn(page)
  expect(dates).toHaveLength(4)
  expect(dates.every((date) => date > after)).toBe(true)
})
