// The commands of the model-based test for several parcels or none, and the choice among all commands.
import fc from 'fast-check'
import { expect } from 'vitest'
import { ok } from '../conformance/support.ts'
import type { TestAnswer } from '../support/client.ts'
import * as model from './model.ts'
import { type Birth, COUNTER_KINDS, NETWORK_KINDS, type Parcel, type Pickup, type Tender, type World } from './model.ts'
import {
  type Aim,
  aim,
  aimed,
  at,
  type Command,
  command,
  DAY_H,
  destination,
  MAX_PARCELS,
  met,
  number,
  showAim,
  weight,
} from './model-command.ts'
import { address, box, compare, expectRefused, type Json, look, type Real, type Seen, timeAfter, virtualNow } from './model-driver.ts'
import * as handover from './model-handover.ts'
import {
  adjustment,
  advance,
  amendment,
  asModel,
  cancel,
  claim,
  disposition,
  dispositionCommand,
  hold,
  holdCommand,
  invalidation,
  label,
  proof,
  qrs,
  redirection,
  reissue,
  release,
  reprint,
  scanBody,
  scanCommand,
  scanning,
  scanOf,
  track,
} from './model-one.ts'

// ---- births

const birth: fc.Arbitrary<Birth> = fc
  .record({
    fulfillment: fc.constantFrom('print_label' as const, 'qr_code' as const),
    direction: fc.constantFrom('return' as const, 'outbound' as const),
    retail: fc.nat({ max: 9 }).map((n) => n === 9),
    elsewhere: fc.boolean(),
    to: destination,
    weight,
    lives_h: fc.constantFrom(30 * DAY_H, 12, 5 * DAY_H),
  })
  .map(({ fulfillment, direction, retail, elsewhere, to, ...rest }) => ({
    ...rest,
    fulfillment: retail ? 'print_label' : fulfillment,
    direction: retail ? 'outbound' : direction,
    channel: retail ? 'retail' : 'api',
    to: elsewhere || retail || direction === 'outbound' ? to : null,
  }))

const birthBody = (world: World, { fulfillment, direction, channel, to, weight, lives_h }: Birth): object => ({
  ...(channel === 'api' && { fulfillment, direction }),
  ...(to && { to: address(to) }),
  parcel: box(weight),
  // The default lifetime is 30 days.
  ...(lives_h !== 30 * DAY_H && { expires_at: timeAfter(world, lives_h) }),
})

const welcome = async (world: World, real: Real, how: Birth, json: Json): Promise<void> => {
  const parcel = model.create(world, how)
  const { id, tracking, barcode } = json
  const seen: Seen = { id, tracking, barcode, qrs: [], labels: new Map(), unclaimed_since: null, last: json }
  real.parcels.push(seen)
  if (json.qr_id !== null) seen.qrs.push(ok(await real.client.get(`/v2/qr/${json.qr_id}`)))
  compare(parcel, real, json)
}

const bear = async (world: World, real: Real, how: Birth): Promise<void> => {
  const path = how.channel === 'retail' ? '/v2/retail/shipments' : '/v2/shipments'
  await welcome(world, real, how, ok(await real.client.post(path, birthBody(world, how)), 201))
}

/** A list first expires the due shipments that it will show, and no others. */
const touchEach = (world: World, listed: readonly Parcel[] = world.parcels): void => {
  for (const parcel of listed) model.touch(world, parcel)
}

// ---- tenders

const tenderCommand = (picks: Aim[], terms: Pick<Tender, 'carrier' | 'handoff'>): Command =>
  command(`tender ${JSON.stringify(terms)} of ${picks.map(showAim)}`, async (world, real) => {
    const members = [...new Set(picks.map((which) => aimed(world, which, handover.refuseMember)))]
    for (const parcel of members) {
      model.touch(world, parcel)
      met.add(`tender ${parcel.status}`)
    }
    const idOf = ({ number }: Parcel) => (real.parcels[number] as Seen).id
    const answer = await real.client.post('/v2/tenders', { ...terms, shipment_ids: members.map(idOf) })
    const refused = handover.createTender(world, members, terms)
    if (refused) {
      expectRefused(answer, refused)
      expect(answer.json.error.details.shipments.map(({ id }: Json) => id)).toEqual(refused.named.map(idOf))
    } else {
      real.tenders.push(ok(answer, 201).id)
    }
    for (const parcel of members) await look(world, real, parcel)
  })
