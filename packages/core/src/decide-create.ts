// Creates a shipment: a single one, a member of a batch, or a counter sale (docs/guide/shipments.md#create-a-shipment).

import { numbered } from './carrier.ts'
import { type CustomsInput, customsRow, declarationOf, type Exported, refuseUndeclared } from './customs.ts'
import { type DecisionContext, daysAfter, type Effects } from './effects.ts'
import { estimatedDelivery } from './estimate.ts'
import * as shipmentEvent from './events/build-shipment.ts'
import { mintLabel } from './label-minting.ts'
import type { Money } from './money.ts'
import type { Store } from './network.ts'
import { firstNumber, usedUp } from './numbering.ts'
import { type ParcelInput, parcelFrom } from './parcel.ts'
import { refuseAddresses } from './policy.ts'
import { issueQr } from './qr.ts'
import { isDirect, price, type Quote, type RateFacts } from './rating.ts'
import { invalidField, isRefusal, type Refusal } from './refusal.ts'
import type { Address, Direction, Fulfillment, LabelFormat, Parcel, ServiceLevel, Shipment } from './shipment.ts'

export interface CreateInput {
  direction: Direction
  fulfillment: Fulfillment
  order_id?: string
  rma?: string
  ship_ext_id?: string
  customer?: string
  service_level?: ServiceLevel
  from?: Address
  to?: Address
  parcel?: ParcelInput
  declared_value?: Money
  customs?: CustomsInput
  drop_off_store_id?: string
  /** The counter that sells the shipment (retail). */
  store_id?: string
  label_format?: LabelFormat
  /** Any ISO 8601 time with an offset. */
  expires_at?: string
  metadata?: Record<string, string>
  /** Position in a group. Clients never send it. The command that creates the group sets it. */
  piece?: Piece
}

export interface Piece {
  group_id: string
  /** Starts at 1. */
  number: number
  count: number
}

/** The inputs that determine the price. */
export type PricedInput = Pick<CreateInput, 'direction' | 'service_level' | 'from' | 'to' | 'parcel' | 'declared_value' | 'expires_at'>

export interface CreateContext extends DecisionContext {
  partner_id: string
  channel: Shipment['channel']
  default_parcel: Parcel | null
  /** Default destination of returns. Null: the return must name its destination. */
  default_return_address: Address | null
  /** Earlier shipments that a declaration may name as the export of the returned goods, by id. */
  exported?: ReadonlyMap<string, Exported>
  /** The store of the drop-off or sale. Null: not given, or the store is unknown. */
  origin_store?: Store | null
}

const DEFAULT_PARCEL: Parcel = { weight: 1, length: 10, width: 8, height: 4 }
export const DEFAULT_LIFE_DAYS = 30
const NOTHING_EXPORTED: ReadonlyMap<string, Exported> = new Map()

/** Facts that a create looks up or derives. They are never guessed: a create that lacks one is refused. */
interface Resolved {
  facts: RateFacts
  expires_at: string
  quote: Quote
}

/** Errors: those of `decideCreate`. */
export const resolve = (input: PricedInput, env: CreateContext): Resolved | Refusal => {
  const malformed = refuseAddresses(input, env.policy)
  if (malformed) return malformed
  const to = input.to ?? (input.direction === 'return' ? env.default_return_address : null)
  if (!to) {
    const why = input.direction === 'return' ? 'the partner has no default return address' : 'the shipment is outbound'
    return invalidField('/to', 'required', `is required, because ${why}`)
  }
  const expires_at = input.expires_at === undefined ? daysAfter(env.now, DEFAULT_LIFE_DAYS) : new Date(input.expires_at).toISOString()
  if (expires_at <= env.now) return invalidField('/expires_at', 'future', 'is in the past; give a time in the future')
  const parcel = parcelFrom(input.parcel ?? {}, env.default_parcel ?? DEFAULT_PARCEL)
  const service_level = input.service_level ?? 'standard'
  const facts: RateFacts = { from: input.from ?? null, to, parcel, service_level, declared_value: input.declared_value ?? null }
  const quote = price(facts, env.rates, '/service_level')
  return isRefusal(quote) ? quote : { facts, expires_at, quote }
}

interface Numbered {
  barcode: string
  ltracking: string | null
  is_direct: boolean
}

/** In direct mode, the carrier gives its number when its label is bought. Errors: `numbers_used_up`. */
const numbersFor = ({ carrier }: Quote, { ids }: CreateContext, is_direct: boolean): Numbered | Refusal => {
  const barcode = ids.barcode()
  if (barcode === null) return usedUp(null)
  if (is_direct) return { barcode, ltracking: null, is_direct }
  const ltracking = firstNumber(carrier, ids)
  return isRefusal(ltracking) ? ltracking : { barcode, ltracking, is_direct }
}

