// No label is paid for twice (docs/operating/carriers.md#bookings): random faults, processes that end at every step, two workers.
import type { Answer, CarrierAdapter, CarrierService, Purchase } from '@backhaul/core/carrier-adapter.ts'
import { Random } from '@backhaul/simulator/random.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Plan } from '../../src/commit/plan.ts'
import { Exchange } from '../../src/kinds/carriers/exchange.ts'
import type { Service } from '../../src/service/service.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { BUYS, type Buy, InventedCarrier, READS_MS, type Void } from './invented-carrier.ts'
import type { Json } from './support.ts'

const DAY_MS = 24 * 3_600_000

let service: TestService
let operator: TestClient
let ahead_ms = 0
const now = (): number => Date.now() + ahead_ms
const exchanges: Exchange[] = []

beforeEach(async () => {
  ahead_ms = 0
  service = await startTestService('api')
  operator = await service.operator()
  await operator.send('PUT', '/v2/ops/carriers/northline', {
    body: { name: 'N', adapter: 'replay', codes: {}, url: 'http://127.0.0.1:9/' },
  })
})
afterEach(async () => {
  for (const one of exchanges.splice(0)) await one.stop()
  await service.close()
})

const worker = ({ adapter }: { adapter: CarrierAdapter }, changes: Partial<Service> = {}): Exchange => {
  const one = new Exchange({ ...service.running.service, clock: { now }, ...changes }, 20, 0, async () => adapter)
  exchanges.push(one)
  return one
}
const parcel = async (): Promise<Json> => (await service.demo.post('/v2/shipments', RETURN)).json
const cancel = ({ id }: Json) => service.demo.post(`/v2/shipments/${id}/cancel`, {})
const bookings = async (): Promise<Json[]> => (await operator.get('/v2/ops/carrier-bookings?limit=100&order=oldest')).json.data
const bookingOf = async ({ id }: Json): Promise<Json> => (await bookings()).find(({ shipment_id }) => shipment_id === id)

/** Lets so much time pass that every read and void is made. */
const settle = async (one: Exchange): Promise<void> => {
  for (let i = 0; i < 14; i++) {
    ahead_ms += i < 8 ? (READS_MS[2] as number) : DAY_MS
    for (let n = 0; n < 4; n++) await one.pass()
  }
}

/** What must be true of every parcel at any time; then, if everything has settled, what must be true at the end. */
const audit = async (carrier: InventedCarrier, parcels: readonly Json[], cancelled: ReadonlySet<string>): Promise<void> => {
  expect(new Set(carrier.paid).size).toBe(carrier.paid.length)
  const all = await bookings()
  for (const { id, tracking } of parcels) {
    const booking = all.find(({ shipment_id }) => shipment_id === id)
    const purchases: Json[] = booking?.purchases ?? []
    const labels = carrier.labels.filter((one) => one.tracking === tracking)
    // Every label that the carrier sold is known, with its cost, and has one row.
    expect(purchases.flatMap(({ numbers }) => numbers[0] ?? []).sort()).toEqual(labels.map(({ numbers }) => numbers[0]).sort())
    for (const { numbers, cost_cents } of purchases) if (numbers.length > 0) expect(cost_cents).toBe(512)
    const held = purchases.filter(({ state }) => state === 'held')
    const valid = labels.filter((one) => one.void === 'none').map(({ numbers }) => numbers[0])
    expect(valid).toEqual(held.map(({ numbers }) => numbers[0]))
    if (cancelled.has(id)) expect([id, ['void', undefined].includes(booking?.state), held]).toEqual([id, true, []])
    else expect([id, booking.state, held.length]).toEqual([id, ...(booking.state === 'refused' ? ['refused', 0] : ['booked', 1])])
  }
}

