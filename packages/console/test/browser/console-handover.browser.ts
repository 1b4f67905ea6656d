// Tenders and pickups: the carrier's count, and the pickup time.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayAhead, storesByCode, WINDOW } from '../../../server/test/pickups/fixtures.ts'
import { heading, shipment } from './console-support.ts'
import { expectAccessible, withBrowser } from './support.ts'

const world = withBrowser()

/** A tender of the demo partner with this number of shipments. */
const tender = async (count: number): Promise<{ id: string; shipment_ids: string[] }> => {
  const shipment_ids: string[] = []
  for (let i = 0; i < count; i++) shipment_ids.push((await shipment(world)).id)
  const { status, json } = await world.service.demo.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
  expect(status).toBe(201)
  return json
}
const openTender = async (access: Parameters<typeof world.signIn>[0], { id }: { id: string }): Promise<Page> => {
  const page = await world.signedIn(access)
  await page.goto(`${world.url}/console/tenders/${id}`)
  await heading(page, 'Tender to northline')
  return page
}
const status = async ({ id }: { id: string }): Promise<string> => (await world.service.demo.get(`/v2/tenders/${id}`)).json.status

test.each(['partner', 'operator'] as const)(
  'a %s accepts a short tender and names the missing parcel; everyone sees the difference',
  async (access) => {
    const made = await tender(3)
    const page = await openTender(access, made)
    const other = await openTender('partner-viewer', made)
    await page.getByLabel('Pieces that the carrier counted').fill('2')
    await page.getByText('1 short: 3 of 3 shipments are handed over, and a discrepancy is recorded.').waitFor()
    await page.getByRole('checkbox', { name: 'Select shipment 2' }).check()
    const { tracking } = (await world.service.demo.get(`/v2/shipments/${made.shipment_ids[1]}`)).json
    await page.getByText('1 short: 2 of 3 shipments are handed over, and a discrepancy is recorded.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Accept the tender' }).click()
    for (const one of [page, other]) await one.getByText('short by 1').waitFor()
    const clearUp = page.getByRole('region', { name: 'Resolve the difference' })
    await clearUp.getByText('1 of the 1 parcels that the carrier did not find are still missing.').waitFor()
    const letter = await clearUp.getByRole('link', { name: 'Write to the carrier' }).getAttribute('href')
    expect(decodeURIComponent(letter as string)).toContain(tracking)
    if (access === 'partner') {
      await clearUp.getByRole('button', { name: `Open a claim for ${tracking}` }).click()
      await clearUp.getByRole('button', { name: 'Open the claim' }).click()
      await clearUp.getByRole('form', { name: 'Open a claim' }).waitFor({ state: 'detached' })
      const { json } = await world.service.demo.get(`/v2/claims?shipment_id=${made.shipment_ids[1]}`)
      expect(json.data).toHaveLength(1)
    } else expect(await clearUp.getByRole('button', { name: /claim/ }).count()).toBe(0)
    await page.getByRole('form', { name: 'Accept this tender' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: tracking }).getByText('not found by the carrier').waitFor()
    await page.goto(`${world.url}/console/tenders?status=accepted&carrier=northline`)
    await page.getByRole('row').filter({ hasText: 'short by 1' }).first().waitFor()
  },
)

/** A tender with the carrier's count, and its discrepancy in the operator's queue. */
const counted = async (count: number, received: number) => {
  const made = await tender(count)
  expect((await world.service.demo.post(`/v2/tenders/${made.id}/accept`, { piece_count_received: received })).status).toBe(200)
  return made
}
const needs = async (kind: 'tender_short' | 'tender_over'): Promise<number> => {
  const { json } = await world.service.demo.get('/v2/today')
  return json.needs.find((need: { kind: string }) => need.kind === kind).count
}

