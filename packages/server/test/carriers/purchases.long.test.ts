// No label is paid for twice (docs/operating/carriers.md#bookings): random faults, processes that end at every step, two workers.
import { Random } from '@backhaul/simulator/random.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

const worker = ({ adapter }: InventedCarrier, changes: Partial<Service> = {}): Exchange => {
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
