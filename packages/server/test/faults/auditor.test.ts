// The auditor of `npm run simulate-faults` must report violations. Each test changes one line of a log written by hand, so that it breaks
// one promise.
import { beforeEach, expect, test } from 'vitest'
import { type Command, type HandMade, type Json, parcelsLife, program } from './hand-made.ts'

const { audit, INVARIANTS } = await program('auditor')
const { historyOf } = await program('history')
const { movesOf, isMove } = await program('states')
const { violationOf } = await program('report')

const [LOST_OR_DOUBLED, ANSWERS, FEED, DELIVERIES, ORDER, STATUSES, MONEY] = Object.keys(INVARIANTS) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

let log: HandMade
beforeEach(() => {
  log = parcelsLife()
})

const violated = (): string[] => [...new Set<string>(audit(log).map(({ invariant }: Json) => invariant))]
const texts = (): string =>
  audit(log)
    .map(({ text }: Json) => text)
    .join('\n')
const commandNamed = (name: string): Command => log.commands.find((command) => command.name === name) as Command
const feed = (): Json[] => log.final.feeds[0] as Json[]
const placeOf = (type: string): number => feed().findIndex((event) => event.type === type)

/** Removes an event from all reads and deliveries, as if it had never been written. */
const forget = (type: string): void => {
  const [{ id }] = feed().splice(placeOf(type), 1) as [Json]
  log.receipts = log.receipts.filter(({ event }) => event !== id)
  for (const page of log.pages) page.records = page.records.filter((record: Json) => record.id !== id)
}

/** Adds a copy of an event with a new id, read and received like every event. */
const double = (type: string): void => {
  const event = feed()[placeOf(type)] as Json
  log.tell({ ...event, id: `${event.id}_again` })
}

test('a run without faults has no violations', () => {
  expect(audit(log)).toEqual([])
})

test('a missing event of an acknowledged command is a loss', () => {
  forget('shipment.held')
  // A hold on a held shipment fires no event. So a missing hold event alone proves no violation.
  expect(violated()).toEqual([])
  forget('shipment.adjusted')
  expect(violated()).toEqual([LOST_OR_DOUBLED])
  expect(texts()).toContain('1 shipment.adjusted were acknowledged, but 0 are in the feed')
})

test('a missing event that a scan named is a loss', () => {
  forget('shipment.ready_for_pickup')
  expect(violated()).toContain(LOST_OR_DOUBLED)
  expect(texts()).toContain('that accept (key life-0-3) named is not in the feed')
})

test('a created shipment that cannot be read is a loss', () => {
  log.final.shipments.set('shp_1', { status: 404, text: '{}' })
  expect(violated()).toEqual([LOST_OR_DOUBLED])
})

test('a command that is never answered, even after repeats, is a violation', () => {
  commandNamed('hold').answer = null
  expect(violated()).toContain(LOST_OR_DOUBLED)
  expect(texts()).toContain('was never answered')
})

test('a second effect of one key is a violation', () => {
  double('shipment.adjusted')
  expect(violated()).toEqual([LOST_OR_DOUBLED])
  expect(texts()).toContain('at most 1 shipment.adjusted were requested, but 2 are in the feed')
})

test('a shipment that no answer named is a violation', () => {
  log.tell({ ...(feed()[0] as Json), id: 'evt_other', shipment: 'shp_other' })
  expect(violated()).toEqual([LOST_OR_DOUBLED])
  expect(texts()).toContain('no client got the answer that it was created')
})

test('a different answer to the same key is a violation, during the run and at the end', () => {
  const command = commandNamed('adjust')
  log.attempts.push({ command, at: 'API 2', began: 900, ended: 910, answer: { status: 201, text: '{"id":"adj_2"}' } })
  expect(violated()).toEqual([ANSWERS])
  log.attempts.pop()
  log.final.replays.push({ command, answer: { status: 409, text: '{}' } })
  expect(violated()).toEqual([ANSWERS])
})

test('refusals that are not stored may differ', () => {
  const command = commandNamed('adjust')
  for (const [status, text] of [
    [503, '{}'],
    [409, '{"error":{"code":"idempotency_in_progress"}}'],
  ] as const)
    log.attempts.push({ command, at: 'API 2', began: 900, ended: 910, answer: { status, text } })
  expect(violated()).toEqual([])
})

test('an event that appears before one already read is a gap', () => {
  log.pages.splice(1, 1)
  expect(violated()).toEqual([FEED])
})

test('an event that disappears, repeats or changes after it was read is a violation', () => {
  const last = log.pages.at(-1) as Json
  last.records.push({ id: 'evt_gone', text: '{}' })
  expect(violated()).toEqual([FEED])
  last.records.pop()
  feed().push(feed()[0] as Json)
  expect(violated()).toContain(FEED)
  feed().pop()
  last.records[0].text = '{"type":"changed"}'
  expect(violated()).toEqual([FEED])
})

test('a wanted event that was never answered 200 counts as not delivered', () => {
  for (const receipt of log.receipts) if (receipt.event === feed()[2]?.id) receipt.answered = '500'
  expect(violated()).toEqual([DELIVERIES])
  expect(texts()).toContain('was never delivered')
})

test('an answer that came too late proves neither success nor failure of a delivery', () => {
  for (const receipt of log.receipts) if (receipt.event === feed()[2]?.id) receipt.answered = 'late'
  expect(violated()).toEqual([])
})

test.each<[string, (receipt: Json) => void]>([
  ['with an invalid signature', (receipt) => Object.assign(receipt, { genuine: false })],
  ['with other bytes', (receipt) => Object.assign(receipt, { body: '{}' })],
])('a delivery %s is a violation', (_, change) => {
  change(log.receipts[1] as Json)
  expect(violated()).toEqual([DELIVERIES])
})

