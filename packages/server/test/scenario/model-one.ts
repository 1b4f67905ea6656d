// The commands of the model-based test for one parcel.
import fc from 'fast-check'
import { expect } from 'vitest'
import { ok } from '../conformance/support.ts'
import type { Parcel, Refused, Scan, World } from './model.ts'
import * as model from './model.ts'
import {
  type Aim,
  aim,
  aimed,
  at,
  type Command,
  command,
  DAY_H,
  destination,
  noBody,
  number,
  onParcel,
  showAim,
  store,
  twice,
  weight,
} from './model-command.ts'
import { address, box, type Real, type Seen, timeAfter } from './model-driver.ts'

const simple = (name: string, path: string, decide: (world: World, parcel: Parcel) => Refused | undefined) =>
  fc.tuple(aim, twice).map(([n, again]) => onParcel(name, n, decide, noBody(path), { twice: again }))

export const cancel = simple('cancel', 'cancel', model.cancel)
export const reprint = simple('reprint', 'label/reprint', model.reprint)
export const advance = fc.tuple(aim, twice).map(([n, again]) =>
  onParcel('advance', n, model.advance, (real, { id }, key) => real.client.post(`/v2/test/shipments/${id}/advance`, undefined, key), {
    twice: again,
  }),
)
export const holdCommand = (which: Aim, again = false): Command =>
  onParcel('hold', which, (world, parcel) => void model.hold(world, parcel), noBody('hold'), { twice: again })
export const hold = fc.tuple(aim, twice).map(([which, again]) => holdCommand(which, again))
export const release = simple('release', 'release', (world, parcel) => void model.release(world, parcel))