describe.each([1, 2] as const)('a carrier that sells in %i step(s)', (steps) => {
  test.each([11, 12, 13])(
    'with random faults sells each parcel one valid label, and every other label is voided (seed %i)',
    async (seed) => {
      const random = new Random(seed * 10 + steps)
      const carrier = new InventedCarrier(now, steps)
      carrier.isOut = () => random.chance(0.1)
      carrier.nextBuy = (): Buy => (random.chance(0.35) ? 'sold' : random.pick(BUYS))
      carrier.nextVoid = (): Void => random.pick(['settled', 'submitted', 'refused', 'not_needed', 'before', 'after'])
      const workers = [worker(carrier), worker(carrier)]
      const parcels: Json[] = []
      const cancelled = new Set<string>()
      for (let round = 0; round < 25; round++) {
        if (parcels.length < 20) parcels.push(await parcel())
        const one = random.pick(parcels)
        if (random.chance(0.15) && (await cancel(one)).status === 200) cancelled.add(one.id)
        ahead_ms += random.pick([0, 1_000, 61_000, 301_000, 3_601_000])
        await Promise.all(workers.filter(() => random.chance(0.8)).map((each) => each.pass()))
        expect(new Set(carrier.paid).size).toBe(carrier.paid.length)
      }
      carrier.isOut = () => false
      carrier.nextBuy = () => 'sold'
      carrier.nextVoid = () => 'settled'
      await settle(workers[0] as Exchange)
      for (const label of carrier.sold) if (label.void === 'submitted') label.void = 'settled'
      await settle(workers[0] as Exchange)
      await audit(carrier, parcels, cancelled)
    },
  )

  test.each(['after', 'cut', 'late', 'double'] as const)(
    'and whose answer is lost (%s) is read after its deadline and not paid again',
    async (kind) => {
      const carrier = new InventedCarrier(now, steps)
      carrier.nextBuy = () => kind
      const one = worker(carrier)
      const shipment = await parcel()
      await one.pass()
      expect(await bookingOf(shipment)).toMatchObject({
        state: 'uncertain',
        number: null,
        purchases: [{ state: 'uncertain', numbers: [] }],
      })
      ahead_ms = (READS_MS[0] as number) - 5_000
      await one.pass()
      expect((await bookingOf(shipment)).state).toBe('uncertain')
      for (const ms of READS_MS) {
        ahead_ms = ms + 1_000
        await one.pass()
        await one.pass()
      }
      expect(await bookingOf(shipment)).toMatchObject({ state: 'booked', number: carrier.sold[0]?.numbers[0] })
      expect(carrier.paid).toHaveLength(1)
      await audit(carrier, [shipment], new Set())
      expect(carrier.sold.map((label) => label.void)).toEqual(kind === 'double' ? ['none', 'settled'] : ['none'])
    },
  )

  test('and sells a label only after its last deadline has the second label voided and shown', async () => {
    const carrier = new InventedCarrier(now, steps)
    const buys: Buy[] = ['too_late']
    carrier.nextBuy = () => buys.shift() ?? 'sold'
    const [one, shipment] = [worker(carrier), await parcel()]
    await one.pass()
    for (const ms of READS_MS) {
      ahead_ms = ms + 1_000
      for (let i = 0; i < 3; i++) await one.pass()
    }
    expect(await bookingOf(shipment)).toMatchObject({ state: 'booked', purchases: [{ state: 'absent' }, { state: 'held' }] })
    ahead_ms += DAY_MS
    for (let i = 0; i < 3; i++) await one.pass()
    expect(await bookingOf(shipment)).toMatchObject({ state: 'booked', purchases: [{ state: 'void', cost_cents: 512 }, { state: 'held' }] })
    await audit(carrier, [shipment], new Set())
  })

  test('and does not prove by absence that it sold nothing leaves the decision to a person', async () => {
    const carrier = new InventedCarrier(now, steps, false)
    const buys: Buy[] = ['before']
    carrier.nextBuy = () => buys.shift() ?? 'sold'
    const [one, shipment] = [worker(carrier), await parcel()]
    await one.pass()
    await settle(one)
    const undecided = await bookingOf(shipment)
    expect([undecided.state, carrier.paid.length]).toEqual(['undecided', 1])
    const { needs } = (await operator.get('/v2/today')).json
    expect(needs.find(({ kind }: Json) => kind === 'carrier_booking_undecided')).toMatchObject({ count: 1 })
    const retried = await operator.post(`/v2/ops/carrier-bookings/${undecided.id}/retry`, {})
    expect([retried.status, retried.json.state, retried.json.purchases[0].state]).toEqual([200, 'due', 'absent'])
    await one.pass()
    expect([(await bookingOf(shipment)).state, carrier.paid.length]).toEqual(['booked', 2])
  })
})