test.each([
  ['short', 'Tenders with missing parcels', 1],
  ['over', 'Tenders with surplus parcels', 3],
] as const)(
  'a tender that is %s links from Today to its page, is dismissed with a note, and leaves Today',
  async (type, title, received) => {
    const made = await counted(2, received)
    const before = await needs(`tender_${type}`)
    const page = await world.signedIn('partner')
    await page.goto(`${world.url}/console`)
    const waiting = page.getByRole('region', { name: title })
    await expect.poll(() => waiting.locator(`a[href="/console/tenders/${made.id}"]`).count()).toBe(1)
    await waiting.locator(`a[href="/console/tenders/${made.id}"]`).click()
    await heading(page, 'Tender to northline')
    const clearUp = page.getByRole('region', { name: 'Resolve the difference' })
    expect(await clearUp.getByRole('link', { name: 'Write to the carrier' }).getAttribute('href')).toContain('mailto:')
    const second = await openTender('operator', made)
    for (const one of [page, second]) await one.getByRole('button', { name: 'Dismiss with a note' }).click()
    const dialog = page.getByRole('dialog', { name: 'Dismiss this difference?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    expect(await dialog.count()).toBe(1)
    await dialog.getByLabel('Note').fill('The carrier <b>corrected</b> its count')
    await second.getByRole('dialog').getByLabel('Note').fill('Counted again')
    // The second page must keep the old state until its own request is answered.
    await second.route(`**/v2/tenders/${made.id}`, (route) => route.abort())
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await dialog.waitFor({ state: 'detached' })
    await clearUp.getByText('The carrier <b>corrected</b> its count').waitFor()
    expect(await clearUp.getByRole('button', { name: 'Dismiss with a note' }).count()).toBe(0)
    await second.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
    await second.getByText(/already dismissed the discrepancy/).waitFor()
    expect(await needs(`tender_${type}`)).toBe(before - 1)
    await page.goto(`${world.url}/console`)
    await heading(page, 'Today')
    await page.waitForLoadState('networkidle')
    expect(await page.locator(`a[href="/console/tenders/${made.id}"]`).count()).toBe(0)
  },
)

test('a parcel reported missing by the carrier counts as found once a scan shows it', async () => {
  const made = await tender(2)
  const [found, lost] = made.shipment_ids
  const body = { piece_count_received: 0, missing_shipment_ids: made.shipment_ids }
  expect((await world.service.demo.post(`/v2/tenders/${made.id}/accept`, body)).status).toBe(200)
  const page = await openTender('partner', made)
  const clearUp = page.getByRole('region', { name: 'Resolve the difference' })
  await clearUp.getByText('2 of the 2 parcels that the carrier did not find are still missing.').waitFor()
  expect((await world.service.demo.post('/v2/scan-events/movement', { shipment_id: found })).status).toBe(200)
  await clearUp.getByText('1 of the 2 parcels that the carrier did not find are still missing.').waitFor()
  const { tracking } = (await world.service.demo.get(`/v2/shipments/${lost}`)).json
  await clearUp.getByRole('listitem').filter({ hasText: tracking }).getByText('missing').waitFor()
  await clearUp.getByRole('listitem').filter({ hasText: 'found' }).waitFor()
})

test('an acceptance with a lost response is pressed again and carried out once', async () => {
  const made = await tender(1)
  const page = await openTender('partner', made)
  const keys: string[] = []
  await page.route('**/accept', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] as string)
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  // The page must not reload the tender, because it would notice that the tender is accepted.
  await page.route('**/v2/tenders/*', (route) => (keys.length === 1 ? route.abort() : route.continue()))
  await page.getByLabel('Pieces that the carrier counted').fill('1')
  await page.keyboard.press('Enter')
  await page.getByText('The service cannot be reached.').waitFor()
  await page.getByRole('button', { name: 'Accept the tender' }).click()
  await page.getByText('accepted', { exact: true }).waitFor()
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})

test('a user who may not accept a tender has no button for it', async () => {
  const made = await tender(1)
  for (const access of ['support', 'partner-viewer'] as const) {
    const page = await openTender(access, made)
    await page.getByRole('table', { name: 'Members' }).waitFor()
    expect(await page.getByRole('button', { name: /^(Accept|Cancel)/ }).count()).toBe(0)
  }
  const short = await counted(2, 1)
  for (const access of ['support', 'partner-viewer'] as const) {
    const page = await openTender(access, short)
    await page.getByRole('region', { name: 'Resolve the difference' }).waitFor()
    expect(await page.getByRole('button', { name: /^Dismiss/ }).count()).toBe(0)
  }
})

test('a tender is canceled by keyboard alone after one confirmation, which Escape declines', async () => {
  const made = await tender(1)
  const page = await openTender('partner', made)
  const ask = async () => {
    await page.getByRole('button', { name: 'Cancel the tender' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Cancel this tender?' }).waitFor()
  }
  await ask()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel the tender')
  expect(await status(made)).toBe('created')
  await ask()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('cancelled', { exact: true }).waitFor()
  expect(await status(made)).toBe('cancelled')
})

test('pickups are filtered by day and store in the address; a partner cancels one, and support only reads', async () => {
  const { id } = await shipment(world)
  const [store_id] = (await storesByCode(world.service)).values()
  const answer = await world.service.demo.post('/v2/pickups', { shipment_id: id, store_id, date: dayAhead(2), ...WINDOW })
  expect(answer.status).toBe(201)
  const { json: pickup } = answer
  const reader = await world.signedIn('support')
  await reader.goto(`${world.url}/console/pickups/${pickup.id}`)
  await heading(reader, `Pickup ${pickup.confirmation_code}`)
  expect(await reader.getByRole('button', { name: 'Cancel the pickup' }).count()).toBe(0)
  const page = await world.signedIn('partner')
  await page.goto(`${world.url}/console/pickups?date=${pickup.date}&store_id=${pickup.store_id}&status=scheduled`)
  await page.getByRole('link', { name: pickup.confirmation_code }).waitFor()
  expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe(pickup.date)
  await page.getByRole('link', { name: pickup.confirmation_code }).click()
  await heading(page, `Pickup ${pickup.confirmation_code}`)
  await page.getByRole('button', { name: 'Cancel the pickup' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the pickup' }).click()
  await page.getByText('cancelled', { exact: true }).waitFor()
  await reader.getByText('cancelled', { exact: true }).waitFor()
})
