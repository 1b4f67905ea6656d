// Generated from docs/openapi.json by `npm run generate`; do not edit.

/** Every code that an error can have. */
export type ErrorCode = 'route_not_found' | 'method_not_allowed' | 'payload_too_large' | 'bad_request' | 'missing_api_key' | 'invalid_api_key' | 'wrong_environment' | 'forbidden' | 'invalid_signature' | 'rate_limited' | 'insufficient_scope' | 'sandbox_only' | 'unsupported_media_type' | 'invalid_json' | 'idempotency_key_invalid' | 'idempotency_key_reused' | 'validation_failed' | 'invalid_cursor' | 'not_found' | 'shipment_locked' | 'shipment_not_dispositionable' | 'shipment_not_cancellable' | 'shipment_not_redirectable' | 'shipment_held' | 'invalid_transition' | 'label_not_ready' | 'label_voided' | 'pod_not_available' | 'qr_not_valid' | 'adjustment_already_disputed' | 'adjustment_not_disputed' | 'negative_total' | 'pickup_already_cancelled' | 'pickup_already_scheduled' | 'tender_already_accepted' | 'tender_not_acceptable' | 'shipment_already_tendered' | 'manifest_already_closed' | 'claim_already_open' | 'claim_already_resolved' | 'webhook_url_not_allowed' | 'store_code_taken' | 'webhook_limit_reached' | 'storage_quota_exceeded' | 'delivery_not_possible' | 'idempotency_in_progress' | 'internal_error' | 'unavailable'