/** Usually one field, so that the test sees the effect of each field alone. */
const amended = fc.oneof(
  { weight: 3, arbitrary: fc.subarray(['weight', 'declared_value', 'to', 'drop_off'] as const, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.subarray(['weight', 'declared_value', 'to', 'drop_off'] as const, { minLength: 2 }) },
)
export const amendment = fc
  .tuple(aim, amended, fc.record({ weight, declared_value: fc.constantFrom(100, 200), to: destination, drop_off: store }))
  .map(([n, names, values]) => {
    const change: model.Amendment = Object.fromEntries(names.map((name) => [name, values[name]]))
    const { weight, declared_value, to, drop_off } = change
    return onParcel(
      `amend ${JSON.stringify(change)}`,
      n,
      (world, parcel) => model.amend(world, parcel, change),
      (real, { id }) =>
        real.client.patch(`/v2/shipments/${id}`, {
          ...(weight !== undefined && { parcel: box(weight) }),
          ...(declared_value !== undefined && { declared_value }),
          ...(to && { to: address(to) }),
          ...(drop_off !== undefined && { drop_off_store_id: real.stores[drop_off] }),
        }),
    )
  })

export const redirection = fc.tuple(aim, destination, twice).map(([n, to, again]) =>
  onParcel(
    `redirect ${JSON.stringify(to)}`,
    n,
    (world, parcel) => model.redirect(world, parcel, to),
    (real, { id }, key) => real.client.post(`/v2/shipments/${id}/redirect`, { to: address(to) }, key),
    { twice: again },
  ),
)

export const dispositionCommand = (which: Aim, kind: model.Disposition, again = false): Command =>
  onParcel(
    kind,
    which,
    (world, parcel) => model.dispose(world, parcel, kind),
    (real, { id }, key) => real.client.post(`/v2/shipments/${id}/disposition`, { disposition: kind }, key),
    { twice: again },
  )
export const disposition = fc
  .tuple(aim, fc.constantFrom('rts', 'rts', 'redeliver', 'redeliver', 'unclaimed', 'unclaimed', 'dispose'), twice)
  .map(([which, kind, again]) => dispositionCommand(which, kind as model.Disposition, again))

// ---- QR

export const reissue = fc.tuple(aim, twice).map(([n, again]) =>
  onParcel(
    'reissue',
    n,
    model.reissueQr,
    async (real, seen, key, world) => {
      const answer = await noBody('qr/reissue')(real, seen, key, world)
      if (answer.status === 200 && seen.qrs.at(-1)?.id !== answer.json.id) seen.qrs.push(answer.json)
      return answer
    },
    { twice: again, answers: () => null },
  ),
)

export const invalidation = fc.tuple(aim, number, twice).map(([n, which, again]) => {
  const invalidate = onParcel(
    `invalidate (${which})`,
    n,
    (world, parcel) => model.invalidateQr(world, parcel, which % parcel.qrs.length),
    (real, { qrs }, key) => real.client.post(`/v2/qr/${at(qrs, which).id}/invalidate`, undefined, key),
    { twice: again, answers: () => null },
  )
  return Object.assign(invalidate, { check: (world: Readonly<World>) => aimed(world, n).qrs.length > 0 })
})

/** Reads the statuses of all QRs of a parcel. */
export const qrs = aim.map((n) =>
  command(`read qrs of ${showAim(n)}`, async (world, real) => {
    const parcel = aimed(world, n)
    const { qrs } = real.parcels[parcel.number] as Seen
    const statuses = []
    for (const { id } of qrs) statuses.push(ok(await real.client.get(`/v2/qr/${id}`)).status)
    expect(statuses).toEqual(parcel.qrs.map((_, qr) => model.qrStatus(world, parcel, qr)))
  }),
)

// ---- scans

const REASONS = ['damaged', 'oversize']
const ENTRIES = ['shipment_id', 'tracking', 'barcode', 'qr_id', 'qr_token'] as const

/** Scans that are chosen before it is known whether their parcel has a QR. */
export const scanOf = (kinds: readonly model.ScanKind[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    by: fc.constantFrom(...ENTRIES),
    which: number,
    store: fc.constantFrom<0 | 1 | 'unknown' | undefined>(0, 1, 'unknown', undefined),
    reweigh: fc.option(weight, { nil: undefined }),
    reject_reason: fc.option(fc.constantFrom(...REASONS), { nil: undefined }),
    carrier: fc.option(fc.constantFrom('swiftpost', 'acme'), { nil: undefined }),
    signed: fc.boolean(),
    ago_h: fc.constantFrom(undefined, undefined, undefined, undefined, 1, 7, 13, 4 * DAY_H),
  })
export type Sent = ReturnType<typeof scanOf> extends fc.Arbitrary<infer T> ? T : never

export const asModel = (parcel: Parcel, { kind, by, which, store, reweigh, reject_reason, carrier, signed, ago_h }: Sent): Scan => ({
  kind,
  ...(by.startsWith('qr') && parcel.qrs.length > 0 && { qr: which % parcel.qrs.length }),
  ...(store !== undefined && { store }),
  ...(kind === 'walk-in' && reweigh !== undefined && { reweigh }),
  ...(kind === 'reject' && reject_reason !== undefined && { reject_reason }),
  ...(kind === 'inject' && carrier !== undefined && { carrier }),
  ...(kind === 'deliver' && { signed }),
  ...(ago_h !== undefined && { ago_h }),
})

const identification = (seen: Seen, { by, which }: Sent): object => {
  const qr = seen.qrs.length > 0 ? at(seen.qrs, which) : null
  if (by === 'tracking' || by === 'barcode') return { [by]: seen[by] }
  if (by === 'shipment_id' || !qr) return { shipment_id: seen.id }
  return by === 'qr_id' ? { qr_id: qr.id } : { qr_token: qr.token }
}

export const scanBody = (world: World, real: Real, seen: Seen, sent: Sent): object => {
  const { kind, store, reweigh, reject_reason, carrier, signed, ago_h } = sent
  return {
    ...identification(seen, sent),
    ...(store !== undefined && { store_id: store === 'unknown' ? 'sto_nowhere' : real.stores[store] }),
    ...(kind === 'walk-in' && reweigh !== undefined && { reweigh: { weight: reweigh } }),
    ...(kind === 'reject' && reject_reason !== undefined && { reject_reason }),
    ...(kind === 'inject' && carrier !== undefined && { carrier }),
    ...(kind === 'deliver' && signed && { signed_by: 'Ada' }),
    ...(ago_h !== undefined && { occurred_at: timeAfter(world, -ago_h) }),
  }
}

export const scanCommand = (which: Aim, sent: Sent, again = false): Command => {
  // A repeated scan has the same bytes as the first one, including its time.
  const bodies = new WeakMap<object, object>()
  return onParcel(
    `${sent.kind} ${JSON.stringify(sent)}`,
    which,
    (world, parcel) => model.scan(world, parcel, asModel(parcel, sent)),
    (real, seen, key, world) => {
      const body = bodies.get(key) ?? scanBody(world, real, seen, sent)
      bodies.set(key, body)
      return real.client.post(`/v2/scan-events/${sent.kind}`, body, key)
    },
    {
      twice: again,
      answers: (json) => json.shipment,
      touch: (world, parcel) => model.touch(world, parcel, [asModel(parcel, sent)]),
    },
  )
}
export const scanning = (kinds: readonly model.ScanKind[]) =>
  fc.tuple(aim, scanOf(kinds), twice).map(([which, sent, again]) => scanCommand(which, sent, again))

// ---- reads

export const label = aim.map((n) =>
  onParcel(
    'label',
    n,
    (_, { voided, label }) => (voided ? { code: 'label_voided' } : label === null ? { code: 'label_not_ready' } : undefined),
    (real, { id }) => real.client.get(`/v2/shipments/${id}/label`, { headers: { Accept: 'application/json' } }),
    { answers: () => null },
  ),
)
export const proof = aim.map((n) =>
  onParcel(
    'pod',
    n,
    (_, { pod }) => (pod?.image ? undefined : { code: 'pod_not_available' }),
    (real, { id }) => real.client.get(`/v2/shipments/${id}/pod`),
    { answers: () => null },
  ),
)
export const track = aim.map((n) =>
  onParcel(
    'tracking',
    n,
    () => undefined,
    (real, { tracking }) => real.client.get(`/v2/tracking/${tracking}`),
    { answers: () => null },
  ),
)

// ---- money

export const adjustment = aim.map((which) =>
  onParcel(
    'adjust',
    which,
    model.adjust,
    (real, { id }, key) => real.client.post(`/v2/shipments/${id}/adjustments`, { delta_amount: -75, reason: 'service' }, key),
    { status: 201, answers: () => null },
  ),
)
export const claim = fc.tuple(aim, fc.constantFrom('lost', 'damaged'), twice).map(([which, type, again]) =>
  onParcel(
    `claim ${type}`,
    which,
    (world, parcel) => model.claim(world, parcel, type),
    ({ client }, { id: shipment_id }, key) => client.post('/v2/claims', { shipment_id, type, description: 'Gone' }, key),
    { twice: again, status: 201, answers: () => null },
  ),
)
