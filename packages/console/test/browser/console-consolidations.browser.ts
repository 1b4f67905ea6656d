// Consolidations in the console: create from open tenders and sweeps, count, accept tender by tender, cancel.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Acceptances } from '../../../server/src/kinds/consolidations/acceptances.ts'
import { consolidate, PATH, sweepOf, tenderOf } from '../../../server/test/consolidations/support.ts'
import { storesByCode } from '../../../server/test/pickups/fixtures.ts'
import type { TestClient } from '../../../server/test/support/client.ts'
import { shortId } from '../../src/console/names.tsx'
import { heading } from './console-support.ts'
import { expectAccessible, withBrowser } from './support.ts'

const world = withBrowser()
let operator: TestClient
let one: TestClient & { partnerId: string }
let other: TestClient & { partnerId: string }
beforeAll(async () => {
  operator = await world.service.operator()
  ;[one, other] = [await world.service.partner({ name: 'One' }), await world.service.partner({ name: 'Other' })]
})

/** Accepts the counted tenders, because no worker runs here. */
const acceptAll = async (): Promise<void> => {
  const work = new Acceptances(world.service.running.service)
  await work.pass()
  await work.stop()
}
const open = (page: Page, id = '') => page.goto(`${world.url}/console/consolidations${id && `/${id}`}`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, table: string, text: string) => page.getByRole('table', { name: table }).locator('tbody tr', { hasText: text })

test('open tenders at a facility are chosen by keyboard and consolidated; unavailable ones are omitted with the reason', async () => {
  const [a, b, c] = [
    await tenderOf(one, 2, { facility: 'DOCK-A' }),
    await tenderOf(other, 1, { facility: 'DOCK-A' }),
    await tenderOf(one, 1),
  ]
  await tenderOf(one, 1, { facility: 'DOCK-B' })
  const page = await world.signedIn('operator')
  await open(page)
  await button(page, 'Create a consolidation').press('Enter')
  await page.getByLabel('Carrier', { exact: true }).selectOption('northline')
  await page.getByLabel('Facility', { exact: true }).selectOption({ label: 'DOCK-A: 2 open' })
  await row(page, 'Open tenders and sweeps', shortId(a.id)).waitFor()
  await page.getByText('2 of 3 selected, 3 pieces.').waitFor()
  await page.getByLabel(`Include tender ${shortId(c.id)}`).focus()
  await page.keyboard.press('Space')
  await page.getByText('3 of 3 selected, 4 pieces.').waitFor()
  await expectAccessible(page)
  // Meanwhile an operator consolidates one tender, and its partner cancels another.
  const first = await consolidate(operator, { facility: 'DOCK-A', tender_ids: [b.id] })
  await one.post(`/v2/tenders/${c.id}/cancel`)
  await button(page, 'Create').press('Enter')
  await page
    .getByRole('alert')
    .getByText(`${shortId(c.id)} is cancelled; omit this member`)
    .waitFor()
  await page.getByText('2 of 2 selected, 3 pieces.').waitFor()
  await button(page, 'Create').click()
  await page.getByRole('alert').getByText('are in another consolidation').waitFor()
  await row(page, 'Open tenders and sweeps', shortId(b.id)).getByRole('link', { name: 'in another consolidation' }).waitFor()
  await button(page, 'Create').click()
  await heading(page, 'Consolidation for northline')
  await row(page, 'Members', shortId(a.id)).waitFor()
  const made = new URL(page.url()).pathname.split('/').at(-1) as string
  expect((await operator.get(`${PATH}/${made}`)).json.members.map(({ id }: { id: string }) => id)).toEqual([a.id])
  expect(made).not.toBe(first.id)
  await page.getByRole('link', { name: `Tender ${shortId(a.id)}` }).click()
  await page.getByText('Part of a').getByRole('link', { name: 'consolidation' }).waitFor()
})

test('the sweeps of a store on one day are consolidated', async () => {
  const [store] = (await storesByCode(world.service)).values()
  const sweep = await sweepOf(one, store as string, 4)
  const page = await world.signedIn('operator')
  await open(page)
  await button(page, 'Create a consolidation').click()
  await page.getByLabel('Carrier', { exact: true }).selectOption(sweep.dp)
  await page.getByLabel('At a store, on a day').check()
  const create = page.getByRole('region', { name: 'Create a consolidation' })
  await create.getByLabel('Store', { exact: true }).selectOption(store as string)
  await create.getByLabel('Day of the visit').fill(sweep.sweep_date)
  await row(page, 'Open tenders and sweeps', shortId(sweep.id)).waitFor()
  await button(page, 'Create').click()
  await row(page, 'Members', shortId(sweep.id)).getByText('4', { exact: true }).waitFor()
})

