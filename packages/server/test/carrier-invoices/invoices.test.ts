// Carrier invoices (docs/operating/money.md#invoices-of-carriers).
import { Random } from '@backhaul/simulator/random.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trailOf } from '../ops/fixtures.ts'
import { whenEnded } from '../ops/imports-support.ts'
import { ADDRESS, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { fileOf, type Planted, Planter } from './generator.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService('all')
  operator = await service.operator()
})
afterAll(() => service.close())

const send = (file: string, carrier = 'northline') =>
  operator.post(`/v2/ops/carrier-invoices?carrier=${carrier}&file_name=november.csv`, file, { headers: { 'Content-Type': 'text/csv' } })
/** Uploads a file and waits until its import has ended. */
const take = async (file: string, carrier?: string): Promise<Json> => {
  const answer = await send(file, carrier)
  if (answer.status !== 202) throw new Error(answer.text)
  return whenEnded(operator, answer.json.id)
}
const invoiceOf = async (number: string): Promise<Json> => (await operator.get(`/v2/ops/carrier-invoices?number=${number}`)).json.data[0]
const linesOf = async (id: string, query = ''): Promise<Json[]> => {
  const lines: Json[] = []
  for (let cursor = ''; ; ) {
    const { json } = await operator.get(`/v2/ops/carrier-invoices/${id}/lines?limit=100${query}${cursor}`)
    lines.push(...json.data)
    if (!json.has_more) return lines
    cursor = `&cursor=${json.next_cursor}`
  }
}
const decide = (id: string, body: object) => operator.post(`/v2/ops/carrier-invoices/${id}/decisions`, body)
const recheck = (id: string, body: object) => operator.post(`/v2/ops/carrier-invoices/${id}/recheck`, body)
const parcel = async (facts: object = {}): Promise<Json> =>
  (await service.demo.post('/v2/shipments', { direction: 'outbound', fulfillment: 'print_label', from: ADDRESS, to: ADDRESS, ...facts }))
    .json
const rows = (...lines: string[]): string => ['invoice,number,amount_cents,currency', ...lines, ''].join('\n')
/** Errors as [line, field, code]. */
const errorsOf = ({ errors }: Json): [number, string, string][] => errors.map(({ row, field, code }: Json) => [row, field, code])

let made = 0
const fresh = (): string => `INV-${++made}`

/** Expects that the sums of an invoice equal those of its lines. */
const expectSums = async (id: string): Promise<void> => {
  const { json: invoice } = await operator.get(`/v2/ops/carrier-invoices/${id}`)
  const lines = await linesOf(id)
  const sum = (of: (line: Json) => number): number => lines.reduce((total, line) => total + of(line), 0)
  expect(invoice).toMatchObject({
    lines: lines.length,
    open_lines: lines.filter(({ state }) => state === 'open').length,
    billed_cents: sum((line) => line.amount_cents),
    expected_cents: sum((line) => line.expected_cents),
    agreed_cents: sum((line) => line.agreed_cents ?? 0),
    open_cents: sum((line) => (line.state === 'open' ? line.amount_cents : 0)),
    disputed_cents: sum((line) => (line.state === 'disputed' ? line.difference_cents : 0)),
    credited_cents: sum((line) => (line.state === 'credited' ? line.difference_cents : 0)),
  })
  const { billed_cents, agreed_cents, open_cents, disputed_cents, credited_cents } = invoice
  expect(billed_cents).toBe(agreed_cents + open_cents + disputed_cents + credited_cents)
  for (const [verdict, total] of Object.entries<Json>(invoice.verdicts)) {
    const own = lines.filter((line) => line.verdict === verdict)
    expect(total).toEqual({
      lines: own.length,
      open_lines: own.filter(({ state }) => state === 'open').length,
      billed_cents: own.reduce((all, line) => all + line.amount_cents, 0),
      difference_cents: own.reduce((all, line) => all + line.difference_cents, 0),
    })
  }
}

test.each([1, 2, 3])('errors of every kind are found, and no others (seed %i)', async (seed) => {
  const number = fresh()
  const planted = await new Planter(service.demo, operator, new Random(seed)).plant(number, 3)
  const ended = await take(fileOf(planted))
  expect(ended).toMatchObject({ kind: 'carrier-invoice', carrier: 'northline', state: 'done', rows: planted.length, error_count: 0 })
  const invoices: Json[] = (await operator.get(`/v2/ops/carrier-invoices?import_id=${ended.id}`)).json.data
  expect(invoices.map((one) => one.number).sort()).toEqual([number, `${number}-2`, `${number}-3`])
  for (const { id, number: of } of invoices) {
    const found = (await linesOf(id)).map((line) => ({ ...line, invoice: of }))
    const told = ({ number: called, verdict, difference_cents, reason }: Json) => ({
      called,
      verdict,
      difference_cents,
      reason: reason ?? null,
    })
    expect(found.map(told)).toEqual(planted.filter((line: Planted) => line.invoice === of).map(told))
    await expectSums(id)
  }
})

