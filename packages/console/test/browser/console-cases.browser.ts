// Claims, disputes and discrepancies: queues, evidence next to the decision, two operators at once, and a lost response.
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { claim, clearQueues, dispute, measured } from './cases-support.ts'
import { heading } from './console-support.ts'
import { type Access, expectAccessible, expectWithin, type Person, withBrowser } from './support.ts'

const SCRIPT = '<img src=x onerror=alert(1)>"><script>alert(1)</script>'
/** A change by another operator appears within five seconds. */
const SOON_MS = 5_000

const world = withBrowser()
beforeEach(() => clearQueues(world))

const open = async (access: Access, path: string, person: Person = {}): Promise<Page> => {
  const page = await world.signedIn(access, person)
  await page.goto(`${world.url}/console${path}`)
  return page
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).and(page.locator('button:not(dialog *)'))
/** Presses keys at a person's pace. A scanner is much faster between two letters. */
const press = async (page: Page, letter: string): Promise<void> => {
  await page.waitForTimeout(100)
  await page.keyboard.press(letter)
}
const answer = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const statusOf = async (id: string): Promise<string> => (await world.service.demo.get(`/v2/adjustments/${id}`)).json.dispute_status
const stepsOf = async (id: string) => {
  const operator = await world.service.operator()
  return (await operator.get(`/v2/ops/audit?subject=${id}`)).json.data
}

test.each(['operator', 'support'] as const)(
  '%s decides a dispute from the queue after one confirmation, and the next dispute opens',
  async (access) => {
    const [first, second] = [await dispute(world, 'First reason'), await dispute(world, 'Second reason')]
    const page = await open(access, '/disputes')
    await heading(page, 'Disputes')
    await page.getByRole('table', { name: 'Disputes' }).getByText('First reason').waitFor()
    await page.getByRole('table', { name: 'Disputes' }).getByText('First reason').click()
    await page.getByText('First reason').waitFor()
    await button(page, 'Uphold').click()
    await page.getByRole('dialog').getByText('This cannot be undone').waitFor()
    expect(await statusOf(first.id)).toBe('open')
    await answer(page, 'Uphold')
    await page.waitForURL(`${world.url}/console/disputes/${second.id}`)
    await page.getByText('Upheld: the charge no longer counts.').waitFor()
    await page.getByText('Second reason').waitFor()
    expect(await statusOf(first.id)).toBe('upheld')
    await button(page, 'Reject').click()
    await answer(page, 'Reject')
    await page.getByText('There is no other open dispute.').waitFor()
    expect(await statusOf(second.id)).toBe('rejected')
    await button(page, 'Uphold').waitFor({ state: 'detached' })
  },
)

test('a claim is approved with the entered amount; another is denied and then closed', async () => {
  const [first, second] = [await claim(world, { amount_claimed: 2_500, description: 'Crushed' }), await claim(world)]
  const page = await open('operator', `/claims/${first.id}`)
  await heading(page, 'Claim: damaged')
  await button(page, 'Approve').click()
  const amount = page.getByLabel('Amount to pay')
  expect(await amount.inputValue()).toBe('25.00')
  await amount.fill('a lot')
  await answer(page, 'Approve')
  await page.getByRole('alert').getByText('Enter an amount').waitFor()
  await amount.fill('20.50')
  await answer(page, 'Approve')
  await page.waitForURL(`${world.url}/console/claims/${second.id}`)
  await page.getByText('This is the next one that is open.').waitFor()
  expect((await world.service.demo.get(`/v2/claims/${first.id}`)).json).toMatchObject({ status: 'approved', amount_approved: 2_050 })
  await button(page, 'Deny').click()
  await answer(page, 'Deny')
  await page.getByText('There is no other open claim.').waitFor()
  await button(page, 'Approve').waitFor({ state: 'detached' })
  await button(page, 'Close').click()
  await answer(page, 'Close')
  await button(page, 'Close').waitFor({ state: 'detached' })
  expect((await world.service.demo.get(`/v2/claims/${second.id}`)).json).toMatchObject({ status: 'closed', amount_approved: null })
})

test('measurements, photo, scans and price lines are shown next to the decision', async () => {
  const { adjustment_id } = await measured(world)
  await world.service.demo.post(`/v2/adjustments/${adjustment_id}/dispute`, { reason: 'The scale at the hub is wrong' })
  const page = await open('operator', `/disputes/${adjustment_id}`)
  const section = (name: string) => page.getByRole('region', { name })
  await section('Declared and observed').getByText('5 lb, differs').first().waitFor()
  await section('Declared and observed').getByText('2 lb').first().waitFor()
  await section('Declared and observed').getByText('12 × 8 × 4 in, differs').first().waitFor()
  await section('Photos and documents').getByRole('img', { name: 'Photo from the scan "Reject"' }).scrollIntoViewIfNeeded()
  await page.waitForFunction('document.querySelector(".evidence-picture img").naturalWidth === 8')
  await section('Scans').getByText('The corner is crushed').waitFor()
  await section('Price').getByText('Agreed price').waitFor()
  await section('Declared and observed').getByRole('link', { name: 'Discrepancy', exact: true }).waitFor()
  expect(await section('Price').locator('[aria-current]').count()).toBe(1)
  await section('Decision').getByText('The scale at the hub is wrong').waitFor()
})

