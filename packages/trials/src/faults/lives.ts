// The steps of a parcel as data, without values that become known only during the run. Placeholders such as `{id}` in a path or body refer
// to earlier answers. The commands of one step are sent at the same moment, as if by different people.
import { ADDRESS } from '../lib/client.ts'
import type { Json } from '../lib/run.ts'
import type { Chance } from './chance.ts'
import type { By } from './log.ts'

/** A request, before its sender and sending mode are chosen. */
interface Wish {
  name: string
  method: string
  path: string
  body?: Json
  by?: By
}

export interface Planned extends Wish {
  by: By
  key: string | null
  mode: keyof typeof MODES
  via: number
  patience_ms: number
}

export interface Life {
  name: string
  steps: { after_ms: number; commands: Planned[] }[]
}

const HUB = { name: 'Hub', line1: '9 Dock Rd', city: 'Dallas', state: 'TX', postal_code: '75201', country: 'US' }
export const WEIGHTS = [1, 2, 3, 5, 8]
const CARRIER = 'northline'

/** Percentage of requests for each sending mode. `once` repeats a request only if no answer came. */
const MODES = { once: 62, twice: 12, impatient: 10, late: 16 }

export const bodyOf = (weight: number, fulfillment = 'print_label') => ({
  direction: 'return',
  fulfillment,
  from: ADDRESS,
  to: HUB,
  parcel: { weight, length: 4, width: 4, height: 4 },
})

const simple = (name: string, path = name): Wish => ({ name, method: 'POST', path: `/v2/shipments/{id}/${path}` })
const hold = () => simple('hold')
const release = () => simple('release')
const cancel = () => simple('cancel')
const reprint = () => simple('reprint', 'label/reprint')
const reissue = () => simple('reissue-qr', 'qr/reissue')
const read = (): Wish => ({ name: 'read', method: 'GET', path: '/v2/shipments/{id}' })
const invalidate = (): Wish => ({ name: 'invalidate-qr', method: 'POST', path: '/v2/qr/{qr}/invalidate' })
const redirect = (chance: Chance): Wish => ({
  ...simple('redirect'),
  // The new address is in the same place, so the price does not change.
  body: { to: { ...HUB, line1: `${chance.whole(10, 99)} Dock Rd` } },
})
const disposition = (which: string): Wish => ({ ...simple('disposition'), body: { disposition: which }, by: 'operator' })
const claim = (type: string): Wish => ({
  name: 'claim',
  method: 'POST',
  path: '/v2/claims',
  body: { shipment_id: '{id}', type, amount_claimed: 4500 },
})
const settleClaim = (outcome: string): Wish => ({
  name: 'settle-claim',
  method: 'POST',
  path: '/v2/test/claims/{claim}/resolve',
  body: { outcome },
})
const adjust = (chance: Chance): Wish => ({
  ...simple('adjust', 'adjustments'),
  body: { delta_amount: chance.whole(-90, 400), reason: 'other' },
})
const dispute = (): Wish => ({
  name: 'dispute',
  method: 'POST',
  path: '/v2/adjustments/{adjustment}/dispute',
  body: { reason: 'The charge is wrong.' },
})
const amend = (chance: Chance): Wish => ({
  name: 'amend',
  method: 'PATCH',
  path: '/v2/shipments/{id}',
  body: { parcel: { weight: chance.pick(WEIGHTS), length: 4, width: 4, height: 4 } },
})
const discrepancy = (chance: Chance): Wish => ({
  name: 'discrepancy',
  method: 'POST',
  path: '/v2/discrepancies',
  body: { shipment_id: '{id}', stage: 'sort', observed: { weight: chance.pick(WEIGHTS) }, chargeable: chance.happens(0.7) },
})
const scan = (kind: string, chance: Chance, more = {}): Wish => ({
  name: kind,
  method: 'POST',
  path: `/v2/scan-events/${kind}`,
  body: { ...(chance.happens(0.3) ? { tracking: '{tracking}' } : { shipment_id: '{id}' }), ...more },
  by: chance.pick<By>(['partner', 'operator', 'handler']),
})
const bulk = (kinds: string[]): Wish => ({
  name: 'bulk',
  method: 'POST',
  path: '/v2/scan-events/bulk',
  body: { scans: kinds.map((kind) => ({ kind, shipment_id: '{id}' })) },
  by: 'operator',
})
const tender = (): Wish => ({
  name: 'tender',
  method: 'POST',
  path: '/v2/tenders',
  body: { carrier: CARRIER, handoff: 'inject', shipment_ids: ['{id}'] },
})
const accept = (): Wish => ({
  name: 'accept-tender',
  method: 'POST',
  path: '/v2/tenders/{tender}/accept',
  body: { piece_count_received: 1 },
})

const create = (chance: Chance, name: string): Wish => {
  const fulfillment = chance.happens(0.6) ? 'print_label' : 'qr_code'
  const body = { ...bodyOf(chance.pick(WEIGHTS), fulfillment), order_id: name }
  if (chance.happens(0.9)) return { name: 'create', method: 'POST', path: '/v2/shipments', body }
  // The first shipment of a batch continues its life. The other shipments only have to exist.
  const shipments = Array.from({ length: chance.whole(2, 4) }, (_, i) => ({ ...body, order_id: `${name}/${i}` }))
  return { name: 'create-batch', method: 'POST', path: '/v2/shipments/batch', body: { shipments } }
}

