// Makes the examples of the API document from its schemas. The same schema always gives the same example. A field's name decides what its
// value looks like. A candidate is used only if it fits its schema, so an example cannot contradict it.
import { ID_PREFIXES, type IdKind } from '@backhaul/core/ids.ts'
import { KEY_ROLES } from '@backhaul/core/partner.ts'
import { Check } from '@backhaul/server/contracts'

/** A JSON schema as data. */
export interface Schema {
  [key: string]: unknown
  title?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  description?: string
  examples?: unknown[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
}

const isIdKind = (name: string): name is IdKind => Object.hasOwn(ID_PREFIXES, name)

/** Returns an id in the format of newId, always the same one. */
export const exampleId = (kind: IdKind): string => `${ID_PREFIXES[kind]}_06bk3f8q2r7sm1d5x9c4vtz0hg`

const TRACKING = '7K2M9QX4C8T1ZB5RN3WD6HVJ0EG'

/** Candidate values by field name. The first value that fits the field's schema is used. `Schema.field` wins over `field`. */
const BY_NAME: Record<string, readonly unknown[]> = {
  'WebhookCreate.description': ['Warehouse system'],
  'WebhookUpdate.description': ['Warehouse system'],
  'Webhook.description': ['Warehouse system'],
  'WebhookCreated.description': ['Warehouse system'],
  'AdjustmentDispute.reason': ['Our scale shows 2 lb.'],
  'DropOffLocation.name': ['Corner Store Columbus'],
  'StoreCopy.name': ['Corner Store Columbus'],
  'Store.name': ['Corner Store Columbus'],
  'StoreCreate.name': ['Corner Store Columbus'],
  'StoreChange.name': ['Corner Store Columbus'],
  'StoreCopy.address': ['1 Main St'],
  'Facility.code': ['SORT-E'],
  'Facility.name': ['Sort Center East'],
  'FacilityPut.name': ['Sort Center East'],
  'Carrier.code': ['northline'],
  'Carrier.name': ['Northline'],
  'CarrierPut.name': ['Northline'],
  'Partner.name': ['Example Outfitters'],
  'PartnerCreate.name': ['Example Outfitters'],
  'PartnerChange.name': ['Example Outfitters'],
  'Quote.amount': [682],
  'QuoteWeight.actual_lb': [2.5],
  'QuoteWeight.dimensional_lb': [3.108],
  'QuoteWeight.billable_lb': [3.108],
  'QuoteWeight.billed_by': ['size'],
  'QuoteCandidate.name': ['Northline Parcel'],
  'QuoteCandidate.amount': [682],
  'QuoteCandidate.weight_cents': [187],
  'QuoteExclusion.carrier': ['swiftpost'],
  'QuoteExclusion.name': ['Swiftpost'],
  'QuoteExclusion.reason': ['other_market_carrier'],
  'QuoteExclusion.max_weight_lb': [null],
  'Scan.status': ['in_possession'],
  'Scan.kind': ['walk-in'],
  'Tracking.status': ['in_transit'],
  'Delivery.type': ['shipment.delivered'],
  'ObservedParcel.weight': [3],
  access: ['partner'],
  made_by: [`key:${exampleId('key')}`],
  'ConsoleSessionOpen.token': [`bh_sandbox_${exampleId('link')}_w3Jk9sQm1Zt7Yb5Rv0Xc2Nf8Hd4Lp6Ga_EuTqMzVnWy`],
  'CarrierPut.url': ['http://127.0.0.1:8400/'],
  'Carrier.url': ['http://127.0.0.1:8400/'],
  'NewConsoleLink.url': [`https://api.example.com/sign-in#bh_sandbox_${exampleId('link')}_w3Jk9sQm1Zt7Yb5Rv0Xc2Nf8Hd4Lp6Ga_EuTqMzVnWy`],
  api_key: [`bh_sandbox_${exampleId('key')}_w3Jk9sQm1Zt7Yb5Rv0Xc2Nf8Hd4Lp6Ga_EuTqMzVnWy`],
  signing_secret: ['9sQm1Zt7Yb5Rv0Xc2Nf8Hd4Lp6GaEuTqMzVnWyK3Jkw'],
  token: ['Qm7xS2kPz9TtVb4LwJc1Yh'],
  image_url: [`/v2/qr/${exampleId('qr')}/image`],
  previous_qr_id: [null],
  superseded_by: [null],
  used_at: [null],
  invalidated_at: [null],
  revoked_at: [null],
  confirmation_code: ['K7Q2M9'],
  contact_name: ['Pat Partner'],
  contact_email: ['pat@partner.example'],
  rate_limit: [100],
  scopes: [[...KEY_ROLES.merchant]],
  live_keys: [1],
  default_return_address: [{ name: 'Returns', line1: '200 Dock Rd', city: 'Columbus', state: 'OH', postal_code: '43004', country: 'US' }],
  default_parcel: [{ weight: 1, length: 10, width: 8, height: 4 }],
  base_cents: [495],
  per_lb_cents: [60],
  max_weight_lb: [70],
  original_weight: [2],
  new_weight: [2.5],
  declared: [{ weight: 2, length: 12, width: 9, height: 4 }],
  attempt: [1],
  attempt_count: [1],
  duration_ms: [184],
  error_class: [null],
  error_message: [null],
  next_attempt_at: [null],
  address: ['203.0.113.24'],
  trigger: ['schedule'],
  answer: [null],
  queued: [12],
  imported: [48],
  eventID: [exampleId('event')],
  tracking: [TRACKING],
  barcode: ['40125500018273645109'],
  qr_token: ['Qm7xS2kPz9TtVb4LwJc1Yh'],
  confirmation: ['K7Q2M9'],
  status: ['label_ready', 'scheduled', 'ordered', 'open', 'active', 'enabled', 'delivered', 'created'],
  direction: ['return'],
  fulfillment: ['print_label'],
  channel: ['api'],
  order_id: ['ORDER-10442'],
  orderID: ['ORDER-10442'],
  rma: ['RMA-7781'],
  ship_ext_id: ['WMS-553120'],
  shipExtID: ['WMS-553120'],
  customer: ['CUST-2093'],
  service_level: ['standard'],
  serviceLevel: ['standard'],
  name: ['Ada Example', 'Corner Store'],
  full_name: ['Pat Partner', ''],
  company: ['Example Outfitters'],
  line1: ['1 Main St'],
  line2: ['Suite 4', null],
  city: ['Columbus'],
  state: ['OH'],
  postal_code: ['43004'],
  postalCode: ['43004'],
  country: ['US'],
  market: ['US'],
  phone: ['+1 614 555 0100'],
  email: ['ada@example.com', ''],
  weight: [2.5],
  length: [12],
  width: [9],
  height: [4],
  cubicFt: [0.25],
  weight_unit: ['lb'],
  dimension_unit: ['in'],
  declared_value: [4500],
  amount: [845],
  amount_claimed: [4500],
  amount_approved: [null, 4500],
  delta_amount: [120],
  currency: ['USD'],
  carrier: ['northline'],
  dp: ['northline'],
  label_format: ['pdf'],
  format: ['pdf', 'png'],
  label_version: [1],
  labelVersion: [1],
  label_url: [`/v2/shipments/${exampleId('shipment')}/label`],
  carrier_label_url: [null, `/v2/shipments/${exampleId('shipment')}/carrier-label`],
  carrierLabelUrl: [`/v2/shipments/${exampleId('shipment')}/carrier-label`],
  labelUrl: [`/v2/shipments/${exampleId('shipment')}/label`],
  url: ['https://partner.example/hooks/backhaul', `/v2/shipments/${exampleId('shipment')}/label`],
  pod: [null, `/v2/documents/${exampleId('document')}`],
  document: [`/v2/documents/${exampleId('document')}`],
  grade: ['A'],
  podGrade: ['A'],
  signed_by: ['J. Roe'],
  content_type: ['image/png'],
  size: [48213],
  supersedes: [null],
  sweepId: [null, exampleId('sweep')],
  qr_id: [null],
  store_id: [null],
  ltracking: [null, 'NL418820937US'],
  drop_off_store_id: [null],
  // Far in the future, because the examples are sent as requests.
  expires_at: ['2030-12-20T09:30:00.000Z'],
  last_day: ['2030-12-20'],
  pickup_id: [null],
  manifest_id: [null],
  tender_id: [null],
  expired_at: [null],
  voided_at: [null],
  cancelled_at: [null],
  rejected_at: [null],
  reject_reason: [null, 'damaged'],
  reject_reason_note: [null, 'Crushed corner'],
  unclaimed_since: [null],
  dispose_after: [null],
  disputed_at: [null],
  resolved_at: [null],
  closed_at: [null],
  accepted_at: [null],
  accepted_by: [null, 'Dock 4'],
  acceptedBy: ['Dock 4'],
  scheduled_delivery_date: [null, '2026-11-25'],
  dispute_status: [null],
  dispute_reason: [null, 'Our scale shows 2 lb.'],
  disputeReason: ['Our scale shows 2 lb.'],
  disabled_reason: [null],
  next_cursor: [null],
  created_after: ['2026-11-01T00:00:00.000Z'],
  created_before: ['2026-12-01T00:00:00.000Z'],
  'PickupCreate.date': ['2035-05-15'],
  has_more: [false],
  held: [false],
  label_voided: [false],
  metadata: [{ channel: 'web' }],
  version: [1],
  enabled_events: [['shipment.delivered', 'shipment.cancelled'], ['*']],
  secret: ['whsec_uTq8mYz3Vn5kWb1rLx7cJd2hPf9sGa4e'],
  description: ['Outer box crushed on arrival.'],
  summary: ['Label ready'],
  reason: ['reweigh', 'Our scale shows 2 lb.'],
  handoff: ['inject'],
  piece_count: [3],
  pieceCount: [3],
  piece_count_received: [null, 3],
  missing_shipment_ids: [[]],
  pieceCountReceived: [3],
  package_count: [3],
  packageCount: [3],
  shipmentCount: [3],
  store_code: ['COL-01'],
  storeCode: ['COL-01'],
  pudoCode: ['COL-01'],
  storeAddress: ['1 Main St, Columbus, OH 43004, US'],
  code: ['COL-01', 'SORT-E'],
  facility: [null, 'SORT-E'],
  window_start: ['09:00'],
  window_end: ['12:30'],
  pickupWindowStart: ['09:00'],
  pickupWindowEnd: ['12:30'],
  scanner_email: ['clerk@corner.example'],
  scannerEmail: ['clerk@corner.example'],
  scanner_name: ['Kim Clerk'],
  scannerName: ['Kim Clerk'],
  lat: [39.96, '39.9612'],
  lon: [-83, '-82.9988'],
  distance_km: [1.8],
  radius_km: [25],
  timezone: ['America/New_York'],
  hours: [{ mon: [['09:00', '18:00']], sat: [['10:00', '14:00']] }],
  redirectedTo: ['Columbus, OH 43004, US'],
  redirectedToLine1: ['1 Main St'],
  seconds: [86_400],
  offset_seconds: [86_400],
  limit: [20],
}

const BY_FORMAT: Record<string, readonly unknown[]> = {
  'date-time': ['2026-11-20T09:30:00.000Z'],
  date: ['2026-11-21'],
  email: ['ada@example.com'],
  uri: ['https://partner.example/hooks/backhaul'],
}

/**
 * Optional request fields that the example omits: alternative forms of the same fact, references to existing things, and times that must be
 * near the present.
 */
const LEFT_OUT = new Set([
  'barcode',
  'qr_id',
  'qr_token',
  'facility',
  'occurred_at',
  'expires_at',
  'drop_off_store_id',
  'missing_shipment_ids',
])

/**
 * Returns the kind of the id in a field with this name, such as `shipment` for `shipment_id`. Names such as `drop_off_store_id` and
 * `previousQr` also work.
 */
const idKindOf = (name: string): IdKind | null => {
  if (isIdKind(name)) return name
  const base = /^(?:.*_)?([a-z]+)_ids?$/.exec(name)?.[1] ?? (name === 'previousQr' ? 'qr' : '')
  return isIdKind(base) ? base : null
}

/** Returns `status` for `Scan.status`. */
const fieldOf = (name: string): string => name.slice(name.indexOf('.') + 1)
const namedExamples = (name: string): readonly unknown[] => [...(BY_NAME[name] ?? []), ...(BY_NAME[fieldOf(name)] ?? [])]

const numbers = (schema: Schema): unknown[] => {
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1)
  return [1, least, schema.maximum, 0].filter((value) => value !== undefined)
}

