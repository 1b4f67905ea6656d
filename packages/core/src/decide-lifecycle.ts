// Commands of a partner before the network has the parcel, and expiry (docs/guide/shipments.md#amend, #cancel, #expiry).

import type { AdjustmentRow } from './adjustment.ts'
import { numbered } from './carrier.ts'
import { reverseCharges } from './correction.ts'
import { type CustomsInput, type CustomsRow, customsRow, declarationOf, type Exported, refuseUndeclared } from './customs.ts'
import { type DecisionContext, type Effects, effects, permit } from './effects.ts'
import { estimatedDelivery } from './estimate.ts'
import * as moneyEvent from './events/build-money.ts'
import * as shipmentEvent from './events/build-shipment.ts'
import { mintLabel } from './label-minting.ts'
import type { Money } from './money.ts'
import type { Store } from './network.ts'
import { firstNumber } from './numbering.ts'
import { type ParcelInput, parcelFrom, sameParcel } from './parcel.ts'
import { refuseAddresses } from './policy.ts'
import { isDirect, price, reprice } from './rating.ts'
import { isRefusal, type Refusal } from './refusal.ts'
import type { Address, Shipment } from './shipment.ts'

export interface AmendInput {
  parcel?: ParcelInput
  declared_value?: Money
  customs?: CustomsInput
  to?: Address
  drop_off_store_id?: string
}

const ADDRESS_KEYS = ['name', 'company', 'line1', 'line2', 'city', 'state', 'postal_code', 'country', 'phone', 'email'] as const
const sameAddress = (a: Address, b: Address): boolean => ADDRESS_KEYS.every((key) => (a[key] ?? null) === (b[key] ?? null))

/** Whether any input of the price changed. */
const isRerated = (before: Shipment, after: Rated, env: DecisionContext): boolean =>
  !sameAddress(before.to_address, after.to_address) || !sameParcel(before.parcel, after.parcel) || isWorthPriced(before, after, env)

type Rated = Pick<Shipment, 'parcel' | 'to_address' | 'declared_value'>

/** Rate cards ignore the declared value. Tariffs may use it. */
const isWorthPriced = (before: Shipment, { declared_value }: Rated, { rates }: DecisionContext): boolean => {
  if (rates.today === undefined || declared_value === before.declared_value) return false
  const facts = { from: before.from_address, to: before.to_address, parcel: before.parcel, service_level: before.service_level }
  const [old, now] = [before.declared_value, declared_value].map((value) => price({ ...facts, declared_value: value }, rates))
  return old !== undefined && now !== undefined && !isRefusal(old) && !isRefusal(now) && old.amount !== now.amount
}

/** Records that an amendment needs besides the shipment. */
export interface Recorded {
  /** The shipment's adjustments from measurements. */
  charged: readonly AdjustmentRow[]
  declared: CustomsRow | null
  exported: ReadonlyMap<string, Exported>
  /** The store where the parcel will be dropped off after the amendment. */
  store?: Store | null
}
const NOTHING_RECORDED: Recorded = { charged: [], declared: null, exported: new Map() }

/** Returns the amended declaration, or the same row if nothing changes. */
const amendedCustoms = (
  after: Shipment,
  input: AmendInput,
  declared: CustomsRow | null,
  exported: Recorded['exported'],
  env: DecisionContext,
): CustomsRow | null | Refusal => {
  const declaration = input.customs ? declarationOf(input.customs, after, exported) : null
  if (isRefusal(declaration)) return declaration
  const row = declaration ? customsRow(after, declaration, declared, env.now) : declared
  const refusal = input.to || input.customs ? refuseUndeclared(after, row?.declaration ?? null, env.policy) : null
  return refusal ?? row
}

/** Returns the amended shipment. It is re-rated only if an input of the price changed. */
const amended = (shipment: Shipment, input: AmendInput, env: DecisionContext): Shipment | Refusal => {
  const parcel = parcelFrom(input.parcel ?? {}, shipment.parcel)
  const to_address = input.to ?? shipment.to_address
  const facts = {
    declared_value: input.declared_value ?? shipment.declared_value,
    drop_off_store_id: input.drop_off_store_id ?? shipment.drop_off_store_id,
  }
  if (!isRerated(shipment, { ...facts, parcel, to_address }, env)) {
    const same = facts.declared_value === shipment.declared_value && facts.drop_off_store_id === shipment.drop_off_store_id
    return same ? shipment : { ...shipment, ...facts }
  }
  const { from_address: from, service_level } = shipment
  const rated = { from, to: to_address, parcel, service_level, declared_value: facts.declared_value }
  const quote = input.declared_value === undefined ? reprice(shipment, rated, env.rates) : price(rated, env.rates)
  if (isRefusal(quote)) return quote
  const isRerouted = quote.market !== shipment.market || quote.carrier !== shipment.carrier
  const is_direct = isRerouted ? isDirect({ ...shipment, from }, quote, env.rates) : shipment.is_direct
  const isKept = quote.carrier === shipment.carrier && is_direct === shipment.is_direct && !isRelabeled(shipment, { parcel, to_address })
  const ltracking = isKept ? shipment.ltracking : is_direct ? null : firstNumber(quote.carrier, env.ids)
  if (isRefusal(ltracking)) return ltracking
  return { ...shipment, ...facts, ...quote, parcel, to_address, is_direct, ...numbered(ltracking) }
}