const tendering = fc
  .record({
    picks: fc.array(aim, { minLength: 1, maxLength: 3 }),
    carrier: fc.constantFrom('northline', 'swiftpost'),
    handoff: fc.constantFrom('inject' as const, 'collect' as const),
  })
  .map(({ picks, ...terms }) => tenderCommand(picks, terms))

/** Returns the index of an item, usually one that is still open. */
const preferred = <T>(list: readonly T[], n: number, isOpen: (item: T) => boolean): number => {
  const open = [...list.keys()].filter((i) => isOpen(list[i] as T))
  return n % 4 === 3 || open.length === 0 ? n % list.length : at(open, n)
}

const acceptCommand = (n: number, more: number): Command =>
  command(
    `accept tender ${n} with ${more} more`,
    async (world, real) => {
      const number = preferred(world.tenders, n, ({ accepted }) => !accepted)
      const tender = world.tenders[number] as Tender
      const { members } = tender
      for (const parcel of members) {
        model.touch(world, parcel)
        met.add(`accept-tender ${parcel.status}`)
      }
      const path = `/v2/tenders/${real.tenders[number]}`
      const received = members.length + more
      const answer = await real.client.post(`${path}/accept`, { piece_count_received: received })
      const refused = handover.acceptTender(world, number, received)
      if (refused) expectRefused(answer, refused)
      else expect(ok(answer).status).toBe('accepted')
      const read = ok(await real.client.get(path))
      expect([read.status, read.shipments.map(({ status }: Json) => status)]).toEqual([
        tender.accepted ? 'accepted' : 'created',
        members.map(({ status }) => status),
      ])
      if (!refused) expect(read.discrepancy).toEqual(more === 0 ? null : { type: more < 0 ? 'short' : 'over', delta: more })
      for (const parcel of members) await look(world, real, parcel)
    },
    ({ tenders }) => tenders.length > 0,
  )
const acceptance = fc.tuple(number, fc.constantFrom(0, -1, 2)).map(([n, more]) => acceptCommand(n, more))

// ---- parcels with a past

/** The progress that a parcel makes before the random commands, so that late statuses occur as often as early ones. */
const headStart = fc.record({
  scan: fc.constantFrom<model.ScanKind | undefined>(undefined, 'accept', 'sort', 'inject', 'movement', 'out-for-delivery', 'reject'),
  next: fc.constantFrom<'promised' | 'made ready' | model.Disposition | undefined>(undefined, 'rts', 'unclaimed', 'promised', 'made ready'),
  held: fc.nat({ max: 4 }).map((n) => n === 4),
})

/** How a parcel is created, and its progress before the random commands. */
export const arrival = fc.record({ how: birth, start: headStart })
export type Arrival = typeof arrival extends fc.Arbitrary<infer T> ? T : never

export const arrive = async (world: World, real: Real, { how, start: { scan, next, held } }: Arrival): Promise<void> => {
  const which: Aim = { number: world.parcels.length, among: 'all' }
  await bear(world, real, how)
  const scans = how.fulfillment === 'qr_code' && scan !== undefined && scan !== 'reject' ? (['walk-in', scan] as const) : [scan]
  const plain = {
    by: 'shipment_id' as const,
    which: 0,
    store: undefined,
    reweigh: undefined,
    reject_reason: undefined,
    carrier: undefined,
    ago_h: undefined,
  }
  for (const kind of scans) if (kind) await scanCommand(which, { kind, ...plain, signed: false }).run(world, real)
  if (next === 'promised' || next === 'made ready') {
    await tenderCommand([which], { carrier: 'northline', handoff: next === 'promised' ? 'inject' : 'collect' }).run(world, real)
    if (next === 'made ready' && world.tenders.length > 0) await acceptCommand(world.tenders.length - 1, 0).run(world, real)
  } else if (scan && next) {
    await dispositionCommand(which, next).run(world, real)
  }
  if (held) await holdCommand(which).run(world, real)
}