const newShipment = (input: CreateInput, { facts, expires_at, quote }: Resolved, numbers: Numbered, env: CreateContext): Shipment => ({
  id: env.ids.next('shipment'),
  partner_id: env.partner_id,
  tracking: env.ids.tracking(),
  barcode: numbers.barcode,
  ...numbered(numbers.ltracking),
  status: 'created',
  direction: input.direction,
  fulfillment: input.fulfillment,
  channel: env.channel,
  order_id: input.order_id ?? null,
  rma: input.rma ?? null,
  ship_ext_id: input.ship_ext_id ?? null,
  customer: input.customer ?? null,
  service_level: facts.service_level,
  from_address: facts.from,
  to_address: facts.to,
  parcel: facts.parcel,
  declared_value: input.declared_value ?? null,
  drop_off_store_id: input.drop_off_store_id ?? null,
  store_id: input.store_id ?? null,
  label_format: input.label_format ?? 'pdf',
  metadata: input.metadata ?? {},
  market: quote.market,
  currency: quote.currency,
  amount: quote.amount,
  carrier: quote.carrier,
  label_id: null,
  label_version: null,
  supersedes: null,
  label_voided: false,
  held: false,
  qr_id: null,
  pickup_id: null,
  sweep_id: null,
  manifest_id: null,
  tender_id: null,
  open_tender_id: null,
  collecting_carrier: null,
  group_id: input.piece?.group_id ?? null,
  piece_number: input.piece?.number ?? null,
  piece_count: input.piece?.count ?? null,
  pod_document_id: null,
  pod_grade: null,
  scheduled_delivery_date: null,
  estimated_delivery_date: estimatedDelivery(
    { ...facts, declared_value: input.declared_value ?? null, from_address: facts.from, to_address: facts.to, carrier: quote.carrier },
    env,
    env.origin_store ?? null,
  ),
  expires_at,
  expired_at: null,
  voided_at: null,
  cancelled_at: null,
  rejected_at: null,
  reject_reason: null,
  reject_reason_note: null,
  unclaimed_from: null,
  ended_at: null,
  unclaimed_since: null,
  dispose_after: null,
  taken_in_at: null,
  created_at: env.now,
  updated_at: env.now,
  version: 1,
  is_direct: numbers.is_direct,
})

/**
 * Returns the first row of a shipment with its label (print_label) or its QR (qr_code). A counter sale (`channel` retail) is always
 * outbound with a printed label, regardless of the input. Fires created. Then fires label_ready if there is a label, and then sold if a
 * counter sells the shipment. Errors: `validation_failed` naming `/to`, `/to/country`, `/service_level`, `/parcel/weight`, `/parcel` or
 * `/expires_at`, or an address that the policy refuses; `not_found` for the shipment of an export; `customs_incomplete` if the policy
 * refuses incomplete declarations; `numbers_used_up`.
 */
export const decideCreate = (input: CreateInput, env: CreateContext): Effects | Refusal => {
  const retail = env.channel === 'retail'
  const wanted: CreateInput = retail ? { ...input, direction: 'outbound', fulfillment: 'print_label' } : input
  const resolved = resolve(wanted, env)
  if (isRefusal(resolved)) return resolved
  const declaration = wanted.customs ? declarationOf(wanted.customs, wanted, env.exported ?? NOTHING_EXPORTED) : null
  if (isRefusal(declaration)) return declaration
  const { facts } = resolved
  const undeclared = refuseUndeclared({ from_address: facts.from, to_address: facts.to }, declaration, env.policy)
  if (undeclared) return undeclared
  const numbers = numbersFor(resolved.quote, env, isDirect(wanted, resolved.quote, env.rates))
  if (isRefusal(numbers)) return numbers
  const blank = newShipment(wanted, resolved, numbers, env)
  const rest = { applied: true, ...(declaration && { customs: customsRow(blank, declaration, null, env.now) }) }
  if (wanted.fulfillment === 'qr_code') {
    const qr = issueQr(blank, null, env)
    const shipment: Shipment = { ...blank, qr_id: qr.id, qr_status: qr.status }
    return { shipment, events: [shipmentEvent.created(shipment, env.actor)], ...rest, qr_issued: qr }
  }
  const { shipment, label } = mintLabel({ ...blank, status: 'label_ready' }, env)
  const events: Effects['events'] = [shipmentEvent.created(shipment, env.actor), shipmentEvent.labelReady(shipment, env.actor)]
  if (retail) events.push(shipmentEvent.sold(shipment, env.actor))
  return { shipment, events, ...rest, label }
}