/** Whether a label that the carrier sold for the shipment in direct mode is for another parcel or destination now. */
export const isRelabeled = (before: Shipment, after: Pick<Shipment, 'parcel' | 'to_address'>): boolean =>
  before.is_direct && (!sameAddress(before.to_address, after.to_address) || !sameParcel(before.parcel, after.parcel))

/** A label must match its shipment, so a change of price or routing replaces it. */
const needsNewLabel = (before: Shipment, after: Shipment): boolean =>
  before.label_id !== null &&
  (before.amount !== after.amount ||
    before.currency !== after.currency ||
    before.carrier !== after.carrier ||
    before.ltracking !== after.ltracking ||
    before.drop_off_store_id !== after.drop_off_store_id ||
    !sameAddress(before.to_address, after.to_address))

/**
 * Amends parcel, declared value, destination or drop-off store, and re-rates the shipment. If price or routing changes, an existing label
 * gets its next version, without an event of its own. An amendment that changes nothing returns applied: false and fires nothing. If the
 * shipment is re-rated, the charges from measurements are reversed, because the new price includes them: shipment.adjusted then follows
 * shipment.updated. Errors: `shipment_locked` after the drop-off; `validation_failed` if the new facts cannot be rated or the policy
 * refuses the address; `not_found` for the shipment of an export; `customs_incomplete` if the policy refuses incomplete declarations.
 */
export const decideAmend = (
  shipment: Shipment,
  input: AmendInput,
  env: DecisionContext,
  { charged, declared, exported, store }: Recorded = NOTHING_RECORDED,
): Effects | Refusal => {
  const allowed = permit('amend', shipment)
  if (isRefusal(allowed)) return allowed
  const malformed = refuseAddresses(input, env.policy)
  if (malformed) return malformed
  const changed = amended(shipment, input, env)
  if (isRefusal(changed)) return changed
  const customs = amendedCustoms(changed, input, declared, exported, env)
  if (isRefusal(customs)) return customs
  if (changed === shipment && customs === declared) return effects(shipment, shipment, env)
  const expected: Shipment =
    changed === shipment ? shipment : { ...changed, estimated_delivery_date: estimatedDelivery(changed, env, store ?? null) }
  const minted = needsNewLabel(shipment, expected) ? mintLabel(expected, env) : { shipment: expected }
  const { shipment: after, ...label } = minted
  const adjustments = isRerated(shipment, after, env) ? reverseCharges(shipment, after, charged, env) : []
  const events = [shipmentEvent.updated(after, env.actor), ...adjustments.map((one) => moneyEvent.adjusted(after, one, env.actor))]
  const rest = { adjustments, guarded_adjustments: charged, ...(customs !== declared && customs && { customs }) }
  return effects(shipment, after, env, { events, ...label, ...rest })
}

/** Replaces the current label with a new one. Errors: `invalid_transition` outside label_ready. */
export const decideReprint = (shipment: Shipment, env: DecisionContext): Effects | Refusal => {
  const allowed = permit('reprint', shipment)
  if (isRefusal(allowed)) return allowed
  const { shipment: after, label } = mintLabel(shipment, env)
  return effects(shipment, after, env, { events: [shipmentEvent.labelReprinted(after, env.actor)], label })
}

/** Makes the first label of a qr_code shipment, on site. Errors: `invalid_transition` if the shipment already has a label or has ended. */
export const decideProduceLabel = (shipment: Shipment, env: DecisionContext): Effects | Refusal => {
  const allowed = permit('produce-label', shipment)
  if (isRefusal(allowed)) return allowed
  const { shipment: after, label } = mintLabel({ ...shipment, status: 'label_ready' }, env)
  return effects(shipment, after, env, { events: [shipmentEvent.labelReady(after, env.actor)], label })
}

/** Sets the hold, in any status. If the hold is already set, changes and fires nothing. */
export const decideHold = (shipment: Shipment, env: DecisionContext): Effects => {
  if (shipment.held) return effects(shipment, shipment, env)
  const after: Shipment = { ...shipment, held: true }
  return effects(shipment, after, env, { events: [shipmentEvent.held(after, env.actor)] })
}

/** Lifts the hold, in any status. If there is no hold, changes and fires nothing. */
export const decideRelease = (shipment: Shipment, env: DecisionContext): Effects => {
  if (!shipment.held) return effects(shipment, shipment, env)
  const after: Shipment = { ...shipment, held: false }
  return effects(shipment, after, env, { events: [shipmentEvent.released(after, env.actor)] })
}

/** Ends a shipment that was not dropped off, and voids its label. Errors: `shipment_not_cancellable`. */
export const decideCancel = (shipment: Shipment, env: DecisionContext): Effects | Refusal => {
  const allowed = permit('cancel', shipment)
  if (isRefusal(allowed)) return allowed
  const after: Shipment = { ...shipment, status: 'cancelled', label_voided: true, voided_at: env.now, cancelled_at: env.now }
  return effects(shipment, after, env, { events: [shipmentEvent.cancelled(after, env.actor, env.now)] })
}

/**
 * Expires a shipment. Null: the shipment is not due to expire. `expired_at` is the time at which the service noticed the expiry, and may be
 * later than `expires_at`.
 */
export const decideExpire = (shipment: Shipment, env: DecisionContext): Effects | null => {
  if (env.now < shipment.expires_at || permit('expire', shipment) === 'nothing') return null
  const after: Shipment = { ...shipment, status: 'expired', label_voided: true, voided_at: env.now, expired_at: env.now }
  return effects(shipment, after, env, { events: [shipmentEvent.expired(after, env.actor, env.now)] })
}
