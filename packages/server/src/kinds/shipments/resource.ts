import { custodyOf } from '@backhaul/core/custody.ts'
import { crossesBorder } from '@backhaul/core/customs.ts'
import { carrierLabelUrl } from '@backhaul/core/events/build-shipment.ts'
import { ZERO } from '@backhaul/core/money.ts'
import type { Address, Parcel, Shipment } from '@backhaul/core/shipment.ts'
import { withoutContact } from '../../service/contacts.ts'
import type { Links } from '../../service/links.ts'
import type { Hands } from '../../service/reach.ts'

export const addressResource = (address: Address) => ({
  name: address.name ?? null,
  company: address.company ?? null,
  line1: address.line1,
  line2: address.line2 ?? null,
  city: address.city,
  state: address.state ?? null,
  postal_code: address.postal_code ?? null,
  country: address.country,
  phone: address.phone ?? null,
  email: address.email ?? null,
})

export const parcelResource = (parcel: Parcel) => ({
  weight: parcel.weight,
  length: parcel.length,
  width: parcel.width,
  height: parcel.height,
  weight_unit: 'lb',
  dimension_unit: 'in',
})

/** The shipment as the API shows it. */
export const shipmentResource = (row: Shipment, links: Links) => ({
  id: row.id,
  object: 'shipment',
  tracking: row.tracking,
  barcode: row.barcode,
  ltracking: row.ltracking,
  status: row.status,
  direction: row.direction,
  fulfillment: row.fulfillment,
  channel: row.channel,
  order_id: row.order_id,
  rma: row.rma,
  ship_ext_id: row.ship_ext_id,
  customer: row.customer,
  service_level: row.service_level,
  from: row.from_address ? addressResource(row.from_address) : null,
  to: addressResource(row.to_address),
  parcel: parcelResource(row.parcel),
  declared_value: row.declared_value,
  customs_url: crossesBorder(row) ? `/v2/shipments/${row.id}/customs` : null,
  drop_off_store_id: row.drop_off_store_id,
  store_id: row.store_id,
  label_format: row.label_format,
  market: row.market,
  currency: row.currency,
  amount: row.amount,
  carrier: row.carrier,
  label_id: row.label_id,
  label_version: row.label_version,
  supersedes: row.supersedes,
  label_url: row.label_id ? `/v2/shipments/${row.id}/label` : null,
  label_voided: row.label_voided,
  carrier_label_url: row.is_direct ? carrierLabelUrl(row) : null,
  parcel_url: links.parcelUrl(row),
  held: row.held,
  custody: custodyOf(row),
  qr_id: row.qr_id,
  pickup_id: row.pickup_id,
  sweepId: row.sweep_id,
  manifest_id: row.manifest_id,
  tender_id: row.tender_id,
  group_id: row.group_id,
  piece_number: row.piece_number,
  piece_count: row.piece_count,
  pod: row.pod_grade ? { document: row.pod_document_id ? `/v2/documents/${row.pod_document_id}` : null, grade: row.pod_grade } : null,
  expires_at: row.expires_at,
  expired_at: row.expired_at,
  voided_at: row.voided_at,
  cancelled_at: row.cancelled_at,
  rejected_at: row.rejected_at,
  reject_reason: row.reject_reason,
  reject_reason_note: row.reject_reason_note,
  unclaimed_since: row.unclaimed_since,
  dispose_after: row.dispose_after,
  scheduled_delivery_date: row.scheduled_delivery_date,
  estimated_delivery_date: row.estimated_delivery_date,
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

type ShipmentResource = ReturnType<typeof shipmentResource>

const INTAKE_FIELDS = [
  'id',
  'object',
  'tracking',
  'barcode',
  'status',
  'direction',
  'fulfillment',
  'channel',
  'service_level',
  'parcel',
  'label_format',
  'label_version',
  'label_voided',
  'held',
  'qr_id',
  'piece_number',
  'piece_count',
  'market',
  'currency',
  'expires_at',
  'created_at',
  'updated_at',
  'version',
] as const satisfies readonly (keyof ShipmentResource)[]

/** The fields hidden from callers that have not taken the parcel in. Every field is either here or in INTAKE_FIELDS. */
const WITHHELD: Omit<ShipmentResource, (typeof INTAKE_FIELDS)[number]> = {
  ltracking: null,
  order_id: null,
  rma: null,
  ship_ext_id: null,
  customer: null,
  from: null,
  to: addressResource({ line1: '', city: '', postal_code: '', country: '' }),
  declared_value: null,
  customs_url: null,
  drop_off_store_id: null,
  store_id: null,
  amount: ZERO,
  carrier: null,
  label_id: null,
  supersedes: null,
  label_url: null,
  carrier_label_url: null,
  parcel_url: null,
  pickup_id: null,
  sweepId: null,
  manifest_id: null,
  tender_id: null,
  group_id: null,
  custody: null,
  pod: null,
  expired_at: null,
  voided_at: null,
  cancelled_at: null,
  rejected_at: null,
  reject_reason: null,
  reject_reason_note: null,
  unclaimed_since: null,
  dispose_after: null,
  scheduled_delivery_date: null,
  estimated_delivery_date: null,
  metadata: {},
}

/**
 * The shipment for a counter or handler that has the parcel in hand. It omits street, phone and email of sender and recipient, the
 * partner's data about the customer, and the link to the page that shows the label.
 */
const shipmentInHand = (row: Shipment, links: Links): ShipmentResource => {
  const whole = shipmentResource(row, links)
  return {
    ...whole,
    from: whole.from && withoutContact(whole.from),
    to: withoutContact(whole.to),
    customer: null,
    parcel_url: null,
    // A counter or handler may not see the names and places of others who have had the parcel.
    custody: whole.custody && {
      ...whole.custody,
      name: whole.custody.holder === 'carrier' ? row.carrier : null,
      place: null,
      store_id: whole.custody.store_id === row.store_id ? row.store_id : null,
      facility: null,
    },
    metadata: {},
  }
}

/** The shipment as a counter's or handler's session may see it (service/reach.ts). Only this function shapes answers to such sessions. */
export const shipmentFor = (hands: Hands | null, row: Shipment, links: Links, inHand = true): ShipmentResource => {
  if (hands === null) return shipmentResource(row, links)
  return inHand ? shipmentInHand(row, links) : shipmentAtIntake(row, links)
}

/**
 * The shipment for a counter or handler that does not have the parcel in hand. It has the shape of the full shipment, but shows only the
 * fields needed for an intake.
 */
const shipmentAtIntake = (row: Shipment, links: Links): ShipmentResource => {
  const whole = shipmentResource(row, links)
  const shown = Object.fromEntries(INTAKE_FIELDS.map((field) => [field, whole[field]]))
  return { ...whole, ...WITHHELD, ...shown }
}
