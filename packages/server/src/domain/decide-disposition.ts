// What becomes of a parcel that does not simply arrive: sent back, sent out again, unclaimed, disposed of, redirected. Contract §7.

import { withCarrier } from './carrier.ts'
import { daysAfter, type Effects, type Env, effects, permit } from './effects.ts'
import * as event from './events/build.ts'
import type { EventDraft } from './events/record.ts'
import { isRefusal, type Refusal } from './refusal.ts'
import type { Address, Shipment } from './shipment.ts'
import type { Disposition, Move } from './transitions.ts'

const HOLDING_DAYS = 30

const eventOf = (after: Shipment, disposition: Disposition, env: Env): EventDraft => {
  switch (disposition) {
    case 'rts':
      return after.status === 'undeliverable' ? event.undeliverable(after, env.actor) : event.returnToSender(after, env.actor)
    case 'redeliver': {
      const now = { occurred_at: env.now, scanner_email: null, scanner_name: null, lat: null, lon: null, store: null, facility: null }
      const { carrier, scheduled_delivery_date: scheduledDeliveryDate } = after
      return event.handled('shipment.out_for_delivery', after, now, { carrier, scheduledDeliveryDate })
    }
    case 'unclaimed':
      return event.unclaimed(after, env.actor)
    case 'dispose':
      return event.disposed(after, env.actor)
  }
}

/**
 * rts in the carrier's hands makes it undeliverable; in the network's hands, or once more, it goes back to its sender. The first
 * unclaimed report sets the dates that every later one repeats, and disposal keeps them.
 * Errors: `shipment_not_dispositionable`; `shipment_held` for redeliver.
 */
export const decideDisposition = (shipment: Shipment, disposition: Disposition, env: Env): Effects | Refusal => {
  const allowed = permit(disposition, shipment)
  if (isRefusal(allowed)) return allowed
  const { to } = allowed as Move
  const unclaimed_since = shipment.unclaimed_since ?? env.now
  const after = {
    ...shipment,
    status: to,
    ...(disposition === 'unclaimed' && { unclaimed_since, dispose_after: daysAfter(unclaimed_since, HOLDING_DAYS) }),
  } as Shipment
  return effects(shipment, after, env, { events: [eventOf(after, disposition, env)] })
}

/**
 * Another destination for a parcel in flight. It is neither re-rated nor relabeled: the carrier has it, and an adjustment by hand can
 * charge what that costs. An unclaimed parcel that never had a carrier gets one. Errors: `shipment_not_redirectable`.
 */
export const decideRedirect = (shipment: Shipment, to: Address, env: Env): Effects | Refusal => {
  const allowed = permit('redirect', shipment)
  if (isRefusal(allowed)) return allowed
  const after: Shipment = { ...withCarrier({ ...shipment, to_address: to }, {}, env), status: 'in_transit' }
  return effects(shipment, after, env, { events: [event.redirected(after, env.actor)] })
}