test('the filters in the address find a discrepancy, which leads to its charge', async () => {
  const { id, shipment_id } = await measured(world)
  for (const access of ['operator', 'partner-viewer'] as const) {
    const page = await open(access, `/discrepancies?stage=sort&shipment_id=${shipment_id}`)
    await heading(page, 'Discrepancies')
    await page.getByRole('link', { name: 'Measured at sort' }).click()
    await page.waitForURL(`${world.url}/console/discrepancies/${id}`)
    await page.getByRole('link', { name: 'Yes: view the charge and its dispute' }).click()
    await page.getByRole('heading', { level: 1, name: 'Charge of' }).waitFor()
    expect(await page.getByRole('button', { name: 'Dispute this charge' }).count()).toBe(0)
    await page.context().close()
  }
})

test('a list shows open cases by default, and its address keeps every filter', async () => {
  const { id, shipment_id } = await claim(world, { description: 'Of one shipment' })
  const another = await claim(world, { description: 'Of another' })
  await (await world.service.operator()).post(`/v2/ops/claims/${id}/resolve`, { outcome: 'denied' })
  const page = await open('support', '/claims')
  await page.getByText('Of another').waitFor()
  expect(await page.getByText('Of one shipment').count()).toBe(0)
  await page.getByLabel('Status').selectOption('Denied')
  await page.getByText('Of one shipment').waitFor()
  // Without the pause after which a typed text takes effect, only Enter and leaving the field remain.
  await page.evaluate(() => {
    const real = setTimeout
    Object.assign(window, { setTimeout: (act: () => void, ms = 0) => (ms === 1_000 ? 0 : real(act, ms)) })
  })
  await page.getByLabel('Shipment id').fill(another.shipment_id)
  await page.keyboard.press('Tab')
  await page.waitForURL(`${world.url}/console/claims?status=denied&shipment_id=${another.shipment_id}`)
  await page.getByLabel('Shipment id').fill(shipment_id)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/console/claims?status=denied&shipment_id=${shipment_id}`)
  await page.reload()
  await page.getByText('Of one shipment').waitFor()
  expect(await page.getByLabel('Status').inputValue()).toBe('denied')
})

test('a partner disputes a charge once and sees the decision when it is made', async () => {
  const { adjustment_id } = await measured(world)
  const page = await open('partner', `/disputes/${adjustment_id}`)
  await page.getByLabel('Why the charge is wrong').fill('It weighed 2 lb at home')
  await button(page, 'Dispute this charge').click()
  await page.getByLabel('Why the charge is wrong').waitFor({ state: 'detached' })
  await page.getByText('It weighed 2 lb at home').waitFor()
  await page.goto(`${world.url}/console/disputes`)
  await page.getByText('It weighed 2 lb at home').waitFor()
  await page.goto(`${world.url}/console/disputes/${adjustment_id}`)
  await page.getByText('In the sandbox, you decide in place of the operator').waitFor()
  await (await world.service.operator()).post(`/v2/ops/adjustments/${adjustment_id}/resolve`, { outcome: 'upheld' })
  await page.getByText('Another person has already decided this dispute: upheld').waitFor()
})

test('a read-only user sees no decision buttons, and another partner’s case is not found', async () => {
  const { id } = await dispute(world, 'Readable')
  const one = await claim(world)
  const page = await open('partner-viewer', `/disputes/${id}`)
  await page.getByText('Readable').waitFor()
  await page.getByText('The operator decides. The decision appears here').waitFor()
  expect(await page.getByRole('button', { name: /Uphold|Reject|Dispute/ }).count()).toBe(0)
  await page.keyboard.press('u')
  await page.goto(`${world.url}/console/claims/${one.id}`)
  await heading(page, 'Claim: damaged')
  await page.getByText('The operator decides. The decision appears here').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  const other = await world.service.partner()
  const stranger = await open('partner', `/disputes/${id}`, { partner_id: other.partnerId })
  await stranger.getByRole('alert').getByText('No adjustment with this id exists for your account').waitFor()
  expect(await stranger.getByText('Readable').count()).toBe(0)
  await stranger.getByRole('link', { name: 'All disputes' }).click()
  await heading(stranger, 'Disputes')
})

test('a person about to decide a dispute sees another person’s decision and who made it', async () => {
  const [first, second] = [
    await world.signedIn('operator', { name: 'Olga First' }),
    await world.signedIn('support', { name: 'Sam Second' }),
  ]
  let id = ''
  await expectWithin(SOON_MS, async () => {
    id = (await dispute(world)).id
    for (const page of [first, second]) await page.goto(`${world.url}/console/disputes/${id}`)
    await button(second, 'Reject').click()
    await second.getByRole('dialog').waitFor()
    await button(first, 'Uphold').click()
    await answer(first, 'Uphold')
    return second.getByText('Another person has already decided this dispute: upheld')
  })
  await second.getByText('Olga First').waitFor()
  await second.getByRole('dialog').waitFor({ state: 'detached' })
  await button(second, 'Reject').waitFor({ state: 'detached' })
  expect(await statusOf(id)).toBe('upheld')
})

test('of two simultaneous decisions one counts; the other person gets a refusal and sees the decision', async () => {
  const { id } = await dispute(world)
  const first = await open('operator', `/disputes/${id}`)
  const second = await open('support', `/disputes/${id}`)
  // The second page cannot reload the adjustment, so it does not notice the first decision before its button is pressed.
  await button(second, 'Reject').click()
  await second.route(`**/v2/adjustments/${id}`, (route) => route.abort())
  await button(first, 'Uphold').click()
  await answer(first, 'Uphold')
  await first.getByText('There is no other open dispute.').waitFor()
  await answer(second, 'Reject')
  await second.getByRole('alert').getByText('has a dispute that is already resolved (upheld)').waitFor()
  await second.unroute(`**/v2/adjustments/${id}`)
  await second.getByText('Another person has already decided this dispute: upheld').waitFor()
  expect(await statusOf(id)).toBe('upheld')
  expect(await stepsOf(id)).toHaveLength(1)
})

test('a decision with a lost response is repeated with the same key and takes effect once', async () => {
  const { id } = await claim(world, { amount_claimed: 900 })
  const page = await open('operator', `/claims/${id}`)
  const keys: string[] = []
  let isLost = true
  // The request arrives and is carried out, but the response is lost and the claim cannot be read again.
  await page.route('**/v2/ops/claims/*/resolve', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] as string)
    if (!isLost) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Approve').waitFor()
  await page.route(`**/v2/claims/${id}`, (route) => route.abort())
  await button(page, 'Approve').click()
  await answer(page, 'Approve')
  await page.getByRole('alert').getByText('cannot be reached').first().waitFor()
  isLost = false
  await button(page, 'Approve').click()
  await answer(page, 'Approve')
  // The message begins like this with and without another pending claim.
  await page.getByText(/Approved\./).waitFor()
  await page.unroute(`**/v2/claims/${id}`)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  const { json } = await world.service.demo.get(`/v2/claims/${id}`)
  expect(json.history.map(({ status }: { status: string }) => status)).toEqual(['open', 'approved'])
  expect(await stepsOf(id)).toHaveLength(1)
})

test('one unreadable record does not make the page reload everything else repeatedly', async () => {
  const { id } = await claim(world, { amount_claimed: 900 })
  const page = await open('operator', `/claims/${id}`)
  await button(page, 'Approve').waitFor()
  await page.route(`**/v2/claims/${id}`, (route) => route.abort())
  await page.getByText('No connection to the service.').first().waitFor()
  let asked = 0
  page.on('request', () => asked++)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  expect(asked).toBeLessThan(60)
})

test('a queue is processed by keyboard alone', async () => {
  const [first, second] = [await dispute(world, 'By keys one'), await dispute(world, 'By keys two')]
  const page = await world.signIn('support')
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  await page.keyboard.press('g')
  await press(page, 'd')
  await page.waitForURL(`${world.url}/console/disputes`)
  await page.getByText('By keys one').waitFor()
  await page.getByRole('table', { name: 'Disputes' }).locator('tbody tr[tabindex="0"]').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/console/disputes/${first.id}`)
  await button(page, 'Reject').waitFor()
  await press(page, 'r')
  await page.getByRole('dialog', { name: 'Reject this dispute?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await statusOf(first.id)).toBe('open')
  await press(page, 'u')
  await page.getByRole('dialog', { name: 'Uphold this dispute?' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/console/disputes/${second.id}`)
  await page.getByText('By keys two').waitFor()
  await button(page, 'Reject').waitFor()
  expect(await statusOf(first.id)).toBe('upheld')
  // Letters typed by a scanner must not count as commands.
  await page.evaluate("for (const key of 'urn') document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))")
  await press(page, 'n')
  await page.getByText('There is no other open dispute.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('text from other people is shown as text everywhere', async () => {
  const { id, shipment_id, adjustment_id } = await measured(world, SCRIPT)
  await world.service.demo.post(`/v2/adjustments/${adjustment_id}/dispute`, { reason: SCRIPT })
  const { json: one } = await world.service.demo.post('/v2/claims', { shipment_id, type: 'lost', description: SCRIPT })
  const page = await world.signedIn('operator')
  page.on('dialog', () => expect.fail('a text ran as a script'))
  for (const path of ['/disputes', `/disputes/${adjustment_id}`, '/claims', `/claims/${one.id}`, `/discrepancies/${id}`]) {
    await page.goto(`${world.url}/console${path}`)
    await page.getByText(SCRIPT).first().waitFor()
    expect(await page.locator('main img[src="x"], main script, [onerror]').count()).toBe(0)
  }
})

test('axe finds no fault in an open decision, in light and dark, at every screen width', async () => {
  const one = await claim(world, { amount_claimed: 900 })
  const page = await open('operator', `/claims/${one.id}`)
  await page.getByRole('region', { name: 'Scans' }).waitFor()
  await button(page, 'Approve').click()
  await expectAccessible(page)
})
