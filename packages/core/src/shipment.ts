// The shipment: its statuses, its row and the parcel it describes. Pure types and tables (docs/guide/shipments.md).
import type { Money } from './money.ts'

export const STATUSES = [
  'created',
  'label_ready',
  'ready_for_pickup',
  'picked_up',
  'in_possession',
  'at_sort_center',
  'sorted',
  'injected',
  'made_ready',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'rejected',
  'undeliverable',
  'return_to_sender',
  'unclaimed',
  'disposed',
  'cancelled',
  'expired',
] as const
export type Status = (typeof STATUSES)[number]

export const DIRECTIONS = ['return', 'outbound'] as const
export type Direction = (typeof DIRECTIONS)[number]
export const FULFILLMENTS = ['print_label', 'qr_code'] as const
export type Fulfillment = (typeof FULFILLMENTS)[number]
export const SERVICE_LEVELS = ['economy', 'standard', 'express'] as const
export type ServiceLevel = (typeof SERVICE_LEVELS)[number]
export const LABEL_FORMATS = ['pdf', 'png', 'zpl'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]
export const REJECT_REASONS = ['damaged', 'prohibited', 'oversize', 'wrong_item', 'no_label', 'other'] as const
export type RejectReason = (typeof REJECT_REASONS)[number]

export interface Address {
  name?: string | null
  company?: string | null
  line1: string
  line2?: string | null
  city: string
  state?: string | null
  /** Absent where the country has none. */
  postal_code?: string | null
  country: string
  phone?: string | null
  email?: string | null
}

/** A part of an address as it is compared with another. */
export const plain = (text: string | null | undefined): string => (text ?? '').trim().toUpperCase()

/** Weight in pounds, sides in inches, three decimals each. */
export interface Parcel {
  weight: number
  length: number
  width: number
  height: number
  /** In which the weight was given, for papers; absent: pounds. */
  weight_unit?: 'oz' | 'kg' | 'g'
}

/** One row of `shipments`. Times are ISO 8601 UTC text with milliseconds; money is integer cents. */
export interface Shipment {
  id: string
  partner_id: string
  tracking: string
  barcode: string
  ltracking: string | null
  /** By what else `ltracking` is found (carrier-number.ts). */
  ltracking_keys: readonly string[] | null
  status: Status
  direction: Direction
  fulfillment: Fulfillment
  channel: 'api' | 'retail'
  order_id: string | null
  rma: string | null
  ship_ext_id: string | null
  customer: string | null
  service_level: ServiceLevel
  from_address: Address | null
  to_address: Address
  parcel: Parcel
  declared_value: Money | null
  drop_off_store_id: string | null
  store_id: string | null
  label_format: LabelFormat
  metadata: Record<string, string>
  /** Destination country, the key of its market. */
  market: string
  currency: string
  amount: Money
  carrier: string | null
  label_id: string | null
  label_version: number | null
  supersedes: string | null
  label_voided: boolean
  held: boolean
  qr_id: string | null
  pickup_id: string | null
  sweep_id: string | null
  manifest_id: string | null
  tender_id: string | null
  /** The tender that it is promised to while that tender is not accepted. */
  open_tender_id: string | null
  /** Code of the carrier that accepted it for collection, until a carrier is seen to have it. */
  collecting_carrier: string | null
  /** The group that it was ordered in, and which of how many of its parcels it is; null by itself. */
  group_id: string | null
  piece_number: number | null
  piece_count: number | null
  pod_document_id: string | null
  pod_grade: 'A' | 'B' | 'C' | null
  /** YYYY-MM-DD */
  scheduled_delivery_date: string | null
  /** YYYY-MM-DD, where it goes; null: no calendar says it. */
  estimated_delivery_date: string | null
  expires_at: string
  expired_at: string | null
  voided_at: string | null
  cancelled_at: string | null
  rejected_at: string | null
  reject_reason: RejectReason | null
  reject_reason_note: string | null
  /** The last status before it became unclaimed. Null: it never did. */
  unclaimed_from: Status | null
  unclaimed_since: string | null
  dispose_after: string | null
  /** When it reached a terminal status; the time of the delivery's scan, else of the decision. Null: it has not ended. */
  ended_at: string | null
  /** When a counter last took it in, by which lists of what is at a counter go. Null: none did. */
  taken_in_at: string | null
  created_at: string
  updated_at: string
  version: number
  /** Read from `parcel_links`, never written: which link of its page is good. Null or absent: the first; see service/links.ts. */
  parcel_link?: number | null
  /** Read from `qrs` with the row: the stored status of the QR in `qr_id`. Commands on QRs keep it; it is no column of `shipments`. */
  qr_status?: QrRow['status'] | null
  /** Read from `scans`, never written: the scan that says who has the parcel (core/src/custody.ts). */
  last_scan?: LastScan | null
  /** The same of those that are not its carrier's, while it is not delivered. */
  last_not_by_carrier?: LastScan | null
}

export type LastScan = Pick<
  ScanRow,
  'kind' | 'store_id' | 'facility' | 'location' | 'occurred_at' | 'sent_occurred_at' | 'scanner_name' | 'details'
>

/** One row of `labels`: what is printed on it, kept so that the label always renders to the same bytes. */
export interface LabelRow {
  id: string
  shipment_id: string
  version: number
  supersedes: string | null
  facts: LabelContent
  created_at: string
}

export interface LabelContent {
  tracking: string
  barcode: string
  direction: Direction
  service_level: ServiceLevel
  weight_lb: number
  order_id: string | null
  carrier: string | null
  from: Address | null
  to: Address
  /** Of a return. Absent, like the next one, on labels of releases up to 0.2. */
  rma?: string | null | undefined
  /** The carrier's own number, where it was known when the label was made. */
  ltracking?: string | null | undefined
  /** What the barcode is; absent: 20 digits of our own. */
  barcode_standard?: 'sscc' | undefined
  /** In which the weight is printed; absent: pounds. */
  weight_unit?: Parcel['weight_unit']
  /** Names of the countries of a label that crosses a border, in capitals; absent: their codes are printed. */
  country_names?: { from: string; to: string } | undefined
  /** Which of how many parcels that were ordered together. */
  piece?: { number: number; count: number } | undefined
}

/** One row of `qrs`. Its status as the API says it is `qrStatus` (core/src/qr.ts): `superseded` is for the database only, `expired` is not stored. */
export interface QrRow {
  id: string
  shipment_id: string
  partner_id: string
  token: string
  status: 'active' | 'used' | 'superseded' | 'invalidated'
  previous_qr_id: string | null
  expires_at: string
  used_at: string | null
  invalidated_at: string | null
  created_at: string
  version: number
  /** Read with the row, never written: when an active QR ended because its shipment was cancelled. */
  ended_at?: string | null
}

export interface Place {
  name?: string
  code?: string
  city?: string
  state?: string
  postalCode?: string
  country?: string
}

/** One row of `scans`: something that physically happened, whether or not it moved the status. */
export interface ScanRow {
  id: string
  shipment_id: string
  partner_id: string
  kind: string
  applied: boolean
  /** The shipment's status after this scan. */
  status: Status
  store_id: string | null
  facility: string | null
  location: Place | null
  occurred_at: string
  /** The time that was sent, if it was before the shipment's creation: the scan then counts as of the creation. */
  sent_occurred_at: string | null
  recorded_at: string
  /** By the device's own clock. */
  device_time: string | null
  scanner_email: string | null
  scanner_name: string | null
  lat: string | null
  lon: string | null
  details: Record<string, unknown>
}