test('an inconsistent count is refused at its field; each tender is accepted or refused with a reason', async () => {
  const tenders = [
    await tenderOf(one, 3, { facility: 'DOCK-C' }),
    await tenderOf(other, 2, { facility: 'DOCK-C' }),
    await tenderOf(one, 1, { facility: 'DOCK-C' }),
  ]
  const { id } = await consolidate(operator, { facility: 'DOCK-C' })
  const page = await world.signedIn('operator')
  await open(page, id)
  await page.getByText('6 pieces expected.').waitFor()
  await page.getByLabel('Pieces counted in total').fill('6')
  await page.getByText('The count adds up.').waitFor()
  await page.getByLabel('Pieces counted in total').fill('7')
  await page.getByText('1 piece more were counted than entered below').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.wrong', { hasText: 'is 7, but the expected number is 6' }).waitFor()
  await page.getByLabel(`Count of tender ${shortId(tenders[0].id)}`).fill('x')
  await page.keyboard.press('Enter')
  await page
    .getByRole('row', { name: shortId(tenders[0].id) })
    .getByRole('alert')
    .waitFor()
  await page.getByLabel(`Count of tender ${shortId(tenders[0].id)}`).fill('2')
  await page
    .getByRole('group', { name: /were not found/ })
    .getByRole('checkbox', { name: 'Select shipment 1' })
    .check()
  await page.getByLabel('Unattributed pieces').fill('2')
  await page.getByLabel('Numbers of the extra pieces').fill('LOST-1 LOST-2')
  await page.getByText('The count adds up.').waitFor()
  await expectAccessible(page)
  await button(page, 'Accept the consolidation').click()
  await page.getByText('0 of 3 tenders are done').waitFor()
  await page.getByRole('progressbar').waitFor()
  await expectAccessible(page)
  await other.post(`/v2/tenders/${tenders[1].id}/cancel`)
  await acceptAll()
  const refused = page.getByRole('region', { name: 'Refused' })
  await refused.getByRole('link', { name: shortId(tenders[1].id) }).waitFor()
  await refused.getByText(/canceled/).waitFor()
  await row(page, 'Members', shortId(tenders[0].id)).getByText('1 short').waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  expect((await one.get(`/v2/tenders/${tenders[0].id}`)).json).toMatchObject({
    ...{ status: 'accepted', piece_count_received: 2, missing_shipment_ids: [expect.any(String)] },
  })
  const { data } = (await operator.get('/v2/ops/unmatched-scans?number=LOST-2')).json
  expect(data).toHaveLength(1)
  await open(page)
  await page.getByLabel('State').selectOption('accepted')
  await row(page, 'Consolidations', 'DOCK-C').getByText('1', { exact: true }).first().waitFor()
})

test('a consolidation is canceled after confirmation; support only reads it, and a partner has no such page', async () => {
  await tenderOf(one, 1, { facility: 'DOCK-D' })
  const { id } = await consolidate(operator, { facility: 'DOCK-D' })
  const support = await world.signedIn('support')
  await open(support, id)
  await support.getByRole('table', { name: 'By partner' }).waitFor()
  for (const name of ['Accept the consolidation', 'Cancel the consolidation']) expect(await button(support, name).count()).toBe(0)
  const page = await world.signedIn('operator')
  await open(page, id)
  await button(page, 'Cancel the consolidation').click()
  await page.getByRole('dialog').getByText('A canceled consolidation cannot be restored').waitFor()
  await page.keyboard.press('Escape')
  expect((await operator.get(`${PATH}/${id}`)).json.status).toBe('open')
  await button(page, 'Cancel the consolidation').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the consolidation' }).click()
  await page.getByRole('definition').getByText('Canceled').waitFor()
  await row(page, 'Members', 'Tender').getByText('Released').waitFor()
  // The other open page shows the change without a reload.
  await support.getByRole('definition').getByText('Canceled').waitFor()
  const partner = await world.signedIn('partner')
  await open(partner)
  await partner.getByRole('heading', { level: 1 }).waitFor()
  expect(await partner.getByRole('table').count()).toBe(0)
  expect(await partner.getByRole('link', { name: 'Consolidations' }).count()).toBe(0)
})
