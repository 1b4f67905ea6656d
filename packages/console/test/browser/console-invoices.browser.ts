// Carrier invoices in the console: upload, compare, decide one line or many lines, export.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cutLine, heading, mendLine, shipment } from './console-support.ts'
import { expectAccessible, withBrowser } from './support.ts'

const world = withBrowser({ role: 'all' })

const SCRIPT = '<img src=x onerror=alert(1)>'
const HEADER = 'invoice,number,amount_cents,currency,description'

/** A parcel of the most used carrier, and the amount owed for it. */
const parcel = async () => {
  const { id, tracking } = await shipment(world, { direction: 'outbound', from: ADDRESS, to: ADDRESS })
  const { amount } = (await world.service.demo.get(`/v2/shipments/${id}`)).json
  return { id, tracking, amount: amount as number }
}
const ADDRESS = { name: 'Ada', line1: '1 Main St', city: 'Reno', state: 'NV', postal_code: '89501', country: 'US' }

const choose = async (page: Page, name: string, text: string) => {
  await page.getByText('Upload an invoice').click()
  await page.getByLabel('Carrier', { exact: true }).selectOption('northline')
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
}

/** An invoice that a program uploaded, once its import has ended. */
const taken = async (number: string, ...rows: string[]): Promise<{ id: string }> => {
  const operator = await world.service.operator()
  const file = [HEADER, ...rows.map((row) => `${number},${row}`)].join('\n')
  const headers = { 'Content-Type': 'text/csv' }
  expect((await operator.post('/v2/ops/carrier-invoices?carrier=northline', file, { headers })).status).toBe(202)
  const read = async () => (await operator.get(`/v2/ops/carrier-invoices?number=${number}`)).json.data[0]
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ number })
  return read()
}
const linesOf = async (id: string) => {
  const { json } = await (await world.service.operator()).get(`/v2/ops/carrier-invoices/${id}/lines?limit=100`)
  return json.data as { id: string; line: number; state: string; note: string | null; agreed_cents: number | null }[]
}
const statesOf = async (id: string) => (await linesOf(id)).map(({ state }) => state)
const rows = (page: Page) => page.getByRole('table', { name: 'Lines' }).locator('tbody tr[data-index]')

test('bad lines of an uploaded file show their reasons; the corrected file is compared, and its totals link to lines', async () => {
  const [right, dear] = [await parcel(), await parcel()]
  const page = await world.signedIn('operator')
  page.on('dialog', () => expect.fail('a text ran as a script'))
  await page.goto(`${world.url}/console/invoices`)
  await heading(page, 'Carrier invoices')
  await choose(page, 'bad.csv', [HEADER, `NL-1,${right.tracking},12.50,USD,`, `NL-1,,100,USD,`].join('\n'))
  await page.getByText('Refused: the file has 2 errors. No invoice was imported.').waitFor()
  const bad = page.getByRole('table', { name: 'Invalid rows' }).locator('tbody tr')
  await expect.poll(() => bad.allTextContents()).toEqual([expect.stringMatching(/^2amount_cents/), expect.stringMatching(/^3number/)])
  await page.goto(`${world.url}/console/invoices`)
  const lines = [`${right.tracking},${right.amount},USD,`, `${dear.tracking},${dear.amount + 250},USD,"${SCRIPT}"`, `NOBODY-1,700,USD,`]
  await choose(page, 'good.csv', [HEADER, ...lines.map((line) => `NL-1,${line}`)].join('\n'))
  await page.getByText('Done: 3 rows, each compared with the amount owed for its parcel.').waitFor()
  await page.getByRole('link', { name: 'its invoices' }).click()
  await page.getByRole('table', { name: 'Carrier invoices' }).getByRole('link', { name: 'NL-1' }).click()
  await heading(page, 'Invoice NL-1 of northline')
  await page.getByText('difference: +$9.50').waitFor()
  await page.getByRole('link', { name: '1 undecided lines: Over' }).click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await heading(page, `Line 3: over, ${dear.tracking}`)
  await page.getByText('The line charges $2.50 more than is owed.').waitFor()
  await page.getByText(SCRIPT).waitFor()
  await page.getByRole('region', { name: 'Amount owed for the parcel' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'The shipment' }).click()
  await heading(page, 'Shipment')
})