describe('a line', () => {
  test('has its evidence: price with lines, adjustments and earlier charges, but no personal data', async () => {
    const one = await parcel()
    const [first, second] = [fresh(), fresh()]
    await operator.post(`/v2/shipments/${one.id}/adjustments`, { delta_amount: 70, reason: 'reweigh', original_weight: 1, new_weight: 2 })
    await take(rows(`${first},${one.tracking},${one.amount},USD`))
    await take(rows(`${second},${one.tracking},${one.amount + 1},USD`))
    const [{ evidence, ...line }] = (await linesOf((await invoiceOf(second)).id)) as [Json]
    expect(line).toMatchObject({ shipment_id: one.id, verdict: 'over', expected_cents: 70, state: 'open', agreed_cents: null })
    expect(evidence).toMatchObject({
      status: 'label_ready',
      carrier: 'northline',
      currency: 'USD',
      price_cents: one.amount,
      correction_cents: 70,
    })
    expect(evidence.price_lines.reduce((sum: number, { cents }: Json) => sum + cents, 0)).toBe(one.amount)
    expect(evidence.adjustments).toMatchObject([{ delta_cents: 70, reason: 'reweigh', original_weight: 1, new_weight: 2 }])
    expect(evidence.earlier).toMatchObject([{ charge: 'price', amount_cents: one.amount, stands_cents: one.amount }])
    expect(JSON.stringify(evidence)).not.toContain('Ada')
  })

  test('finds its parcel by tracking number, barcode, or a reference next to the carrier’s number', async () => {
    const [a, b, c] = [await parcel(), await parcel(), await parcel()]
    const number = fresh()
    const file = `invoice,number,amount_cents,currency,reference
${number},${a.tracking.toLowerCase()},${a.amount},USD,
${number},${b.barcode},${b.amount},USD,
${number},NL-77,${c.amount},USD,${c.tracking}
`
    await take(file)
    const lines = await linesOf((await invoiceOf(number)).id)
    expect(lines.map(({ shipment_id, verdict }) => [shipment_id, verdict])).toEqual([a, b, c].map(({ id }) => [id, 'matched']))
  })
})

describe('a decision', () => {
  const planted = async () => {
    const number = fresh()
    await take(fileOf(await new Planter(service.demo, operator, new Random(number)).plant(number, 1)))
    const { id } = await invoiceOf(number)
    return { id, lines: await linesOf(id) }
  }
  const withVerdict = (lines: Json[], verdict: string): Json => lines.find((line) => line.verdict === verdict)

  test('approves, disputes, settles or reopens lines; every cent stays accounted for, and each step is audited', async () => {
    const { id, lines } = await planted()
    const count = (verdict: string): number => lines.filter((line) => line.verdict === verdict).length
    expect((await decide(id, { decision: 'approve', verdict: 'matched' })).json).toMatchObject({ decided_lines: count('matched') })
    await expectSums(id)
    expect((await decide(id, { decision: 'approve', verdict: 'matched' })).json).toMatchObject({ decided_lines: 0 })
    const disputed = (await decide(id, { decision: 'dispute', verdict: 'over', note: 'See the card' })).json
    expect(disputed).toMatchObject({ decided_lines: count('over') })
    expect(disputed.disputed_cents).toBe(disputed.verdicts.over.difference_cents)
    await expectSums(id)
    const [first, second] = lines.filter((line) => line.verdict === 'over')
    await decide(id, { decision: 'credited', line_ids: [first.id], note: 'Credit note 12' })
    await decide(id, { decision: 'rejected', line_ids: [second.id] })
    await expectSums(id)
    const now = new Map((await linesOf(id)).map((line) => [line.id, line]))
    expect(now.get(first.id)).toMatchObject({ state: 'credited', agreed_cents: first.expected_cents, note: 'Credit note 12' })
    expect(now.get(first.id).decided_by).toMatch(/^key:/)
    expect(now.get(second.id)).toMatchObject({ state: 'rejected', agreed_cents: second.amount_cents })
    await decide(id, { decision: 'reopen', line_ids: [first.id, second.id] })
    expect((await linesOf(id, '&state=open')).map((line) => line.id)).toEqual(expect.arrayContaining([first.id, second.id]))
    await expectSums(id)
    const trail = (await trailOf(operator, id)).map(({ action }: Json) => action)
    for (const what of ['taken', 'approved', 'disputed', 'credited', 'rejected', 'open']) expect(trail).toContain(`carrier_invoice.${what}`)
  })

  test('is refused completely if it does not fit every line, and names the lines', async () => {
    const { id, lines } = await planted()
    const [matched, over] = [withVerdict(lines, 'matched'), withVerdict(lines, 'over')]
    const nothing = await decide(id, { decision: 'dispute', line_ids: [over.id, matched.id] })
    expect(nothing.json.error).toMatchObject({ code: 'invoice_line_not_disputable', details: { line_ids: [matched.id] } })
    const early = await decide(id, { decision: 'credited', line_ids: [over.id] })
    expect(early.json.error).toMatchObject({ code: 'invoice_line_decided', details: { line_ids: [over.id] } })
    const unknown = await decide(id, { decision: 'approve', line_ids: [over.id, 'cil_nobody'] })
    expect(unknown.json.error).toMatchObject({ code: 'not_found', details: { line_ids: ['cil_nobody'] } })
    for (const body of [{}, { line_ids: [over.id], verdict: 'over' }])
      expect((await decide(id, { decision: 'approve', ...body })).json.error.code).toBe('validation_failed')
    expect((await linesOf(id)).every(({ state }) => state === 'open')).toBe(true)
    expect((await decide('civ_nobody', { decision: 'approve', verdict: 'over' })).status).toBe(404)
  })

  test('takes effect once if several operators decide the same lines simultaneously', async () => {
    const { id } = await planted()
    const both = await Promise.all(
      ['approve', 'dispute'].flatMap((decision) => [1, 2].map(() => decide(id, { decision, verdict: 'over' }))),
    )
    const total = both.reduce((sum, { json }) => sum + json.decided_lines, 0)
    expect(total).toBe((await linesOf(id)).filter(({ verdict }) => verdict === 'over').length)
    await expectSums(id)
  })
})