/** Returns possible values, best first. They are not checked yet. */
const candidates = (schema: Schema, name: string, kind: IdKind | null): readonly unknown[] => {
  if (schema.const !== undefined) return [schema.const]
  const field = fieldOf(name)
  const named = field === 'id' ? kind : idKindOf(field)
  const ids = named && schema.type === 'string' ? [exampleId(named)] : []
  const formatted = BY_FORMAT[schema.format ?? ''] ?? []
  const words = field.replaceAll(/[_-]/g, ' ')
  return [...(schema.enum ?? []), ...ids, ...formatted, ...numbers(schema), `Example ${words}`, words.slice(0, 10), 'x', true, null]
}

/** Returns the kind of resource named in the `object` field of an object. It determines the example of the object's `id`. */
const kindOf = (schema: Schema): IdKind | null => {
  const object = schema.properties?.object
  const name = String(object?.const ?? object?.enum?.[0] ?? '')
    .replace('webhook_delivery', 'delivery')
    .replace('api_key', 'key')
    .replace('audit_record', 'audit')
    .replace(/^console_/, '')
  return isIdKind(name) ? name : null
}

export class Examples {
  /** Existing examples by schema title: recorded events. */
  readonly #recorded: ReadonlyMap<string, unknown>

  constructor(recorded: ReadonlyMap<string, unknown> = new Map()) {
    this.#recorded = recorded
  }