/** Commands that two people send at once. Either may come first. */
const RACES: readonly ((chance: Chance) => Wish[])[] = [
  (chance) => [hold(), scan('arrive', chance)],
  (chance) => [adjust(chance), adjust(chance)],
  () => [claim('lost'), claim('lost')],
  (chance) => [scan('arrive', chance), scan('sort', chance)],
  () => [hold(), release()],
  (chance) => [adjust(chance), scan('sort', chance)],
]
const EARLY_RACES: typeof RACES = [
  (chance) => [cancel(), scan('accept', chance)],
  () => [cancel(), hold()],
  (chance) => [amend(chance), reprint()],
  () => [reprint(), hold()],
  (chance) => [cancel(), scan('walk-in', chance)],
  (chance) => [amend(chance), scan('accept', chance)],
]

const early = (chance: Chance, isQr: boolean): Wish[][] => {
  const steps: Wish[][] = []
  if (chance.happens(0.2)) steps.push([amend(chance)])
  if (chance.happens(0.2)) steps.push([isQr ? reissue() : reprint()])
  if (isQr && chance.happens(0.05)) steps.push([invalidate()])
  if (chance.happens(0.3)) steps.push([hold()], [release()])
  if (chance.happens(0.25)) steps.push(chance.pick(EARLY_RACES)(chance))
  return steps
}

const dropOff = (chance: Chance, isQr: boolean): Wish[][] => {
  if (chance.happens(0.1)) return [[scan('reject', chance, { reject_reason: 'damaged' })], [scan('walk-in', chance)]]
  const reweigh = chance.happens(0.3) ? { reweigh: { weight: chance.pick(WEIGHTS) } } : {}
  if (isQr) return [[scan('walk-in', chance, reweigh)]]
  return [[scan('accept', chance)], [scan('collect', chance)], [scan('custody', chance)]]
}

const money = (chance: Chance): Wish[][] => {
  const steps: Wish[][] = []
  if (chance.happens(0.4)) steps.push([adjust(chance)])
  if (chance.happens(0.5)) steps.push([dispute()])
  if (chance.happens(0.3)) steps.push([discrepancy(chance)])
  if (chance.happens(0.3)) steps.push([claim('damaged')])
  if (chance.happens(0.5)) steps.push([settleClaim('approved')])
  return steps
}

const network = (chance: Chance): Wish[][] => {
  const steps = chance.happens(0.2) ? [[bulk(['arrive', 'sort'])]] : [[scan('arrive', chance)], [scan('sort', chance)]]
  if (chance.happens(0.4)) steps.splice(chance.whole(0, steps.length), 0, chance.pick(RACES)(chance), [release()])
  steps.push(...(chance.happens(0.25) ? [[tender()], [accept()]] : [[scan('inject', chance)]]))
  steps.push([scan('movement', chance)])
  if (chance.happens(0.3)) steps.push([redirect(chance), ...(chance.happens(0.5) ? [scan('movement', chance)] : [])])
  steps.push([scan('out-for-delivery', chance)])
  return steps
}

const ending = (chance: Chance): Wish[][] => {
  const way = chance.whole(0, 9)
  if (way < 5) return [[scan('deliver', chance, { signed_by: 'Ada' })]]
  if (way === 5) return [[disposition('rts')], [disposition('redeliver')], [scan('deliver', chance)]]
  if (way === 6) return [[disposition('rts')], [disposition('rts')]]
  if (way === 7) return [[disposition('unclaimed')], [disposition('dispose')]]
  if (way === 8) return [[scan('deliver', chance), disposition('rts')]]
  return [[redirect(chance), scan('deliver', chance)]]
}

export const lifeOf = (chance: Chance, name: string): Life => {
  const first = create(chance, name)
  const isQr = (first.body.fulfillment ?? first.body.shipments[0].fulfillment) === 'qr_code'
  const steps = [[first], ...early(chance, isQr)]
  if (chance.happens(0.12)) steps.push([cancel()])
  else if (chance.happens(0.9)) steps.push(...dropOff(chance, isQr), ...network(chance), ...money(chance), ...ending(chance))
  const scanLate = chance.happens(0.1) ? [[scan('arrive', chance)]] : []
  const all = [...steps, ...scanLate].flatMap((step) => (chance.happens(0.25) ? [step, [read()]] : [step]))
  let n = 0
  return {
    name,
    steps: all.map((commands) => {
      const via = chance.whole(0, 1)
      return {
        after_ms: chance.whole(10, 350),
        commands: commands.map((command, i) => ({
          ...command,
          by: command.by ?? 'partner',
          key: command.method === 'POST' ? `${name}-${n++}` : null,
          mode: (command.method === 'POST' && chance.weighted(MODES)) || 'once',
          // Racing commands are sent to different processes.
          via: via + i,
          patience_ms: chance.whole(1, 40),
        })),
      }
    }),
  }
}