test('a parcel canceled while its label is bought gets the label voided, whether the answer comes or not', async () => {
  for (const kind of ['sold', 'after', 'before'] as const) {
    const carrier = new InventedCarrier(now, 2)
    const shipment = await parcel()
    carrier.nextBuy = () => kind
    carrier.wait = async () => {
      await cancel(shipment)
      // Another worker notices the cancellation while the booking cannot change.
      await worker(carrier).pass()
    }
    const one = worker(carrier)
    await one.pass()
    carrier.wait = async () => {}
    await settle(one)
    await audit(carrier, [shipment], new Set([shipment.id]))
    expect(carrier.paid).toHaveLength(1)
  }
})

test('a process that ends at any step of a purchase or a void leaves nothing bought twice and nothing forgotten', async () => {
  for (let last = 1, steps = 0; last === 1 || steps >= last - 1; last++) {
    const carrier = new InventedCarrier(now, 2)
    const [shipment, gone] = [await parcel(), await parcel()]
    // The second parcel is canceled after its label was bought, so the process that ends has a label to void.
    const before = worker(carrier)
    await before.pass()
    await cancel(gone)
    const third = await parcel()
    steps = 0
    const step = () => {
      if (++steps >= last) throw new Error('the process has ended')
    }
    carrier.onStep = step
    const { committer } = service.running.service
    const commit: typeof committer.commit = (plan) => {
      step()
      return committer.commit(plan)
    }
    const dying = worker(carrier, { committer: { ...committer, commit } as typeof committer })
    await dying.pass()
    carrier.onStep = () => {}
    await settle(worker(carrier))
    await audit(carrier, [shipment, gone, third], new Set([gone.id]))
    expect(carrier.paid.length).toBeLessThanOrEqual(4)
    expect(carrier.sold).toHaveLength(3)
    for (const { id } of [shipment, third]) await service.demo.post('/v2/scan-events/inject', { shipment_id: id })
  }
})

test('two workers at the same time buy one label for each parcel', async () => {
  const carrier = new InventedCarrier(now, 2)
  // Both have asked for rates before either claims a booking.
  carrier.wait = () => new Promise((resolve) => setTimeout(resolve, 20))
  const parcels = await Promise.all(Array.from({ length: 12 }, parcel))
  const workers = [worker(carrier), worker(carrier)]
  for (let i = 0; i < 3; i++) await Promise.all(workers.map((one) => one.pass()))
  expect(carrier.paid).toHaveLength(parcels.length)
  await audit(carrier, parcels, new Set())
})

/** The carrier with other operations. */
const altered = ({ adapter }: InventedCarrier, change: (service: CarrierService) => Partial<CarrierService>) => ({
  adapter: {
    ...adapter,
    open: (account: Parameters<CarrierAdapter['open']>[0]) => {
      const service = adapter.open(account)
      return { ...service, ...change(service) }
    },
  },
})
/** A committer that does something else with attempts to buy a label. */
const committing = (attempt: (plan: Plan) => Promise<boolean>): Partial<Service> => {
  const { committer } = service.running.service
  const commit: typeof committer.commit = (plan) =>
    plan.inserts?.some(([table]) => table === 'carrier_purchases') ? attempt(plan) : committer.commit(plan)
  return { committer: { ...committer, commit } as typeof committer }
}
const put = (facts: object) =>
  operator.send('PUT', '/v2/ops/carriers/northline', { body: { name: 'N', adapter: 'replay', codes: {}, ...facts } })
