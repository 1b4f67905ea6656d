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

/** Normalizes a part of an address for comparison. */
export const plain = (text: string | null | undefined): string => (text ?? '').trim().toUpperCase()

/** Weight in pounds, sides in inches, three decimals each. */
export interface Parcel {
  weight: number
  length: number
  width: number
  height: number
  /** Unit in which the weight was given, for printed papers. Absent: pounds. */
  weight_unit?: 'oz' | 'kg' | 'g'
}

/**
 * One row of `shipments`. Times are ISO 8601 UTC text with milliseconds. Money is integer cents. `market`: the destination country, which
 * is the key of its market. `open_tender_id`: the tender that the shipment is in, until that tender is accepted. `estimated_delivery_date`:
 * null if the calendars give no estimate. `ended_at`: when the shipment reached a terminal status. For a delivery this is the time of the
 * scan, otherwise the time of the decision.
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
  /** The last status before the shipment became unclaimed. Null: it never did. */
  unclaimed_from: Status | null
  /**
   * Read from `parcel_links`, never written: the number of the valid link of the parcel's page. Null or absent: the first
   * (service/links.ts).
   */
  parcel_link?: number | null
  /**
   * Read from `qrs` with the row: the stored status of the QR in `qr_id`. Commands on QRs keep it up to date. It is not a column of
   * `shipments`.
   */
  qr_status?: QrRow['status'] | null
  /** Read from `scans`, never written: the scan that determines custody (core/src/custody.ts). */
  last_scan?: LastScan | null
  /** Like `last_scan`, but without scans by carriers as long as the shipment is not delivered. */
  last_not_by_carrier?: LastScan | null
}

export type LastScan = Pick<
  ScanRow,
  'kind' | 'store_id' | 'facility' | 'location' | 'occurred_at' | 'sent_occurred_at' | 'scanner_name' | 'details'
>

/** One row of `labels`: the printed facts, stored so that the label always renders to the same bytes. */
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
  /** Only for returns. Labels of releases up to 0.2 have neither this field nor the next one. */
  rma?: string | null | undefined
  /** The carrier's own number, if it was known when the label was made. */
  ltracking?: string | null | undefined
  /** Standard of the barcode. Absent: 20 digits of the service's own. */
  barcode_standard?: 'sscc' | undefined
  /** Unit of the printed weight. Absent: pounds. */
  weight_unit?: Parcel['weight_unit']
  /** Country names on a label that crosses a border, in capitals. Absent: the codes are printed. */
  country_names?: { from: string; to: string } | undefined
  /** Position of the parcel among those that were ordered together. */
  piece?: { number: number; count: number } | undefined
}

/**
 * One row of `qrs`. The API shows `qrStatus` (core/src/qr.ts) as its status. `superseded` exists only in the database. `expired` is not
 * stored.
 */
export interface QrRow extends Row<'qrs'> {
  status: 'active' | 'used' | 'superseded' | 'invalidated'
  /** Read with the row, never written: the time at which an active QR ended because its shipment was cancelled. */
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

/** One row of `scans`: a physical event, whether or not it changed the status. */
export interface ScanRow extends Row<'scans'> {
  /** The shipment's status after this scan. */
  status: Status
  location: Place | null
  details: Record<string, unknown>
}