const creation = arrival.map((one) =>
  command(
    `create ${JSON.stringify(one)}`,
    (world, real) => arrive(world, real, one),
    ({ parcels }) => parcels.length < MAX_PARCELS,
  ),
)

const batch = fc.array(birth, { minLength: 1, maxLength: 2 }).map((all) => {
  const births = all.filter(({ channel }) => channel === 'api')
  return command(
    `batch ${JSON.stringify(births)}`,
    async (world, real) => {
      const shipments = births.map((how) => birthBody(world, how))
      const { data } = ok(await real.client.post('/v2/shipments/batch', { shipments }), 201)
      for (const [i, how] of births.entries()) await welcome(world, real, how, data[i])
    },
    ({ parcels }) => births.length > 0 && parcels.length + births.length <= MAX_PARCELS,
  )
})

// ---- many parcels

const bulk = fc.array(fc.tuple(aim, scanOf([...COUNTER_KINDS, ...NETWORK_KINDS])), { minLength: 1, maxLength: 4 }).map((items) =>
  command(`bulk ${JSON.stringify(items)}`, async (world, real) => {
    const scans = items.map(([n, sent]) => ({ parcel: aimed(world, n), sent }))
    for (const { parcel } of scans) {
      const own = scans.filter((other) => other.parcel === parcel)
      model.touch(
        world,
        parcel,
        own.map(({ sent }) => asModel(parcel, sent)),
      )
    }
    const bodies = scans.map(({ parcel, sent }) => ({
      kind: sent.kind,
      ...scanBody(world, real, real.parcels[parcel.number] as Seen, sent),
    }))
    const { data } = ok(await real.client.post('/v2/scan-events/bulk', { scans: bodies }))
    expect(data).toHaveLength(scans.length)
    for (const [i, { parcel, sent }] of scans.entries()) {
      const told = world.told.length
      const outcome = model.scan(world, parcel, asModel(parcel, sent))
      const { status, result, error } = data[i]
      if (typeof outcome === 'object') {
        expectRefused({ status, json: { error } } as TestAnswer, outcome)
        continue
      }
      expect([status, result.applied, result.events.length]).toEqual([200, outcome, world.told.length - told])
      compare(parcel, real, result.shipment)
    }
    for (const { parcel } of scans) await look(world, real, parcel)
  }),
)

const list = fc.constantFrom(...model.STATUSES).map((status) =>
  command(`list ${status}`, async (world, real) => {
    touchEach(world)
    const { data } = ok(await real.client.get(`/v2/shipments?limit=100&status=${status}`))
    const ids = world.parcels.filter((parcel) => parcel.status === status).map(({ number }) => real.parcels[number]?.id)
    expect(new Set(data.map(({ id }: Json) => id))).toEqual(new Set(ids))
    // A list may report the expiry of other parcels without storing it. Reading a parcel stores its expiry.
    for (const parcel of world.parcels.filter(({ status }) => status === 'expired')) await look(world, real, parcel)
  }),
)

const wait = fc.constantFrom(1, 6, 12, 2 * DAY_H, 3 * DAY_H, 8 * DAY_H, 30 * DAY_H).map((hours) =>
  command(`wait ${hours} h`, async (world, real) => {
    world.hour += hours
    const clock = ok(await real.client.post('/v2/test/clock/advance', { seconds: hours * 3600 }))
    expect(clock.offset_seconds).toBe(world.hour * 3600)
  }),
)

// ---- pickups