/** Every event type there is now; the service may add others. */
export const EVENT_TYPES = [
  'shipment.created',
  'shipment.label_ready',
  'shipment.label_reprinted',
  'shipment.updated',
  'shipment.sold',
  'qr.scanned',
  'shipment.ready_for_pickup',
  'shipment.picked_up',
  'shipment.in_possession',
  'shipment.at_sort_center',
  'shipment.sorted',
  'shipment.injected',
  'shipment.in_transit',
  'tracking.updated',
  'shipment.out_for_delivery',
  'shipment.delivered',
  'shipment.rejected',
  'shipment.undeliverable',
  'shipment.return_to_sender',
  'shipment.unclaimed',
  'shipment.disposed',
  'claim.opened',
  'shipment.cancelled',
  'shipment.expired',
  'shipment.held',
  'shipment.released',
  'shipment.redirected',
  'shipment.adjusted',
  'shipment.discrepancy_reported',
  'adjustment.disputed',
  'qr.reissued',
  'qr.invalidated',
  'pickup.scheduled',
  'pickup.cancelled',
  'sweep.created',
  'tender.created',
  'tender.accepted',
  'tender.discrepancy',
  'manifest.closed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Any error answer. */
export interface ErrorEnvelope {
  /** What went wrong, in the same form everywhere. */
  error: {
    /** Stable; use it in your program. */
    code: 'route_not_found' | 'method_not_allowed' | 'payload_too_large' | 'bad_request' | 'missing_api_key' | 'invalid_api_key' | 'wrong_environment' | 'forbidden' | 'invalid_signature' | 'rate_limited' | 'insufficient_scope' | 'sandbox_only' | 'unsupported_media_type' | 'invalid_json' | 'idempotency_key_invalid' | 'idempotency_key_reused' | 'validation_failed' | 'invalid_cursor' | 'not_found' | 'shipment_locked' | 'shipment_not_dispositionable' | 'shipment_not_cancellable' | 'shipment_not_redirectable' | 'shipment_held' | 'invalid_transition' | 'label_not_ready' | 'label_voided' | 'pod_not_available' | 'qr_not_valid' | 'adjustment_already_disputed' | 'adjustment_not_disputed' | 'negative_total' | 'pickup_already_cancelled' | 'pickup_already_scheduled' | 'tender_already_accepted' | 'tender_not_acceptable' | 'shipment_already_tendered' | 'manifest_already_closed' | 'claim_already_open' | 'claim_already_resolved' | 'webhook_url_not_allowed' | 'store_code_taken' | 'webhook_limit_reached' | 'storage_quota_exceeded' | 'delivery_not_possible' | 'idempotency_in_progress' | 'internal_error' | 'unavailable'
    /** One sentence for people: what is wrong and what to do. */
    message: string
    /** Facts for this code. */
    details: Record<string, unknown>
  }
}

/** Where a parcel comes from or goes to. Null means absent, so an address can be read, changed and sent back. */
export interface Address {
  /** Person */
  name?: string | null | undefined
  /** Company */
  company?: string | null | undefined
  /** Street and number */
  line1: string
  /** Apartment, suite, floor */
  line2?: string | null | undefined
  /** City */
  city: string
  /** State, province or region */
  state?: string | null | undefined
  /** Postal code */
  postal_code: string
  /** ISO 3166-1 alpha-2 code */
  country: string
  /** Phone number */
  phone?: string | null | undefined
  /** E-mail address */
  email?: string | null | undefined
}

/** Missing measurements are taken from the recorded parcel, else from your default parcel, else 1 lb and 10 x 8 x 4 in. */
export interface ParcelInput {
  /** Weight, in `weight_unit` */
  weight?: number | undefined
  /** Longest side, in `dimension_unit` */
  length?: number | undefined
  /** Width, in `dimension_unit` */
  width?: number | undefined
  /** Height, in `dimension_unit` */
  height?: number | undefined
  /** `lb` when absent */
  weight_unit?: 'lb' | 'oz' | 'kg' | 'g' | undefined
  /** `in` when absent */
  dimension_unit?: 'in' | 'cm' | undefined
}

/** The body of `POST /v2/shipments`. */
export interface ShipmentCreate {
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: 'return' | 'outbound'
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: 'print_label' | 'qr_code'
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your own id of the shipment */
  ship_ext_id?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: 'economy' | 'standard' | 'express' | undefined
  from?: Address | undefined
  to?: Address | undefined
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: number | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: 'pdf' | 'png' | 'zpl' | undefined
  /** When it expires unless sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

/** An address as it is kept. */
export interface AddressRecord {
  /** Person; null if there is none. */
  name: string | null
  /** Company; null if there is none. */
  company: string | null
  /** Street and number. */
  line1: string
  /** Apartment, suite or floor; null if there is none. */
  line2: string | null
  /** City. */
  city: string
  /** State, province or region; null if there is none. */
  state: string | null
  /** Postal code. */
  postal_code: string
  /** Country, as an ISO 3166-1 alpha-2 code. */
  country: string
  /** Phone number. */
  phone: string | null
  /** E-mail address. */
  email: string | null
}

/** Weight and measures as they are kept: in pounds and inches, whatever the request used. */
export interface Parcel {
  /** Pounds */
  weight: number
  /** Inches */
  length: number
  /** Inches */
  width: number
  /** Inches */
  height: number
  /** The unit of `weight`. */
  weight_unit: 'lb'
  /** The unit of `length`, `width` and `height`. */
  dimension_unit: 'in'
}

/** One parcel on its way, from its creation to its end. */
export interface Shipment {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'shipment'
  /** 26 random Crockford base32 characters and a check character; never changes */
  tracking: string
  /** 20 digits, the last a GS1 mod-10 check digit; never changes */
  barcode: string
  /** The onward carrier's own number, once a carrier is known */
  ltracking: string | null
  /** Where the parcel is on its way; see [the states of a shipment](/docs/states). */
  status: 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: 'return' | 'outbound'
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: 'print_label' | 'qr_code'
  /** `api`: created by a request. `retail`: sold at a counter. */
  channel: 'api' | 'retail'
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your own id of the shipment */
  ship_ext_id: string | null
  /** Your id of the customer */
  customer: string | null
  /** How fast it travels. */
  service_level: 'economy' | 'standard' | 'express'
  from: AddressRecord | null
  to: AddressRecord
  parcel: Parcel
  /** Cents */
  declared_value: number | null
  /** Where it was routed to be dropped off */
  drop_off_store_id: string | null
  /** The counter that took it in */
  store_id: string | null
  /** The format in which the label is drawn unless a request asks for another. */
  label_format: 'pdf' | 'png' | 'zpl'
  /** Destination country */
  market: string
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Price in cents */
  amount: number
  /** Null in a marketplace market until injection */
  carrier: string | null
  /** The current label */
  label_id: string | null
  /** Starts at 1; null before the first label */
  label_version: number | null
  /** The label that the current one replaced */
  supersedes: string | null
  /** Path of the label, once there is one */
  label_url: string | null
  /** Whether the label is void: a voided label is not to be used any more. */
  label_voided: boolean
  /** Whether the shipment is on hold. */
  held: boolean
  /** The current QR of a qr_code shipment */
  qr_id: string | null
  /** The live pickup */
  pickup_id: string | null
  /** The sweep that collected it, or is to collect it */
  sweepId: string | null
  /** The store's manifest that counts it */
  manifest_id: string | null
  /** The tender that handed it to the carrier */
  tender_id: string | null
  /** The proof of delivery; null until there is one. */
  pod: {
    /** Where its image is read; null without an image. */
    document: string | null
    /** How good the proof is; `A` is the best. */
    grade: 'A' | 'B' | 'C'
  } | null
  /** When it expires unless sent */
  expires_at: string
  /** When it expired */
  expired_at: string | null
  /** When its label was voided */
  voided_at: string | null
  /** When it was cancelled */
  cancelled_at: string | null
  /** When a counter last refused it */
  rejected_at: string | null
  /** Why a counter refused the parcel; null unless it did. */
  reject_reason: 'damaged' | 'prohibited' | 'oversize' | 'wrong_item' | 'no_label' | 'other' | null
  /** The counter's note */
  reject_reason_note: string | null
  /** First unclaimed report */
  unclaimed_since: string | null
  /** 30 days after the first unclaimed report */
  dispose_after: string | null
  /** YYYY-MM-DD, as announced by the carrier */
  scheduled_delivery_date: string | null
  /** Your own notes, as names and texts. They are kept and given back, and mean nothing to the service. */
  metadata: Record<string, string>
  /** Creation */
  created_at: string
  /** Last change */
  updated_at: string
  /** Rises with every change, and with every event that leaves the shipment unchanged */
  version: number
}

/** The body of `POST /v2/shipments/batch`. */
export interface ShipmentBatch {
  /** The shipments, each as when it is created alone. */
  shipments: ShipmentCreate[]
}

/** One page of `Shipment` records. */
export interface ShipmentList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Shipment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/retail/shipments`. */
export interface RetailShipmentCreate {
  /** Always `outbound`; any other value is ignored */
  direction?: 'return' | 'outbound' | undefined
  /** Always `print_label`; any other value is ignored */
  fulfillment?: 'print_label' | 'qr_code' | undefined
  /** The counter that sells it */
  store_id?: string | undefined
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your own id of the shipment */
  ship_ext_id?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: 'economy' | 'standard' | 'express' | undefined
  from?: Address | undefined
  to?: Address | undefined
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: number | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: 'pdf' | 'png' | 'zpl' | undefined
  /** When it expires unless sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

/** The body of `PATCH /v2/shipments/{id}`. */
export interface ShipmentAmend {
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: number | undefined
  to?: Address | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
}

/** The body of `POST /v2/shipments/{id}/redirect`. */
export interface ShipmentRedirect {
  to: Address
}

/** The body of `POST /v2/shipments/{id}/disposition`. */
export interface ShipmentDisposition {
  /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
  disposition: 'rts' | 'redeliver' | 'unclaimed' | 'dispose'
}

/** One version of the label of a shipment. */
export interface Label {
  /** The id of the label; a reprint has a new one. */
  label_id: string
  /** 1 for the first label; each reprint counts one more. */
  label_version: number
  /** The label that it replaced */
  supersedes: string | null
  /** The shipment's label_format */
  format: 'pdf' | 'png' | 'zpl'
  /** Path of the label in that format */
  url: string
  /** When it was made */
  created_at: string
}

/** The body of `POST /v2/labels`. */
export interface LabelPrint {
  /** In the order in which the labels are printed */
  shipment_ids: string[]
  /** `pdf` when absent: a page for each label. `zpl`: one program after the other */
  format?: 'pdf' | 'zpl' | undefined
  /** Of the printer; 203 when absent */
  dpi?: 203 | 300 | undefined
}

/** What a sender shows at a counter instead of a label. */
export interface Qr {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'qr'
  /** The id of the shipment. */
  shipment_id: string
  /** The text in the symbol */
  token: string
  /** Only an active QR can be presented. Reissuing invalidates the QR that is replaced */
  status: 'active' | 'used' | 'invalidated' | 'expired'
  /** When it stops validating */
  expires_at: string
  /** Path of its image */
  image_url: string
  /** The QR that it replaced */
  previous_qr_id: string | null
  /** The QR that replaced it */
  superseded_by: string | null
  /** When it was presented */
  used_at: string | null
  /** When it was invalidated or replaced */
  invalidated_at: string | null
  /** When it was issued */
  created_at: string
}

/** What the counter measured; anything it did not measure counts as declared. A difference creates an adjustment. */
export interface Reweigh {
  /** Weight, in `weight_unit` */
  weight?: number | undefined
  /** Longest side, in `dimension_unit` */
  length?: number | undefined
  /** Width, in `dimension_unit` */
  width?: number | undefined
  /** Height, in `dimension_unit` */
  height?: number | undefined
  /** `lb` when absent */
  weight_unit?: 'lb' | 'oz' | 'kg' | 'g' | undefined
  /** `in` when absent */
  dimension_unit?: 'in' | 'cm' | undefined
}

/** The body of `POST /v2/scan-events/walk-in`. */
export interface WalkInScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
  reweigh?: Reweigh | undefined
}

/** What somebody reported about a parcel: what, when and where. */
export interface Scan {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'scan'
  /** The id of the shipment. */
  shipment_id: string
  /** What the scan reports. */
  kind: 'walk-in' | 'accept' | 'reject' | 'collect' | 'custody' | 'arrive' | 'sort' | 'inject' | 'movement' | 'out-for-delivery' | 'deliver'
  /** Whether it moved the shipment; a late scan is only recorded. */
  applied: boolean
  /** Status of the shipment after it */
  status: 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'
  /** The id of the store; null if no store of the network is meant. */
  store_id: string | null
  /** The code of the facility that reported it; null if it was not one. */
  facility: string | null
  /** Where it happened; null if the scan did not say. */
  location: {
    /** Name of the store or facility. */
    name: string | null
    /** Code of the store or facility. */
    code: string | null
    /** City. */
    city: string | null
    /** State, province or region; null if there is none. */
    state: string | null
    /** Postal code. */
    postal_code: string | null
    /** Country, as an ISO 3166-1 alpha-2 code. */
    country: string | null
  } | null
  /** When it happened */
  occurred_at: string
  /** When the service learned of it */
  recorded_at: string
  /** E-mail address of the person who scanned. */
  scanner_email: string | null
  /** Name of the person who scanned. */
  scanner_name: string | null
  /** Latitude in degrees. */
  lat: number | null
  /** Longitude in degrees. */
  lon: number | null
  /** The kind's own fields as they were sent */
  details: Record<string, unknown>
}

/** The recorded scan and the shipment as it is after it. */
export interface ScanAnswer {
  shipment: Shipment
  scan: Scan
  /** Whether it moved the shipment */
  applied: boolean
  /** eventIDs of what it fired, in order */
  events: string[]
}

/** The body of `POST /v2/scan-events/accept`. */
export interface AcceptScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
}

/** The body of `POST /v2/scan-events/reject`. */
export interface RejectScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
  /** `other` when absent */
  reject_reason?: 'damaged' | 'prohibited' | 'oversize' | 'wrong_item' | 'no_label' | 'other' | undefined
  /** The counter's note */
  reject_reason_note?: string | undefined
}

/** The body of `POST /v2/scan-events/collect`. */
export interface CollectScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
}

/** The body of `POST /v2/scan-events/custody`. */
export interface CustodyScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
}

/** The body of `POST /v2/scan-events/arrive`. */
export interface ArriveScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
}

/** The body of `POST /v2/scan-events/sort`. */
export interface SortScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
}

/** The body of `POST /v2/scan-events/inject`. */
export interface InjectScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
  /** Code of the carrier that took it, listed here or not; chosen for the parcel when absent */
  carrier?: string | undefined
  /** The carrier's own number; generated when absent */
  ltracking?: string | undefined
}

/** The body of `POST /v2/scan-events/movement`. */
export interface MovementScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
  /** The day for which the carrier announces the delivery */
  scheduled_delivery_date?: string | undefined
}

/** The body of `POST /v2/scan-events/out-for-delivery`. */
export interface OutForDeliveryScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
  /** The day for which the carrier announces the delivery */
  scheduled_delivery_date?: string | undefined
}

/** The body of `POST /v2/scan-events/deliver`. */
export interface DeliverScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number */
  tracking?: string | undefined
  /** … by its barcode */
  barcode?: string | undefined
  /** … by the id of its QR, which counts as presented */
  qr_id?: string | undefined
  /** … by what its QR carries, which counts as presented */
  qr_token?: string | undefined
  /** The counter; an unknown one is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** When it happened; now when absent. At most 5 minutes in the future */
  occurred_at?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
  /** The proof of delivery, uploaded before with POST /v2/documents */
  pod_document_id?: string | undefined
  /** Who signed for it */
  signed_by?: string | undefined
}

/** `kind` (walk-in, accept, reject, collect, custody, arrive, sort, inject, movement, out-for-delivery, deliver) and the fields of `POST /v2/scan-events/<kind>`. */
export type BulkScan = Record<string, unknown>

/** The body of `POST /v2/scan-events/bulk`. */
export interface ScanBulk {
  /** The scans, in the order in which they are to be recorded. */
  scans: BulkScan[]
}

/** What became of one scan of the list, in its position. */
export interface BulkScanResult {
  /** The HTTP status that this scan would have been answered with on its own */
  status: number
  result?: ScanAnswer | undefined
  /** Why this scan was refused; absent if it was not. */
  error?: {
    /** Stable; use it in your program. */
    code: string
    /** One sentence for people: what is wrong and what to do. */
    message: string
    /** Facts for this code. */
    details: Record<string, unknown>
  } | undefined
}

/** One page of `BulkScanResult` records. */
export interface BulkScanResultList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: BulkScanResult[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** One page of `Scan` records. */
export interface ScanList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Scan[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** What anybody who knows the tracking number may see. */
export interface Tracking {
  /** Says what kind of record this is. */
  object: 'tracking'
  /** The tracking number. */
  tracking: string
  /** Where the parcel is on its way; see [the states of a shipment](/docs/states). */
  status: 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'
  /** Oldest first, of the newest 500 scans; a scan reported twice is listed once */
  history: {
    /** What the scan reports. */
    kind: 'walk-in' | 'accept' | 'reject' | 'collect' | 'custody' | 'arrive' | 'sort' | 'inject' | 'movement' | 'out-for-delivery' | 'deliver'
    /** Status after the scan */
    status: 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'
    /** When it happened */
    occurred_at: string
    /** Where it happened; null if the scan did not say. */
    location: {
      /** City. */
      city: string | null
      /** State, province or region; null if there is none. */
      state: string | null
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country: string | null
    } | null
  }[]
}

/** An image of a shipment, such as its proof of delivery. */
export interface Document {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'document'
  /** The media type of the image. */
  content_type: 'image/png' | 'image/jpeg'
  /** Bytes */
  size: number
}

/** How much space your documents take. */
export interface Storage {
  /** Says what kind of record this is. */
  object: 'storage'
  /** Bytes */
  used: number
  /** Bytes */
  limit: number
}

/** The body of `POST /v2/pickups`. */
export interface PickupCreate {
  /** The shipment to collect */
  shipment_id: string
  /** Where to collect it. When absent: the store that took it in, else the one it is routed to */
  store_id?: string | undefined
  /** Store-local day */
  date: string
  /** Store-local time, HH:MM */
  window_start: string
  /** Store-local time, HH:MM, later than window_start; not in the past */
  window_end: string
  /** How many packages; 1 when absent */
  package_count?: number | undefined
}

/** A collection of parcels at a store, within a time window of one day. */
export interface Pickup {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'pickup'
  /** The id of the shipment. */
  shipment_id: string
  /** Where it is collected */
  store_id: string
  /** The visit that collects it */
  sweep_id: string
  /** Unique, and short enough to read out */
  confirmation_code: string
  /** Store-local day */
  date: string
  /** Store-local time */
  window_start: string
  /** Store-local time */
  window_end: string
  /** How many parcels the driver is to collect. */
  package_count: number
  /** Its present status. */
  status: 'scheduled' | 'cancelled'
  /** When it was booked */
  created_at: string
  /** When it was cancelled */
  cancelled_at: string | null
}

/** One page of `Pickup` records. */
export interface PickupList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Pickup[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PATCH /v2/pickups/{id}`. */
export interface PickupAmend {
  /** The only change that is supported */
  status: 'cancelled'
}

/** The store as it was at that time; later changes to the store do not alter it. */
export interface StoreCopy {
  /** Its name, as people know it. */
  name: string
  /** The short name by which requests and scans refer to it. */
  code: string
  /** City. */
  city: string
  /** State, province or region; null if there is none. */
  state: string | null
  /** Postal code. */
  postal_code: string
  /** ISO 3166-1 alpha-2 code */
  country: string
  /** Street and number */
  address: string
}

/** A carrier's visit to a store on one day, with all its pickups. */
export interface Sweep {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'sweep'
  /** The store visited */
  store_id: string
  store: StoreCopy
  /** Store-local day of the visit */
  sweep_date: string
  /** Code of the visiting carrier */
  dp: string
  /** `closed` once its last live pickup is cancelled */
  status: 'ordered' | 'closed'
  /** When it was ordered */
  created_at: string
  /** When it was closed */
  closed_at: string | null
}

/** One page of `Sweep` records. */
export interface SweepList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Sweep[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/tenders`. */
export interface TenderCreate {
  /** The carrier's code */
  carrier: string
  /** `inject`: the parcels enter the network of the carrier on acceptance; `collect`: they are made ready for the carrier to collect */
  handoff: 'inject' | 'collect'
  /** Each must be labeled, not injected yet, not on hold and not in another open tender */
  shipment_ids: string[]
  /** Code of the facility where the handover takes place */
  facility?: string | undefined
  /** Ignored; always the number of shipments */
  piece_count?: unknown | undefined
}

/** A batch of shipments that is handed to a carrier. */
export interface Tender {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'tender'
  /** The carrier's code */
  carrier: string
  /** `inject`: the parcels enter the network of the carrier on acceptance; `collect`: they are made ready for the carrier to collect */
  handoff: 'inject' | 'collect'
  /** The facility's code */
  facility: string | null
  /** Its present status. */
  status: 'created' | 'accepted'
  /** Number of shipments */
  piece_count: number
  /** What the carrier counted */
  piece_count_received: number | null
  /** All members, in the order in which they were given */
  shipment_ids: string[]
  /** All members with their current statuses */
  shipments: {
    /** The id of the shipment. */
    id: string
    /** Where this parcel is on its way. */
    status: 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'
  }[]
  /** Who accepted it for the carrier; null until then. */
  accepted_by: string | null
  /** When it was accepted */
  accepted_at: string | null
  /** The difference between the pieces announced and the pieces received; null if there is none. */
  discrepancy: {
    /** `short`: fewer pieces came than announced. `over`: more. */
    type: 'short' | 'over'
    /** Received minus expected */
    delta: number
  } | null
  /** Creation */
  created_at: string
}

/** One page of `Tender` records. */
export interface TenderList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Tender[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/tenders/{id}/accept`. */
export interface TenderAccept {
  /** How many parcels the carrier counted */
  piece_count_received: number
  /** Who accepted; the acting key's contact when absent */
  accepted_by?: string | undefined
}

/** What a store took in on one day. */
export interface Manifest {
  /** Its id, which never changes. */
  manifest_id: string
  /** Says what kind of record this is. */
  object: 'manifest'
  /** The store that took the parcels in */
  store_id: string
  store: StoreCopy
  /** Store-local day */
  manifest_date: string
  /** Its present status. */
  status: 'open' | 'closed'
  /** Parcels taken in */
  package_count: number
  /** When its first parcel was taken in */
  created_at: string
  /** When it was closed */
  closed_at: string | null
}

/** One page of `Manifest` records. */
export interface ManifestList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Manifest[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** Opening hours by weekday; a day that is absent is closed. Null: not known. */
export interface OpeningHours {
  /** Monday: the times between which it is open, each as opening and closing time. */
  mon?: ([string, string])[] | undefined
  /** Tuesday, in the same form. */
  tue?: ([string, string])[] | undefined
  /** Wednesday, in the same form. */
  wed?: ([string, string])[] | undefined
  /** Thursday, in the same form. */
  thu?: ([string, string])[] | undefined
  /** Friday, in the same form. */
  fri?: ([string, string])[] | undefined
  /** Saturday, in the same form. */
  sat?: ([string, string])[] | undefined
  /** Sunday, in the same form. */
  sun?: ([string, string])[] | undefined
}

/** A place where a parcel can be dropped off. */
export interface DropOffLocation {
  /** Says what kind of record this is. */
  object: 'drop_off_location'
  /** What other requests take as store_id or drop_off_store_id */
  store_id: string
  /** The network's own code */
  code: string
  /** Its name, as people know it. */
  name: string
  /** Street and number */
  line1: string
  /** City. */
  city: string
  /** State, province or region; null if there is none. */
  state: string | null
  /** Postal code. */
  postal_code: string
  /** ISO 3166-1 alpha-2 code */
  country: string
  /** Degrees */
  lat: number
  /** Degrees */
  lon: number
  /** Straight-line distance from the searched point; null when there was none */
  distance_km: number | null
  hours: OpeningHours | null
  /** IANA name */
  timezone: string
}

/** One page of `DropOffLocation` records. */
export interface DropOffLocationList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: DropOffLocation[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/webhooks`. */
export interface WebhookCreate {
  /** Where events are posted. It needs https and a public address; a sandbox on a loopback host also accepts http and private addresses. */
  url: string
  /** The event types to send, or the single element `*` for every type, including types added later. */
  enabled_events: ('shipment.created' | 'shipment.label_ready' | 'shipment.label_reprinted' | 'shipment.updated' | 'shipment.sold' | 'qr.scanned' | 'shipment.ready_for_pickup' | 'shipment.picked_up' | 'shipment.in_possession' | 'shipment.at_sort_center' | 'shipment.sorted' | 'shipment.injected' | 'shipment.in_transit' | 'tracking.updated' | 'shipment.out_for_delivery' | 'shipment.delivered' | 'shipment.rejected' | 'shipment.undeliverable' | 'shipment.return_to_sender' | 'shipment.unclaimed' | 'shipment.disposed' | 'claim.opened' | 'shipment.cancelled' | 'shipment.expired' | 'shipment.held' | 'shipment.released' | 'shipment.redirected' | 'shipment.adjusted' | 'shipment.discrepancy_reported' | 'adjustment.disputed' | 'qr.reissued' | 'qr.invalidated' | 'pickup.scheduled' | 'pickup.cancelled' | 'sweep.created' | 'tender.created' | 'tender.accepted' | 'tender.discrepancy' | 'manifest.closed' | '*')[]
  /** For your own use */
  description?: string | null | undefined
  /** `standard`: deliveries also carry `webhook-id`, `webhook-timestamp` and `webhook-signature`, which every library for Standard Webhooks verifies. It cannot be changed later. */
  signing?: 'standard' | undefined
}

/** A webhook with its secret, which no other answer shows. */
export interface WebhookCreated {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'webhook_endpoint'
  /** Where events are sent. */
  url: string
  /** The types of events that are sent; `*` stands for all of them. */
  enabled_events: string[]
  /** Your words about it; null if there are none. */
  description: string | null
  /** Its present status. */
  status: 'enabled' | 'disabled'
  /** Why it is disabled */
  disabled_reason: string | null
  /** Absent unless it was registered with it */
  signing?: 'standard' | undefined
  /** When it was registered */
  created_at: string
  /** Signs the deliveries; shown only here. The HMAC key of `X-Service-Signature` is this text as it is; libraries for Standard Webhooks take the text, too, and decode it. */
  secret: string
}

/** Where events are sent, and how that goes. */
export interface Webhook {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'webhook_endpoint'
  /** Where events are sent. */
  url: string
  /** The types of events that are sent; `*` stands for all of them. */
  enabled_events: string[]
  /** Your words about it; null if there are none. */
  description: string | null
  /** Its present status. */
  status: 'enabled' | 'disabled'
  /** Why it is disabled */
  disabled_reason: string | null
  /** Absent unless it was registered with it */
  signing?: 'standard' | undefined
  /** When it was registered */
  created_at: string
}

/** One page of `Webhook` records. */
export interface WebhookList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Webhook[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PATCH /v2/webhooks/{id}`. */
export interface WebhookUpdate {
  /** Where events are posted. It needs https and a public address; a sandbox on a loopback host also accepts http and private addresses. */
  url?: string | undefined
  /** The event types to send, or the single element `*` for every type, including types added later. */
  enabled_events?: ('shipment.created' | 'shipment.label_ready' | 'shipment.label_reprinted' | 'shipment.updated' | 'shipment.sold' | 'qr.scanned' | 'shipment.ready_for_pickup' | 'shipment.picked_up' | 'shipment.in_possession' | 'shipment.at_sort_center' | 'shipment.sorted' | 'shipment.injected' | 'shipment.in_transit' | 'tracking.updated' | 'shipment.out_for_delivery' | 'shipment.delivered' | 'shipment.rejected' | 'shipment.undeliverable' | 'shipment.return_to_sender' | 'shipment.unclaimed' | 'shipment.disposed' | 'claim.opened' | 'shipment.cancelled' | 'shipment.expired' | 'shipment.held' | 'shipment.released' | 'shipment.redirected' | 'shipment.adjusted' | 'shipment.discrepancy_reported' | 'adjustment.disputed' | 'qr.reissued' | 'qr.invalidated' | 'pickup.scheduled' | 'pickup.cancelled' | 'sweep.created' | 'tender.created' | 'tender.accepted' | 'tender.discrepancy' | 'manifest.closed' | '*')[] | undefined
  /** For your own use */
  description?: string | null | undefined
  /** `enabled` also enables a webhook that was disabled because of failures. */
  status?: 'enabled' | 'disabled' | undefined
}

/** The new secret of a webhook, which no other answer shows. */
export interface RotatedWebhookSecret {
  /** The new secret; shown only here. */
  secret: string
  /** Until then the previous secret signs X-Service-Signature, and the new one X-Service-Signature-Next */
  previous_valid_until: string
}

/** The body of `POST /v2/webhooks/{id}/recover`. */
export interface RecoverRequest {
  /** Recovers deliveries of events from this time on; at most 30 days back */
  since: string
}

/** How many events were queued to be sent again. */
export interface WebhookRecovery {
  /** Says what kind of record this is. */
  object: 'webhook_recovery'
  /** The id of the webhook. */
  webhook_id: string
  /** Deliveries of events from this time on are queued again */
  since: string
  /** How many deliveries are queued again */
  queued: number
}

/** One attempt to deliver an event, and how it ended. */
export interface DeliveryAttempt {
  /** Number of the attempt, from 1; as in X-Service-Attempt */
  attempt: number
  /** When it started */
  at: string
  /** Why it was sent: by the `schedule`, or because somebody asked to `redeliver` or to `recover`. */
  trigger: 'schedule' | 'redeliver' | 'recover'
  /** The address that was connected to; null if there was no connection */
  address: string | null
  /** HTTP status of the answer */
  status: number | null
  /** How long the exchange took, in milliseconds. */
  duration_ms: number
  /** Null if it succeeded */
  error_class: string | null
  /** What went wrong, in words; null if nothing did. */
  error_message: string | null
  /** First 16 KiB of the answer's body; in a list the first 1000 characters */
  answer: string | null
  /** When the next attempt was due after this one failed */
  next_attempt_at: string | null
}

/** One event on its way to one webhook. */
export interface Delivery {
  /** X-Service-Delivery-Id */
  id: string
  /** Says what kind of record this is. */
  object: 'webhook_delivery'
  /** The id of the webhook. */
  webhook_id: string
  /** eventID of the record */
  event_id: string
  /** Event type */
  type: string
  /** Its present status. */
  status: 'pending' | 'delivered' | 'exhausted' | 'skipped'
  /** How many attempts have ended. */
  attempt_count: number
  /** Null unless pending */
  next_attempt_at: string | null
  /** When the event occurred */
  created_at: string
  /** Oldest first: the newest 50 (in a list, the newest 10); kept for 30 days */
  attempts: DeliveryAttempt[]
}

/** One page of `Delivery` records. */
export interface DeliveryList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Delivery[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/shipments/{id}/adjustments`. */
export interface AdjustmentCreate {
  /** Signed cents: what the shipment costs more, or less */
  delta_amount: number
  /** Why the price was corrected. */
  reason: 'reweigh' | 'dimension' | 'address' | 'service' | 'other'
  /** Pounds as they were charged */
  original_weight?: number | undefined
  /** Pounds as they are */
  new_weight?: number | undefined
}

/** A correction of the price of a shipment. */
export interface Adjustment {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'adjustment'
  /** The id of the shipment. */
  shipment_id: string
  /** Signed cents */
  delta_amount: number
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Why the price was corrected. */
  reason: 'reweigh' | 'dimension' | 'address' | 'service' | 'other'
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  /** How the dispute stands; null if there is none. */
  dispute_status: 'open' | 'upheld' | 'rejected' | null
  /** Why it is disputed, in the words of the partner; null if it is not. */
  dispute_reason: string | null
  /** A counter's reweigh, a chargeable discrepancy, or by hand */
  source: 'counter' | 'discrepancy' | 'manual'
  /** When it was disputed */
  disputed_at: string | null
  /** When the dispute was resolved */
  resolved_at: string | null
  /** Creation */
  created_at: string
}

/** One page of `Adjustment` records. */
export interface AdjustmentList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Adjustment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/adjustments/{adj_id}/dispute`. */
export interface AdjustmentDispute {
  /** Why the adjustment is wrong */
  reason: string
}

/** What was declared; measures left out are as recorded */
export interface DeclaredParcel {
  /** Weight, in `weight_unit` */
  weight?: number | undefined
  /** Longest side, in `dimension_unit` */
  length?: number | undefined
  /** Width, in `dimension_unit` */
  width?: number | undefined
  /** Height, in `dimension_unit` */
  height?: number | undefined
  /** `lb` when absent */
  weight_unit?: 'lb' | 'oz' | 'kg' | 'g' | undefined
  /** `in` when absent */
  dimension_unit?: 'in' | 'cm' | undefined
}

/** What was measured, at least one measure; measures left out are as declared */
export interface ObservedParcel {
  /** Weight, in `weight_unit` */
  weight?: number | undefined
  /** Longest side, in `dimension_unit` */
  length?: number | undefined
  /** Width, in `dimension_unit` */
  width?: number | undefined
  /** Height, in `dimension_unit` */
  height?: number | undefined
  /** `lb` when absent */
  weight_unit?: 'lb' | 'oz' | 'kg' | 'g' | undefined
  /** `in` when absent */
  dimension_unit?: 'in' | 'cm' | undefined
}

/** The body of `POST /v2/discrepancies`. */
export interface DiscrepancyCreate {
  /** The parcel */
  shipment_id: string
  /** Where it was measured */
  stage: 'dropoff' | 'sort'
  declared?: DeclaredParcel | undefined
  observed: ObservedParcel
  /** Whether the difference is charged, by an adjustment */
  chargeable: boolean
  /** The counter that found it */
  store_id?: string | undefined
}

/** A parcel that is not as it was declared. */
export interface Discrepancy {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'discrepancy'
  /** The id of the shipment. */
  shipment_id: string
  /** Where it was found; `custody` is opened by a scan, see `reason` */
  stage: 'dropoff' | 'sort' | 'custody'
  /** `late_custody`: a scan uploaded after the shipment expired or was cancelled shows that the network had the parcel. Null when the parcel measures differently than declared */
  reason: 'late_custody' | null
  declared: Parcel
  observed: Parcel
  /** Whether the difference changes the price. */
  chargeable: boolean
  /** Null when it is not chargeable */
  adjustment_id: string | null
  /** The id of the store; null if no store of the network is meant. */
  store_id: string | null
  /** Creation */
  created_at: string
}

/** One page of `Discrepancy` records. */
export interface DiscrepancyList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Discrepancy[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/claims`. */
export interface ClaimCreate {
  /** The parcel */
  shipment_id: string
  /** What happened to the parcel. */
  type: 'lost' | 'damaged' | 'misdelivered'
  /** What happened */
  description?: string | undefined
  /** Cents that you ask for */
  amount_claimed?: number | undefined
}

/** A parcel that was lost, damaged or delivered to the wrong place. */
export interface Claim {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'claim'
  /** The id of the shipment. */
  shipment_id: string
  /** What happened to the parcel. */
  type: 'lost' | 'damaged' | 'misdelivered'
  /** Your words about it; null if there are none. */
  description: string | null
  /** Cents */
  amount_claimed: number | null
  /** Cents */
  amount_approved: number | null
  /** Its present status. */
  status: 'open' | 'approved' | 'denied' | 'closed'
  /** Oldest first, from the opening on */
  history: {
    /** Its present status. */
    status: 'open' | 'approved' | 'denied' | 'closed'
    /** When */
    at: string
    /** Cents */
    amount_approved: number | null
  }[]
  /** Creation */
  created_at: string
  /** Last step */
  updated_at: string
}

/** One page of `Claim` records. */
export interface ClaimList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Claim[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/test/adjustments/{id}/resolve`. */
export interface AdjustmentResolve {
  /** `upheld`: the partner is right; `rejected`: the adjustment stands */
  outcome: 'upheld' | 'rejected'
}

/** The body of `POST /v2/test/claims/{id}/resolve`. */
export interface ClaimResolve {
  /** An open claim is approved, denied or closed; a decided one can be closed */
  outcome: 'approved' | 'denied' | 'closed'
  /** Cents that an approval pays; what was claimed when absent */
  amount_approved?: number | undefined
}

/** The body of `POST /v2/ops/partners`. */
export interface PartnerCreate {
  /** Name of the partner */
  name: string
  default_return_address?: Address | undefined
  default_parcel?: ParcelInput | undefined
  /** Email that events show for who acted */
  contact_email?: string | undefined
  /** Name that events show for who acted */
  contact_name?: string | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Addresses that requests may come from; empty: any */
  allow_ips?: string[] | undefined
  /** Bytes of documents that it may keep; as many as the service gives every partner if it has no limit of its own */
  storage_limit?: number | undefined
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature?: 'any' | 'v2' | undefined
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: everything but ops. Without either of them `all` in the sandbox and `merchant` in production */
  role?: 'merchant' | 'network' | 'all' | undefined
  /** What the key may do, as single scopes */
  scopes?: ('shipments:read' | 'shipments:write' | 'scans:write' | 'tenders:write' | 'claims:write' | 'webhooks:manage' | 'events:read' | 'tracking:read' | 'adjustments:write' | 'ops')[] | undefined
}

/** A key with its secrets, which no other answer shows. */
export interface Credentials {
  /** Null for an operator's key */
  partner_id: string | null
  /** The id of the key, by which operators change and revoke it. */
  key_id: string
  /** Shown only here */
  api_key: string
  /** Shown only here */
  signing_secret: string
  /** Where the key works. */
  environment: 'sandbox' | 'production'
  /** What the key may do */
  scopes: string[]
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature: 'any' | 'v2'
}

/** A company that ships with the network. */
export interface Partner {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'partner'
  /** Its name, as people know it. */
  name: string
  default_return_address: AddressRecord | null
  default_parcel: Parcel | null
  /** E-mail address of the contact. */
  contact_email: string
  /** Name of the contact. */
  contact_name: string
  /** Requests per 60 seconds of its newest live key; null if it has none */
  rate_limit: number | null
  /** Keys that are not revoked */
  live_keys: number
  /** Bytes of its documents */
  storage_used: number
  /** Bytes that its documents may be; null: as many as the service gives every partner */
  storage_limit: number | null
  /** Creation */
  created_at: string
  /** Increases with each change */
  version: number
}

/** One page of `Partner` records. */
export interface PartnerList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Partner[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PATCH /v2/ops/partners/{id}`. */
export interface PartnerChange {
  /** Name of the partner */
  name?: string | undefined
  default_return_address?: Address | null | undefined
  default_parcel?: ParcelInput | null | undefined
  /** Email that events show for who acted */
  contact_email?: string | undefined
  /** Name that events show for who acted */
  contact_name?: string | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Bytes of documents that it may keep; as many as the service gives every partner if it has no limit of its own */
  storage_limit?: number | null | undefined
}

/** The body of `POST /v2/ops/keys`. */
export interface KeyCreate {
  /** Whether it is a partner's key or an operator's. */
  kind: 'partner' | 'operator'
  /** The partner whose key it is; only for the kind partner */
  partner_id?: string | undefined
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: everything but ops. Without either of them `all` in the sandbox and `merchant` in production */
  role?: 'merchant' | 'network' | 'all' | undefined
  /** What the key may do, as single scopes */
  scopes?: ('shipments:read' | 'shipments:write' | 'scans:write' | 'tenders:write' | 'claims:write' | 'webhooks:manage' | 'events:read' | 'tracking:read' | 'adjustments:write' | 'ops')[] | undefined
  /** Addresses that requests may come from; empty: any */
  allow_ips?: string[] | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature?: 'any' | 'v2' | undefined
  /** Email that events show for who acted */
  email?: string | undefined
  /** Name that events show for who acted */
  full_name?: string | undefined
}

/** A key, without its secrets. */
export interface ApiKey {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'api_key'
  /** Whether it is a partner's key or an operator's. */
  kind: 'partner' | 'operator'
  /** The id of the partner; null for an operator's key. */
  partner_id: string | null
  /** What the key may do */
  scopes: string[]
  /** The addresses and ranges from which requests are accepted; empty: from everywhere. */
  allow_ips: string[]
  /** How many requests a minute are accepted. */
  rate_limit: number
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature: 'any' | 'v2'
  /** E-mail address of the person behind the key, which the records of events name. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
  /** When it stopped working */
  revoked_at: string | null
  /** Creation */
  created_at: string
}

/** One page of `ApiKey` records. */
export interface ApiKeyList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: ApiKey[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PATCH /v2/ops/keys/{id}`. */
export interface KeyChange {
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: everything but ops */
  role?: 'merchant' | 'network' | 'all' | undefined
  /** Everything that the key may do from now on */
  scopes?: ('shipments:read' | 'shipments:write' | 'scans:write' | 'tenders:write' | 'claims:write' | 'webhooks:manage' | 'events:read' | 'tracking:read' | 'adjustments:write' | 'ops')[] | undefined
  /** Addresses that requests may come from; empty: any */
  allow_ips?: string[] | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature?: 'any' | 'v2' | undefined
  /** Email that events show for who acted */
  email?: string | undefined
  /** Name that events show for who acted */
  full_name?: string | undefined
}

/** The new signing secret of a key, which no other answer shows. */
export interface RotatedSigningSecret {
  /** The id of the key, by which operators change and revoke it. */
  key_id: string
  /** Shown only here */
  signing_secret: string
  /** Until when the previous secret stays valid */
  previous_valid_until: string
}

/** The body of `POST /v2/ops/stores`. */
export interface StoreCreate {
  /** The network's own code; never changes */
  code: string
  /** Name */
  name: string
  /** City */
  city: string
  /** Postal code */
  postal_code: string
  /** ISO 3166-1 alpha-2 code */
  country: string
  /** Degrees */
  lat: number
  /** Degrees */
  lon: number
  /** IANA name */
  timezone: string
  /** Street and number */
  line1: string
  /** State, province or region */
  state?: string | null | undefined
  /** Opening hours by weekday, each as [from, to] in HH:MM local to the store; closed on days that are absent */
  hours?: {
    /** Monday: the times between which it is open, each as opening and closing time. */
    mon?: ([string, string])[] | undefined
    /** Tuesday, in the same form. */
    tue?: ([string, string])[] | undefined
    /** Wednesday, in the same form. */
    wed?: ([string, string])[] | undefined
    /** Thursday, in the same form. */
    thu?: ([string, string])[] | undefined
    /** Friday, in the same form. */
    fri?: ([string, string])[] | undefined
    /** Saturday, in the same form. */
    sat?: ([string, string])[] | undefined
    /** Sunday, in the same form. */
    sun?: ([string, string])[] | undefined
  } | null | undefined
  /** Pick-up and drop-off code; the same as `code` when absent */
  pudo_code?: string | undefined
  /** Whether it is in use */
  active?: boolean | undefined
}

/** A shop with a counter, where parcels are dropped off and collected. */
export interface Store {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'store'
  /** The short name by which requests and scans refer to it. */
  code: string
  /** Pick-up and drop-off code, by which carriers know the store. */
  pudo_code: string
  /** Street and number. */
  line1: string
  /** Its name, as people know it. */
  name: string
  /** City. */
  city: string
  /** State, province or region; null if there is none. */
  state: string | null
  /** Postal code. */
  postal_code: string
  /** Country, as an ISO 3166-1 alpha-2 code. */
  country: string
  /** Latitude in degrees. */
  lat: number
  /** Longitude in degrees. */
  lon: number
  /** The time zone of its days and hours, as an IANA name. */
  timezone: string
  /** Whether it is in use */
  active: boolean
  /** Opening hours by weekday; a day that is absent is closed. Null: not known. */
  hours: Record<string, string[][]> | null
  /** Creation */
  created_at: string
}

/** How many stores were read, added and changed. */
export interface StoreImport {
  /** Says what kind of record this is. */
  object: 'store_import'
  /** Stores in the file, also those that did not change */
  imported: number
}

/** One page of `Store` records. */
export interface StoreList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Store[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PATCH /v2/ops/stores/{id}`. */
export interface StoreChange {
  /** Name */
  name?: string | undefined
  /** City */
  city?: string | undefined
  /** Postal code */
  postal_code?: string | undefined
  /** ISO 3166-1 alpha-2 code */
  country?: string | undefined
  /** Degrees */
  lat?: number | undefined
  /** Degrees */
  lon?: number | undefined
  /** IANA name */
  timezone?: string | undefined
  /** Street and number */
  line1?: string | undefined
  /** State, province or region */
  state?: string | null | undefined
  /** Opening hours by weekday, each as [from, to] in HH:MM local to the store; closed on days that are absent */
  hours?: {
    /** Monday: the times between which it is open, each as opening and closing time. */
    mon?: ([string, string])[] | undefined
    /** Tuesday, in the same form. */
    tue?: ([string, string])[] | undefined
    /** Wednesday, in the same form. */
    wed?: ([string, string])[] | undefined
    /** Thursday, in the same form. */
    thu?: ([string, string])[] | undefined
    /** Friday, in the same form. */
    fri?: ([string, string])[] | undefined
    /** Saturday, in the same form. */
    sat?: ([string, string])[] | undefined
    /** Sunday, in the same form. */
    sun?: ([string, string])[] | undefined
  } | null | undefined
  /** Pick-up and drop-off code; the same as `code` when absent */
  pudo_code?: string | undefined
  /** Whether it is in use */
  active?: boolean | undefined
}

/** A place where parcels are sorted. */
export interface Facility {
  /** The short name by which requests and scans refer to it. */
  code: string
  /** Says what kind of record this is. */
  object: 'facility'
  /** Street and number. */
  line1: string | null
  /** Its name, as people know it. */
  name: string
  /** City. */
  city: string
  /** State, province or region; null if there is none. */
  state: string | null
  /** Postal code. */
  postal_code: string
  /** Country, as an ISO 3166-1 alpha-2 code. */
  country: string
  /** Latitude in degrees. */
  lat: number
  /** Longitude in degrees. */
  lon: number
  /** The time zone of its days and hours, as an IANA name. */
  timezone: string
  /** Whether it is in use */
  active: boolean
}

/** One page of `Facility` records. */
export interface FacilityList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Facility[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PUT /v2/ops/facilities/{code}`. */
export interface FacilityPut {
  /** Name */
  name: string
  /** City */
  city: string
  /** Postal code */
  postal_code: string
  /** ISO 3166-1 alpha-2 code */
  country: string
  /** Degrees */
  lat: number
  /** Degrees */
  lon: number
  /** IANA name */
  timezone: string
  /** Street and number */
  line1?: string | null | undefined
  /** State, province or region */
  state?: string | null | undefined
  /** Whether it is in use */
  active?: boolean | undefined
}

/** A company that carries parcels. */
export interface Carrier {
  /** The short name by which requests and scans refer to it. */
  code: string
  /** Says what kind of record this is. */
  object: 'carrier'
  /** Its name, as people know it. */
  name: string
  /** Whether it is in use */
  active: boolean
}

/** One page of `Carrier` records. */
export interface CarrierList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Carrier[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PUT /v2/ops/carriers/{code}`. */
export interface CarrierPut {
  /** Name */
  name: string
  /** Whether it is in use */
  active?: boolean | undefined
}

/** A country that is served, and how. */
export interface Market {
  /** Destination country */
  country: string
  /** Says what kind of record this is. */
  object: 'market'
  /** `fixed`: always the same carrier; `marketplace`: the cheapest at injection */
  kind: 'fixed' | 'marketplace'
  /** The code of the carrier of this market; null: the cheapest that serves the parcel. */
  carrier: string | null
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
}

/** One page of `Market` records. */
export interface MarketList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Market[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PUT /v2/ops/markets/{country}`. */
export interface MarketPut {
  /** `fixed`: always the same carrier; `marketplace`: the cheapest at injection */
  kind: 'fixed' | 'marketplace'
  /** Code of the carrier of a fixed market */
  carrier?: string | null | undefined
  /** ISO 4217 code */
  currency: string
}

/** The price of a service level in a zone. */
export interface Rate {
  /** How fast it travels. */
  service_level: 'economy' | 'standard' | 'express'
  /** How far the parcel travels. */
  zone: 'local' | 'regional' | 'national' | 'international'
  /** Cents per parcel */
  base_cents: number
  /** Cents per billable pound */
  per_lb_cents: number
  /** The heaviest parcel accepted */
  max_weight_lb: number
}

/** The prices of a carrier. */
export interface RateCard {
  /** Says what kind of record this is. */
  object: 'rate_card'
  /** The code of the carrier. */
  carrier: string
  /** Destination country */
  country: string
  /** Prices by service level and zone. */
  rates: Rate[]
}

/** One page of `RateCard` records. */
export interface RateCardList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: RateCard[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PUT /v2/ops/rate-cards/{carrier}/{country}`. */
export interface RateCardPut {
  /** The whole card; empty when the carrier no longer serves the country */
  rates: Rate[]
}

/** A claim as operators see it, with the partner that it belongs to. */
export interface OperatorClaim {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'claim'
  /** The id of the shipment. */
  shipment_id: string
  /** What happened to the parcel. */
  type: 'lost' | 'damaged' | 'misdelivered'
  /** Your words about it; null if there are none. */
  description: string | null
  /** Cents */
  amount_claimed: number | null
  /** Cents */
  amount_approved: number | null
  /** Its present status. */
  status: 'open' | 'approved' | 'denied' | 'closed'
  /** Oldest first, from the opening on */
  history: {
    /** Its present status. */
    status: 'open' | 'approved' | 'denied' | 'closed'
    /** When */
    at: string
    /** Cents */
    amount_approved: number | null
  }[]
  /** Creation */
  created_at: string
  /** Last step */
  updated_at: string
  /** The partner that it belongs to */
  partner_id: string
}

/** One page of `OperatorClaim` records. */
export interface OperatorClaimList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: OperatorClaim[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A correction of a price as operators see it, with the partner that it belongs to. */
export interface OperatorAdjustment {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'adjustment'
  /** The id of the shipment. */
  shipment_id: string
  /** Signed cents */
  delta_amount: number
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Why the price was corrected. */
  reason: 'reweigh' | 'dimension' | 'address' | 'service' | 'other'
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  /** How the dispute stands; null if there is none. */
  dispute_status: 'open' | 'upheld' | 'rejected' | null
  /** Why it is disputed, in the words of the partner; null if it is not. */
  dispute_reason: string | null
  /** A counter's reweigh, a chargeable discrepancy, or by hand */
  source: 'counter' | 'discrepancy' | 'manual'
  /** When it was disputed */
  disputed_at: string | null
  /** When the dispute was resolved */
  resolved_at: string | null
  /** Creation */
  created_at: string
  /** The partner that it belongs to */
  partner_id: string
}

/** One page of `OperatorAdjustment` records. */
export interface OperatorAdjustmentList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: OperatorAdjustment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A shipment as operators find it, with the partner that it belongs to. */
export interface FoundShipment {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'shipment'
  /** 26 random Crockford base32 characters and a check character; never changes */
  tracking: string
  /** 20 digits, the last a GS1 mod-10 check digit; never changes */
  barcode: string
  /** The onward carrier's own number, once a carrier is known */
  ltracking: string | null
  /** Where the parcel is on its way. */
  status: 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: 'return' | 'outbound'
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: 'print_label' | 'qr_code'
  /** `api`: created by a request. `retail`: sold at a counter. */
  channel: 'api' | 'retail'
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your own id of the shipment */
  ship_ext_id: string | null
  /** Your id of the customer */
  customer: string | null
  /** How fast it travels. */
  service_level: 'economy' | 'standard' | 'express'
  from: AddressRecord | null
  to: AddressRecord
  parcel: Parcel
  /** Cents */
  declared_value: number | null
  /** Where it was routed to be dropped off */
  drop_off_store_id: string | null
  /** The counter that took it in */
  store_id: string | null
  /** The format in which the label is drawn unless a request asks for another. */
  label_format: 'pdf' | 'png' | 'zpl'
  /** Destination country */
  market: string
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Price in cents */
  amount: number
  /** Null in a marketplace market until injection */
  carrier: string | null
  /** The current label */
  label_id: string | null
  /** Starts at 1; null before the first label */
  label_version: number | null
  /** The label that the current one replaced */
  supersedes: string | null
  /** Path of the label, once there is one */
  label_url: string | null
  /** Whether the label is void: a voided label is not to be used any more. */
  label_voided: boolean
  /** Whether the shipment is on hold. */
  held: boolean
  /** The current QR of a qr_code shipment */
  qr_id: string | null
  /** The live pickup */
  pickup_id: string | null
  /** The sweep that collected it, or is to collect it */
  sweepId: string | null
  /** The store's manifest that counts it */
  manifest_id: string | null
  /** The tender that handed it to the carrier */
  tender_id: string | null
  /** The proof of delivery; null until there is one. */
  pod: {
    /** Where its image is read; null without an image. */
    document: string | null
    /** How good the proof is; `A` is the best. */
    grade: 'A' | 'B' | 'C'
  } | null
  /** When it expires unless sent */
  expires_at: string
  /** When it expired */
  expired_at: string | null
  /** When its label was voided */
  voided_at: string | null
  /** When it was cancelled */
  cancelled_at: string | null
  /** When a counter last refused it */
  rejected_at: string | null
  /** Why a counter refused the parcel; null unless it did. */
  reject_reason: 'damaged' | 'prohibited' | 'oversize' | 'wrong_item' | 'no_label' | 'other' | null
  /** The counter's note */
  reject_reason_note: string | null
  /** First unclaimed report */
  unclaimed_since: string | null
  /** 30 days after the first unclaimed report */
  dispose_after: string | null
  /** YYYY-MM-DD, as announced by the carrier */
  scheduled_delivery_date: string | null
  /** Your own notes, as names and texts. They are kept and given back, and mean nothing to the service. */
  metadata: Record<string, string>
  /** Creation */
  created_at: string
  /** Last change */
  updated_at: string
  /** Rises with every change, and with every event that leaves the shipment unchanged */
  version: number
  /** The partner that it belongs to */
  partner_id: string
  /** Which identifier the text is */
  matched_by: 'id' | 'tracking' | 'barcode' | 'ltracking' | 'order_id' | 'rma' | 'ship_ext_id' | 'qr_id' | 'qr_token' | 'label_id'
}

/** One page of `FoundShipment` records. */
export interface FoundShipmentList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: FoundShipment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** One change that an operator made. */
export interface AuditRecord {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'audit_record'
  /** When */
  at: string
  /** `key:<key id>` over the API, `cli:<user>@<host>` on the command line */
  actor: string
  /** What was done, such as `store.changed`, or the endpoint that was called */
  action: string
  /** Id or code of what it was done to */
  subject: string
  /** As it was; null for what did not exist */
  before: Record<string, unknown> | null
  /** As it became */
  after: Record<string, unknown> | null
}

/** One page of `AuditRecord` records. */
export interface AuditRecordList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: AuditRecord[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A shipment is created: on its own, in a batch or by a counter sale. */
export interface ShipmentCreatedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.created'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.created'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.created'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'created'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** 1 for the first label; each reprint counts one more. */
    labelVersion?: number | undefined
    /** How fast it travels. */
    serviceLevel: 'economy' | 'standard' | 'express'
    /** Weight and measures. */
    parcel: {
      /** Weight in pounds. */
      weight: number
      /** The longest side, in inches. */
      length: number
      /** Width in inches. */
      width: number
      /** Height in inches. */
      height: number
      /** Volume in cubic feet. */
      cubicFt: number
    }
  }
}

/** The first label of a shipment is made: at creation for print_label, at the counter for qr_code. */
export interface ShipmentLabelReadyEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.label_ready'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.label_ready'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label: string
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.label_ready'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'label_ready'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
    /** Where the label is read. */
    labelUrl: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The format of the label. */
    labelFormat: 'pdf' | 'png' | 'zpl'
    /** 1 for the first label; each reprint counts one more. */
    labelVersion: number
    /** How fast it travels. */
    serviceLevel: 'economy' | 'standard' | 'express'
    /** Weight and measures. */
    parcel: {
      /** Weight in pounds. */
      weight: number
      /** The longest side, in inches. */
      length: number
      /** Width in inches. */
      width: number
      /** Height in inches. */
      height: number
      /** Volume in cubic feet. */
      cubicFt: number
    }
  }
}

/** A reprint replaces the label; tracking and barcode stay the same. */
export interface ShipmentLabelReprintedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.label_reprinted'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.label_reprinted'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label: string
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.label_reprinted'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'label_ready'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
    /** Where the label is read. */
    labelUrl: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** 1 for the first label; each reprint counts one more. */
    labelVersion: number
    /** How fast it travels. */
    serviceLevel: 'economy' | 'standard' | 'express'
    /** Weight and measures. */
    parcel: {
      /** Weight in pounds. */
      weight: number
      /** The longest side, in inches. */
      length: number
      /** Width in inches. */
      width: number
      /** Height in inches. */
      height: number
      /** Volume in cubic feet. */
      cubicFt: number
    }
  }
}

/** An amendment changes the shipment. The event does not report a change of status: its own status is always created, whatever that of the shipment is. */
export interface ShipmentUpdatedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.updated'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.updated'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.updated'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'created'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
}

/** A shipment is sold at a counter; fires after created and label_ready. */
export interface ShipmentSoldEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.sold'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.sold'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label: string
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.sold'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'label_ready'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
    /** Where the label is read. */
    labelUrl: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** When it was sold. */
    soldAt: string
    /** How fast it travels. */
    serviceLevel: 'economy' | 'standard' | 'express'
  }
}

/** A counter takes in a parcel from its sender. in_possession follows, and adjusted if the reweigh differs. */
export interface QrScannedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'qr.scanned'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'dropoff'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
    /** The code of the store. */
    storeCode?: string | undefined
    /** Pick-up and drop-off code, by which carriers know the store. */
    pudoCode?: string | undefined
  }
}

/** A counter accepts a parcel that already has its label. */
export interface ShipmentReadyForPickupEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.ready_for_pickup'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'ready_for_pickup'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'accepted'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
  }
}

/** A driver collects the parcel. */
export interface ShipmentPickedUpEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.picked_up'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'picked_up'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'pickup'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
  }
}

/** A walk-in or custody scan shows that the network has custody of the parcel. */
export interface ShipmentInPossessionEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.in_possession'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'in_possession'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'possession'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
  }
}

/** A scan shows that the parcel has arrived at a sort facility. */
export interface ShipmentAtSortCenterEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.at_sort_center'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'at_sort_center'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'arrived_at_sort'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
  }
}

/** A scan shows that the parcel has been sorted. */
export interface ShipmentSortedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.sorted'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'sorted'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'sorted'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
  }
}

/** The onward carrier takes over the parcel, by a scan or by accepting an inject tender. */
export interface ShipmentInjectedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.injected'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'injected'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'injected'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
    /** The code of the carrier. */
    carrier?: string | undefined
  }
}

/** The onward carrier's first movement scan; event_info says when and where. */
export interface ShipmentInTransitEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.in_transit'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.in_transit'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.in_transit'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'in_transit'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The code of the carrier. */
    carrier?: string | undefined
    /** The day on which the carrier expects to deliver. */
    scheduledDeliveryDate?: string | undefined
  }
}

/** Right after in_transit, with the same payload. It does not fire for every scan. */
export interface TrackingUpdatedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'tracking.updated'
  /** The type of the event; tell events apart by it. */
  type: 'tracking.updated'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'tracking.updated'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'in_transit'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The code of the carrier. */
    carrier?: string | undefined
    /** The day on which the carrier expects to deliver. */
    scheduledDeliveryDate?: string | undefined
  }
}

/** An out-for-delivery scan, or disposition redeliver, which sends out an undeliverable parcel again. */
export interface ShipmentOutForDeliveryEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.out_for_delivery'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'out_for_delivery'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'out_for_delivery'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
    /** The code of the carrier. */
    carrier?: string | undefined
    /** The day on which the carrier expects to deliver. */
    scheduledDeliveryDate?: string | undefined
  }
}

/** A delivery scan. pod is absent when there is no image. */
export interface ShipmentDeliveredEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.delivered'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'delivered'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'delivered'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
    /** Where the image of the proof of delivery is read. */
    pod?: string | undefined
    /** How good the proof of delivery is; `A` is the best. */
    podGrade: 'A' | 'B' | 'C'
    /** The code of the carrier. */
    carrier?: string | undefined
  }
}

/** A counter refuses the parcel and does not take custody of it. */
export interface ShipmentRejectedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.rejected'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'scan-event'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'rejected'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: ''
    /** Name of the person who caused it. */
    full_name: ''
    /** Latitude in degrees. */
    lat?: string | undefined
    /** Longitude in degrees. */
    lon?: string | undefined
    /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
    coordinateSource?: 'store' | 'facility' | 'device' | undefined
    /** When the parcel was scanned. */
    scannedDateTime: string
    /** Where it happened; for a redirect, the new destination. */
    location?: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    } | undefined
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What kind of handling the scan reports. */
    'scan-type': 'rejected'
    /** When the parcel was scanned. */
    scantime: string
    /** E-mail address of the person who scanned. */
    scannerEmail?: string | undefined
    /** Name of the person who scanned. */
    scannerName?: string | undefined
    /** Why the counter refused the parcel. */
    rejectReason: 'damaged' | 'prohibited' | 'oversize' | 'wrong_item' | 'no_label' | 'other'
    /** The same in the words of the counter. */
    rejectReasonNote?: string | undefined
  }
}

/** Disposition rts while the onward carrier has the parcel. */
export interface ShipmentUndeliverableEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.undeliverable'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.undeliverable'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.undeliverable'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'undeliverable'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
    disposition: 'rts'
    /** The code of the carrier. */
    carrier?: string | undefined
  }
}

/** Disposition rts while the network has the parcel, or when the parcel is already undeliverable or unclaimed. */
export interface ShipmentReturnToSenderEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.return_to_sender'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.return_to_sender'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.return_to_sender'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'return_to_sender'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
    disposition: 'rts'
    /** The code of the carrier. */
    carrier?: string | undefined
  }
}

/** Disposition unclaimed. Repeating it fires the event again; the dates remain those of the first time. */
export interface ShipmentUnclaimedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.unclaimed'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.unclaimed'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.unclaimed'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'unclaimed'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
    disposition: 'unclaimed'
  }
}

/** Disposition dispose. */
export interface ShipmentDisposedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.disposed'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.disposed'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.disposed'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'disposed'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
    disposition: 'dispose'
  }
}

/** A claim is opened. Resolving it fires no event. */
export interface ClaimOpenedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'claim.opened'
  /** The type of the event; tell events apart by it. */
  type: 'claim.opened'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim: string
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'claim.opened'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'open'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** What happened to the parcel. */
    claimType: 'lost' | 'damaged' | 'misdelivered'
    /** Your words about it; null if there are none. */
    description?: string | undefined
  }
}

/** A shipment is cancelled before drop-off. */
export interface ShipmentCancelledEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.cancelled'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.cancelled'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.cancelled'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'cancelled'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The label is void. */
    labelVoided: true
    /** When the label was voided. */
    voidedAt: string
    /** When it was cancelled. */
    cancelledAt: string
    /** When it would expire, or has expired. */
    expiresAt: string
  }
}

/** Once, when a shipment that was not dropped off by expires_at is next read or changed. Rely on expiredAt rather than on when the event arrives. */
export interface ShipmentExpiredEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.expired'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.expired'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.expired'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'expired'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The label is void. */
    labelVoided: true
    /** When the label was voided. */
    voidedAt: string
    /** When it expired. */
    expiredAt: string
    /** When it would expire, or has expired. */
    expiresAt: string
  }
}

/** A shipment is put on hold; its status stays the same. */
export interface ShipmentHeldEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.held'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.held'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.held'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** Whether the shipment is on hold. */
    held: true
  }
}

/** A hold is released; the status stays the same. */
export interface ShipmentReleasedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.released'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.released'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.released'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** Whether the shipment is on hold. */
    held: false
  }
}

/** The destination is changed on the way; event_info.location is the new destination. */
export interface ShipmentRedirectedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.redirected'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.redirected'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.redirected'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'in_transit'
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
    /** Where it happened; for a redirect, the new destination. */
    location: {
      /** Name of the store or facility. */
      name?: string | undefined
      /** Code of the store or facility. */
      code?: string | undefined
      /** City. */
      city?: string | undefined
      /** State, province or region; null if there is none. */
      state?: string | undefined
      /** Postal code. */
      postalCode?: string | undefined
      /** Country, as an ISO 3166-1 alpha-2 code. */
      country?: string | undefined
    }
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The new destination in one line. */
    redirectedTo: string
    /** Street and number of the new destination. */
    redirectedToLine1: string
    /** The code of the carrier. */
    carrier?: string | undefined
  }
}

/** The price changes because of a reweigh, a chargeable discrepancy, a manual adjustment, or an amendment that reverses the charge of an earlier measurement. */
export interface ShipmentAdjustedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.adjusted'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.adjusted'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment: string
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.adjusted'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** Why the price was corrected. */
    reason: 'reweigh' | 'dimension' | 'address' | 'service' | 'other'
    /** The weight that was charged until now, in pounds. */
    originalWeight: number
    /** The weight that is charged from now on, in pounds. */
    newWeight: number
  }
}

/** A discrepancy is recorded; adjusted follows if it is chargeable. Stage custody: a scan that arrived after the shipment had expired or been cancelled shows that the network had the parcel. */
export interface ShipmentDiscrepancyReportedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.discrepancy_reported'
  /** The type of the event; tell events apart by it. */
  type: 'shipment.discrepancy_reported'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy: string
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'shipment.discrepancy_reported'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** `return`: from a customer back to you. `outbound`: from you to a customer. */
    direction: 'return' | 'outbound'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** Where the difference was found. */
    stage: 'dropoff' | 'sort' | 'custody'
    /** What was declared. */
    declared: {
      /** Weight in pounds. */
      weight: number
      /** The longest side, in inches. */
      length: number
      /** Width in inches. */
      width: number
      /** Height in inches. */
      height: number
    }
    /** What was measured. */
    observed: {
      /** Weight in pounds. */
      weight: number
      /** The longest side, in inches. */
      length: number
      /** Width in inches. */
      width: number
      /** Height in inches. */
      height: number
    }
    /** Whether the difference changes the price. */
    chargeable: boolean
  }
}

/** An adjustment is disputed. Resolving the dispute fires no event. */
export interface AdjustmentDisputedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'adjustment.disputed'
  /** The type of the event; tell events apart by it. */
  type: 'adjustment.disputed'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment: string
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'adjustment.disputed'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** Why the price was corrected. */
    reason: 'reweigh' | 'dimension' | 'address' | 'service' | 'other'
    /** The weight that was charged until now, in pounds. */
    originalWeight: number
    /** The weight that is charged from now on, in pounds. */
    newWeight: number
    /** How the dispute stands. */
    disputeStatus: 'open'
    /** Why it is disputed, in the words of the partner. */
    disputeReason: string
  }
}

/** A QR is replaced by a new one and can no longer be presented. */
export interface QrReissuedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'qr.reissued'
  /** The type of the event; tell events apart by it. */
  type: 'qr.reissued'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr: string
    /** The id of the QR code that was replaced. */
    previousQr: string
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'qr.reissued'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
}

/** A QR is invalidated on request. Replacing a QR does not fire this event. */
export interface QrInvalidatedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'qr.invalidated'
  /** The type of the event; tell events apart by it. */
  type: 'qr.invalidated'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr: string
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'qr.invalidated'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'invalidated'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The status of the QR code. */
    qrStatus: 'invalidated'
    /** When it would expire, or has expired. */
    expiresAt: string
  }
}

/** A pickup is booked. */
export interface PickupScheduledEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'pickup.scheduled'
  /** The type of the event; tell events apart by it. */
  type: 'pickup.scheduled'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store: string
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup: string
    /** The confirmation code of the pickup. */
    confirmation: string
    /** The id of the sweep. */
    sweep: string
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'pickup.scheduled'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'scheduled'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The day of the pickup, by the store's calendar. */
    pickupDate: string
    /** When the window begins, by the store's clock. */
    pickupWindowStart: string
    /** When the window ends, by the store's clock. */
    pickupWindowEnd: string
    /** How many parcels there are. */
    packageCount: number
  }
}

/** A pickup is cancelled, by the cancel request or by setting its status. */
export interface PickupCancelledEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'pickup.cancelled'
  /** The type of the event; tell events apart by it. */
  type: 'pickup.cancelled'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment: string
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode: string
    /** The tracking number. */
    tracking: string
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store: string
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup: string
    /** The confirmation code of the pickup. */
    confirmation: string
    /** The id of the sweep. */
    sweep: string
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'pickup.cancelled'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'cancelled'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The day of the pickup, by the store's calendar. */
    pickupDate: string
    /** When the window begins, by the store's clock. */
    pickupWindowStart: string
    /** When the window ends, by the store's clock. */
    pickupWindowEnd: string
    /** How many parcels there are. */
    packageCount: number
  }
}

/** The first live pickup for a store, day and carrier orders the visit. The event has no shipment and no number of packages. */
export interface SweepCreatedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'sweep.created'
  /** The type of the event; tell events apart by it. */
  type: 'sweep.created'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment?: string | undefined
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode?: string | undefined
    /** The tracking number. */
    tracking?: string | undefined
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store: string
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep: string
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'sweep.created'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'ordered'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The day of the visit, by the store's calendar. */
    sweepDate: string
    /** The code of the carrier that makes the visit. */
    dp: string
    /** The code of the store. */
    storeCode: string
    /** The address of the store in one line. */
    storeAddress: string
  }
}

/** Shipments are grouped into a tender for a carrier. */
export interface TenderCreatedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'tender.created'
  /** The type of the event; tell events apart by it. */
  type: 'tender.created'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment?: string | undefined
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode?: string | undefined
    /** The tracking number. */
    tracking?: string | undefined
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender: string
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'tender.created'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'created'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The code of the carrier. */
    carrier: string
    /** `inject`: we bring the parcels to the carrier. `collect`: the carrier collects them. */
    handoff: 'inject' | 'collect'
    /** How many pieces were announced. */
    pieceCount: number
    /** How many shipments there are. */
    shipmentCount: number
  }
}

/** The carrier accepts a tender. Fires before tender.discrepancy and before the injected events of its shipments. */
export interface TenderAcceptedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'tender.accepted'
  /** The type of the event; tell events apart by it. */
  type: 'tender.accepted'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment?: string | undefined
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode?: string | undefined
    /** The tracking number. */
    tracking?: string | undefined
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender: string
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'tender.accepted'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'accepted'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The code of the carrier. */
    carrier: string
    /** `inject`: we bring the parcels to the carrier. `collect`: the carrier collects them. */
    handoff: 'inject' | 'collect'
    /** How many pieces were announced. */
    pieceCount: number
    /** How many pieces were received. */
    pieceCountReceived: number
    /** How many shipments there are. */
    shipmentCount: number
    /** Who accepted it for the carrier. */
    acceptedBy?: string | undefined
    /** When it was accepted. */
    acceptedAt: string
  }
}

/** The carrier counts more or fewer pieces than expected. Always fires after tender.accepted. */
export interface TenderDiscrepancyEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'tender.discrepancy'
  /** The type of the event; tell events apart by it. */
  type: 'tender.discrepancy'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment?: string | undefined
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode?: string | undefined
    /** The tracking number. */
    tracking?: string | undefined
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender: string
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store?: string | undefined
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest?: string | undefined
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'tender.discrepancy'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'accepted'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** The code of the carrier. */
    carrier: string
    /** `inject`: we bring the parcels to the carrier. `collect`: the carrier collects them. */
    handoff: 'inject' | 'collect'
    /** How many pieces were announced. */
    pieceCount: number
    /** How many pieces were received. */
    pieceCountReceived: number
    /** How many shipments there are. */
    shipmentCount: number
    /** Who accepted it for the carrier. */
    acceptedBy?: string | undefined
    /** When it was accepted. */
    acceptedAt: string
    /** `short`: fewer pieces came than announced. `over`: more. */
    discrepancyType: 'short' | 'over'
    /** How many pieces were announced. */
    expectedPieceCount: number
    /** How many pieces were received. */
    receivedPieceCount: number
    /** Pieces received less pieces announced. */
    delta: number
  }
}

/** A store's manifest for the day is closed. */
export interface ManifestClosedEvent {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'manifest.closed'
  /** The type of the event; tell events apart by it. */
  type: 'manifest.closed'
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: {
    /** The id of the shipment. */
    shipment?: string | undefined
    /** The onward carrier's own number of the parcel. */
    ltracking?: string | undefined
    /** The number that the label shows as a barcode. */
    barcode?: string | undefined
    /** The tracking number. */
    tracking?: string | undefined
    /** Your number of the return. */
    rma?: string | undefined
    /** Your number of the order. */
    orderID?: string | undefined
    /** Your own id of the shipment, `ship_ext_id`. */
    shipExtID?: string | undefined
    /** The id of the label. */
    label?: string | undefined
    /** The id of the tender. */
    tender?: string | undefined
    /** The id of the QR code. */
    qr?: string | undefined
    /** The id of the QR code that was replaced. */
    previousQr?: string | undefined
    /** The id of the store. */
    store: string
    /** Your number of the customer. */
    customer?: string | undefined
    /** The id of the partner. */
    partner: string
    /** The id of the webhook. */
    webhook?: string | undefined
    /** The id of the claim. */
    claim?: string | undefined
    /** The id of the adjustment. */
    adjustment?: string | undefined
    /** The id of the discrepancy. */
    discrepancy?: string | undefined
    /** The id of the pickup. */
    pickup?: string | undefined
    /** The confirmation code of the pickup. */
    confirmation?: string | undefined
    /** The id of the sweep. */
    sweep?: string | undefined
    /** The code of the facility. */
    facility?: string | undefined
    /** The id of the manifest. */
    manifest: string
  }
  /** What happened, when and where. */
  event_info: {
    /** The name of the event inside the service; ten types share `scan-event`. */
    event: 'manifest.closed'
    /** The day on which it happened, in UTC. */
    date: string
    /** When it happened. */
    eventDateTime: string
    /** What happened, in a few words. */
    summary: string
    /** The status that the event reports. */
    status: 'closed'
    /** E-mail address of the person who caused it. */
    email: string
    /** Name of the person who caused it. */
    full_name: string
  }
  /** The facts that only this type of event has. */
  eventSpecific: {
    /** How many parcels there are. */
    packageCount: number
    /** The day that it counts, by the store's calendar. */
    manifestDate: string
    /** When it was closed. */
    closedAt: string
  }
}

/** Any event, told apart by its `type`. */
export type WebhookEvent = ShipmentCreatedEvent | ShipmentLabelReadyEvent | ShipmentLabelReprintedEvent | ShipmentUpdatedEvent | ShipmentSoldEvent | QrScannedEvent | ShipmentReadyForPickupEvent | ShipmentPickedUpEvent | ShipmentInPossessionEvent | ShipmentAtSortCenterEvent | ShipmentSortedEvent | ShipmentInjectedEvent | ShipmentInTransitEvent | TrackingUpdatedEvent | ShipmentOutForDeliveryEvent | ShipmentDeliveredEvent | ShipmentRejectedEvent | ShipmentUndeliverableEvent | ShipmentReturnToSenderEvent | ShipmentUnclaimedEvent | ShipmentDisposedEvent | ClaimOpenedEvent | ShipmentCancelledEvent | ShipmentExpiredEvent | ShipmentHeldEvent | ShipmentReleasedEvent | ShipmentRedirectedEvent | ShipmentAdjustedEvent | ShipmentDiscrepancyReportedEvent | AdjustmentDisputedEvent | QrReissuedEvent | QrInvalidatedEvent | PickupScheduledEvent | PickupCancelledEvent | SweepCreatedEvent | TenderCreatedEvent | TenderAcceptedEvent | TenderDiscrepancyEvent | ManifestClosedEvent

/** One page of `WebhookEvent` records. */
export interface WebhookEventList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: WebhookEvent[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The clock of the sandbox. */
export interface TestClock {
  /** Says what kind of record this is. */
  object: 'test_clock'
  /** The virtual time */
  now: string
  /** How far it is ahead of real time */
  offset_seconds: number
}

/** The body of `POST /v2/test/clock/advance`. */
export interface TestClockAdvance {
  /** How far; at most ten years at a time */
  seconds: number
}

/** The body of `POST /v2/test/events/{type}`. */
export interface RehearsalRequest {
  /** The shipment to use, as it is now; a new one is created when absent */
  shipment_id?: string | undefined
}

/** What a rehearsal caused. */
export interface Rehearsal {
  /** Says what kind of record this is. */
  object: 'rehearsal'
  /** The event type or the fault */
  name: string
  /** The event that was requested */
  eventID: string
  /** The shipment that was used */
  shipment_id: string | null
  /** Every event fired, in order */
  events: {
    /** The id of the event. */
    eventID: string
    /** The type of the event. */
    type: string
  }[]
}

export interface ListShipmentsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** On this sweep, as currently assigned */
  sweepId?: string | undefined
  /** Only items with this status. */
  status?: 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired' | undefined
  /** With this order number */
  order_id?: string | undefined
  /** With this tracking number */
  tracking?: string | undefined
  /** Handed over by this tender */
  tender_id?: string | undefined
  /** Taken in by this counter */
  store_id?: string | undefined
  /** Created later than this */
  created_after?: string | undefined
  /** Created earlier than this */
  created_before?: string | undefined
}

export interface ReadLabelQuery {
  /** Takes precedence over `Accept` */
  format?: 'pdf' | 'png' | 'zpl' | 'json' | undefined
  /** Resolution of the printer; 203 when absent */
  dpi?: 203 | 300 | undefined
}

export interface ReadQrImageQuery {
  /** `png` when absent */
  format?: 'png' | 'svg' | undefined
}

export interface ListShipmentScansQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListPickupsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Of this shipment */
  shipment_id?: string | undefined
  /** Booked on this sweep */
  sweep_id?: string | undefined
  /** At this store */
  store_id?: string | undefined
  /** On this store-local day */
  date?: string | undefined
  /** Only items with this status. */
  status?: 'scheduled' | 'cancelled' | undefined
}

export interface ListSweepsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Visits to this store */
  store_id?: string | undefined
  /** Visits on this store-local day */
  date?: string | undefined
  /** Only items with this status. */
  status?: 'ordered' | 'closed' | undefined
}

export interface ListTendersQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** For the carrier with this code */
  carrier?: string | undefined
  /** Only items with this status. */
  status?: 'created' | 'accepted' | undefined
}

export interface ListManifestsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Of this store */
  store_id?: string | undefined
  /** Of this store-local day */
  date?: string | undefined
  /** Only items with this status. */
  status?: 'open' | 'closed' | undefined
}

export interface ReadManifestQuery {
  /** Only items with this format. */
  format?: 'json' | 'pdf' | undefined
}

export interface ListDropOffLocationsQuery {
  /** Degrees north */
  lat?: number | undefined
  /** Degrees east */
  lon?: number | undefined
  /** Postal code; only its letters and digits count */
  postal_code?: string | undefined
  /** ISO 3166-1 alpha-2 code of the postal code */
  country?: string | undefined
  /** Search radius in kilometers */
  radius_km?: number | undefined
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListWebhooksQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListWebhookDeliveriesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only deliveries in this status */
  status?: 'pending' | 'delivered' | 'exhausted' | 'skipped' | undefined
}

export interface ListShipmentAdjustmentsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListShipmentDiscrepanciesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListClaimsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only items with this status. */
  status?: 'open' | 'approved' | 'denied' | 'closed' | undefined
  /** Only items with this type. */
  type?: 'lost' | 'damaged' | 'misdelivered' | undefined
  /** Only claims about this shipment */
  shipment_id?: string | undefined
}

export interface ListPartnersQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListKeysQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only keys of this partner */
  partner_id?: string | undefined
  /** Only items with this kind. */
  kind?: 'partner' | 'operator' | undefined
}

export interface ListStoresQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** With this code */
  code?: string | undefined
  /** In this country */
  country?: string | undefined
}

export interface ListFacilitiesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListCarriersQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListMarketsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListRateCardsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only of this carrier */
  carrier?: string | undefined
  /** Only for this country */
  country?: string | undefined
}

export interface ListOperatorClaimsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only items with this status. */
  status?: 'open' | 'approved' | 'denied' | 'closed' | undefined
  /** Only items with this type. */
  type?: 'lost' | 'damaged' | 'misdelivered' | undefined
  /** Only of this partner */
  partner_id?: string | undefined
  /** Only about this shipment */
  shipment_id?: string | undefined
}

export interface ListDisputesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** `open` when absent */
  status?: 'open' | 'upheld' | 'rejected' | undefined
  /** Only of this partner */
  partner_id?: string | undefined
  /** Only about this shipment */
  shipment_id?: string | undefined
}

export interface SearchShipmentsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** The identifier, whichever it is */
  q: string
}

export interface ListAuditQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only by this actor */
  actor?: string | undefined
  /** Only about this id or code */
  subject?: string | undefined
  /** Only of this kind */
  action?: string | undefined
}

export interface ListEventsQuery {
  /** How many at most; 100 when absent. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** An eventID: the page begins after it. */
  after?: string | undefined
  /** Only these types; repeat the parameter for several. */
  type?: ('shipment.created' | 'shipment.label_ready' | 'shipment.label_reprinted' | 'shipment.updated' | 'shipment.sold' | 'qr.scanned' | 'shipment.ready_for_pickup' | 'shipment.picked_up' | 'shipment.in_possession' | 'shipment.at_sort_center' | 'shipment.sorted' | 'shipment.injected' | 'shipment.in_transit' | 'tracking.updated' | 'shipment.out_for_delivery' | 'shipment.delivered' | 'shipment.rejected' | 'shipment.undeliverable' | 'shipment.return_to_sender' | 'shipment.unclaimed' | 'shipment.disposed' | 'claim.opened' | 'shipment.cancelled' | 'shipment.expired' | 'shipment.held' | 'shipment.released' | 'shipment.redirected' | 'shipment.adjusted' | 'shipment.discrepancy_reported' | 'adjustment.disputed' | 'qr.reissued' | 'qr.invalidated' | 'pickup.scheduled' | 'pickup.cancelled' | 'sweep.created' | 'tender.created' | 'tender.accepted' | 'tender.discrepancy' | 'manifest.closed')[] | undefined
  /** Only events of this shipment. */
  shipment?: string | undefined
  /** Only events created after this time */
  created_after?: string | undefined
  /** Only events created before this time */
  created_before?: string | undefined
}