describe('lines are compared again', () => {
  test('after an adjustment, an upheld dispute or a newly known number; decided lines stay unchanged', async () => {
    const [heavy, late, kept] = [await parcel(), await parcel(), await parcel()]
    const number = fresh()
    await take(
      rows(
        `${number},${heavy.tracking},${heavy.amount + 40},USD`,
        `${number},LATE-${number},${late.amount},USD`,
        `${number},${kept.tracking},5000,USD`,
      ),
    )
    const { id } = await invoiceOf(number)
    const [, , decided] = (await linesOf(id)) as [Json, Json, Json]
    await decide(id, { decision: 'dispute', line_ids: [decided.id] })
    expect((await linesOf(id)).map(({ verdict }) => verdict)).toEqual(['over', 'unknown', 'over'])
    await operator.post(`/v2/shipments/${heavy.id}/adjustments`, { delta_amount: 40, reason: 'reweigh' })
    await operator.post(`/v2/shipments/${kept.id}/adjustments`, { delta_amount: 40, reason: 'reweigh' })
    // A booking now gives the parcel the number that matched no parcel before.
    await service.running.service.db.query(
      'test_learned',
      `insert into carrier_bookings (id, carrier, shipment_id, state, number, tries, due_at, created_at, updated_at, version)
       values ('cbk_test', 'northline', $1, 'booked', $2, 0, now(), now(), now(), 1)`,
      [late.id, `LATE-${number}`],
    )
    expect((await recheck(id, { verdict: 'over' })).json).toMatchObject({ rechecked_lines: 1, changed_lines: 1, next_after: null })
    expect((await recheck(id, { verdict: 'unknown' })).json).toMatchObject({ rechecked_lines: 1, changed_lines: 1 })
    expect((await linesOf(id)).map(({ verdict }) => verdict)).toEqual(['matched', 'matched', 'over'])
    await expectSums(id)
    expect((await recheck(id, { verdict: 'matched' })).json).toMatchObject({ rechecked_lines: 2, changed_lines: 0 })
    expect((await recheck(id, { line_ids: [decided.id] })).json.error.code).toBe('invoice_line_decided')
  })

  test('together with all open lines of the same parcel', async () => {
    const one = await parcel()
    const number = fresh()
    await take(rows(`${number},${one.tracking},${one.amount},USD`, `${number},${one.tracking},${one.amount},USD`))
    const { id } = await invoiceOf(number)
    const [first, second] = (await linesOf(id)) as [Json, Json]
    expect([first.verdict, second.verdict, second.doubled_of]).toEqual(['matched', 'doubled', first.id])
    await operator.post(`/v2/shipments/${one.id}/adjustments`, { delta_amount: one.amount, reason: 'service' })
    expect((await recheck(id, { line_ids: [second.id] })).json).toMatchObject({ rechecked_lines: 2 })
    await expectSums(id)
  })
})