const booking = fc.tuple(aim, fc.constantFrom(0, 0, 0, 1), fc.constantFrom(2, 2, 2, 3)).map(([n, where, days]) =>
  command(`book ${showAim(n)} at ${where} in ${days} days`, async (world, real) => {
    const parcel = aimed(world, n, (_, one) => handover.refusePickup(one) ?? true)
    const { id } = real.parcels[parcel.number] as Seen
    model.touch(world, parcel)
    met.add(`book ${parcel.status}`)
    const date = new Date(virtualNow(world) + days * 86_400_000).toISOString().slice(0, 10)
    const body = { shipment_id: id, store_id: real.stores[where], date, window_start: '09:00', window_end: '12:00' }
    const answer = await real.client.post('/v2/pickups', body)
    const refused = handover.refusePickup(parcel)
    if (refused) {
      expectRefused(answer, refused)
      await look(world, real, parcel)
      return
    }
    const pickup = ok(answer, 201)
    const sweep = ok(await real.client.get(`/v2/sweeps/${pickup.sweep_id}`))
    const visiting = parcel.collecting ?? parcel.carrier
    if (visiting !== null && visiting !== 'some') expect(sweep.dp).toBe(visiting)
    const booked = handover.book(world, parcel, `${where} ${date} ${sweep.dp}`)
    real.pickups.push(pickup.id)
    real.sweeps[booked.sweep] ??= sweep.id
    expect([pickup.status, pickup.sweep_id, sweep.status]).toEqual(['scheduled', real.sweeps[booked.sweep], 'ordered'])
    await look(world, real, parcel)
  }),
)

const unbooking = fc.tuple(number, fc.boolean()).map(([n, patch]) =>
  command(
    `cancel pickup ${n}${patch ? ' by PATCH' : ''}`,
    async (world, real) => {
      const number = preferred(world.pickups, n, ({ live }) => live)
      const pickup = world.pickups[number] as Pickup
      model.touch(world, pickup.parcel)
      const path = `/v2/pickups/${real.pickups[number]}`
      const answer = patch ? await real.client.patch(path, { status: 'cancelled' }) : await real.client.post(`${path}/cancel`)
      const refused = handover.cancelPickup(world, pickup)
      if (refused) expectRefused(answer, refused)
      else expect(ok(answer).status).toBe('cancelled')
      await look(world, real, pickup.parcel)
      const sweepId = real.sweeps[pickup.sweep] as string
      const listed = world.parcels.filter(({ sweep }) => sweep === pickup.sweep)
      touchEach(world, listed)
      const on = ok(await real.client.get(`/v2/shipments?sweepId=${sweepId}&limit=100`)).data
      const ids = listed.map((parcel) => real.parcels[parcel.number]?.id)
      expect(new Set(on.map(({ id }: Json) => id))).toEqual(new Set(ids))
      expect(ok(await real.client.get(`/v2/sweeps/${sweepId}`)).status).toBe(handover.sweepStatus(world, pickup.sweep))
    },
    ({ pickups }) => pickups.length > 0,
  ),
)

/** Any command on any parcel, whether or not the parcel allows it. Commands that end a parcel's life are rarer. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: creation },
  { weight: 2, arbitrary: batch },
  { weight: 6, arbitrary: advance },
  { weight: 7, arbitrary: scanning(COUNTER_KINDS) },
  { weight: 8, arbitrary: scanning(NETWORK_KINDS.filter((kind) => kind !== 'deliver')) },
  { weight: 1, arbitrary: scanning(['deliver']) },
  { weight: 3, arbitrary: bulk },
  { weight: 7, arbitrary: disposition },
  { weight: 4, arbitrary: redirection },
  { weight: 6, arbitrary: amendment },
  { weight: 2, arbitrary: reprint },
  { weight: 2, arbitrary: hold },
  { weight: 1, arbitrary: release },
  { weight: 2, arbitrary: cancel },
  { weight: 3, arbitrary: reissue },
  { weight: 2, arbitrary: invalidation },
  { weight: 1, arbitrary: qrs },
  { weight: 1, arbitrary: label },
  { weight: 1, arbitrary: proof },
  { weight: 1, arbitrary: track },
  { weight: 1, arbitrary: list },
  { weight: 1, arbitrary: adjustment },
  { weight: 1, arbitrary: claim },
  { weight: 2, arbitrary: wait },
  { weight: 5, arbitrary: booking },
  { weight: 4, arbitrary: unbooking },
  { weight: 4, arbitrary: tendering },
  { weight: 4, arbitrary: acceptance },
)
