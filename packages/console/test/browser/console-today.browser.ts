// The Today page: open tasks, and charts of the last seven days.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { claim, dispute } from './cases-support.ts'
import { heading, shipment } from './console-support.ts'
import { type Access, expectAccessible, expectReadyInTime, expectWithin, withBrowser } from './support.ts'

const SCRIPT = '<img src=x onerror=alert(1)>"><script>alert(1)</script>'
const SOON_MS = 5_000

const world = withBrowser()
const made: Record<string, string> = {}

beforeAll(async () => {
  const { demo } = world.service
  // The oldest dispute comes first.
  made.first = (await dispute(world, 'The first that waits')).id
  for (const reason of ['The second', 'The third', 'The fourth']) await dispute(world, reason)
  made.claim = (await claim(world, { description: SCRIPT })).id
  const { id } = await shipment(world, { order_id: 'ON-ITS-WAY' })
  for (let step = 0; step < 4; step++) expect((await demo.post(`/v2/test/shipments/${id}/advance`)).status).toBe(200)
  const { id: lost } = await shipment(world, { order_id: SCRIPT })
  for (let status = ''; status !== 'in_transit'; ) {
    const { json } = await demo.post(`/v2/test/shipments/${lost}/advance`)
    expect(json.status).toBeTypeOf('string')
    status = json.status
  }
  made.undeliverable = lost
  const gone = await demo.post('/v2/test/faults/undeliverable', { shipment_id: lost })
  expect([gone.status, gone.text]).toEqual([200, expect.anything()])
  const { json: webhook } = await demo.post('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'], description: SCRIPT })
  expect((await demo.send('PATCH', `/v2/webhooks/${webhook.id}`, { body: { status: 'disabled' } })).status).toBe(200)
})

const need = (page: Page, title: string) => page.getByRole('region', { name: title })
const open = async (access: Access): Promise<Page> => {
  const page = await world.signIn(access)
  await heading(page, 'Today')
  await need(page, 'Open disputes').getByRole('listitem').first().waitFor()
  return page
}

test.each(['operator', 'support', 'partner'] as const)(
  'Today shows %s the oldest waiting cases first, each with its action; all are one click away',
  async (access) => {
    const page = await open(access)
    const rows = need(page, 'Open disputes').getByRole('listitem')
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringContaining('The first that waits'),
        expect.stringContaining('The second'),
        expect.stringContaining('The third'),
      ])
    await need(page, 'Open disputes').getByRole('link', { name: 'Open disputes: all 4' }).click()
    await page.waitForURL(`${world.url}/console/disputes?status=open`)
    await page.getByText('The fourth').waitFor()
    await page.goBack()
    await rows.first().getByRole('link', { name: 'Decide' }).click()
    await page.waitForURL(`${world.url}/console/disputes/${made.first}`)
    await page.getByText('The first that waits').waitFor()
  },
)

test('a read-only user is offered to look, not to act', async () => {
  const page = await open('partner-viewer')
  expect(await page.getByRole('link', { name: /^Decide/ }).count()).toBe(0)
  await need(page, 'Open claims').getByRole('link', { name: 'View: Damaged' }).click()
  await page.waitForURL(`${world.url}/console/claims/${made.claim}`)
})

test('a counter user cannot open the console, and another partner sees nothing of this one', async () => {
  const { json } = await world.service.demo.get('/v2/drop-off-locations?lat=0&lon=0&radius_km=21000&limit=1')
  const counter = await world.signIn('counter', { store_id: json.data[0].store_id })
  await counter.goto(`${world.url}/console`)
  await heading(counter, 'You do not have access to the console')
  const other = await world.service.partner()
  const stranger = await world.signIn('partner', { partner_id: other.partnerId })
  await heading(stranger, 'Today')
  await stranger.getByText('Nothing needs attention.').waitFor()
  await stranger.getByText('No parcel has moved in this period.').waitFor()
  await stranger.getByText('No scans in this period.').waitFor()
  expect(await stranger.getByText('The first that waits').count()).toBe(0)
})