test('lines are decided by keyboard next to the evidence, and the next undecided line of the verdict follows', async () => {
  const [one, two] = [await parcel(), await parcel()]
  const { id } = await taken(
    'KEYS-1',
    `${one.tracking},${one.amount + 100},USD,`,
    `${two.tracking},${two.amount + 200},USD,`,
    'NO-1,5,USD,',
  )
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/invoices/${id}/lines/${(await linesOf(id))[0]?.id}?verdict=over`)
  await heading(page, `Line 2: over, ${one.tracking}`)
  await page.keyboard.press('d')
  await page.getByRole('dialog').getByText('The difference, $1.00, is not paid').waitFor()
  await page.getByLabel('Note (optional): your reason, or what the carrier said').fill('See our card')
  await page.keyboard.press('Enter')
  await heading(page, `Line 3: over, ${two.tracking}`)
  await page.getByText('Line 2 disputed.').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Line 3 approved. There is no other undecided line with the verdict over.').waitFor()
  expect(await linesOf(id)).toMatchObject([
    { state: 'disputed', note: 'See our card', agreed_cents: one.amount },
    { state: 'approved', agreed_cents: two.amount + 200 },
    { state: 'open' },
  ])
  await page.goBack()
  await heading(page, `Line 2: over, ${one.tracking}`)
  await page.keyboard.press('c')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Line 2 marked as credited. There is no other undecided line with the verdict over.').waitFor()
  await expect.poll(() => statesOf(id)).toEqual(['credited', 'approved', 'open'])
})

test('many selected lines are decided together without those that do not qualify; the file shows the decisions', async () => {
  const parcels = [await parcel(), await parcel(), await parcel()]
  const { id } = await taken(
    'MANY-1',
    ...parcels.map(({ tracking, amount }, i) => `${tracking},${amount + i * 10},USD,`),
    ...Array.from({ length: 4 }, (_, i) => `NONE-${i},100,USD,`),
  )
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/invoices/${id}`)
  await rows(page).first().focus()
  for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  const selected = page.getByRole('region', { name: 'Selected lines' })
  await selected.getByText('3 lines selected').waitFor()
  await selected.getByRole('button', { name: 'Dispute (2)' }).waitFor()
  // If one letter follows another more quickly than this, it counts as typed by a scanner.
  await page.waitForTimeout(100)
  await page.keyboard.press('d')
  await page.getByRole('dialog').getByText('Dispute 2 lines?').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('2 lines disputed.').waitFor()
  await expect.poll(() => statesOf(id)).toEqual(['open', 'disputed', 'disputed', 'open', 'open', 'open', 'open'])
  await page.getByRole('button', { name: 'Approve all undecided lines: Unknown' }).click()
  await page.getByRole('dialog').getByText('Paid as charged: $4.00.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByText('4 lines approved.').waitFor()
  const { agreed_cents, open_lines } = (await (await world.service.operator()).get(`/v2/ops/carrier-invoices/${id}`)).json
  expect([agreed_cents, open_lines]).toEqual([(parcels[1]?.amount ?? 0) + (parcels[2]?.amount ?? 0) + 400, 1])
  await page.getByLabel('Decision', { exact: true }).selectOption('disputed')
  await expect.poll(() => rows(page).count()).toBe(2)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
  expect(file).toHaveLength(3)
  expect(file[1]).toContain('disputed')
  await expectAccessible(page)
})

test('a decision with a lost response takes effect once; another person’s decision is shown before it can be changed', async () => {
  const one = await parcel()
  const { id } = await taken('LOST-1', `${one.tracking},${one.amount + 100},USD,`)
  const [line] = await linesOf(id)
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/invoices/${id}/lines/${line?.id}`)
  await heading(page, `Line 2: over, ${one.tracking}`)
  await page.keyboard.press('d')
  const question = page.getByRole('dialog')
  await cutLine(page.context())
  await question.getByRole('button', { name: 'Dispute' }).click()
  await question.getByRole('alert').waitFor()
  await mendLine(page.context())
  await question.getByRole('button', { name: 'Dispute' }).click()
  await page.getByText('Line 2 disputed. There is no other undecided line.').waitFor()
  const operator = await world.service.operator()
  const { data } = (await operator.get(`/v2/ops/audit?subject=${id}`)).json
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['carrier_invoice.disputed', 'carrier_invoice.taken'])
  await operator.post(`/v2/ops/carrier-invoices/${id}/decisions`, { decision: 'credited', line_ids: [line?.id] })
  await page.getByRole('alert').getByText('Another person has already decided: credited.').waitFor()
})

test('a tracking number learned later is found when lines are compared again; a mistaken invoice is removed', async () => {
  const one = await parcel()
  const { id } = await taken('AGAIN-1', `THEIRS-1,${one.amount},USD,`)
  await world.service.running.service.db.query('test_number', "update shipments set ltracking = 'THEIRS-1' where id = $1", [one.id])
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/invoices/${id}`)
  await page.getByRole('button', { name: 'Compare all undecided lines again' }).click()
  await page.getByText('1 line compared again: 1 line changed.').waitFor()
  await expect.poll(() => rows(page).first().innerText()).toContain('Matched')
  await page.getByRole('button', { name: 'Remove this invoice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await heading(page, 'Carrier invoices')
  expect((await (await world.service.operator()).get(`/v2/ops/carrier-invoices/${id}`)).status).toBe(404)
})

test('Today leads to undecided lines; support only reads, and a partner has no such page', async () => {
  const { id } = await taken('TODAY-1', 'NOBODY-9,100,USD,')
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console`)
  const need = page.getByRole('region', { name: 'Carrier invoices with undecided lines' })
  await need.getByRole('link', { name: /: all \d+/ }).click()
  await heading(page, 'Carrier invoices')
  await page.getByRole('table', { name: 'Carrier invoices' }).getByText('TODAY-1').waitFor()
  const support = await world.signedIn('support')
  await support.goto(`${world.url}/console/invoices/${id}`)
  await support.getByRole('table', { name: 'Lines', exact: true }).waitFor()
  expect(await support.getByRole('button', { name: /^(Approve|Dispute|Compare|Remove)/ }).count()).toBe(0)
  expect(await support.getByRole('checkbox').count()).toBe(0)
  const partner = await world.signedIn('partner')
  await partner.goto(`${world.url}/console/invoices/${id}`)
  await heading(partner, 'You do not have access to this page')
})