  /** Returns an instance of the schema. Throws if it finds none. In that case, give the schema `examples`. */
  of(schema: Schema, name = '', kind: IdKind | null = null): unknown {
    const recorded = schema.title === undefined ? undefined : this.#recorded.get(schema.title)
    if (recorded !== undefined) return recorded
    const whole = [...namedExamples(name), ...(schema.examples ?? [])].find((value) => Check(schema, value))
    if (whole !== undefined) return whole
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return this.of(variants[0] as Schema, name, kind)
    if (schema.properties) return this.#object(schema)
    if (schema.type === 'array') return this.#array(schema, name)
    if (schema.type === 'object') return {}
    const value = candidates(schema, name, kind).find((candidate) => Check(schema, candidate))
    if (value === undefined)
      throw new Error(`no example fits ${name || '(unnamed)'}: ${JSON.stringify(schema)}; give its schema "examples"`)
    return value
  }

  #object(schema: Schema): object {
    const kind = kindOf(schema)
    const { properties = {}, required = [] } = schema
    const isLeftOut = (key: string) =>
      LEFT_OUT.has(key) || (key === 'tracking' && 'shipment_id' in properties) || (key === 'scopes' && 'role' in properties)
    const shown = Object.entries(properties).filter(([key]) => required.includes(key) || !isLeftOut(key))
    return Object.fromEntries(shown.map(([key, property]) => [key, this.of(property, `${schema.title ?? ''}.${key}`, kind)]))
  }

  #array(schema: Schema, name: string): unknown[] {
    if (Array.isArray(schema.items)) return schema.items.map((item: Schema) => this.of(item, name))
    const item = this.of(schema.items ?? {}, name)
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => item)
  }
}
