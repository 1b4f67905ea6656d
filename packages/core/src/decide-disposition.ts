// Dispositions of parcels that are not simply delivered: returned to sender, redelivered, unclaimed, disposed of, redirected
// (docs/guide/shipments.md#dispositions).

import type { AdjustmentRow } from './adjustment.ts'
import { reverseCharges } from './correction.ts'
import { type CustomsRow, refuseUndeclared } from './customs.ts'
import { type DecisionContext, daysAfter, type Effects, effects, permit } from './effects.ts'
import { estimatedDelivery } from './estimate.ts'
import * as handlingEvent from './events/build-handling.ts'
import * as moneyEvent from './events/build-money.ts'
import * as shipmentEvent from './events/build-shipment.ts'
import type { EventDraft } from './events/catalog.ts'
import { mintLabel } from './label-minting.ts'
import { isAbroad, refuseAbroad, refuseAddresses } from './policy.ts'
import { refuseUnserved, reprice } from './rating.ts'
import { invalidField, isRefusal, type Refusal, refuse } from './refusal.ts'
import type { Address, Shipment } from './shipment.ts'
import type { Disposition, Move } from './transitions.ts'
import { unreachable } from './unreachable.ts'

/** Days that an unclaimed parcel is kept before it may be disposed of. */
export const HOLDING_DAYS = 30

const eventOf = (after: Shipment, disposition: Disposition, env: DecisionContext): EventDraft => {
  switch (disposition) {
    case 'rts':
      return after.status === 'undeliverable'
        ? shipmentEvent.undeliverable(after, env.actor)
        : shipmentEvent.returnToSender(after, env.actor)
    case 'redeliver': {
      const now = { occurred_at: env.now, scanner_email: null, scanner_name: null, lat: null, lon: null, store: null, facility: null }
      const { carrier, scheduled_delivery_date: scheduledDeliveryDate } = after
      return handlingEvent.handled('shipment.out_for_delivery', after, now, { carrier, scheduledDeliveryDate })
    }
    case 'unclaimed':
      return shipmentEvent.unclaimed(after, env.actor)
    case 'dispose':
      return shipmentEvent.disposed(after, env.actor)
    default:
      return unreachable(disposition)
  }
}

const refuseEarly = ({ dispose_after, unclaimed_since }: Shipment, { now, policy }: DecisionContext): Refusal | null => {
  if (policy.early_disposal === 'accept' || dispose_after === null || dispose_after <= now) return null
  return refuse(
    'disposal_too_early',
    `The shipment was reported unclaimed and its parcel is kept until ${dispose_after}; dispose of the parcel only after that time.`,
    {
      dispose_after,
      unclaimed_since,
    },
  )
}

/** Returns the facts that an unclaimed report records. A repeated report changes none of them. */
const unclaimedFacts = ({ status, unclaimed_from, unclaimed_since }: Shipment, { now }: DecisionContext) => {
  const since = unclaimed_since ?? now
  return {
    unclaimed_from: status === 'unclaimed' ? unclaimed_from : status,
    unclaimed_since: since,
    dispose_after: daysAfter(since, HOLDING_DAYS),
  }
}

/**
 * `rts` makes a parcel that is with the carrier undeliverable. If the parcel is with the network, or is undeliverable already, `rts` sends
 * it back to its sender. The first unclaimed report sets the dates. Later reports repeat these dates, and disposal keeps them. Errors:
 * `shipment_not_dispositionable`; `shipment_held` for redeliver; `disposal_too_early` if the policy refuses early disposal.
 */
export const decideDisposition = (shipment: Shipment, disposition: Disposition, env: DecisionContext): Effects | Refusal => {
  const allowed = permit(disposition, shipment)
  if (isRefusal(allowed)) return allowed
  const early = disposition === 'dispose' ? refuseEarly(shipment, env) : null
  if (early) return early
  const { to } = allowed as Move
  const after = { ...shipment, status: to, ...(disposition === 'unclaimed' && unclaimedFacts(shipment, env)) } as Shipment
  return effects(shipment, after, env, { events: [eventOf(after, disposition, env)] })
}

/** Records that a redirect needs besides the shipment. */
export interface RedirectRecords {
  /** The shipment's adjustments from measurements. */
  charged: readonly AdjustmentRow[]
  declared: CustomsRow | null
}

/**
 * Returns the shipment with the price of a new shipment to this destination. The carrier stays, because it has the parcel. Errors:
 * `validation_failed` on `/to/country` if no carrier takes such a parcel there.
 */
const rerouted = (shipment: Shipment, to: Address, env: DecisionContext): Shipment | Refusal => {
  const facts = { ...shipment, from: shipment.from_address, to }
  const quote = reprice(shipment, facts, env.rates)
  if (isRefusal(quote))
    return invalidField('/to/country', 'market', 'has no carrier that accepts a parcel of this weight and size; choose another country')
  const after: Shipment = { ...shipment, ...quote, to_address: to, status: 'in_transit', carrier: shipment.carrier }
  return { ...after, estimated_delivery_date: estimatedDelivery(after, env, null, true) }
}

/**
 * Redirects the parcel to another country at the price of a new shipment there, with a new label. The new price includes the charges from
 * measurements, as after an amendment. Errors: those of `rerouted`.
 */
const redirectAtNewPrice = (
  shipment: Shipment,
  to: Address,
  env: DecisionContext,
  charged: readonly AdjustmentRow[],
): Effects | Refusal => {
  const changed = rerouted(shipment, to, env)
  if (isRefusal(changed)) return changed
  const { shipment: after, label } = mintLabel(changed, env)
  const adjustments = reverseCharges(shipment, after, charged, env)
  const events = [shipmentEvent.redirected(after, env.actor), ...adjustments.map((one) => moneyEvent.adjusted(after, one, env.actor))]
  return effects(shipment, after, env, { events, label, adjustments, guarded_adjustments: charged })
}

/**
 * Changes the destination of a parcel in transit. The parcel is neither re-rated nor relabeled, because the carrier has it. The cost can be
 * charged with a manual adjustment. The carrier and the tracking number also stay, because a redirect does not move a parcel. For a
 * redirect to another country, the policy may require the price of a new shipment. Errors: `shipment_not_redirectable`; `validation_failed`
 * on `/to/country` if no carrier goes there, as for a new shipment, or if the policy refuses other countries; `customs_incomplete` if the
 * policy refuses incomplete declarations.
 */
export const decideRedirect = (
  shipment: Shipment,
  to: Address,
  env: DecisionContext,
  { charged, declared }: RedirectRecords = { charged: [], declared: null },
): Effects | Refusal => {
  const allowed = permit('redirect', shipment)
  if (isRefusal(allowed)) return allowed
  const abroad = isAbroad(shipment.to_address, to)
  const refusal =
    refuseAddresses({ to }, env.policy) ??
    refuseAbroad(shipment.to_address, to, env.policy) ??
    refuseUnserved({ ...shipment, from: shipment.from_address, to }, env.rates) ??
    (abroad ? refuseUndeclared({ ...shipment, to_address: to }, declared?.declaration ?? null, env.policy) : null)
  if (refusal) return refusal
  if (abroad && env.policy.redirects_abroad === 'reprice') return redirectAtNewPrice(shipment, to, env, charged)
  const redirected: Shipment = { ...shipment, to_address: to }
  const estimated_delivery_date = estimatedDelivery(redirected, env, null, true)
  const after: Shipment = { ...redirected, estimated_delivery_date, status: 'in_transit' }
  return effects(shipment, after, env, { events: [shipmentEvent.redirected(after, env.actor)] })
}