test('a delivery of an unknown, unwanted or foreign event is a violation', () => {
  log.receive('whk_1', { id: 'evt_unknown', text: '{}' })
  expect(violated()).toEqual([DELIVERIES])
  log.receipts.pop()
  log.receive('whk_2', feed()[placeOf('shipment.held')] as Json)
  expect(texts()).toContain('which did not subscribe to it')
  log.receipts.pop()
  log.partners.push({ name: 'Other', webhooks: [{ id: 'whk_other', types: ['*'] }] })
  log.final.feeds.push([])
  log.receive('whk_other', feed()[0] as Json)
  expect(texts()).toContain("another partner's webhook")
})

test('many repeated events mean two workers, unless a fault explains them', () => {
  const again = (times: number) => {
    for (let i = 0; i < times; i++) log.receive('whk_1', feed()[0] as Json)
  }
  again(20)
  expect(violated()).toEqual([])
  again(1)
  expect(violated()).toEqual([DELIVERIES])
  log.faults.push({ began: 0, ended: 1, name: 'kill_worker', what: 'worker 1 killed' })
  expect(violated()).toEqual([])
})

test('two workers that send alternately both hold the webhook, unless a fault explains it', () => {
  const byTurns = (times: number) => {
    for (let i = 0; i < times; i++) {
      log.receive('whk_1', { ...(feed()[0] as Json) })
      Object.assign(log.receipts.at(-1) as Json, { answered: '500', from: i % 2 === 0 ? '127.0.0.12' : '127.0.0.11' })
    }
  }
  byTurns(5)
  expect(violated()).toEqual([])
  byTurns(2)
  expect(violated()).toEqual([DELIVERIES])
  expect(texts()).toContain('both hold it')
  log.faults.push({ began: 0, ended: 1, name: 'freeze_worker', what: 'worker 1 frozen' })
  expect(violated()).toEqual([])
})

test('a first attempt that overtakes the previous one is a violation', () => {
  const [first, , second] = log.receipts
  Object.assign(log.receipts, { 0: second, 2: first })
  expect(violated()).toEqual([ORDER])
})

test('retries and repeats have no order', () => {
  const [first, , second] = log.receipts
  Object.assign(log.receipts, { 0: second, 2: { ...first, attempt: 2 } })
  expect(violated()).toEqual([])
  log.receive('whk_1', feed()[0] as Json)
  expect(violated()).toEqual([])
})

test('a change of status that docs/states.md does not allow is a violation', () => {
  Object.assign(feed()[placeOf('shipment.ready_for_pickup')] as Json, { status: 'sorted' })
  expect(violated()).toContain(STATUSES)
})

test('a final status that no event reported is a violation', () => {
  const read = JSON.parse(log.final.shipments.get('shp_1')?.text as string)
  log.final.shipments.set('shp_1', { status: 200, text: JSON.stringify({ ...read, status: 'picked_up' }) })
  expect(violated()).toEqual([STATUSES])
})

test('a stale read is a violation, unless it began before the newer answer', () => {
  const stale = (began: number) => log.read({ began, ended: 960, version: 1, status: 'label_ready' })
  stale(950)
  expect(violated()).toEqual([STATUSES])
  log.attempts.pop()
  stale(10)
  expect(violated()).toEqual([])
})

test('the published table of states is parsed correctly', () => {
  const moves = movesOf()
  expect(isMove(moves, 'shipment.cancelled', 'created', 'cancelled')).toBe(true)
  expect(isMove(moves, 'shipment.cancelled', 'delivered', 'cancelled')).toBe(false)
  expect(isMove(moves, 'shipment.label_ready', 'rejected', 'label_ready')).toBe(true)
  expect(isMove(moves, 'shipment.undeliverable', 'in_transit', 'undeliverable')).toBe(true)
  expect(isMove(moves, 'shipment.return_to_sender', 'in_transit', 'return_to_sender')).toBe(false)
  expect(isMove(moves, 'shipment.at_sort_center', 'sorted', 'at_sort_center')).toBe(false)
  expect(isMove(moves, 'shipment.held', 'delivered', 'delivered')).toBe(true)
})

test.each<[string, () => void]>([
  ['another price than was quoted', () => log.prices.set(2, 999)],
  ['an amount that no answer set', () => log.final.rewrite('shipments', (json) => ({ ...json, amount: 501 }))],
  ['an acknowledged adjustment that is not listed', () => log.final.rewrite('adjustments', () => ({ data: [] }))],
  ['an adjustment of another amount', () => log.final.rewrite('adjustments', ({ data }) => ({ data: [{ ...data[0], delta_amount: 1 }] }))],
  [
    'an adjustment that nobody asked for',
    () => log.final.rewrite('adjustments', ({ data }) => ({ data: [...data, { ...data[0], id: 'adj_9' }] })),
  ],
  [
    'a parcel that was measured and charged otherwise',
    () => log.final.rewrite('shipments', (json) => ({ ...json, parcel: { weight: 3 } })),
  ],
])('%s is a violation', (_, change) => {
  change()
  expect(violated()).toEqual([MONEY])
})

test('the first violation is shown with the history of its shipment', () => {
  double('shipment.adjusted')
  const told = violationOf(log, audit(log)).join('\n')
  expect(told).toContain(`violated: ${LOST_OR_DOUBLED}`)
  for (const seen of ['POST /v2/shipments', 'key life-0-2', 'webhook whk_1', 'first read by reader 0', 'the feed at the end:'])
    expect(told).toContain(seen)
  expect(historyOf(log, 'shp_nobody')).toHaveLength(2)
})