const carrierNow = async (): Promise<Json> =>
  (await operator.get('/v2/ops/carriers')).json.data.find(({ code }: Json) => code === 'northline').service

test('a purchase that could not be committed is not paid for', async () => {
  const carrier = new InventedCarrier(now, 2)
  const shipment = await parcel()
  await worker(
    carrier,
    committing(async () => false),
  ).pass()
  expect([carrier.paid, (await bookingOf(shipment)).state]).toEqual([[], 'due'])
})

test('a parcel that is canceled before its purchase is committed is not bought', async () => {
  const carrier = new InventedCarrier(now, 2)
  const shipment = await parcel()
  const rates = (service: CarrierService): Partial<CarrierService> => ({
    rates: async (asked) => {
      await cancel(shipment)
      return service.rates(asked)
    },
  })
  await worker(altered(carrier, rates)).pass()
  expect([carrier.paid, await bookingOf(shipment)]).toMatchObject([[], { state: 'void', purchases: [] }])
})

test('a parcel that was canceled while its booking was undecided is not bought on a retry', async () => {
  const carrier = new InventedCarrier(now, 2, false)
  carrier.nextBuy = () => 'before'
  const [one, shipment] = [worker(carrier), await parcel()]
  await one.pass()
  await settle(one)
  await cancel(shipment)
  await one.pass()
  const { id, state } = await bookingOf(shipment)
  const retried = await operator.post(`/v2/ops/carrier-bookings/${id}/retry`, {})
  expect([state, retried.json.state, retried.json.purchases[0].state]).toEqual(['undecided', 'void', 'absent'])
  await one.pass()
  expect(carrier.paid).toHaveLength(1)
})

test('parcels whose step fails delay no other parcel', async () => {
  const poison = new Set((await Promise.all(Array.from({ length: 5 }, parcel))).map(({ id }) => id))
  const { committer } = service.running.service
  const attempt = (plan: Plan): Promise<boolean> => {
    const isPoison = plan.inserts?.some(([, row]) => 'shipment_id' in row && poison.has(row.shipment_id))
    return isPoison ? Promise.reject(new Error('the row cannot be stored')) : committer.commit(plan)
  }
  const one = worker(new InventedCarrier(now, 2), committing(attempt))
  await one.pass()
  const good = await Promise.all(Array.from({ length: 4 }, parcel))
  await one.pass()
  expect((await Promise.all(good.map(bookingOf))).map(({ state }) => state)).toEqual(good.map(() => 'booked'))
  const waiting = (await bookings()).filter(({ shipment_id }) => poison.has(shipment_id))
  expect(waiting.map(({ state, tries }) => [state, tries > 0])).toEqual([...poison].map(() => ['due', true]))
})

test.each<[string, string[], (answer: Purchase) => Answer<Purchase>]>([
  ['a control character', ['uncertain', 'uncertain'], (label) => ({ done: { ...label, ids: { tracker: 'a\u0000b' } } })],
  [
    'a fraction of a cent',
    ['uncertain', 'uncertain'],
    (label) => ({ done: { ...label, cost: { amount: 5.5, currency: 'USD', charges: [] } } }),
  ],
  ['an empty number', ['uncertain', 'uncertain'], (label) => ({ done: { ...label, numbers: [''] } })],
  ['a pause without an end', ['due', 'absent'], () => ({ failed: 'later', reason: 'too\nmany', retry_after_s: 1e30 })],
])('an answer of an adapter with %s is not used, and neither is an exception', async (_, expected, damage) => {
  const carrier = new InventedCarrier(now, 2)
  const shipment = await parcel()
  const damaged = ({ buy }: CarrierService): Partial<CarrierService> => ({
    buy: async (...asked) => {
      const answer = await buy(...asked)
      return 'done' in answer ? damage(answer.done) : answer
    },
    track: () => {
      throw new Error('not a promise')
    },
  })
  await worker(altered(carrier, damaged)).pass()
  const { state, purchases } = await bookingOf(shipment)
  expect([state, purchases[0].state]).toEqual(expected)
  expect(purchases[0].error).toMatch(/^(the adapter gave an answer with control characters|too many$)/)
})