describe('a file', () => {
  test.each([
    ['without a column that is required', 'invoice,number,currency\nA,B,USD\n', [[1, 'amount_cents', 'column_missing']]],
    ['with an unknown column', 'invoice,number,amount_cents,currency,tip\nA,B,1,USD,2\n', [[1, 'tip', 'column_unknown']]],
    ['with nothing in it', '', [[1, '', 'empty']]],
    ['with a header only', rows(), [[1, '', 'empty']]],
    [
      'with bad cells',
      `invoice,number,amount_cents,currency,charge,issued_on,weight\nA,,12.95,usd,tip,2026-02-30,-1\n`,
      [
        [2, 'number', 'required'],
        [2, 'amount_cents', 'number'],
        [2, 'currency', 'currency'],
        [2, 'issued_on', 'date'],
        [2, 'charge', 'choice'],
        [2, 'weight', 'number'],
      ],
    ],
    ['with an invoice in two currencies', rows('A,N,1,USD', 'A,M,1,CAD'), [[3, 'currency', 'disagrees']]],
    ['with a number too often', rows(...Array.from({ length: 101 }, () => 'A,N,1,USD')), [[102, 'number', 'too_many']]],
    ['with an amount beyond reason', rows('A,N,2147483648,USD'), [[2, 'amount_cents', 'maximum']]],
    ['cut off in the middle of a line', rows('A,N,1,USD', 'A,M').trimEnd(), [[3, 'amount_cents', 'cells']]],
    ['of another character set', rows('A,N,1,USD').replace('N', 'N\u00ff'), []],
  ] as const)('%s is refused with line and reason, and nothing of it is recorded', async (name, file, errors) => {
    const bytes = name.startsWith('of another') ? Buffer.from(file, 'latin1') : Buffer.from(file)
    const answer = await operator.post('/v2/ops/carrier-invoices?carrier=northline', bytes, { headers: { 'Content-Type': 'text/csv' } })
    const ended = answer.status === 202 ? await whenEnded(operator, answer.json.id) : null
    expect(ended).toMatchObject({ state: 'refused', applied_rows: 0 })
    expect(errorsOf(ended)).toEqual(name.startsWith('of another') ? [[2, '', 'encoding']] : errors)
    expect(await invoiceOf('A')).toBeUndefined()
  })

  test('sent again is refused and records no line twice; it is accepted again after its invoice is removed', async () => {
    const one = await parcel()
    const number = fresh()
    const file = rows(`${number},${one.tracking},${one.amount},USD`)
    await take(file)
    expect(errorsOf(await take(file))).toEqual([[2, 'invoice', 'duplicate']])
    const { id } = await invoiceOf(number)
    const [line] = (await linesOf(id)) as [Json]
    await decide(id, { decision: 'approve', line_ids: [line.id] })
    const path = `/v2/ops/carrier-invoices/${id}`
    expect((await operator.send('DELETE', path)).json.error.code).toBe('invoice_line_decided')
    await decide(id, { decision: 'reopen', line_ids: [line.id] })
    expect((await operator.send('DELETE', path)).status).toBe(204)
    expect((await operator.send('DELETE', path)).status).toBe(404)
    expect(await take(file)).toMatchObject({ state: 'done' })
    expect((await linesOf((await invoiceOf(number)).id)).map(({ verdict }) => verdict)).toEqual(['matched'])
  })

  test('of an unknown carrier is refused', async () => {
    expect((await send(rows('A,N,1,USD'), 'nobody')).json.error).toMatchObject({ code: 'not_found', details: { field: 'carrier' } })
  })

  test('about a parcel of another carrier, or in another currency, is owed nothing', async () => {
    const one = await parcel()
    const [foreign, dollars] = [fresh(), fresh()]
    await take(rows(`${foreign},${one.tracking},${one.amount},USD`), 'maplego')
    await take(rows(`${dollars},${one.tracking},${one.amount},CAD`))
    for (const [number, reason] of [
      [foreign, 'other_carrier'],
      [dollars, 'other_currency'],
    ] as const)
      expect(await linesOf((await invoiceOf(number)).id)).toMatchObject([{ verdict: 'over', reason, expected_cents: 0 }])
  })
})

test('disputed lines are exported as CSV for the carrier', async () => {
  const one = await parcel()
  const number = fresh()
  await take(rows(`${number},${one.tracking},${one.amount + 5},USD`, `${number},NOBODY,9,USD`))
  const { id } = await invoiceOf(number)
  await decide(id, { decision: 'dispute', verdict: 'over', note: '=cmd' })
  const { text } = await operator.get(`/v2/ops/carrier-invoices/${id}/lines?state=disputed`, { headers: { Accept: 'text/csv' } })
  const [head, ...body] = text.trimEnd().split('\r\n')
  expect(head).toContain('amount_cents')
  expect(head).toContain('evidence.price_cents')
  expect(body).toHaveLength(1)
  expect(body[0]).toContain(one.tracking)
  expect(body[0]).toContain("'=cmd")
})