test('every number leads to its list, and every linked list opens', async () => {
  const page = await open('operator')
  await need(page, 'Disabled webhooks').waitFor()
  const links = await page.evaluate<(string | null)[]>(
    "[...document.querySelectorAll('.need h3 .count')].map((count) => count.getAttribute('href'))",
  )
  expect(links).not.toContain(null)
  for (const link of new Set(links as string[])) {
    await page.goto(world.url + link)
    await page.getByRole('table').or(page.getByText('Page not found')).first().waitFor()
    expect([link, await page.getByRole('main').getByRole('alert').allInnerTexts()]).toEqual([link, expect.not.arrayContaining([/./])])
  }
  await page.goto(`${world.url}/console`)
  const numbers = page.getByRole('table', { name: 'Parcels by the status reached' }).getByRole('link')
  await numbers.first().waitFor()
  expect(await numbers.count()).toBeGreaterThan(10)
})

test('charts are also tables: the funnel by status, hours by the arrow keys, time between stages', async () => {
  const page = await open('partner')
  const funnel = page.getByRole('table', { name: 'Parcels by the status reached' })
  const steps = async () => (await funnel.getByRole('rowheader').allInnerTexts()).slice(0, 3)
  await expect.poll(steps).toEqual(['Created', 'Label ready', 'At the counter'])
  await expect
    .poll(() =>
      funnel
        .getByRole('row', { name: /^Created / })
        .getByRole('link')
        .innerText(),
    )
    .not.toBe('0')
  const hour = page.getByRole('slider', { name: 'Hour shown' })
  await hour.focus()
  // A scan just before a full hour belongs to the hour before.
  if (/: 0 scans$/.test((await hour.getAttribute('aria-valuetext')) ?? '')) await page.keyboard.press('ArrowLeft')
  const last = await hour.getAttribute('aria-valuetext')
  expect(last).toMatch(/: [1-9]\d* scans$/)
  await page
    .getByText(last as string)
    .first()
    .waitFor()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => hour.getAttribute('aria-valuetext')).not.toBe(last)
  await page.keyboard.press('Home')
  await expect.poll(() => hour.getAttribute('aria-valuetext')).toMatch(/: 0 scans$/)
  await page.getByText('Scans per hour as a table').click()
  await expect.poll(() => page.getByRole('table', { name: 'Scans per hour' }).getByRole('row').count()).toBe(24 * 7 + 1)
  const step = page
    .getByRole('table', { name: /^Time between stages/ })
    .getByRole('row')
    .nth(1)
  await step.waitFor()
  expect(await step.getByRole('cell').allInnerTexts()).toEqual([
    expect.stringMatching(/^\d/),
    expect.stringMatching(/\d/),
    expect.stringMatching(/\d/),
  ])
})

test('cases decided by others leave the page within five seconds, and new cases appear', async () => {
  const page = await open('support')
  const decided = [made.first]
  await expectWithin(SOON_MS, async (tries) => {
    decided.push((await dispute(world, 'A newcomer')).id)
    return need(page, 'Open disputes').getByRole('link', { name: `Open disputes: all ${5 + tries}` })
  })
  const operator = await world.service.operator()
  for (const one of decided) await operator.post(`/v2/ops/adjustments/${one}/resolve`, { outcome: 'rejected' })
  await need(page, 'Open disputes').getByRole('link', { name: 'Open disputes: all 3' }).waitFor()
  await need(page, 'Open disputes').getByText('The fourth').waitFor()
  await page.getByText('The first that waits').waitFor({ state: 'detached' })
})

test('text from other people is shown as text', async () => {
  const page = await open('partner')
  page.on('dialog', () => expect.fail('a text ran as a script'))
  await need(page, 'Open claims').getByText(SCRIPT).waitFor()
  await need(page, 'Disabled webhooks').getByRole('listitem').first().waitFor()
  expect(await page.locator('main img, main script, [onerror]').count()).toBe(0)
})

test('axe finds no fault in light and dark at every screen width, also with an open chart table', async () => {
  const page = await open('partner')
  await page.getByText('Scans per hour as a table').click()
  await expectAccessible(page)
})

test('the page is ready to use within a second on a processor slowed down four times', async ({ skip }) => {
  const page = await open('operator')
  const shown = () => document.querySelector('a[aria-label^="Open disputes: all"]')?.checkVisibility() === true
  await expectReadyInTime(page.context(), `${world.url}/console`, shown, skip)
})