test('a carrier that answers but sells nothing is paused before many parcels are uncertain', async () => {
  const carrier = new InventedCarrier(now, 2)
  carrier.nextBuy = () => 'before'
  const one = worker(carrier)
  await Promise.all(Array.from({ length: 15 }, parcel))
  await one.pass()
  const first = carrier.paid.length
  expect([first >= 3, first <= 6]).toEqual([true, true])
  expect(await carrierNow()).toMatchObject({ failing_since: expect.any(String), last_error: '503' })
  ahead_ms += 10_000
  await one.pass()
  expect([carrier.paid.length > first, carrier.paid.length <= first + 4]).toEqual([true, true])
  carrier.nextBuy = () => 'sold'
  ahead_ms += 10_000
  await one.pass()
  expect((await carrierNow()).failing_since).toBeNull()
  expect((await bookings()).filter(({ state }) => state === 'booked').length).toBeGreaterThanOrEqual(5)
})

test('the service of a carrier stays the same while a purchase has no outcome, except for its query', async () => {
  const carrier = new InventedCarrier(now, 2)
  carrier.nextBuy = () => 'after'
  const [one, shipment] = [worker(carrier), await parcel()]
  await one.pass()
  for (const facts of [{ url: 'http://127.0.0.1:10/' }, { adapter: 'file' }]) {
    const { status, json } = await put(facts)
    expect([status, json.error.code, json.error.details]).toEqual([409, 'carrier_service_in_use', { purchases: 1 }])
  }
  expect((await put({ url: 'http://127.0.0.1:9/?key=another' })).status).toBe(200)
  await settle(one)
  expect([await bookingOf(shipment), carrier.paid.length]).toMatchObject([{ state: 'booked' }, 1])
  expect((await put({ url: 'http://127.0.0.1:10/' })).status).toBe(200)
  // The label of the earlier service cannot be voided at the new one.
  await cancel(shipment)
  for (let i = 0; i < 2; i++) await one.pass()
  const error = expect.stringContaining('an earlier service')
  expect(await bookingOf(shipment)).toMatchObject({ state: 'void', purchases: [{ state: 'void_refused', error }] })
})

test('a void that is refused because the label is void already counts as done', async () => {
  const carrier = new InventedCarrier(now, 2)
  const voided = (service: CarrierService): Partial<CarrierService> => ({
    void: async (...asked) => {
      await service.void(...asked)
      return { failed: 'refused', reason: 'it is void', cause: 'other' }
    },
  })
  const [one, shipment] = [worker(altered(carrier, voided)), await parcel()]
  await one.pass()
  await cancel(shipment)
  for (let i = 0; i < 2; i++) await one.pass()
  expect(await bookingOf(shipment)).toMatchObject({ state: 'void', purchases: [{ state: 'void' }] })
})

test('a booking without a purchase, from before the update, says that it must be canceled at the carrier', async () => {
  const [one, shipment] = [worker(new InventedCarrier(now, 2)), await parcel()]
  await one.pass()
  await service.running.service.db.query('test_before', 'delete from carrier_purchases')
  await cancel(shipment)
  for (let i = 0; i < 2; i++) await one.pass()
  expect(await bookingOf(shipment)).toMatchObject({ state: 'void', error: expect.stringContaining('cancel it at the carrier') })
})

test('a carrier whose adapter is not installed shows why it is not called', async () => {
  const load = () => Promise.reject(new Error('no such package'))
  const one = new Exchange(service.running.service, 20, 0, load)
  exchanges.push(one)
  await one.pass()
  expect(await carrierNow()).toMatchObject({ failing_since: expect.any(String), last_error: 'no such package' })
})
