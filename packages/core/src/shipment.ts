// The shipment: its statuses, its row and the parcel it describes. Pure types and tables (docs/guide/shipments.md).
import type { Row } from './tables.ts'

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

/**
 * One row of `shipments`. Times are ISO 8601 UTC text with milliseconds; money is integer cents. `market`: the destination country, the key of its
 * market. `open_tender_id`: the tender that it is promised to while that tender is not accepted. `estimated_delivery_date`: null: no calendar says
 * it. `ended_at`: when it reached a terminal status; the time of the delivery's scan, else of the decision.
 */
export interface Shipment extends Row<'shipments'> {
  status: Status
  direction: Direction
  fulfillment: Fulfillment
  channel: 'api' | 'retail'
  service_level: ServiceLevel
  from_address: Address | null
  to_address: Address
  parcel: Parcel
  label_format: LabelFormat
  metadata: Record<string, string>
  pod_grade: 'A' | 'B' | 'C' | null
  reject_reason: RejectReason | null
  /** The last status before it became unclaimed. Null: it never did. */
  unclaimed_from: Status | null
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
export interface LabelRow extends Row<'labels'> {
  facts: LabelContent
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
export interface QrRow extends Row<'qrs'> {
  status: 'active' | 'used' | 'superseded' | 'invalidated'
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
export interface ScanRow extends Row<'scans'> {
  /** The shipment's status after this scan. */
  status: Status
  location: Place | null
  details: Record<string, unknown>
}
