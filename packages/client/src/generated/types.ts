// Generated from the API document by `npm run generate`; do not edit.
import type { MinorUnits } from '../money.ts'
import type { Page } from '../pages.ts'
import type { Binary } from '../transport.ts'

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

/** What is wrong. A code never changes its meaning; new ones come without notice, so treat those that you do not know by their status. */
export type ErrorCode = 'route_not_found' | 'method_not_allowed' | 'payload_too_large' | 'bad_request' | 'missing_api_key' | 'invalid_api_key' | 'wrong_environment' | 'forbidden' | 'session_invalid' | 'cross_origin' | 'invalid_signature' | 'rate_limited' | 'insufficient_scope' | 'sandbox_only' | 'sandbox_not_empty' | 'unsupported_media_type' | 'invalid_json' | 'idempotency_key_invalid' | 'idempotency_key_reused' | 'validation_failed' | 'invalid_cursor' | 'not_found' | 'code_damaged' | 'code_foreign' | 'shipment_locked' | 'shipment_not_dispositionable' | 'disposal_too_early' | 'numbers_used_up' | 'customs_incomplete' | 'customs_not_needed' | 'shipment_not_cancellable' | 'shipment_not_redirectable' | 'shipment_held' | 'invalid_transition' | 'label_not_ready' | 'label_voided' | 'pod_not_available' | 'qr_not_valid' | 'adjustment_already_disputed' | 'adjustment_not_disputed' | 'negative_total' | 'pickup_already_cancelled' | 'pickup_already_scheduled' | 'tender_already_accepted' | 'tender_already_cancelled' | 'tender_not_acceptable' | 'consolidation_not_open' | 'already_consolidated' | 'nothing_to_consolidate' | 'tender_without_discrepancy' | 'discrepancy_already_dismissed' | 'shipment_already_tendered' | 'manifest_already_closed' | 'claim_already_open' | 'claim_already_resolved' | 'webhook_url_not_allowed' | 'import_in_progress' | 'carrier_sends_no_reports' | 'booking_not_refused' | 'invoice_line_decided' | 'invoice_line_not_disputable' | 'scan_already_resolved' | 'store_code_taken' | 'manifest_too_long' | 'surplus_limit_reached' | 'webhook_limit_reached' | 'link_not_usable' | 'link_of_another' | 'console_limit_reached' | 'storage_quota_exceeded' | 'delivery_not_possible' | 'idempotency_in_progress' | 'internal_error' | 'unavailable'

/** What was wrong, and what to do about it. */
export interface Refusal {
  /** The short name by which requests and scans refer to it. */
  code: ErrorCode
  /** One sentence for people: what is wrong and what to do. */
  message: string
  /** Facts for this code. */
  details: Record<string, unknown>
}

/** Any error answer. */
export interface ErrorEnvelope {
  /** What went wrong, in the same form everywhere. */
  error: Refusal
}

/** The ids of what an event is about. The schema of its type says which are always there. */
export interface EventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store?: string | undefined
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** Where it happened: the store, the facility or the place that the device told. */
export interface EventLocation {
  /** Its name, as people know it. */
  name?: string | undefined
  /** The short name by which requests and scans refer to it. */
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

/** What happened, and when. The schema of its type says what is always there. */
export interface EventInfo {
  /** As in the record. */
  event: string
  /** The day of `eventDateTime`. */
  date: string
  /** When the service reported it. */
  eventDateTime: string
  /** One line for people. */
  summary: string
  /** What became of it, where the event reports that. */
  status?: string | undefined
  /** `return` or `outbound`. */
  direction?: string | undefined
  /** The acting key's contact; empty in scans. */
  email: string
  /** The acting key's contact; empty in scans. */
  full_name: string
  /** Decimal degrees. */
  lat?: string | undefined
  /** Decimal degrees. */
  lon?: string | undefined
  /** Where the coordinates come from. */
  coordinateSource?: string | undefined
  /** When it happened. */
  scannedDateTime?: string | undefined
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
  /** Path of the label. */
  labelUrl?: string | undefined
}

/** An event of any type. Decide by `type`, and read those that you know by the schema of that type (`WebhookEvent` is all of them). New types and new fields come without notice: pass over a type that you do not know, and answer its delivery with 2xx. */
export interface Event {
  /** Says what kind of record this is. */
  object: 'webhook'
  /** The same in every delivery and in the feed; remember it to pass over repetitions. */
  eventID: string
  /** The internal name, which several types share. */
  event: string
  /** What happened, such as `shipment.delivered`. */
  type: string
  /** The ids of everything that the event is about; a key without a value is absent. */
  identifiers: EventIdentifiers
  /** What happened, when and where. */
  event_info: EventInfo
  /** What is particular to the type, where it has anything. */
  eventSpecific?: Record<string, unknown> | undefined
}

/** The ids of what the event is about. */
export interface ShipmentEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store?: string | undefined
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** Whether a parcel goes back to the merchant or out to a customer. */
export type Direction = 'return' | 'outbound'

/** When and where it happened, and a sentence about it. */
export interface ShipmentCreatedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.created'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'created'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** How fast a parcel travels. */
export type ServiceLevel = 'economy' | 'standard' | 'express'

/** Weight and measures, with their units. */
export interface EventParcel {
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

/** The fields of this type alone. */
export interface ShipmentCreatedDetails {
  /** 1 for the first label; each reprint counts one more. */
  labelVersion?: number | undefined
  /** How fast it travels. */
  serviceLevel: ServiceLevel
  /** Weight and measures. */
  parcel: EventParcel
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
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentCreatedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentCreatedDetails
}

/** The ids of what the event is about. */
export interface LabelEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store?: string | undefined
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface ShipmentLabelReadyInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.label_ready'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'label_ready'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
  /** Where the label is read. */
  labelUrl: string
}

/** In what form labels are made. */
export type LabelFormat = 'pdf' | 'png' | 'zpl'

/** The fields of this type alone. */
export interface ShipmentLabelReadyDetails {
  /** The format of the label. */
  labelFormat: LabelFormat
  /** 1 for the first label; each reprint counts one more. */
  labelVersion: number
  /** How fast it travels. */
  serviceLevel: ServiceLevel
  /** Weight and measures. */
  parcel: EventParcel
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentLabelReadyInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentLabelReadyDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentLabelReprintedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.label_reprinted'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'label_ready'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
  /** Where the label is read. */
  labelUrl: string
}

/** The fields of this type alone. */
export interface ShipmentLabelReprintedDetails {
  /** 1 for the first label; each reprint counts one more. */
  labelVersion: number
  /** How fast it travels. */
  serviceLevel: ServiceLevel
  /** Weight and measures. */
  parcel: EventParcel
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentLabelReprintedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentLabelReprintedDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentUpdatedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.updated'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'created'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
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
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentUpdatedInfo
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentSoldInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.sold'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'label_ready'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
  /** Where the label is read. */
  labelUrl: string
}

/** The fields of this type alone. */
export interface ShipmentSoldDetails {
  /** When it was sold. */
  soldAt: string
  /** How fast it travels. */
  serviceLevel: ServiceLevel
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentSoldInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentSoldDetails
}

/** Where the coordinates of a scan come from. */
export type CoordinateSource = 'store' | 'facility' | 'device'

/** When and where it happened, and a sentence about it. */
export interface QrScannedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface QrScannedDetails {
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: QrScannedInfo
  /** The facts that only this type of event has. */
  eventSpecific: QrScannedDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentReadyForPickupInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'ready_for_pickup'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface ShipmentReadyForPickupDetails {
  /** What kind of handling the scan reports. */
  'scan-type': 'accepted'
  /** When the parcel was scanned. */
  scantime: string
  /** E-mail address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentReadyForPickupInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentReadyForPickupDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentPickedUpInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'picked_up'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface ShipmentPickedUpDetails {
  /** What kind of handling the scan reports. */
  'scan-type': 'pickup'
  /** When the parcel was scanned. */
  scantime: string
  /** E-mail address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentPickedUpInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentPickedUpDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentInPossessionInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'in_possession'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface ShipmentInPossessionDetails {
  /** What kind of handling the scan reports. */
  'scan-type': 'possession'
  /** When the parcel was scanned. */
  scantime: string
  /** E-mail address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentInPossessionInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentInPossessionDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentAtSortCenterInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'at_sort_center'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface ShipmentAtSortCenterDetails {
  /** What kind of handling the scan reports. */
  'scan-type': 'arrived_at_sort'
  /** When the parcel was scanned. */
  scantime: string
  /** E-mail address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentAtSortCenterInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentAtSortCenterDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentSortedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'sorted'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface ShipmentSortedDetails {
  /** What kind of handling the scan reports. */
  'scan-type': 'sorted'
  /** When the parcel was scanned. */
  scantime: string
  /** E-mail address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentSortedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentSortedDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentInjectedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'injected'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface ShipmentInjectedDetails {
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentInjectedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentInjectedDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentInTransitInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.in_transit'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'in_transit'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface ShipmentInTransitDetails {
  /** The code of the carrier. */
  carrier?: string | undefined
  /** The day on which the carrier expects to deliver. */
  scheduledDeliveryDate?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentInTransitInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentInTransitDetails
}

/** When and where it happened, and a sentence about it. */
export interface TrackingUpdatedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'tracking.updated'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'in_transit'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface TrackingUpdatedDetails {
  /** The code of the carrier. */
  carrier?: string | undefined
  /** The day on which the carrier expects to deliver. */
  scheduledDeliveryDate?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: TrackingUpdatedInfo
  /** The facts that only this type of event has. */
  eventSpecific: TrackingUpdatedDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentOutForDeliveryInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'out_for_delivery'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** The fields of this type alone. */
export interface ShipmentOutForDeliveryDetails {
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentOutForDeliveryInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentOutForDeliveryDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentDeliveredInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'delivered'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** How good a proof of delivery is. */
export type PodGrade = 'A' | 'B' | 'C'

/** The fields of this type alone. */
export interface ShipmentDeliveredDetails {
  /** What kind of handling the scan reports. */
  'scan-type': 'delivered'
  /** When the parcel was scanned. */
  scantime: string
  /** E-mail address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
  /** The proof of delivery; null until there is one. */
  pod?: string | undefined
  /** How good the proof of delivery is; `A` is the best. */
  podGrade: PodGrade
  /** The code of the carrier. */
  carrier?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentDeliveredInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentDeliveredDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentRejectedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'rejected'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: ''
  /** Name of the person behind the key, which the records of events give. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** Where it happened; null if the scan did not say. */
  location?: EventLocation | undefined
}

/** Why a counter refused a parcel. */
export type RejectReason = 'damaged' | 'prohibited' | 'oversize' | 'wrong_item' | 'no_label' | 'other'

/** The fields of this type alone. */
export interface ShipmentRejectedDetails {
  /** What kind of handling the scan reports. */
  'scan-type': 'rejected'
  /** When the parcel was scanned. */
  scantime: string
  /** E-mail address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
  /** Why the counter refused the parcel. */
  rejectReason: RejectReason
  /** The same in the words of the counter. */
  rejectReasonNote?: string | undefined
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
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentRejectedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentRejectedDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentUndeliverableInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.undeliverable'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'undeliverable'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface ShipmentUndeliverableDetails {
  /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
  disposition: 'rts'
  /** The code of the carrier. */
  carrier?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentUndeliverableInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentUndeliverableDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentReturnToSenderInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.return_to_sender'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'return_to_sender'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface ShipmentReturnToSenderDetails {
  /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
  disposition: 'rts'
  /** The code of the carrier. */
  carrier?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentReturnToSenderInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentReturnToSenderDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentUnclaimedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.unclaimed'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'unclaimed'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface ShipmentUnclaimedDetails {
  /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
  disposition: 'unclaimed'
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentUnclaimedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentUnclaimedDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentDisposedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.disposed'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'disposed'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface ShipmentDisposedDetails {
  /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
  disposition: 'dispose'
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentDisposedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentDisposedDetails
}

/** The ids of what the event is about. */
export interface ClaimEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store?: string | undefined
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim: string
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface ClaimOpenedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'claim.opened'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'open'
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** What a claim is about. */
export type ClaimType = 'lost' | 'damaged' | 'misdelivered'

/** The fields of this type alone. */
export interface ClaimOpenedDetails {
  /** What happened to the parcel. */
  claimType: ClaimType
  /** Your words about it; null if there are none. */
  description?: string | undefined
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
  identifiers: ClaimEventIdentifiers
  /** What happened, when and where. */
  event_info: ClaimOpenedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ClaimOpenedDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentCancelledInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.cancelled'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'cancelled'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface ShipmentCancelledDetails {
  /** The label is void. */
  labelVoided: true
  /** When the label was voided. */
  voidedAt: string
  /** When it was cancelled. */
  cancelledAt: string
  /** When it would expire, or has expired. */
  expiresAt: string
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
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentCancelledInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentCancelledDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentExpiredInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.expired'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'expired'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface ShipmentExpiredDetails {
  /** The label is void. */
  labelVoided: true
  /** When the label was voided. */
  voidedAt: string
  /** When it expired. */
  expiredAt: string
  /** When it would expire, or has expired. */
  expiresAt: string
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
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentExpiredInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentExpiredDetails
}

/** Where a shipment stands. */
export type ShipmentStatus = 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'

/** When and where it happened, and a sentence about it. */
export interface ShipmentHeldInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.held'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: ShipmentStatus
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface ShipmentHeldDetails {
  /** Whether the shipment is on hold. */
  held: true
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
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentHeldInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentHeldDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentReleasedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.released'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: ShipmentStatus
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface ShipmentReleasedDetails {
  /** Whether the shipment is on hold. */
  held: false
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
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentReleasedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentReleasedDetails
}

/** When and where it happened, and a sentence about it. */
export interface ShipmentRedirectedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.redirected'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'in_transit'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
  /** Where it happened; null if the scan did not say. */
  location: EventLocation
}

/** The fields of this type alone. */
export interface ShipmentRedirectedDetails {
  /** The new destination in one line. */
  redirectedTo: string
  /** Street and number of the new destination. */
  redirectedToLine1: string
  /** The code of the carrier. */
  carrier?: string | undefined
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
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentRedirectedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentRedirectedDetails
}

/** The ids of what the event is about. */
export interface AdjustmentEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store?: string | undefined
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment: string
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface ShipmentAdjustedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.adjusted'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** Why a price was adjusted. */
export type AdjustmentReason = 'reweigh' | 'dimension' | 'address' | 'service' | 'other'

/** The fields of this type alone. */
export interface ShipmentAdjustedDetails {
  /** Why the price was corrected. */
  reason: AdjustmentReason
  /** The weight that was charged until now, in pounds. */
  originalWeight: number
  /** The weight that is charged from now on, in pounds. */
  newWeight: number
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
  identifiers: AdjustmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentAdjustedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentAdjustedDetails
}

/** The ids of what the event is about. */
export interface DiscrepancyEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store?: string | undefined
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface ShipmentDiscrepancyReportedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'shipment.discrepancy_reported'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** Where a parcel was found to differ. */
export type DiscrepancyStage = 'dropoff' | 'sort'

/** Weight and measures, as declared or as observed. */
export interface EventMeasures {
  /** Weight in pounds. */
  weight: number
  /** The longest side, in inches. */
  length: number
  /** Width in inches. */
  width: number
  /** Height in inches. */
  height: number
}

/** The fields of this type alone. */
export interface ShipmentDiscrepancyReportedDetails {
  /** Where the difference was found. */
  stage: DiscrepancyStage
  /** What was declared. */
  declared: EventMeasures
  /** What was measured. */
  observed: EventMeasures
  /** Whether the difference changes the price. */
  chargeable: boolean
}

/** A discrepancy is recorded; adjusted follows if it is chargeable. One is also recorded when a scan that arrived after the shipment had expired or been cancelled shows that the network had the parcel: `reason` of the discrepancy is then late_custody. Its stage is that of the scan; custody occurs in records of earlier releases only. */
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
  identifiers: DiscrepancyEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentDiscrepancyReportedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ShipmentDiscrepancyReportedDetails
}

/** When and where it happened, and a sentence about it. */
export interface AdjustmentDisputedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'adjustment.disputed'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface AdjustmentDisputedDetails {
  /** Why the price was corrected. */
  reason: AdjustmentReason
  /** The weight that was charged until now, in pounds. */
  originalWeight: number
  /** The weight that is charged from now on, in pounds. */
  newWeight: number
  /** How the dispute stands. */
  disputeStatus: 'open'
  /** Why it is disputed, in the words of the partner. */
  disputeReason: string
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
  identifiers: AdjustmentEventIdentifiers
  /** What happened, when and where. */
  event_info: AdjustmentDisputedInfo
  /** The facts that only this type of event has. */
  eventSpecific: AdjustmentDisputedDetails
}

/** The ids of what the event is about. */
export interface ReplacedQrEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr: string
  /** The id of the QR code that was replaced. */
  previousQr: string
  /** The store. */
  store?: string | undefined
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface QrReissuedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'qr.reissued'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
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
  identifiers: ReplacedQrEventIdentifiers
  /** What happened, when and where. */
  event_info: QrReissuedInfo
}

/** The ids of what the event is about. */
export interface QrEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr: string
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store?: string | undefined
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface QrInvalidatedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'qr.invalidated'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'invalidated'
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface QrInvalidatedDetails {
  /** The status of the QR code. */
  qrStatus: 'invalidated'
  /** When it would expire, or has expired. */
  expiresAt: string
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
  identifiers: QrEventIdentifiers
  /** What happened, when and where. */
  event_info: QrInvalidatedInfo
  /** The facts that only this type of event has. */
  eventSpecific: QrInvalidatedDetails
}

/** The ids of what the event is about. */
export interface PickupEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store: string
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface PickupScheduledInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'pickup.scheduled'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'scheduled'
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface PickupScheduledDetails {
  /** The day of the pickup, by the store's calendar. */
  pickupDate: string
  /** When the window begins, by the store's clock. */
  pickupWindowStart: string
  /** When the window ends, by the store's clock. */
  pickupWindowEnd: string
  /** How many parcels there are. */
  packageCount: number
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
  identifiers: PickupEventIdentifiers
  /** What happened, when and where. */
  event_info: PickupScheduledInfo
  /** The facts that only this type of event has. */
  eventSpecific: PickupScheduledDetails
}

/** When and where it happened, and a sentence about it. */
export interface PickupCancelledInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'pickup.cancelled'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'cancelled'
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface PickupCancelledDetails {
  /** The day of the pickup, by the store's calendar. */
  pickupDate: string
  /** When the window begins, by the store's clock. */
  pickupWindowStart: string
  /** When the window ends, by the store's clock. */
  pickupWindowEnd: string
  /** How many parcels there are. */
  packageCount: number
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
  identifiers: PickupEventIdentifiers
  /** What happened, when and where. */
  event_info: PickupCancelledInfo
  /** The facts that only this type of event has. */
  eventSpecific: PickupCancelledDetails
}

/** The ids of what the event is about. */
export interface SweepEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store: string
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface SweepCreatedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'sweep.created'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'ordered'
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface SweepCreatedDetails {
  /** The day of the visit, by the store's calendar. */
  sweepDate: string
  /** The code of the carrier that makes the visit. */
  dp: string
  /** The code of the store. */
  storeCode: string
  /** The address of the store in one line. */
  storeAddress: string
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
  identifiers: SweepEventIdentifiers
  /** What happened, when and where. */
  event_info: SweepCreatedInfo
  /** The facts that only this type of event has. */
  eventSpecific: SweepCreatedDetails
}

/** The ids of what the event is about. */
export interface TenderEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store?: string | undefined
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface TenderCreatedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'tender.created'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'created'
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** How a carrier gets the parcels of a tender. */
export type Handoff = 'inject' | 'collect'

/** The fields of this type alone. */
export interface TenderCreatedDetails {
  /** The code of the carrier. */
  carrier: string
  /** `inject`: we bring the parcels to the carrier. `collect`: the carrier collects them. */
  handoff: Handoff
  /** How many pieces were announced. */
  pieceCount: number
  /** How many shipments there are. */
  shipmentCount: number
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
  identifiers: TenderEventIdentifiers
  /** What happened, when and where. */
  event_info: TenderCreatedInfo
  /** The facts that only this type of event has. */
  eventSpecific: TenderCreatedDetails
}

/** When and where it happened, and a sentence about it. */
export interface TenderAcceptedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'tender.accepted'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'accepted'
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface TenderAcceptedDetails {
  /** The code of the carrier. */
  carrier: string
  /** `inject`: we bring the parcels to the carrier. `collect`: the carrier collects them. */
  handoff: Handoff
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
  identifiers: TenderEventIdentifiers
  /** What happened, when and where. */
  event_info: TenderAcceptedInfo
  /** The facts that only this type of event has. */
  eventSpecific: TenderAcceptedDetails
}

/** When and where it happened, and a sentence about it. */
export interface TenderDiscrepancyInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'tender.discrepancy'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'accepted'
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** Whether the carrier counted too few or too many. */
export type TenderDifference = 'short' | 'over'

/** The fields of this type alone. */
export interface TenderDiscrepancyDetails {
  /** The code of the carrier. */
  carrier: string
  /** `inject`: we bring the parcels to the carrier. `collect`: the carrier collects them. */
  handoff: Handoff
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
  discrepancyType: TenderDifference
  /** How many pieces were announced. */
  expectedPieceCount: number
  /** How many pieces were received. */
  receivedPieceCount: number
  /** Pieces received less pieces announced. */
  delta: number
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
  identifiers: TenderEventIdentifiers
  /** What happened, when and where. */
  event_info: TenderDiscrepancyInfo
  /** The facts that only this type of event has. */
  eventSpecific: TenderDiscrepancyDetails
}

/** The ids of what the event is about. */
export interface ManifestEventIdentifiers {
  /** The shipment as it is after this. */
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
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The store. */
  store: string
  /** Your number of the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery. */
  webhook?: string | undefined
  /** The id of the claim. */
  claim?: string | undefined
  /** The id of the adjustment. */
  adjustment?: string | undefined
  /** The difference between the pieces announced and the pieces received; null if there is none. */
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

/** When and where it happened, and a sentence about it. */
export interface ManifestClosedInfo {
  /** The name of the event inside the service; ten types share `scan-event`. */
  event: 'manifest.closed'
  /** The day on which it happened, in UTC. */
  date: string
  /** When it happened. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Its present status. */
  status: 'closed'
  /** E-mail address. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
}

/** The fields of this type alone. */
export interface ManifestClosedDetails {
  /** How many parcels there are. */
  packageCount: number
  /** The day that it counts, by the store's calendar. */
  manifestDate: string
  /** When it was closed. */
  closedAt: string
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
  identifiers: ManifestEventIdentifiers
  /** What happened, when and where. */
  event_info: ManifestClosedInfo
  /** The facts that only this type of event has. */
  eventSpecific: ManifestClosedDetails
}

/** An event of a type that there is now, told apart by `type`. */
export type WebhookEvent = ShipmentCreatedEvent | ShipmentLabelReadyEvent | ShipmentLabelReprintedEvent | ShipmentUpdatedEvent | ShipmentSoldEvent | QrScannedEvent | ShipmentReadyForPickupEvent | ShipmentPickedUpEvent | ShipmentInPossessionEvent | ShipmentAtSortCenterEvent | ShipmentSortedEvent | ShipmentInjectedEvent | ShipmentInTransitEvent | TrackingUpdatedEvent | ShipmentOutForDeliveryEvent | ShipmentDeliveredEvent | ShipmentRejectedEvent | ShipmentUndeliverableEvent | ShipmentReturnToSenderEvent | ShipmentUnclaimedEvent | ShipmentDisposedEvent | ClaimOpenedEvent | ShipmentCancelledEvent | ShipmentExpiredEvent | ShipmentHeldEvent | ShipmentReleasedEvent | ShipmentRedirectedEvent | ShipmentAdjustedEvent | ShipmentDiscrepancyReportedEvent | AdjustmentDisputedEvent | QrReissuedEvent | QrInvalidatedEvent | PickupScheduledEvent | PickupCancelledEvent | SweepCreatedEvent | TenderCreatedEvent | TenderAcceptedEvent | TenderDiscrepancyEvent | ManifestClosedEvent

/** Whether the sender prints a label or shows a QR. */
export type Fulfillment = 'print_label' | 'qr_code'

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
  /** Postal code; required in countries that have them */
  postal_code?: string | null | undefined
  /** ISO 3166-1 alpha-2 code */
  country: string
  /** Phone number */
  phone?: string | null | undefined
  /** E-mail address */
  email?: string | null | undefined
}

/** Unit of weight. */
export type WeightUnit = 'lb' | 'oz' | 'kg' | 'g'

/** Unit of length. */
export type DimensionUnit = 'in' | 'cm'

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
  weight_unit?: WeightUnit | undefined
  /** `in` when absent */
  dimension_unit?: DimensionUnit | undefined
}

/** What is in a parcel that crosses a border, as customs tell it apart. */
export type CustomsContents = 'merchandise' | 'return' | 'gift' | 'documents' | 'sample' | 'other'

/** Term of delivery, by Incoterms 2020. */
export type Incoterm = 'EXW' | 'FCA' | 'CPT' | 'CIP' | 'DAP' | 'DPU' | 'DDP' | 'FAS' | 'FOB' | 'CFR' | 'CIF'

/** What is done with what cannot be delivered. */
export type NonDelivery = 'return' | 'abandon'

/** So many pieces of one kind. */
export interface CustomsItemInput {
  /** What it is, in words that customs understand */
  description?: string | null | undefined
  /** How many pieces */
  quantity?: number | null | undefined
  /** Of one piece, in cents of the currency */
  value?: MinorUnits | null | undefined
  /** Net weight of one piece, in `weight_unit` */
  weight?: number | null | undefined
  /** `lb` when absent */
  weight_unit?: WeightUnit | undefined
  /** Code of the Harmonized System: 6 to 10 digits, of which the first six exist, with or without dots, spaces or hyphens between them */
  hs_code?: string | null | undefined
  /** Where it was made: ISO 3166-1 alpha-2 code */
  origin_country?: string | null | undefined
  /** Your own number of the product */
  sku?: string | null | undefined
}

/** The customs declaration of a parcel. Missing fields are listed and not refused. */
export interface CustomsInput {
  /** What the contents are; `return` when absent from a return */
  contents_type?: CustomsContents | null | undefined
  /** What `other` contents are */
  contents_explanation?: string | null | undefined
  /** ISO 4217 code of all values */
  currency?: string | null | undefined
  /** Term of delivery of the invoice, by Incoterms 2020 */
  incoterm?: Incoterm | null | undefined
  /** Your number of the commercial invoice */
  invoice_number?: string | null | undefined
  /** Of goods that return: the number under which they were exported (an MRN or an invoice), or the id of your shipment that did */
  export_reference?: string | null | undefined
  /** What to do with what cannot be delivered; the documents say nothing when absent */
  non_delivery?: NonDelivery | null | undefined
  /** Who declares it */
  signer?: string | null | undefined
  /** What is in the parcel; those of the shipment that `export_reference` names when absent */
  items?: CustomsItemInput[] | null | undefined
}

/** The body of `POST /v2/shipments`. */
export interface ShipmentCreate {
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** The sender. */
  from?: Address | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** When it expires unless sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Your own id of the shipment */
  ship_ext_id?: string | undefined
  /** Weight and measures. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

/** How a shipment was created. */
export type Channel = 'api' | 'retail'

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
  postal_code: string | null
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

/** Who has a parcel. */
export type CustodyHolder = 'store' | 'driver' | 'network' | 'facility' | 'carrier' | 'recipient' | 'sender'

/** Who has the parcel; null before it is handed in, and once nobody has it any more */
export interface Custody {
  /** Who has the parcel, by its latest scan; in lists by its status, where `network` means that the status does not say who in the network or at its carriers */
  holder: CustodyHolder
  /** Who exactly: the store's or facility's name, the carrier's code, or the person who scanned it */
  name: string | null
  /** The town, if it is known */
  place: string | null
  /** The store, if one has it */
  store_id: string | null
  /** The code of the facility, if one has it */
  facility: string | null
  /** Since when */
  since: string
}

/** The proof of delivery. */
export interface ShipmentPod {
  /** Where its image is read; null without an image. */
  document: string | null
  /** How good the proof is; `A` is the best. */
  grade: PodGrade
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
  status: ShipmentStatus
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** `api`: created by a request. `retail`: sold at a counter. */
  channel: Channel
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your own id of the shipment */
  ship_ext_id: string | null
  /** Your id of the customer */
  customer: string | null
  /** How fast it travels. */
  service_level: ServiceLevel
  /** The sender. */
  from: AddressRecord | null
  /** The recipient. */
  to: AddressRecord
  /** Weight and measures. */
  parcel: Parcel
  /** Cents */
  declared_value: MinorUnits | null
  /** Path of the customs declaration of a parcel that crosses a border; null of others */
  customs_url: string | null
  /** Where it was routed to be dropped off */
  drop_off_store_id: string | null
  /** The counter that took it in */
  store_id: string | null
  /** The format in which the label is drawn unless a request asks for another. */
  label_format: LabelFormat
  /** Destination country */
  market: string
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Price in cents */
  amount: MinorUnits
  /** Null in a marketplace market until a carrier has the parcel */
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
  /** Address of the page on which the shopper follows the parcel, to be passed on to nobody else; null once withdrawn */
  parcel_url: string | null
  /** Whether the shipment is on hold. */
  held: boolean
  custody: Custody | null
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
  /** The group that it was ordered in; null if it was ordered by itself */
  group_id: string | null
  /** Which parcel of its group it is, from 1 */
  piece_number: number | null
  /** How many parcels its group was ordered with */
  piece_count: number | null
  /** The proof of delivery; null until there is one. */
  pod: ShipmentPod | null
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
  reject_reason: RejectReason | null
  /** The counter's note */
  reject_reason_note: string | null
  /** First unclaimed report */
  unclaimed_since: string | null
  /** 30 days after the first unclaimed report */
  dispose_after: string | null
  /** As announced by the carrier */
  scheduled_delivery_date: string | null
  /** When it is to be expected, by the calendars of where it is dropped off and where it goes, as of its creation, latest amendment or redirect; null where no calendar says it */
  estimated_delivery_date: string | null
  /** Your own notes, as names and texts. They are kept and given back, and mean nothing to the service. */
  metadata: Record<string, string>
  /** Creation */
  created_at: string
  /** Last change */
  updated_at: string
  /** Rises with every change, and with every event that leaves the shipment unchanged */
  version: number
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
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

/** The body of `PATCH /v2/shipments/{id}`. */
export interface ShipmentAmend {
  /** Weight and measures. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
}

/** What can be done with a shipment. */
export type ShipmentCommand = 'amend' | 'cancel' | 'hold' | 'release' | 'reprint' | 'reissue-qr' | 'redirect' | 'rts' | 'redeliver' | 'unclaimed' | 'dispose' | 'pickup' | 'tender' | 'walk-in' | 'accept' | 'reject' | 'collect' | 'custody' | 'arrive' | 'sort' | 'inject' | 'movement' | 'out-for-delivery' | 'deliver'

/** What a command would do. */
export type ShipmentCommandOutcome = 'applies' | 'recorded' | 'nothing' | 'refused'

/** What one command would do with the shipment now. */
export interface ShipmentAction {
  /** The command */
  command: ShipmentCommand
  /** The operation of this API that is the command */
  operation: string
  /** `applies`: it has an effect. `recorded`: a scan that is kept and changes nothing. `nothing`: it is accepted and has no effect. `refused`: for the reason in `code` and `message`. */
  outcome: ShipmentCommandOutcome
  /** The status after it; null unless it applies */
  status: ShipmentStatus | null
  /** The code with which it would be refused */
  code: string | null
  /** Why it would be refused, and what to do instead */
  message: string | null
}

/** What can be done with a shipment now. */
export interface ShipmentActions {
  /** Of the shipment */
  shipment_id: string
  /** The version of the shipment that was looked at */
  version: number
  /** In the order in which a parcel comes to them */
  actions: ShipmentAction[]
}

/** Who has a shipment, by its latest scan. */
export interface ShipmentCustody {
  /** Of the shipment */
  shipment_id: string
  /** The version of the shipment that was looked at */
  version: number
  custody: Custody | null
}

/** What becomes of a parcel that cannot be delivered. */
export type Disposition = 'rts' | 'redeliver' | 'unclaimed' | 'dispose'

/** The body of `POST /v2/shipments/{id}/disposition`. */
export interface ShipmentDisposition {
  /** What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up. */
  disposition: Disposition
}

/** The body of `POST /v2/shipments/{id}/redirect`. */
export interface ShipmentRedirect {
  /** The recipient. */
  to: Address
}

/** The body of `POST /v2/shipments/batch`. */
export interface ShipmentBatch {
  /** The shipments, each as when it is created alone. */
  shipments: ShipmentCreate[]
}

/** The address to look at. */
export interface AddressVerify {
  address: Address
}

/** Whether an address fits together. */
export type AddressVerdict = 'consistent' | 'inconsistent' | 'unchecked'

/** A field of an address that is checked. */
export type AddressFindingField = 'postal_code' | 'state' | 'email'

/** What is wrong with a field of an address. */
export type AddressFindingCode = 'format' | 'unknown' | 'mismatch' | 'missing'

/** What does not fit, or is missing. */
export interface AddressFinding {
  /** What it is about */
  field: AddressFindingField
  /** `format`: not written as such a thing is. `unknown`: the country has no such state, or no postal codes that begin so. `mismatch`: the postal code is of another state. `missing`: no state was given; that is no fault */
  code: AddressFindingCode
  /** What is wrong, after the name of the field */
  message: string
  /** What the field would have to be for the others to be right; null: nobody can say */
  suggestion: string | null
}

/** How exactly the place of a postal code is known. */
export type PositionPrecision = 'area' | 'region'

/** About where the postal code is; null: not known */
export interface AddressPosition {
  /** Degrees */
  lat: number
  /** Degrees */
  lon: number
  /** `area`: the middle of the area of the postal code. `region`: of all areas that begin with the same three characters */
  precision: PositionPrecision
}

/** What can be said of an address. */
export interface AddressVerification {
  /** Says what kind of record this is. */
  object: 'address_verification'
  /** `consistent`: country, state and postal code fit each other. `inconsistent`: they do not, or something is malformed. `unchecked`: nothing is known about the states and postal codes of the country */
  verdict: AddressVerdict
  /** What does not fit, or is missing */
  findings: AddressFinding[]
  given: AddressRecord
  normalized: AddressRecord
  position: AddressPosition | null
}

/** The body of `POST /v2/quotes`. */
export interface QuoteRequest {
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment?: Fulfillment | undefined
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** The sender. */
  from?: Address | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** When it expires unless sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Your own id of the shipment */
  ship_ext_id?: string | undefined
  /** Weight and measures. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

/** How the carrier of a market is chosen. */
export type MarketKind = 'fixed' | 'marketplace'

/** How far a parcel travels. */
export type Zone = 'local' | 'regional' | 'national' | 'international'

/** By what a parcel is billed. */
export type QuoteBasis = 'weight' | 'size'

/** The weight that is billed. */
export interface QuoteWeight {
  /** Weight of the parcel */
  actual_lb: number
  /** Its length times width times height in inches, divided by 139, or by the divisor of the tariff */
  dimensional_lb: number
  /** The larger of the two, by which it is priced */
  billable_lb: number
  /** Which of the two that is */
  billed_by: QuoteBasis
}

/** What a part of a price is for. */
export type PriceLineCode = 'base' | 'weight' | 'minimum' | 'oversize' | 'residential' | 'remote' | 'declared_value' | 'fuel' | 'tax'

/** A part of a price. */
export interface PriceLine {
  /** What it is for */
  code: PriceLineCode
  /** Its part of the amount */
  cents: MinorUnits
  /** How it comes about, for people */
  detail: string
}

/** The tariff by which a price was made. */
export interface QuoteTariff {
  /** The first day of the tariff, in UTC */
  effective_on: string
  /** The tariff's own zone */
  zone: number
}

/** A carrier that would take the parcel, with its price. */
export interface QuoteCandidate {
  /** Its code */
  carrier: string
  /** Its name */
  name: string
  /** What it would cost with this carrier, in cents: `base_cents` plus `weight_cents`, and the sum of `lines` */
  amount: MinorUnits
  /** The rate's part that does not depend on the weight; with a tariff all of it */
  base_cents: MinorUnits
  /** `per_lb_cents` times the billable weight, rounded up to a cent */
  weight_cents: MinorUnits
  /** Price of a pound */
  per_lb_cents: MinorUnits
  /** The heaviest parcel that it takes at this rate */
  max_weight_lb: number
  /** Whether this is the price of the quote: the cheapest one, ties by code */
  chosen: boolean
  /** Of what the amount consists; they add up to it */
  lines: PriceLine[]
  /** The tariff that its price comes from; null: its rate card. */
  tariff: QuoteTariff | null
}

/** Why a carrier is no candidate. */
export type QuoteExclusionReason = 'inactive' | 'other_market_carrier' | 'no_rate' | 'too_heavy' | 'too_large'

/** A carrier that would not take the parcel, and why. */
export interface QuoteExclusion {
  /** Its code */
  carrier: string
  /** Its name */
  name: string
  /** `inactive`: the operator has switched it off. `other_market_carrier`: the country has one fixed carrier, and this is another. `no_rate`: it has no rate for this country, zone and service level. `too_heavy`: the parcel is heavier than its `max_weight_lb`. `too_large`: its tariff does not take a parcel of this size */
  reason: QuoteExclusionReason
  /** The heaviest parcel that it takes there; null if it has no rate that applies */
  max_weight_lb: number | null
}

/** What a shipment would cost, and why. */
export interface Quote {
  /** Says what kind of record this is. */
  object: 'quote'
  /** Destination country */
  market: string
  /** `fixed`: one carrier takes everything there. `marketplace`: the cheapest one does */
  market_kind: MarketKind
  /** ISO 4217 code */
  currency: string
  /** Price in cents */
  amount: MinorUnits
  /** The shipment's carrier; null in a marketplace, where it is chosen at injection by the rates of that time */
  carrier: string | null
  /** How fast it travels. */
  service_level: ServiceLevel
  /** By which rates differ. `international`: another country. `local`: the same state. `regional`: postal codes that begin alike. `national`: all others, and when there is no `from` */
  zone: Zone
  /** The sender. */
  from: AddressRecord | null
  /** The recipient. */
  to: AddressRecord
  /** Weight and measures. */
  parcel: Parcel
  /** Weight in pounds. */
  weight: QuoteWeight
  /** Carriers that could take it, cheapest first */
  candidates: QuoteCandidate[]
  /** All other carriers, and why they are no candidates */
  excluded: QuoteExclusion[]
}

/** The body of `POST /v2/retail/shipments`. */
export interface RetailShipmentCreate {
  /** Always `outbound`; any other value is ignored */
  direction?: Direction | undefined
  /** Always `print_label`; any other value is ignored */
  fulfillment?: Fulfillment | undefined
  /** The counter that sells it */
  store_id?: string | undefined
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** The sender. */
  from?: Address | undefined
  /** The recipient. */
  to: Address
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** When it expires unless sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Your own id of the shipment */
  ship_ext_id?: string | undefined
  /** Weight and measures. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

/** What one parcel of the order has for itself. */
export interface ShipmentGroupMember {
  /** Your own id of the shipment */
  ship_ext_id?: string | undefined
  /** Weight and measures. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

/** The body of `POST /v2/shipment-groups`. */
export interface ShipmentGroupCreate {
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** The sender. */
  from?: Address | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** When it expires unless sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** What each parcel has for itself, in the order in which they are numbered. `{}` for one that has nothing */
  shipments: ShipmentGroupMember[]
}

/** What the shipments in this currency cost together, as they are now. */
export interface ShipmentGroupTotal {
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Cents */
  amount: MinorUnits
}

/** Parcels that were ordered together, each a shipment of its own. */
export interface ShipmentGroup {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'shipment_group'
  /** 26 random Crockford base32 characters and a check character: what the parcels are known by together. It is no tracking number */
  master_number: string
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your id of the customer */
  customer: string | null
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** How fast it travels. */
  service_level: ServiceLevel
  /** How many parcels it was ordered with */
  piece_count: number
  /** Its shipments, in the order of their numbers */
  shipment_ids: string[]
  /** Creation */
  created_at: string
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
  /** By currency: one, unless a parcel was sent on to another country */
  totals: ShipmentGroupTotal[]
  /** Its shipments as they are now, in the order of their numbers */
  shipments: Shipment[]
}

/** A group without its shipments. */
export interface ShipmentGroupSummary {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'shipment_group'
  /** 26 random Crockford base32 characters and a check character: what the parcels are known by together. It is no tracking number */
  master_number: string
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your id of the customer */
  customer: string | null
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** How fast it travels. */
  service_level: ServiceLevel
  /** How many parcels it was ordered with */
  piece_count: number
  /** Its shipments, in the order of their numbers */
  shipment_ids: string[]
  /** Creation */
  created_at: string
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
}

/** One page of `ShipmentGroupSummary` records. */
export interface ShipmentGroupSummaryList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: ShipmentGroupSummary[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A shipment of the group that goes on. */
export interface ShipmentGroupKept {
  /** The id of the shipment. */
  shipment_id: string
  /** The code with which canceling it by itself is refused */
  code: string
  /** Why, and what to do instead */
  message: string
}

/** A group, and what became of each of its shipments. */
export interface ShipmentGroupCancelled {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'shipment_group'
  /** 26 random Crockford base32 characters and a check character: what the parcels are known by together. It is no tracking number */
  master_number: string
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your id of the customer */
  customer: string | null
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** How fast it travels. */
  service_level: ServiceLevel
  /** How many parcels it was ordered with */
  piece_count: number
  /** Its shipments, in the order of their numbers */
  shipment_ids: string[]
  /** Creation */
  created_at: string
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
  /** By currency: one, unless a parcel was sent on to another country */
  totals: ShipmentGroupTotal[]
  /** Its shipments as they are now, in the order of their numbers */
  shipments: Shipment[]
  /** The ids of those that this request cancelled */
  cancelled: string[]
  /** The others, each with its reason */
  not_cancelled: ShipmentGroupKept[]
}

/** What a search found. */
export type SearchKind = 'shipment' | 'qr' | 'claim' | 'adjustment' | 'discrepancy' | 'tender' | 'pickup' | 'sweep' | 'manifest' | 'return_link' | 'shipment_group' | 'consolidation' | 'event' | 'delivery' | 'webhook' | 'partner' | 'key'

/** Which identifier of it a search found. */
export type SearchIdentifier = 'id' | 'tracking' | 'barcode' | 'ltracking' | 'order_id' | 'rma' | 'ship_ext_id' | 'label_id' | 'token' | 'confirmation_code' | 'master_number'

/** One thing that a text identifies. */
export interface SearchHit {
  /** Says what kind of record this is. */
  object: 'search_hit'
  /** What was found */
  kind: SearchKind
  /** Its id */
  id: string
  /** Which identifier of it the text is */
  matched_by: SearchIdentifier
  /** What people call it: a tracking number, a confirmation code, the type of an event */
  title: string | null
  /** Where it stands; null for what has no status */
  status: string | null
  /** The partner whose it is; null for an operator's key and for a consolidation */
  partner_id: string | null
  /** The shipment that it is about, if it is about one */
  shipment_id: string | null
  /** Creation */
  created_at: string
}

/** One page of `SearchHit` records. */
export interface SearchHitList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: SearchHit[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** In what form many labels are printed. */
export type LabelPrintFormat = 'pdf' | 'zpl'

/** Dots per inch. */
export type PrinterResolution = 203 | 300

/** The body of `POST /v2/labels`. */
export interface LabelPrint {
  /** In the order in which the labels are printed */
  shipment_ids: string[]
  /** `pdf` when absent: a page for each label. `zpl`: one program after the other */
  format?: LabelPrintFormat | undefined
  /** Of the printer; 203 when absent */
  dpi?: PrinterResolution | undefined
}

/** In what form a label is read. */
export type LabelForm = 'pdf' | 'png' | 'zpl' | 'json'

/** One version of the label of a shipment. */
export interface Label {
  /** The id of the label; a reprint has a new one. */
  label_id: string
  /** 1 for the first label; each reprint counts one more. */
  label_version: number
  /** The label that it replaced */
  supersedes: string | null
  /** The shipment's label_format */
  format: LabelFormat
  /** Path of the label in that format */
  url: string
  /** When it was made */
  created_at: string
}

/** So many pieces of one kind. */
export interface CustomsItem {
  /** What it is */
  description: string | null
  /** How many pieces */
  quantity: number | null
  /** Of one piece, in cents */
  value: MinorUnits | null
  /** Of all pieces, in cents */
  total_value: MinorUnits | null
  /** Net weight of one piece */
  weight: number | null
  /** In which `weight` is */
  weight_unit: WeightUnit
  /** Net weight of all pieces in grams */
  total_weight_g: number | null
  /** Code of the Harmonized System, its digits alone */
  hs_code: string | null
  /** Where it was made */
  origin_country: string | null
  /** Your own number of the product */
  sku: string | null
}

/** Something that the documents need and that nobody has given. */
export interface CustomsMissing {
  /** Where the field is in the body that creates a shipment */
  path: string
  /** Why it is needed */
  message: string
}

/** What customs are told of a parcel, and what is missing of it. */
export interface CustomsDeclaration {
  /** The id of the shipment. */
  shipment_id: string
  /** Says what kind of record this is. */
  object: 'customs_declaration'
  /** Whether customs see the parcel */
  crosses_border: boolean
  /** What the contents are */
  contents_type: CustomsContents | null
  /** What `other` contents are */
  contents_explanation: string | null
  /** ISO 4217 code of all values */
  currency: string | null
  /** Term of delivery, by Incoterms 2020 */
  incoterm: Incoterm | null
  /** Your number of the commercial invoice */
  invoice_number: string | null
  /** Under what the goods were exported, as you gave it */
  export_reference: string | null
  /** The shipment of yours that it is the id of */
  export_shipment_id: string | null
  /** What to do with what cannot be delivered */
  non_delivery: NonDelivery | null
  /** Who declares it */
  signer: string | null
  /** What is in the parcel */
  items: CustomsItem[]
  /** Of all items in cents; null while one of them has none */
  total_value: MinorUnits | null
  /** Net weight of all items in grams; null while one of them has none */
  total_weight_g: number | null
  /** Fields that the documents need and that are missing, and contents that weigh more than the parcel; empty if no border is crossed and nothing is declared */
  missing: CustomsMissing[]
  /** Path of the CN 23; null where no border is crossed and nothing is declared */
  cn23_url: string | null
  /** Path of the commercial invoice; null where no border is crossed and nothing is declared */
  commercial_invoice_url: string | null
  /** When it was last changed; null: nothing was declared */
  updated_at: string | null
}

/** Where a QR stands. */
export type QrStatus = 'active' | 'used' | 'invalidated' | 'expired'

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
  /** Only an active QR can be presented. Reissuing invalidates the QR that is replaced, and canceling the shipment lets its QR expire */
  status: QrStatus
  /** When it stops validating, unless its shipment is cancelled before */
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

/** In what form a QR's image is read. */
export type QrImageFormat = 'png' | 'svg'

/** A facility in short. */
export interface ScanFacility {
  /** What a scan names as its `facility` */
  code: string
  /** Says what kind of record this is. */
  object: 'scan_facility'
  /** Its name, as people know it. */
  name: string
  /** City. */
  city: string
  /** Country, as an ISO 3166-1 alpha-2 code. */
  country: string
}

/** One page of `ScanFacility` records. */
export interface ScanFacilityList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: ScanFacility[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/scan-events/accept`. */
export interface AcceptScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
}

/** What a scan reports. */
export type ScanKind = 'walk-in' | 'accept' | 'reject' | 'collect' | 'custody' | 'arrive' | 'sort' | 'inject' | 'movement' | 'out-for-delivery' | 'deliver'

/** Where the scan was made. */
export interface ScanLocation {
  /** Its name, as people know it. */
  name: string | null
  /** The short name by which requests and scans refer to it. */
  code: string | null
  /** City. */
  city: string | null
  /** State, province or region; null if there is none. */
  state: string | null
  /** Postal code. */
  postal_code: string | null
  /** Country, as an ISO 3166-1 alpha-2 code. */
  country: string | null
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
  kind: ScanKind
  /** Whether it moved the shipment; a late scan is only recorded. */
  applied: boolean
  /** Status of the shipment after it */
  status: ShipmentStatus
  /** The id of the store; null if no store of the network is meant. */
  store_id: string | null
  /** The code of the facility that reported it; null if it was not one. */
  facility: string | null
  /** Where it happened; null if the scan did not say. */
  location: ScanLocation | null
  /** When the scan happened; the time of the shipment's creation if the time that was sent is earlier */
  occurred_at: string
  /** The time that was sent, if it is before the shipment's creation; otherwise null */
  sent_occurred_at: string | null
  /** When the service learned of it */
  recorded_at: string
  /** When it happened by the device's own clock, if the scan said */
  device_time: string | null
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
  /** The shipment as it is after this. */
  shipment: Shipment
  /** The scan as it was recorded. */
  scan: Scan
  /** Whether it moved the shipment */
  applied: boolean
  /** eventIDs of what it fired, in order */
  events: string[]
}

/** The body of `POST /v2/scan-events/arrive`. */
export interface ArriveScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
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
  /** What the scan alone would have answered; absent if it was refused. */
  result?: ScanAnswer | undefined
  /** Why this scan was refused; absent if it was not. */
  error?: Refusal | undefined
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

/** The body of `POST /v2/scan-events/collect`. */
export interface CollectScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
  /** Name of the driver who took it */
  handed_to?: string | undefined
}

/** The body of `POST /v2/scan-events/custody`. */
export interface CustodyScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
}

/** The body of `POST /v2/scan-events/deliver`. */
export interface DeliverScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
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

/** The body of `POST /v2/scan-events/inject`. */
export interface InjectScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
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
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
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
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
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

/** The body of `POST /v2/scan-events/reject`. */
export interface RejectScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
  /** `other` when absent */
  reject_reason?: RejectReason | undefined
  /** The counter's note */
  reject_reason_note?: string | undefined
  /** A photo of what was refused, uploaded before with POST /v2/documents */
  photo_document_id?: string | undefined
}

/** The body of `POST /v2/scan-events/sort`. */
export interface SortScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
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
  weight_unit?: WeightUnit | undefined
  /** `in` when absent */
  dimension_unit?: DimensionUnit | undefined
}

/** The body of `POST /v2/scan-events/walk-in`. */
export interface WalkInScan {
  /** The parcel, by the id of its shipment. Exactly one of the five identifications is given. */
  shipment_id?: string | undefined
  /** … by its tracking number, in any case, spaces or not */
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
  /** When the scan happened; now when absent. At most 5 minutes in the future. A time before the shipment's creation counts as that of the creation */
  occurred_at?: string | undefined
  /** When it happened by the device's own clock, however wrong that is. Kept, and never used */
  device_time?: string | undefined
  /** Who scanned */
  scanner_email?: string | undefined
  /** Who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device, with `lon`; the place's own when absent */
  lat?: number | string | undefined
  /** Longitude of the scanning device, with `lat` */
  lon?: number | string | undefined
  /** What the counter measured, if it did. */
  reweigh?: Reweigh | undefined
}

/** Which end of a history comes first. */
export type HistoryOrder = 'newest' | 'oldest'

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

/** The city and the country of the step. */
export interface TrackingHistoryLocation {
  /** City. */
  city: string | null
  /** State, province or region; null if there is none. */
  state: string | null
  /** Country, as an ISO 3166-1 alpha-2 code. */
  country: string | null
}

/** One step of the parcel. */
export interface TrackingHistory {
  /** What the scan reports. */
  kind: ScanKind
  /** Status after the scan, as it is known now: a late scan has its place in the way of the parcel. Where a status such as `unclaimed` was decided, a scan has that of the step that it shows */
  status: ShipmentStatus
  /** When it happened */
  occurred_at: string
  /** Where it happened; null if the scan did not say. */
  location: TrackingHistoryLocation | null
}

/** What anybody who knows the tracking number may see. */
export interface Tracking {
  /** Says what kind of record this is. */
  object: 'tracking'
  /** The tracking number. */
  tracking: string
  /** Where the parcel is on its way; see [the states of a shipment](/docs/states). */
  status: ShipmentStatus
  /** Oldest first, of the newest 500 scans, whenever they were reported; a scan reported twice is listed once */
  history: TrackingHistory[]
}

/** Media type of an image. */
export type ImageType = 'image/png' | 'image/jpeg'

/** How the pages of the shoppers of a partner look. */
export interface Brand {
  /** Says what kind of record this is. */
  object: 'brand'
  /** Whose it is */
  partner_id: string
  /** As it was set; null: pages have the color of the service */
  color: string | null
  /** As it is shown on light pages: darkened as far as it takes to be read */
  color_on_light: string | null
  /** As it is shown on dark pages: lightened as far as it takes to be read */
  color_on_dark: string | null
  /** Media type of the logo; null: pages have your name */
  logo_type: ImageType | null
  /** Increases with each change; 0 before the first */
  version: number
}

/** The body of `PATCH /v2/partners/{id}/brand`. */
export interface BrandChange {
  /** As in a style sheet */
  color?: string | null | undefined
  /** A PNG or JPEG of at most 64 KiB and 16 to 1000 pixels each way, in base64. Null removes it */
  logo?: string | null | undefined
}

/** What you know of an address. The shopper sees it, corrects it and adds what is missing. */
export interface PrefilledAddress {
  /** Person */
  name?: string | null | undefined
  /** Company */
  company?: string | null | undefined
  /** Street and number */
  line1?: string | undefined
  /** Apartment, suite, floor */
  line2?: string | null | undefined
  /** City */
  city?: string | undefined
  /** State, province or region */
  state?: string | null | undefined
  /** Postal code; required in countries that have them */
  postal_code?: string | null | undefined
  /** ISO 3166-1 alpha-2 code */
  country?: string | undefined
  /** Phone number */
  phone?: string | null | undefined
  /** E-mail address */
  email?: string | null | undefined
}

/** Language of the pages of shoppers. */
export type Language = 'en' | 'es' | 'fr'

/** The body of `POST /v2/return-links`. */
export interface ReturnLinkCreate {
  /** Your order number; the shopper sees it */
  order_id?: string | undefined
  /** Your return authorization number; the shopper sees it */
  rma?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** The sender. */
  from?: PrefilledAddress | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Weight and measures. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents; the shopper sees it */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** What the shopper may choose: a label to print, or a QR. Both when absent */
  fulfillments?: Fulfillment[] | undefined
  /** The country that the parcel comes from. The form takes no other; when absent it takes any */
  market?: string | undefined
  /** The last day on which the link is of use, wherever the shopper is; 30 days from now when absent */
  last_day?: string | undefined
  /** Of the page; that of the browser when absent */
  language?: Language | undefined
  /** Whether the page asks what is in the parcel: the answer is the shipment's `metadata.contents` */
  asks_contents?: boolean | undefined
  /** How many shipments the link makes; 1 when absent */
  max_shipments?: number | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

/** Of what use a return link still is. */
export type ReturnLinkStatus = 'open' | 'used' | 'over' | 'withdrawn'

/** What the form begins with. */
export interface PrefilledAddressRecord {
  /** Its name, as people know it. */
  name?: string | null | undefined
  /** Company; null if there is none. */
  company?: string | null | undefined
  /** Street and number. */
  line1?: string | undefined
  /** Apartment, suite or floor; null if there is none. */
  line2?: string | null | undefined
  /** City. */
  city?: string | undefined
  /** State, province or region; null if there is none. */
  state?: string | null | undefined
  /** Postal code. */
  postal_code?: string | null | undefined
  /** Country, as an ISO 3166-1 alpha-2 code. */
  country?: string | undefined
  /** Phone number. */
  phone?: string | null | undefined
  /** E-mail address. */
  email?: string | null | undefined
}

/** So many pieces of one kind, as they were given. */
export interface CustomsTemplateItem {
  /** What it is, in words that customs understand */
  description?: string | null | undefined
  /** How many pieces */
  quantity?: number | null | undefined
  /** Of one piece, in cents of the currency */
  value?: MinorUnits | null | undefined
  /** Net weight of one piece, in `weight_unit` */
  weight?: number | null | undefined
  /** `lb` when absent */
  weight_unit?: WeightUnit | undefined
  /** Code of the Harmonized System: 6 to 10 digits, of which the first six exist, with or without dots, spaces or hyphens between them */
  hs_code?: string | null | undefined
  /** Where it was made: ISO 3166-1 alpha-2 code */
  origin_country?: string | null | undefined
  /** Your own number of the product */
  sku?: string | null | undefined
}

/** What is declared of its shipments, as it was given. */
export interface CustomsTemplate {
  /** What the contents are; `return` when absent from a return */
  contents_type?: CustomsContents | null | undefined
  /** What `other` contents are */
  contents_explanation?: string | null | undefined
  /** ISO 4217 code of all values */
  currency?: string | null | undefined
  /** Term of delivery of the invoice, by Incoterms 2020 */
  incoterm?: Incoterm | null | undefined
  /** Your number of the commercial invoice */
  invoice_number?: string | null | undefined
  /** Of goods that return: the number under which they were exported (an MRN or an invoice), or the id of your shipment that did */
  export_reference?: string | null | undefined
  /** What to do with what cannot be delivered; the documents say nothing when absent */
  non_delivery?: NonDelivery | null | undefined
  /** Who declares it */
  signer?: string | null | undefined
  /** What is in the parcel */
  items?: CustomsTemplateItem[] | null | undefined
}

/** An input that the form will refuse, whatever else the shopper enters. */
export interface ReturnLinkWarning {
  /** The form will refuse some origins, because they have no price */
  code: 'origin_unserved'
  /** The same in words */
  message: string
}

/** A page on which a shopper starts the return of an order. */
export interface ReturnLink {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'return_link'
  /** Address of the page. Give it to the shopper and nobody else. Null once the link can make no shipment, and for callers who may not make return links */
  url: string | null
  /** `open`: it can make a shipment. `used`: it made all it may. `over`: after its last day. `withdrawn`: by request */
  status: ReturnLinkStatus
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your id of the customer */
  customer: string | null
  /** The sender. */
  from: PrefilledAddressRecord | null
  /** The recipient. */
  to: AddressRecord | null
  /** Weight and measures. */
  parcel: Parcel | null
  /** Cents */
  declared_value: MinorUnits | null
  customs: CustomsTemplate | null
  /** How fast it travels. */
  service_level: ServiceLevel | null
  /** What the shopper may choose */
  fulfillments: Fulfillment[]
  /** The only country that the form takes; null: any */
  market: string | null
  /** The last day on which it is of use */
  last_day: string
  /** When that day is over everywhere */
  ends_at: string
  /** Language of the page; null: that of the browser. */
  language: Language | null
  /** Whether the page asks what is in the parcel */
  asks_contents: boolean
  /** How many shipments it makes */
  max_shipments: number
  /** The shipments that it made, in their order */
  shipment_ids: string[]
  /** Your own notes, as names and texts. They are kept and given back, and mean nothing to the service. */
  metadata: Record<string, string>
  /** When it was withdrawn */
  withdrawn_at: string | null
  /** Creation */
  created_at: string
  /** Rises with every change and every shipment */
  version: number
  /** Only in the answer that creates the link, and only if there are warnings */
  warnings?: ReturnLinkWarning[] | undefined
}

/** One page of `ReturnLink` records. */
export interface ReturnLinkList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: ReturnLink[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The link of the page on which a shopper follows a parcel. */
export interface ParcelLink {
  /** Says what kind of record this is. */
  object: 'parcel_link'
  /** The id of the shipment. */
  shipment_id: string
  /** Address of the page, the `parcel_url` of the shipment; null once withdrawn */
  url: string | null
  /** When it was withdrawn */
  withdrawn_at: string | null
}

/** An image of a shipment, such as its proof of delivery. */
export interface Document {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'document'
  /** The media type of the image. */
  content_type: ImageType
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

/** Where a dispute stands. */
export type DisputeStatus = 'open' | 'upheld' | 'rejected'

/** What an adjustment came from. */
export type AdjustmentSource = 'counter' | 'discrepancy' | 'manual'

/** A correction of the price of a shipment. */
export interface Adjustment {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'adjustment'
  /** The id of the shipment. */
  shipment_id: string
  /** Signed cents */
  delta_amount: MinorUnits
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Why the price was corrected. */
  reason: AdjustmentReason
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  /** How the dispute stands; null if there is none. */
  dispute_status: DisputeStatus | null
  /** Why it is disputed, in the words of the partner; null if it is not. */
  dispute_reason: string | null
  /** A counter's reweigh, a chargeable discrepancy, or by hand */
  source: AdjustmentSource
  /** When it was disputed */
  disputed_at: string | null
  /** When the dispute was resolved */
  resolved_at: string | null
  /** Creation */
  created_at: string
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
}

/** The body of `POST /v2/adjustments/{adj_id}/dispute`. */
export interface AdjustmentDispute {
  /** Why the adjustment is wrong */
  reason: string
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

/** The body of `POST /v2/shipments/{id}/adjustments`. */
export interface AdjustmentCreate {
  /** Signed cents: positive if the shipment costs more, negative if it costs less */
  delta_amount: MinorUnits
  /** Why the price was corrected. */
  reason: AdjustmentReason
  /** Pounds as they were charged */
  original_weight?: number | undefined
  /** Pounds as they are */
  new_weight?: number | undefined
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
  weight_unit?: WeightUnit | undefined
  /** `in` when absent */
  dimension_unit?: DimensionUnit | undefined
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
  weight_unit?: WeightUnit | undefined
  /** `in` when absent */
  dimension_unit?: DimensionUnit | undefined
}

/** The body of `POST /v2/discrepancies`. */
export interface DiscrepancyCreate {
  /** The parcel */
  shipment_id: string
  /** Where it was measured */
  stage: DiscrepancyStage
  /** What was declared. */
  declared?: DeclaredParcel | undefined
  /** What was measured. */
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
  /** Where it was found */
  stage: DiscrepancyStage
  /** `late_custody`: a scan uploaded after the shipment expired or was cancelled shows that the network had the parcel. Null when the parcel measures differently than declared */
  reason: 'late_custody' | null
  /** What was declared. */
  declared: Parcel
  /** What was measured. */
  observed: Parcel
  /** Whether the difference changes the price. */
  chargeable: boolean
  /** Null when it is not chargeable */
  adjustment_id: string | null
  /** The id of the store; null if no store of the network is meant. */
  store_id: string | null
  /** Creation */
  created_at: string
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
}

/** Yes or no. */
export type YesNo = 'true' | 'false'

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
  type: ClaimType
  /** What happened */
  description?: string | undefined
  /** Cents that you ask for */
  amount_claimed?: MinorUnits | undefined
}

/** Where a claim stands. */
export type ClaimStatus = 'open' | 'approved' | 'denied' | 'closed'

/** One step of the claim. */
export interface ClaimHistory {
  /** Its present status. */
  status: ClaimStatus
  /** When */
  at: string
  /** Cents */
  amount_approved: MinorUnits | null
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
  type: ClaimType
  /** Your words about it; null if there are none. */
  description: string | null
  /** Cents */
  amount_claimed: MinorUnits | null
  /** Cents */
  amount_approved: MinorUnits | null
  /** ISO 4217 code of the amounts: that of the shipment when the claim was opened */
  currency: string
  /** Its present status. */
  status: ClaimStatus
  /** Oldest first, from the opening on */
  history: ClaimHistory[]
  /** Creation */
  created_at: string
  /** Last step */
  updated_at: string
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
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

/** Where a pickup stands. */
export type PickupStatus = 'scheduled' | 'cancelled'

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
  status: PickupStatus
  /** When a driver collected the parcel, by the first such scan; null until one is reported */
  collected_at: string | null
  /** When it was booked */
  created_at: string
  /** When it was cancelled */
  cancelled_at: string | null
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
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

/** A day at a location, as pickups can be booked. */
export interface PickupDay {
  /** Says what kind of record this is. */
  object: 'pickup_day'
  /** Store-local day */
  date: string
  /** Whether the location works on that day */
  open: boolean
  /** What the day is called, such as a holiday */
  name: string | null
  /** HH:MM; what is handed over later leaves on the next day. Null: there is none */
  cut_off: string | null
  /** When it can be collected from, each as [from, to] in HH:MM local to the location */
  windows: string[][]
}

/** One page of `PickupDay` records. */
export interface PickupDayList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: PickupDay[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** Where a sweep stands. */
export type SweepStatus = 'ordered' | 'closed'

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
  postal_code: string | null
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
  /** The store. */
  store: StoreCopy
  /** Store-local day of the visit */
  sweep_date: string
  /** Code of the visiting carrier */
  dp: string
  /** `closed` once its last live pickup is cancelled */
  status: SweepStatus
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

/** By which scan a counter takes a parcel in. */
export type IntakeKind = 'accept' | 'walk-in'

/** A parcel that a counter took in and still has. */
export interface ParcelAtStore {
  /** Says what kind of record this is. */
  object: 'parcel_at_store'
  /** The id of the shipment. */
  shipment_id: string
  /** Its tracking number */
  tracking: string
  /** The digits below the bar code of its label */
  barcode: string
  /** Where the parcel is on its way */
  status: ShipmentStatus
  /** Whether the shipment is on hold. */
  held: boolean
  /** How fast it travels. */
  service_level: ServiceLevel
  /** Weight and measures. */
  parcel: Parcel
  /** The carrier that is to take it, if it is known */
  carrier: string | null
  /** The id of the store; null if no store of the network is meant. */
  store_id: string
  /** The scan that took it in */
  taken_in_by: IntakeKind
  /** When the counter took it in */
  since: string
  /** The counter's manifest that counts it */
  manifest_id: string | null
  /** The live pickup */
  pickup_id: string | null
  /** The sweep that is to collect it */
  sweepId: string | null
}

/** One page of `ParcelAtStore` records. */
export interface ParcelAtStoreList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: ParcelAtStore[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** What of a parcel a code is. */
export type ParcelCode = 'shipment_id' | 'tracking' | 'barcode' | 'ltracking' | 'qr_id' | 'qr_token' | 'label_id'

/** Exactly one identification for the body of a scan. A QR that was read then counts as presented. */
export interface ScanIdentification {
  /** The id of the shipment. */
  shipment_id?: string | undefined
  /** The QR that was read by its id */
  qr_id?: string | undefined
  /** What the QR that was read carries */
  qr_token?: string | undefined
}

/** Its label; null before there is one */
export interface LabelOfParcel {
  /** Path of the label */
  url: string
  /** 1 for the first label; each reprint counts one more */
  version: number
  /** The format in which it is drawn unless a request asks for another */
  format: LabelFormat
  /** Whether it is not to be used any more */
  voided: boolean
}

/** The QR that was read, else the current one; null if it has none */
export interface QrOfParcel {
  /** Its id, which never changes. */
  id: string
  /** Only an active QR can be presented */
  status: QrStatus
  /** When it stops validating */
  expires_at: string
}

/** What a scan would do. */
export type ScanOutcome = 'moves' | 'recorded' | 'refused'

/** What a scan of one kind would do now. */
export interface ScanForeseen {
  command: ScanKind
  /** `moves`: it changes the status. `recorded`: it is kept and changes nothing, as it was done already or comes late. */
  outcome: ScanOutcome
  /** The status after it */
  status: ShipmentStatus | null
  /** The code with which it would be refused */
  code: string | null
  /** Why it would not apply, and what to do instead */
  message: string | null
}

/** What somebody who holds a parcel needs to know of it. */
export interface FoundParcel {
  /** Says what kind of record this is. */
  object: 'parcel'
  /** The id of the shipment. */
  shipment_id: string
  /** What of the parcel the code is */
  matched_by: ParcelCode
  scan_as: ScanIdentification
  /** Its tracking number */
  tracking: string
  /** The digits below the bar code of its label */
  barcode: string
  /** Where the parcel is on its way */
  status: ShipmentStatus
  /** Whether the shipment is on hold. */
  held: boolean
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** How fast it travels. */
  service_level: ServiceLevel
  /** Weight and measures. */
  parcel: Parcel
  /** The id of the label. */
  label: LabelOfParcel | null
  /** The id of the QR code: the current one while it is active or used, or the one that the event is about. */
  qr: QrOfParcel | null
  /** When it expires unless it is handed in */
  expires_at: string
  /** When a counter last refused it */
  rejected_at: string | null
  /** Why a counter refused the parcel; null unless it did. */
  reject_reason: RejectReason | null
  /** The counter that took it in; a session at a counter sees its own or null */
  store_id: string | null
  /** Since when it is there; null once it has left */
  at_store_since: string | null
  /** Whether you may read the whole shipment: a session at a counter may once it took the parcel in or refused it */
  in_hand: boolean
  /** The scan that usually comes next; null if none does */
  next: ScanKind | null
  /** What each kind of scan would do now */
  commands: ScanForeseen[]
}

/** The body of `POST /v2/tenders`. */
export interface TenderCreate {
  /** The carrier's code */
  carrier: string
  /** `inject`: the parcels enter the network of the carrier on acceptance; `collect`: they are made ready for the carrier to collect */
  handoff: Handoff
  /** Each must be labeled, not injected yet, not on hold and not in another open tender. A shipment that became `injected` by an acceptance with a short count may be tendered again as long as no scan has shown it since */
  shipment_ids: string[]
  /** Code of the facility where the handover takes place */
  facility?: string | undefined
  /** Ignored; always the number of shipments */
  piece_count?: number | undefined
}

/** Where a tender stands. */
export type TenderStatus = 'created' | 'accepted' | 'cancelled'

/** One member of the tender, as it is now. */
export interface TenderShipment {
  /** Its id, which never changes. */
  id: string
  /** Its present status. */
  status: ShipmentStatus
}

/** How many parcels the carrier counted too few or too many. */
export interface TenderDiscrepancy {
  /** Its kind. */
  type: TenderDifference
  /** Received minus expected */
  delta: number
}

/** Why the discrepancy needs nobody anymore, once it was dismissed */
export interface TenderDismissal {
  /** Why nobody needs to clear it up anymore */
  note: string
  /** Who dismissed the discrepancy: the person, else the key's name, else the key's id */
  dismissed_by: string
  /** When the discrepancy was dismissed */
  dismissed_at: string
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
  handoff: Handoff
  /** The facility's code */
  facility: string | null
  /** Its present status. */
  status: TenderStatus
  /** Number of shipments */
  piece_count: number
  /** What the carrier counted */
  piece_count_received: number | null
  /** All members, in the order in which they were given */
  shipment_ids: string[]
  /** All members with their current statuses */
  shipments: TenderShipment[]
  /** Who accepted it for the carrier; null until then. */
  accepted_by: string | null
  /** When it was accepted */
  accepted_at: string | null
  /** The difference between the pieces announced and the pieces received; null if there is none. */
  discrepancy: TenderDiscrepancy | null
  /** Members that the carrier did not find, as its acceptance named them */
  missing_shipment_ids: string[]
  /** When it was cancelled */
  cancelled_at: string | null
  dismissal: TenderDismissal | null
  /** Creation */
  created_at: string
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
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
  /** Who accepted. Default: the acting person, else the key's name, else the key's id */
  accepted_by?: string | undefined
  /** Members that the carrier did not find, at most as many as the count is short by: they stay as they are and can be tendered again. When absent, all members are handed over */
  missing_shipment_ids?: string[] | undefined
  /** Parcels that the carrier found beyond the members, at most as many as the count is over by: they go to the inbox of unmatched scans, where operators say which they are */
  surplus_numbers?: string[] | undefined
}

/** The body of `POST /v2/tenders/{id}/dismiss-discrepancy`. */
export interface TenderDiscrepancyDismiss {
  /** Why nobody needs to clear it up anymore, such as what the carrier said */
  note: string
}

/** Whether a manifest still takes parcels in. */
export type ManifestStatus = 'open' | 'closed'

/** What a store took in on one day. */
export interface Manifest {
  /** Its id, which never changes. */
  manifest_id: string
  /** Says what kind of record this is. */
  object: 'manifest'
  /** The store that took the parcels in */
  store_id: string
  /** The store. */
  store: StoreCopy
  /** Store-local day */
  manifest_date: string
  /** Its present status. */
  status: ManifestStatus
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

/** In what form a manifest is read. */
export type ManifestForm = 'json' | 'pdf'

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
  postal_code: string | null
  /** ISO 3166-1 alpha-2 code */
  country: string
  /** Degrees */
  lat: number
  /** Degrees */
  lon: number
  /** Straight-line distance from the searched point; null when there was none */
  distance_km: number | null
  /** Opening hours by weekday; a day that is absent is closed. Null: not known. */
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

/** An event type, or `*` for all. */
export type EnabledEvent = 'shipment.created' | 'shipment.label_ready' | 'shipment.label_reprinted' | 'shipment.updated' | 'shipment.sold' | 'qr.scanned' | 'shipment.ready_for_pickup' | 'shipment.picked_up' | 'shipment.in_possession' | 'shipment.at_sort_center' | 'shipment.sorted' | 'shipment.injected' | 'shipment.in_transit' | 'tracking.updated' | 'shipment.out_for_delivery' | 'shipment.delivered' | 'shipment.rejected' | 'shipment.undeliverable' | 'shipment.return_to_sender' | 'shipment.unclaimed' | 'shipment.disposed' | 'claim.opened' | 'shipment.cancelled' | 'shipment.expired' | 'shipment.held' | 'shipment.released' | 'shipment.redirected' | 'shipment.adjusted' | 'shipment.discrepancy_reported' | 'adjustment.disputed' | 'qr.reissued' | 'qr.invalidated' | 'pickup.scheduled' | 'pickup.cancelled' | 'sweep.created' | 'tender.created' | 'tender.accepted' | 'tender.discrepancy' | 'manifest.closed' | '*'

/** The body of `POST /v2/webhooks`. */
export interface WebhookCreate {
  /** Where events are posted. It needs https and a public address; a sandbox on a loopback host also accepts http and private addresses. */
  url: string
  /** The event types to send, or the single element `*` for every type, including types added later. */
  enabled_events: EnabledEvent[]
  /** For your own use */
  description?: string | null | undefined
  /** `standard`: deliveries also carry `webhook-id`, `webhook-timestamp` and `webhook-signature`, which every library for Standard Webhooks verifies. It cannot be changed later. */
  signing?: 'standard' | undefined
}

/** Whether a webhook is sent events. */
export type WebhookStatus = 'enabled' | 'disabled'

/** How a webhook does. */
export type WebhookHealthState = 'ok' | 'failing' | 'disabled'

/** An attempt that failed */
export interface WebhookFailure {
  /** When it was over */
  at: string
  /** The delivery that was attempted */
  delivery_id: string
  /** HTTP status of the answer; null: there was none */
  status: number | null
  /** What kind of failure it was */
  error_class: string | null
  /** What went wrong */
  error_message: string | null
}

/** How its receiver has been doing, as of a few seconds ago */
export interface WebhookHealth {
  /** `failing`: enabled, and every attempt since `failing_since` failed */
  state: WebhookHealthState
  /** When the first attempt failed after the last success; of a disabled one, if it failed before it was disabled */
  failing_since: string | null
  /** Attempts that failed since then */
  failures: number
  last_failure: WebhookFailure | null
  /** When the next attempt is due; null unless it is failing and something waits */
  next_attempt_at: string | null
  /** From then on a failed attempt that is at least the twentieth disables the webhook; null unless it is failing */
  disable_after: string | null
  /** An event was answered 410 Gone: the same answer to another one disables the webhook at once */
  is_gone: boolean
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
  status: WebhookStatus
  /** Why it is disabled */
  disabled_reason: string | null
  health: WebhookHealth
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
  status: WebhookStatus
  /** Why it is disabled */
  disabled_reason: string | null
  health: WebhookHealth
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
  enabled_events?: EnabledEvent[] | undefined
  /** For your own use */
  description?: string | null | undefined
  /** `enabled` also enables a webhook that was disabled because of failures. */
  status?: WebhookStatus | undefined
}

/** Where the delivery of an event to a webhook stands. */
export type DeliveryStatus = 'pending' | 'delivered' | 'exhausted' | 'skipped'

/** Why a delivery was attempted. */
export type DeliveryTrigger = 'schedule' | 'redeliver' | 'recover'

/** One attempt to deliver an event, and how it ended. */
export interface DeliveryAttempt {
  /** Number of the attempt, from 1; as in X-Service-Attempt */
  attempt: number
  /** When it started */
  at: string
  /** Why it was sent: by the `schedule`, or because somebody asked to `redeliver` or to `recover`. */
  trigger: DeliveryTrigger
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
  status: DeliveryStatus
  /** How many attempts have ended. */
  attempt_count: number
  /** Null unless pending */
  next_attempt_at: string | null
  /** When the event occurred */
  created_at: string
  /** Oldest first: the newest 50 (in a list, the newest 10); kept for at least 30 days */
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

/** How many events a recovery would send again. */
export interface WebhookRecoveryPreview {
  /** Says what kind of record this is. */
  object: 'webhook_recovery_preview'
  /** The id of the webhook. */
  webhook_id: string
  /** From when on: that was asked for, 30 days ago, or the beginning of a recovery under way */
  since: string
  /** How many deliveries a recovery would queue again */
  count: number
}

/** The new secret of a webhook, which no other answer shows. */
export interface RotatedWebhookSecret {
  /** The new secret; shown only here. */
  secret: string
  /** Until then the previous secret signs X-Service-Signature, and the new one X-Service-Signature-Next */
  previous_valid_until: string
}

/** One page of `Event` records. */
export interface EventList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Event[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** What somebody may do who signs in by a link. */
export type ConsoleAccess = 'operator' | 'support' | 'partner' | 'partner-viewer' | 'counter' | 'handler'

/** The body of `POST /v2/console-links`. */
export interface ConsoleLinkCreate {
  /** Who signs in with it; events and scans show this name */
  name: string
  /** The email of this person */
  email: string
  /** What the person may do */
  access: ConsoleAccess
  /** Where a counter is; required for the access counter */
  store_id?: string | undefined
  /** Whose people; only with an operator's key, which must say it for the accesses partner and partner-viewer */
  partner_id?: string | undefined
  /** The page of the console to begin at, such as `/console/webhooks` or `/console/shipments/shp_…`; without it each access has its own. Not for counter and handler */
  path?: string | undefined
  /** Seconds until it can no longer be opened; 600 when absent */
  expires_in?: number | undefined
}

/** A sign-in link with its address, which no other answer shows. */
export interface NewConsoleLink {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'console_link'
  /** Who signs in with it */
  name: string
  /** The email of this person */
  email: string
  /** What this person may do */
  access: string
  /** The scopes of the access that the key which made the link has too */
  scopes: string[]
  /** The store of a counter */
  store_id: string | null
  /** The partner whose people these are; null: the operator's */
  partner_id: string | null
  /** The page of the console to begin at; null: where the access begins */
  path: string | null
  /** Who made the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line */
  made_by: string
  /** Creation */
  created_at: string
  /** Until when it can be opened */
  expires_at: string
  /** When it was opened; it works once */
  used_at: string | null
  /** When it was withdrawn, when its key was revoked, or when the person left from whose session it descends */
  revoked_at: string | null
  /** Where the person signs in; shown only here */
  url: string
}

/** A sign-in link, without the address that it leads to. */
export interface ConsoleLink {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'console_link'
  /** Who signs in with it */
  name: string
  /** The email of this person */
  email: string
  /** What this person may do */
  access: string
  /** The scopes of the access that the key which made the link has too */
  scopes: string[]
  /** The store of a counter */
  store_id: string | null
  /** The partner whose people these are; null: the operator's */
  partner_id: string | null
  /** The page of the console to begin at; null: where the access begins */
  path: string | null
  /** Who made the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line */
  made_by: string
  /** Creation */
  created_at: string
  /** Until when it can be opened */
  expires_at: string
  /** When it was opened; it works once */
  used_at: string | null
  /** When it was withdrawn, when its key was revoked, or when the person left from whose session it descends */
  revoked_at: string | null
}

/** One page of `ConsoleLink` records. */
export interface ConsoleLinkList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: ConsoleLink[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/console-sessions`. */
export interface ConsoleSessionOpen {
  /** What the link has after `#` */
  token: string
  /** The session that this browser has already: a link for somebody else, or for another partner, is not used up then */
  session_id?: string | undefined
}

/** How somebody signed in. */
export type SignInWay = 'link' | 'provider'

/** Where a key is valid. */
export type Environment = 'sandbox' | 'production'

/** Somebody who signed in by a link, and where. */
export interface ConsoleSessionDetail {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'console_session'
  /** How the person signed in: with a sign-in link, or at the operator's provider of OpenID Connect */
  signed_in_with: SignInWay
  /** The provider at which the person signed in; null if the person signed in with a link */
  issuer: string | null
  /** The `sub` of the person at the provider: unlike name and email it is unique there and never changes */
  subject: string | null
  /** The link that was opened; null: there was none */
  link_id: string | null
  /** Who signs in with it */
  name: string
  /** The email of this person */
  email: string
  /** What this person may do */
  access: string
  /** The scopes of the access that the key which made the link has too */
  scopes: string[]
  /** The store of a counter */
  store_id: string | null
  /** The partner whose people these are; null: the operator's */
  partner_id: string | null
  /** The page of the console to begin at; null: where the access begins */
  path: string | null
  /** Who made the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line */
  made_by: string
  /** Creation */
  created_at: string
  /** When a request with it was last genuine, written up to a minute later; null: not since it was opened */
  last_used_at: string | null
  /** When it ends if it is not used again */
  expires_at: string
  /** When it was ended, when its key was revoked, or when the person left from whose session it descends */
  revoked_at: string | null
  /** When the person left. Links and sessions that descend from this session ended at the same time */
  left_at: string | null
  /** How many scanned or typed codes named no parcel; counted for counters and handlers */
  unknown_codes: number
  /** Whether the session is limited to one look-up every 10 seconds, because 20 such codes came within the last 10 minutes */
  is_slowed: boolean
  /** Where the key works. */
  environment: Environment
  /** The time of the service when it answered; of a partner's session in the sandbox its virtual time */
  server_time: string
}

/** Somebody who signed in by a link. */
export interface ConsoleSession {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'console_session'
  /** How the person signed in: with a sign-in link, or at the operator's provider of OpenID Connect */
  signed_in_with: SignInWay
  /** The provider at which the person signed in; null if the person signed in with a link */
  issuer: string | null
  /** The `sub` of the person at the provider: unlike name and email it is unique there and never changes */
  subject: string | null
  /** The link that was opened; null: there was none */
  link_id: string | null
  /** Who signs in with it */
  name: string
  /** The email of this person */
  email: string
  /** What this person may do */
  access: string
  /** The scopes of the access that the key which made the link has too */
  scopes: string[]
  /** The store of a counter */
  store_id: string | null
  /** The partner whose people these are; null: the operator's */
  partner_id: string | null
  /** The page of the console to begin at; null: where the access begins */
  path: string | null
  /** Who made the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line */
  made_by: string
  /** Creation */
  created_at: string
  /** When a request with it was last genuine, written up to a minute later; null: not since it was opened */
  last_used_at: string | null
  /** When it ends if it is not used again */
  expires_at: string
  /** When it was ended, when its key was revoked, or when the person left from whose session it descends */
  revoked_at: string | null
  /** When the person left. Links and sessions that descend from this session ended at the same time */
  left_at: string | null
  /** How many scanned or typed codes named no parcel; counted for counters and handlers */
  unknown_codes: number
  /** Whether the session is limited to one look-up every 10 seconds, because 20 such codes came within the last 10 minutes */
  is_slowed: boolean
}

/** One page of `ConsoleSession` records. */
export interface ConsoleSessionList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: ConsoleSession[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** Whose key it is. */
export type KeyKind = 'partner' | 'operator'

/** Which signature a key takes. */
export type KeySignature = 'any' | 'v2'

/** A key, without its secrets. */
export interface ApiKey {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'api_key'
  /** What operators call it */
  name: string | null
  /** Whether it is a partner's key or an operator's. */
  kind: KeyKind
  /** The id of the partner; null for an operator's key. */
  partner_id: string | null
  /** What the key may do */
  scopes: string[]
  /** The addresses and ranges from which requests are accepted; empty: from everywhere. */
  allow_ips: string[]
  /** How many requests a minute are accepted. */
  rate_limit: number
  /** Requests of the last 60 seconds that count against `rate_limit`; only with `use=true` */
  rate_used?: number | undefined
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature: KeySignature
  /** E-mail address of the person behind the key, which the records of events name. */
  email: string
  /** Name of the person behind the key, which the records of events give. */
  full_name: string
  /** When a request with it was last genuine, written up to a minute later; null: never, or not since this is kept */
  last_used_at: string | null
  /** When it stopped working */
  revoked_at: string | null
  /** Creation */
  created_at: string
  /** Who made it, as in the audit trail; for operators only. null: unknown, as the key is older */
  made_by?: string | null | undefined
  /** Since when an operator should decide whether to keep or revoke it, because its maker left; for operators only. null: nothing to decide */
  decide_since?: string | null | undefined
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

/** The new signing secret of a key, which no other answer shows. */
export interface RotatedSigningSecret {
  /** The id of the key, by which operators change and revoke it. */
  key_id: string
  /** Shown only here */
  signing_secret: string
  /** Until when the previous secret stays valid */
  previous_valid_until: string
}

/** How a dispute is decided. */
export type DisputeOutcome = 'upheld' | 'rejected'

/** The body of `POST /v2/test/adjustments/{id}/resolve`. */
export interface AdjustmentResolve {
  /** `upheld`: the partner is right; `rejected`: the adjustment stands */
  outcome: DisputeOutcome
}

/** How a claim is decided. */
export type ClaimOutcome = 'approved' | 'denied' | 'closed'

/** The body of `POST /v2/test/claims/{id}/resolve`. */
export interface ClaimResolve {
  /** An open claim is approved, denied or closed; a decided one can be closed */
  outcome: ClaimOutcome
  /** Cents that an approval pays; what was claimed when absent */
  amount_approved?: MinorUnits | undefined
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

/** An event that the rehearsal caused. */
export interface RehearsalEvent {
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The type of the event; tell events apart by it. */
  type: string
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
  events: RehearsalEvent[]
}

/** What the sandbox can make go wrong. */
export type Fault = 'lost' | 'short_tender' | 'reweigh' | 'refused_at_counter' | 'undeliverable'

/** Where the sample parcels of a sandbox stand. */
export type SampleStatus = 'none' | 'running' | 'stopped' | 'done'

/** The sample parcels of a sandbox */
export interface Sample {
  /** Says what kind of record this is. */
  object: 'sample'
  /** `none`: nobody has started it; `stopped`: it ended before it was complete, and can be started again */
  status: SampleStatus
  /** Whether it can be started now */
  can_start: boolean
  /** Percent of the hours that are done */
  progress: number
  /** The day that is being filled; 0 before the first */
  day: number
  /** How many days there are; 0 before it has begun */
  days: number
  /** Parcels made so far */
  parcels: number
  /** Scans made so far */
  scans: number
  /** When it was started; null: never */
  started_at: string | null
  /** When it ended; null: it has not */
  ended_at: string | null
  /** Why it stopped */
  reason: string | null
}

/** The last 168 hours, which `funnel`, `scans_per_hour`, `stages` and `deliveries` are about */
export interface TodayWindow {
  /** The beginning of its first hour */
  from: string
  /** Its end: now */
  to: string
}

/** What needs somebody now. */
export type TodayNeedKind = 'dispute_open' | 'claim_open' | 'tender_short' | 'tender_over' | 'unmatched_scan' | 'carrier_failing' | 'carrier_booking_refused' | 'carrier_invoice_undecided' | 'key_undecided' | 'undeliverable' | 'unclaimed_dispose_soon' | 'not_moved' | 'pickup_today' | 'webhook_failing' | 'webhook_disabled'

/** One kind of what needs somebody, with its number */
export interface TodayNeed {
  /** What needs attention. `unmatched_scan`, `key_undecided` and the kinds about a carrier are for operators only */
  kind: TodayNeedKind
  /** Of parcels that have not moved: where they are */
  stage: ShipmentStatus | null
  /** Of pickups: the day at the store; two days when it is past midnight at some stores only */
  day: string | null
  /** How many there are, at most 9,999 */
  count: number
  /** Whether there are more than `count` */
  is_more: boolean
  /** Since when the oldest of them has been waiting */
  oldest_at: string | null
  /** The address of the list in which they are */
  list: string
}

/** How many parcels came to a status */
export interface TodayReached {
  /** A status on the way of a parcel */
  status: ShipmentStatus
  /** Parcels that came to it */
  count: number
  /** The address of the events that are counted */
  list: string | null
}

/** How many scans there were in an hour */
export interface TodayHour {
  /** When the hour begins */
  hour: string
  /** Scans that moved a parcel */
  count: number
}

/** How long parcels took from one status to the next */
export interface TodayStep {
  /** The status that parcels left */
  from: ShipmentStatus
  /** The status that they came to */
  to: ShipmentStatus
  /** How many took this step */
  count: number
  /** Half of them took at most so many seconds, to within a tenth */
  median_s: number | null
  /** 19 of 20 took at most so many seconds, to within a tenth */
  p95_s: number | null
  /** The address of the parcels that took it */
  list: string
}

/** The addresses of the deliveries of events of the window. The numbers go by the time of the attempt, and also have those of deleted webhooks */
export interface TodayDeliveryLists {
  /** Of those that were accepted */
  delivered: string
  /** Of those that were given up */
  exhausted: string
}

/** Attempts at webhooks; those of the last seconds may be missing. Latencies are from the beginning of the window's first day (UTC) on */
export interface TodayDeliveries {
  /** Deliveries that a receiver accepted */
  delivered: number
  /** Attempts that failed */
  failed: number
  /** Deliveries that were given up after their last attempt */
  exhausted: number
  /** Half of the accepted ones were accepted at most so many milliseconds after their event, to within a tenth */
  median_ms: number | null
  /** The same for 19 of 20 */
  p95_ms: number | null
  lists: TodayDeliveryLists
}

/** What needs somebody now, and the last seven days in numbers */
export interface Today {
  /** Says what kind of record this is. */
  object: 'today'
  /** The caller's time; a partner of the sandbox has a clock of its own */
  now: string
  /** Up to here everything is counted; null: counting has not begun */
  as_of: string | null
  /** Whether everything that was committed before this request is counted */
  complete: boolean
  window: TodayWindow
  /** What needs somebody now, each kind with its number, which may be 0 */
  needs: TodayNeed[]
  /** How many parcels came to each status, in the order of their way */
  funnel: TodayReached[]
  /** Every hour of the window, oldest first */
  scans_per_hour: TodayHour[]
  /** How long parcels took from one status to the next, most frequent first; from the beginning of the window's first day (UTC) on */
  stages: TodayStep[]
  deliveries: TodayDeliveries
}

/** How long one parcel took for a step */
export interface TodayStepOfParcel {
  /** The id of the shipment. */
  shipment_id: string
  /** The partner that it belongs to; only operators are told */
  partner_id?: string | undefined
  /** The tracking number. */
  tracking: string
  /** When it came to `from` */
  from_at: string
  /** When it came to `to` */
  to_at: string
  /** How long it took */
  seconds: number
}

/** The parcels that took a step */
export interface TodaySteps {
  /** Says what kind of record this is. */
  object: 'today_steps'
  /** The status that they left */
  from: ShipmentStatus
  /** The status that they came to */
  to: ShipmentStatus
  /** Whether these are all of the window; else only the newest were looked at */
  is_all: boolean
  /** Slowest first */
  data: TodayStepOfParcel[]
}

/** One change that an operator made. */
export interface AuditRecord {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'audit_record'
  /** When */
  at: string
  /** `key:<key id>` over the API, `session:<session id> <email>` for somebody who signed in, `cli:<user>@<host>` on the command line, `folder:<host>` for a report of a carrier that was dropped into a folder, `carrier:<code>` for one that was fetched from its service, `provider:<issuer>` for a provider of OpenID Connect that ended or changed a session */
  actor: string
  /** What the key that acted is called now, or the name of the person who signed in; null on the command line, or if there is no name */
  actor_name: string | null
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

/** A calendar in short. */
export interface ListedCalendar {
  /** Whose it is: the country of a market, or the id of a store */
  subject: string
  /** Says what kind of record this is. */
  object: 'calendar'
  /** How many */
  holidays: number
  /** How many */
  exceptions: number
  /** How many rows */
  transit_days: number
}

/** One page of `ListedCalendar` records. */
export interface ListedCalendarList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: ListedCalendar[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A closed day. */
export interface HolidayRecord {
  /** A day */
  date: string
  /** Its name, as people know it. */
  name: string | null
}

/** A day with hours of its own. */
export interface CalendarExceptionRecord {
  /** A day */
  date: string
  /** Its name, as people know it. */
  name: string | null
  /** When it is open; none: closed */
  hours: string[][]
  /** HH:MM; null: as on other days */
  cut_off: string | null
}

/** How long parcels are under way. */
export interface TransitDaysRecord {
  /** The code of the carrier. */
  carrier: string | null
  /** Null: any */
  zone: string | null
  /** How fast it travels. */
  service_level: ServiceLevel
  /** Working days */
  days: number
}

/** On which days a market or a store works. */
export interface Calendar {
  /** Whose it is: the country of a market, or the id of a store */
  subject: string
  /** Says what kind of record this is. */
  object: 'calendar'
  /** Days of the week; null: by opening hours, and of a market all */
  working_days: string[] | null
  /** HH:MM; null: until the day ends */
  cut_off: string | null
  /** Days on which it is closed */
  holidays: HolidayRecord[]
  /** Days with other hours */
  exceptions: CalendarExceptionRecord[]
  /** The time zone of its days and hours, as an IANA name. */
  timezone: string | null
  /** How long parcels to it are under way */
  transit_days: TransitDaysRecord[]
}

/** A day of the week. */
export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'

/** A closed day. */
export interface Holiday {
  /** A day, such as `2026-11-26`, or the same day of every year, such as `12-25` */
  date: string
  /** What the day is called; refusals name it */
  name?: string | null | undefined
}

/** A day with hours of its own, also one that is closed otherwise. */
export interface CalendarException {
  /** A day, such as `2026-11-26`, or the same day of every year, such as `12-25` */
  date: string
  /** What the day is called; refusals name it */
  name?: string | null | undefined
  /** When it is open on that day, each as [from, to]; none: it is closed */
  hours: ([string, string])[]
  /** Until when what is handed over leaves on the same day, local to the place */
  cut_off?: string | null | undefined
}

/** How long parcels are under way. The most particular row counts. */
export interface TransitDays {
  /** Only by this carrier; any when absent */
  carrier?: string | null | undefined
  /** `local`, `regional`, `national`, `international`, or the number of a tariff's zone; any when absent */
  zone?: string | null | undefined
  /** With this service */
  service_level: ServiceLevel
  /** Working days from the hand-over to the delivery */
  days: number
}

/** A calendar as a whole. */
export interface CalendarPut {
  /** Days of the week on which it works. When absent: a store's those of its opening hours, a market's all */
  working_days?: Weekday[] | null | undefined
  /** Until when what is handed over leaves on the same day, local to the place */
  cut_off?: string | null | undefined
  /** Days on which it is closed */
  holidays?: Holiday[] | undefined
  /** Days with other hours */
  exceptions?: CalendarException[] | undefined
  /** IANA name. Required for a market, whose days begin by it where an address says no better; absent for a store */
  timezone?: string | null | undefined
  /** Of markets only: how long parcels to it are under way */
  transit_days?: TransitDays[] | undefined
}

/** How it stands with what a carrier is told of a parcel. */
export type CarrierBookingState = 'due' | 'booked' | 'refused' | 'voiding' | 'void' | 'done'

/** What the service of a carrier is told of a parcel. */
export interface CarrierBooking {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'carrier_booking'
  /** Code of the carrier */
  carrier: string
  /** The parcel */
  shipment_id: string
  /** `due`: the carrier is to be told; `booked`: it knows the parcel; `refused`: it does not take it; `voiding`: it is to be told that the parcel does not come; `void`: it has been; `done`: the parcel has arrived */
  state: CarrierBookingState
  /** The carrier's number for the parcel */
  number: string | null
  /** Why the carrier did not do what it was last told */
  error: string | null
  /** How often it was told in vain since the state began */
  tries: number
  /** When it is told next, at the earliest */
  next_try_at: string | null
  /** When the carrier was first to be told */
  created_at: string
  /** When something was last changed */
  updated_at: string
}

/** One page of `CarrierBooking` records. */
export interface CarrierBookingList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: CarrierBooking[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** What an imported file has. */
export type ImportKind = 'stores' | 'rates' | 'tariffs' | 'carrier-invoice' | 'carrier-report'

/** How far an import has come. */
export type ImportState = 'checking' | 'applying' | 'done' | 'refused' | 'interrupted'

/** A file of stores, rates or tariffs, and how far its import has come. */
export interface Import {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'import'
  /** What the file has */
  kind: ImportKind
  /** Whose report it is; null if it is none */
  carrier: string | null
  /** `checking`: its rows are read and checked. `applying`: all are good, and they are being written. `done`: all of them are in force. `refused`: it has errors, and nothing was changed. `interrupted`: the service was ended in the middle of it again and again; nothing was changed. Of a report of a carrier each line counts by itself: it is `applying` from its start, `done` also if some lines are bad, and what it had come to counts if it is `interrupted` */
  state: ImportState
  /** As it was given */
  file_name: string | null
  /** Size of the file */
  bytes: number
  /** Rows of the file without its header; null until all were read */
  rows: number | null
  /** Rows checked so far */
  checked_rows: number
  /** Rows written so far; they are in force when it is `done`, all at once. Of a report of a carrier: good lines so far, in force already */
  applied_rows: number
  /** Rows that made something new */
  created_rows: number
  /** Rows that changed something; all others were in force as they are */
  changed_rows: number
  /** Lines of a report of a carrier whose number led to no parcel: they are in the inbox (`/v2/ops/unmatched-scans`) */
  unmatched_rows: number
  /** Errors found so far */
  error_count: number
  /** Warnings so far: rows that are applied, but that somebody should check */
  warning_count: number
  /** How often it was begun again after the process that worked on it had ended */
  restarts: number
  /** Who started it */
  actor: string
  /** When it was started */
  created_at: string
  /** When it ended */
  ended_at: string | null
}

/** Whether something of an invoice is undecided or disputed. */
export type CarrierInvoiceState = 'undecided' | 'open' | 'settled'

/** What an invoice has of one verdict. */
export interface CarrierInvoiceVerdictTotal {
  /** How many lines */
  lines: number
  /** Those that nobody has decided */
  open_lines: number
  /** What they charge */
  billed_cents: MinorUnits
  /** By how much that is more than is owed for them */
  difference_cents: MinorUnits
}

/** Its lines by what came of comparing them */
export interface CarrierInvoiceVerdicts {
  /** Lines that charge what is owed. */
  matched: CarrierInvoiceVerdictTotal
  /** Lines that charge more than is owed. */
  over: CarrierInvoiceVerdictTotal
  /** Lines that charge less than is owed. */
  under: CarrierInvoiceVerdictTotal
  /** Lines whose number leads to no parcel. */
  unknown: CarrierInvoiceVerdictTotal
  /** Lines that charge once more what was charged before. */
  doubled: CarrierInvoiceVerdictTotal
}

/** What a carrier charges, compared with what is owed to it. Amounts are signed cents. */
export interface CarrierInvoice {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'carrier_invoice'
  /** Code of the carrier */
  carrier: string
  /** The carrier's number for it */
  number: string
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Its date, as the file says */
  issued_on: string | null
  /** The import that it came with */
  import_id: string
  /** Who sent it */
  actor: string
  /** How many lines it has */
  lines: number
  /** Those that nobody has decided */
  open_lines: number
  /** What it charges: what is agreed, open, disputed and credited, together */
  billed_cents: MinorUnits
  /** What is owed for its lines */
  expected_cents: MinorUnits
  /** What is to be paid of the lines that are decided */
  agreed_cents: MinorUnits
  /** What the lines charge that nobody has decided */
  open_cents: MinorUnits
  /** What is not paid while it is disputed */
  disputed_cents: MinorUnits
  /** What is not paid because the carrier gave in */
  credited_cents: MinorUnits
  verdicts: CarrierInvoiceVerdicts
  /** When it was taken */
  created_at: string
}

/** One page of `CarrierInvoice` records. */
export interface CarrierInvoiceList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: CarrierInvoice[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** What is decided about a line of an invoice. */
export type CarrierInvoiceLineDecision = 'approve' | 'dispute' | 'credited' | 'rejected' | 'reopen'

/** What came of comparing a line of an invoice with what is owed. */
export type CarrierInvoiceVerdict = 'matched' | 'over' | 'under' | 'unknown' | 'doubled'

/** The body of `POST /v2/ops/carrier-invoices/{id}/decisions`. */
export interface CarrierInvoiceDecision {
  /** `approve`, `dispute`: of open lines. `credited`, `rejected`: how the carrier settled disputed ones. `reopen`: as if nobody had decided */
  decision: CarrierInvoiceLineDecision
  /** These lines */
  line_ids?: string[] | undefined
  /** The first 500 lines with this verdict that it can be done to; repeat it for more */
  verdict?: CarrierInvoiceVerdict | undefined
  /** Why, or what the carrier said */
  note?: string | undefined
}

/** The invoice after a decision. */
export interface DecidedCarrierInvoice {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'carrier_invoice'
  /** Code of the carrier */
  carrier: string
  /** The carrier's number for it */
  number: string
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Its date, as the file says */
  issued_on: string | null
  /** The import that it came with */
  import_id: string
  /** Who sent it */
  actor: string
  /** How many lines it has */
  lines: number
  /** Those that nobody has decided */
  open_lines: number
  /** What it charges: what is agreed, open, disputed and credited, together */
  billed_cents: MinorUnits
  /** What is owed for its lines */
  expected_cents: MinorUnits
  /** What is to be paid of the lines that are decided */
  agreed_cents: MinorUnits
  /** What the lines charge that nobody has decided */
  open_cents: MinorUnits
  /** What is not paid while it is disputed */
  disputed_cents: MinorUnits
  /** What is not paid because the carrier gave in */
  credited_cents: MinorUnits
  verdicts: CarrierInvoiceVerdicts
  /** When it was taken */
  created_at: string
  /** Lines that this request has decided */
  decided_lines: number
}

/** How it stands with a line of an invoice. */
export type CarrierInvoiceLineState = 'open' | 'approved' | 'disputed' | 'credited' | 'rejected'

/** What a line of an invoice charges for. */
export type CarrierCharge = 'price' | 'base' | 'weight' | 'minimum' | 'oversize' | 'residential' | 'remote' | 'declared_value' | 'fuel' | 'tax' | 'correction'

/** Why nothing is owed for a line of an invoice. */
export type CarrierInvoiceUnowed = 'unknown_number' | 'several_shipments' | 'other_carrier' | 'other_currency' | 'not_sent'

/** A part of a price. */
export interface CarrierInvoicePriceLine {
  /** The short name by which requests and scans refer to it. */
  code: PriceLineCode
  /** Its part of the price */
  cents: MinorUnits
  /** By what it came about */
  detail: string
}

/** What a price was corrected by. */
export interface CarrierInvoiceAdjustment {
  /** Its id, which never changes. */
  id: string
  /** By how much it changed the price */
  delta_cents: MinorUnits
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Why */
  reason: string
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  /** State of its partner's dispute */
  dispute_status: string | null
}

/** What was charged for a parcel before. */
export interface CarrierInvoiceEarlier {
  /** The invoice */
  invoice_id: string
  /** Its line */
  line_id: string
  /** What it charged for */
  charge: CarrierCharge
  /** What it charged */
  amount_cents: MinorUnits
  /** What of it is paid, or will be as far as is known */
  stands_cents: MinorUnits
}

/** What a line was judged by, as it was then. It names no person. */
export interface CarrierInvoiceEvidence {
  /** Of the shipment */
  status: ShipmentStatus
  /** The carrier that has the parcel */
  carrier: string | null
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** What the shipment costs */
  price_cents: MinorUnits
  /** What the price consists of, by the carrier's tariff or card of that day; null if that gives another price, so that only the whole is known */
  price_lines: CarrierInvoicePriceLine[] | null
  /** Sum of its adjustments, without those whose dispute was upheld */
  correction_cents: MinorUnits
  /** The newest 20 */
  adjustments: CarrierInvoiceAdjustment[]
  /** What the carrier charged for the parcel before: the newest 20 */
  earlier: CarrierInvoiceEarlier[]
}

/** A line of an invoice, compared with what is owed for its parcel. */
export interface CarrierInvoiceLine {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'carrier_invoice_line'
  /** Its invoice */
  invoice_id: string
  /** The line of the file */
  line: number
  /** The carrier's number for the parcel */
  number: string
  /** The number of ours that the carrier named with it */
  reference: string | null
  /** What it charges for: the whole `price`, one of its lines, or a `correction` after the fact */
  charge: CarrierCharge
  /** The carrier's words */
  description: string | null
  /** Pounds that were billed */
  weight: number | null
  /** What it charges */
  amount_cents: MinorUnits
  /** The parcel; null if the number leads to none */
  shipment_id: string | null
  /** `matched`: what is owed. `over`, `under`: more or less than that. `doubled`: it was charged before. `unknown`: the number leads to no parcel */
  verdict: CarrierInvoiceVerdict
  /** Why nothing is owed: `unknown_number`, `several_shipments` (the number leads to more than one), `other_carrier` (the parcel is not with this one), `other_currency` (its price is in another), `not_sent` (it was cancelled, or expired) */
  reason: CarrierInvoiceUnowed | null
  /** The line that charged the same before */
  doubled_of: string | null
  /** What is owed for it */
  expected_cents: MinorUnits
  /** By how much it charges more */
  difference_cents: MinorUnits
  /** `open`: nobody has decided. `approved`: it is paid as charged. `disputed`: what is owed is paid, the difference is not. `credited`: the carrier gave in. `rejected`: it did not, and all is paid */
  state: CarrierInvoiceLineState
  /** What is paid of it; null while it is open */
  agreed_cents: MinorUnits | null
  /** What was noted with the decision */
  note: string | null
  /** When it was decided */
  decided_at: string | null
  /** Who decided */
  decided_by: string | null
  evidence: CarrierInvoiceEvidence | null
}

/** One page of `CarrierInvoiceLine` records. */
export interface CarrierInvoiceLineList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: CarrierInvoiceLine[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/ops/carrier-invoices/{id}/recheck`. */
export interface CarrierInvoiceRecheck {
  /** These lines */
  line_ids?: string[] | undefined
  /** The first 500 lines with this verdict that it can be done to; repeat it for more */
  verdict?: CarrierInvoiceVerdict | undefined
  /** With `verdict`: `next_after` of the answer before */
  after?: string | undefined
}

/** The invoice after lines were compared again. */
export interface RecheckedCarrierInvoice {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'carrier_invoice'
  /** Code of the carrier */
  carrier: string
  /** The carrier's number for it */
  number: string
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Its date, as the file says */
  issued_on: string | null
  /** The import that it came with */
  import_id: string
  /** Who sent it */
  actor: string
  /** How many lines it has */
  lines: number
  /** Those that nobody has decided */
  open_lines: number
  /** What it charges: what is agreed, open, disputed and credited, together */
  billed_cents: MinorUnits
  /** What is owed for its lines */
  expected_cents: MinorUnits
  /** What is to be paid of the lines that are decided */
  agreed_cents: MinorUnits
  /** What the lines charge that nobody has decided */
  open_cents: MinorUnits
  /** What is not paid while it is disputed */
  disputed_cents: MinorUnits
  /** What is not paid because the carrier gave in */
  credited_cents: MinorUnits
  verdicts: CarrierInvoiceVerdicts
  /** When it was taken */
  created_at: string
  /** Lines that were compared again */
  rechecked_lines: number
  /** Those of which something is different now */
  changed_lines: number
  /** `after` of the next request; null: that was all */
  next_after: string | null
}

/** How a carrier's own numbers are made. */
export type CarrierNumberStandard = 's10' | 'range'

/** What check digit ends a number. */
export type NumberCheck = 'none' | 'gs1'

/** Where a carrier's tracking numbers come from. */
export interface CarrierNumbers {
  /** `s10`: UPU S10; `range`: prefix and serial number as the carrier gave them */
  standard: CarrierNumberStandard
  /** What every number begins with; with `s10` the two letters of the service */
  prefix: string
  /** With `s10`: who issues the numbers */
  country: string | null
  /** Digits of the serial number; always 8 with `s10` */
  digits: number
  /** `gs1`: a GS1 mod-10 digit over all digits follows */
  check: NumberCheck
  /** The first serial number that may be used */
  first: number
  /** The last serial number that may be used */
  last: number
}

/** How a carrier is talked to. */
export type CarrierAdapter = 'house' | 'file' | 'replay'

/** What a carrier can report of a parcel. */
export type CarrierReportedKind = 'collect' | 'custody' | 'arrive' | 'sort' | 'inject' | 'movement' | 'out-for-delivery' | 'deliver'

/** State of the service, only in lists; null if the service was not called yet, or if the carrier is inactive */
export interface CarrierService {
  /** When it was last asked */
  asked_at: string
  /** Since when it does not answer */
  failing_since: string | null
  /** Why its last turn failed */
  last_error: string | null
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
  /** Where its tracking numbers come from; null: they are random. */
  numbers: CarrierNumbers | null
  /** `house`: its scans are reported with keys; `file`: it sends reports, which operators post or drop into a folder */
  adapter: CarrierAdapter
  /** What each code of the carrier's reports means: a kind of scan, or null for what does not say where a parcel is */
  codes: Record<string, CarrierReportedKind | null> | null
  /** Address of the service of the carrier, for the adapter `replay`. A query in the address is sent with every request. Answers show `***` in its place; an address with `***` can be sent back and changes nothing. A sandbox allows only loopback addresses. Unchanged when absent */
  url: string | null
  /** Whether requests to its service are signed with a shared secret */
  is_signed: boolean
  service: CarrierService | null
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

/** Where its tracking numbers come from; null: they are random; absent: as it is */
export interface CarrierNumbersPut {
  /** `s10`: UPU S10; `range`: prefix and serial number as the carrier gave them */
  standard: CarrierNumberStandard
  /** What every number begins with; with `s10` the two letters of the service */
  prefix?: string | undefined
  /** With `s10`: who issues the numbers */
  country?: string | null | undefined
  /** Digits of the serial number; always 8 with `s10` */
  digits?: number | undefined
  /** `gs1`: a GS1 mod-10 digit over all digits follows */
  check?: NumberCheck | undefined
  /** The first serial number that may be used */
  first?: number | undefined
  /** The last serial number that may be used */
  last?: number | undefined
}

/** The body of `PUT /v2/ops/carriers/{code}`. */
export interface CarrierPut {
  /** Name */
  name: string
  /** Whether it is in use */
  active?: boolean | undefined
  /** Where its tracking numbers come from; null: they are random. */
  numbers?: CarrierNumbersPut | null | undefined
  /** `house`: its scans are reported with keys; `file`: it sends reports, which operators post or drop into a folder */
  adapter?: CarrierAdapter | undefined
  /** What each code of the carrier's reports means: a kind of scan, or null for what does not say where a parcel is */
  codes?: Record<string, CarrierReportedKind | null> | null | undefined
  /** Address of the service of the carrier, for the adapter `replay`. A query in the address is sent with every request. Answers show `***` in its place; an address with `***` can be sent back and changes nothing. A sandbox allows only loopback addresses. Unchanged when absent */
  url?: string | null | undefined
  /** Shared secret that signs requests to the service. null: requests are not signed. Unchanged when absent. Never shown */
  secret?: string | null | undefined
}

/** One step of the claim. */
export interface OperatorClaimHistory {
  /** Its present status. */
  status: ClaimStatus
  /** When */
  at: string
  /** Cents */
  amount_approved: MinorUnits | null
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
  type: ClaimType
  /** Your words about it; null if there are none. */
  description: string | null
  /** Cents */
  amount_claimed: MinorUnits | null
  /** Cents */
  amount_approved: MinorUnits | null
  /** ISO 4217 code of the amounts: that of the shipment when the claim was opened */
  currency: string
  /** Its present status. */
  status: ClaimStatus
  /** Oldest first, from the opening on */
  history: OperatorClaimHistory[]
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

/** The body of `POST /v2/ops/consolidations`. */
export interface ConsolidationCreate {
  /** Code of the carrier that takes all of it */
  carrier: string
  /** Code of the facility where it does */
  facility?: string | undefined
  /** The store where it does; with `date` */
  store_id?: string | undefined
  /** Store-local day of the visit; with `store_id` */
  date?: string | undefined
  /** Open tenders of any partners for this carrier */
  tender_ids?: string[] | undefined
  /** Sweeps of any partners at the store on that day */
  sweep_ids?: string[] | undefined
}

/** Where a consolidation stands. */
export type ConsolidationStatus = 'open' | 'accepting' | 'accepted' | 'cancelled'

/** What the members of one partner come to. */
export interface ConsolidationPartner {
  /** Whose they are */
  partner_id: string
  /** Its tenders and sweeps */
  member_count: number
  /** Parcels expected of them */
  piece_count: number
  /** Parcels counted of them */
  piece_count_received: number | null
}

/** What is part of a consolidation. */
export type ConsolidationMemberKind = 'tender' | 'sweep'

/** The status of a tender or sweep. */
export type ConsolidationMemberStatus = 'created' | 'accepted' | 'cancelled' | 'ordered' | 'closed'

/** How it stands with a member of a consolidation. */
export type ConsolidationMemberState = 'open' | 'accepting' | 'accepted' | 'refused' | 'released'

/** A tender or sweep in a consolidation. */
export interface ConsolidationMember {
  /** The tender or sweep */
  id: string
  /** Which of the two it is */
  kind: ConsolidationMemberKind
  /** Whose it is */
  partner_id: string
  /** Of a tender */
  handoff: Handoff | null
  /** Of the tender or sweep itself, now */
  status: ConsolidationMemberStatus
  /** `open`: not counted. `accepting`: counted, and its tender is about to be accepted. `accepted`: done. `refused`: it had ended otherwise by then; `reason` and `message` say how. `released`: the consolidation was cancelled */
  state: ConsolidationMemberState
  /** Parcels that are expected of it, or were when all was counted; 0 if it has ended otherwise */
  piece_count: number
  /** Parcels counted of it */
  piece_count_received: number | null
  /** Members that were not found */
  missing_shipment_ids: string[]
  /** Numbers of parcels beyond its members */
  surplus_numbers: string[]
  /** Why it was refused: a code */
  reason: string | null
  /** The same in words */
  message: string | null
  /** When it was accepted, refused or released */
  ended_at: string | null
}

/** What a carrier takes at one place in one go, of however many partners. */
export interface Consolidation {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'consolidation'
  /** Code of the carrier */
  carrier: string
  /** Code of the facility */
  facility: string | null
  /** The store */
  store_id: string | null
  /** Store-local day of the visit */
  date: string | null
  /** `open`: nothing is counted yet. `accepting`: all was counted, and the tenders are being accepted one after another. `accepted`: none is left. `cancelled`: it was called off before the count */
  status: ConsolidationStatus
  /** Parcels counted in all */
  piece_count_received: number | null
  /** Parcels counted beyond those of the members, or less than theirs */
  unattributed: number
  /** Who accepted */
  accepted_by: string | null
  /** Tenders and sweeps */
  member_count: number
  /** Partners that have some of them */
  partner_count: number
  /** Tenders that are still to be accepted */
  accepting_count: number
  /** Members that had ended otherwise by then */
  refused_count: number
  /** Creation */
  created_at: string
  /** When its parcels were counted */
  counted_at: string | null
  /** When the last tender was accepted, or it was cancelled */
  ended_at: string | null
  /** Parcels expected of all members */
  piece_count: number
  /** What the members come to, by partner */
  partners: ConsolidationPartner[]
  /** The tenders and sweeps */
  members: ConsolidationMember[]
}

/** The same without its members. */
export interface ConsolidationListed {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'consolidation'
  /** Code of the carrier */
  carrier: string
  /** Code of the facility */
  facility: string | null
  /** The store */
  store_id: string | null
  /** Store-local day of the visit */
  date: string | null
  /** `open`: nothing is counted yet. `accepting`: all was counted, and the tenders are being accepted one after another. `accepted`: none is left. `cancelled`: it was called off before the count */
  status: ConsolidationStatus
  /** Parcels counted in all */
  piece_count_received: number | null
  /** Parcels counted beyond those of the members, or less than theirs */
  unattributed: number
  /** Who accepted */
  accepted_by: string | null
  /** Tenders and sweeps */
  member_count: number
  /** Partners that have some of them */
  partner_count: number
  /** Tenders that are still to be accepted */
  accepting_count: number
  /** Members that had ended otherwise by then */
  refused_count: number
  /** Creation */
  created_at: string
  /** When its parcels were counted */
  counted_at: string | null
  /** When the last tender was accepted, or it was cancelled */
  ended_at: string | null
}

/** One page of `ConsolidationListed` records. */
export interface ConsolidationListedList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: ConsolidationListed[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** What was counted of one tender or sweep. */
export interface ConsolidationCount {
  /** The tender or sweep */
  id: string
  /** How many of its parcels were counted */
  piece_count_received: number
  /** As in the acceptance of a tender: members that were not found */
  missing_shipment_ids?: string[] | undefined
  /** As in the acceptance of a tender: parcels beyond its members */
  surplus_numbers?: string[] | undefined
}

/** The body of `POST /v2/ops/consolidations/{id}/accept`. */
export interface ConsolidationAccept {
  /** How many parcels were counted in all */
  piece_count_received: number
  /** Who accepted, as stored on every tender. Default: the acting person, else the key's name, else the key's id */
  accepted_by?: string | undefined
  /** Of the tenders and sweeps whose count differs; all others have as many as expected */
  counts?: ConsolidationCount[] | undefined
  /** Parcels beyond those of the members, or less than theirs (negative), of which nobody can say whose they are; 0 when absent */
  unattributed?: number | undefined
  /** Numbers of the unattributed parcels, at most as many: they go to the inbox of unmatched scans */
  surplus_numbers?: string[] | undefined
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
  delta_amount: MinorUnits
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Why the price was corrected. */
  reason: AdjustmentReason
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  /** How the dispute stands; null if there is none. */
  dispute_status: DisputeStatus | null
  /** Why it is disputed, in the words of the partner; null if it is not. */
  dispute_reason: string | null
  /** A counter's reweigh, a chargeable discrepancy, or by hand */
  source: AdjustmentSource
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

/** A delivery as operators see it, with the partner that it belongs to. */
export interface OperatorDelivery {
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
  status: DeliveryStatus
  /** How many attempts have ended. */
  attempt_count: number
  /** Null unless pending */
  next_attempt_at: string | null
  /** When the event occurred */
  created_at: string
  /** Oldest first: the newest 50 (in a list, the newest 10); kept for at least 30 days */
  attempts: DeliveryAttempt[]
  /** The partner that it belongs to */
  partner_id: string
}

/** One page of `OperatorDelivery` records. */
export interface OperatorDeliveryList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: OperatorDelivery[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A field of a store or facility that somebody should check. */
export interface PlaceWarning {
  /** The field, as a JSON pointer */
  path: string
  /** More than 150 km from the middle of its postal area */
  rule: 'far_from_postal_code'
  /** What looks wrong; read it after the name of the field */
  message: string
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
  postal_code: string | null
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
  /** Stored values that somebody should check; empty if the postal area is unknown */
  warnings: PlaceWarning[]
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
  /** Postal code; required in countries that have them */
  postal_code?: string | null | undefined
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

/** What a file has that is imported as a whole. */
export type FileKind = 'stores' | 'rates' | 'tariffs'

/** One page of `Import` records. */
export interface ImportList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Import[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** What is wrong with a row of a file. */
export interface ImportFault {
  /** The line of the file on which the row ends */
  row: number
  /** The column; empty if it is about the whole row */
  field: string
  /** A word for programs, such as `required` or `duplicate` */
  code: string
  /** What is wrong or was changed; read it after the name of the column */
  message: string
}

/** Shipments that lose their price when the tariff comes into force. */
export interface LostPrice {
  /** Whose tariff it is */
  carrier: string
  /** The market of the tariff */
  country: string
  /** The first day of the tariff */
  effective_on: string
  /** How fast it travels. */
  service_level: ServiceLevel
  /** Origins that lose their price: country codes, and in the market's own country prefixes of postal codes, or `*` for any place */
  from: string[]
  /** The same in words */
  message: string
}

/** A file of stores or rates, how far its import has come, and what is wrong with it. */
export interface ImportDetail {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'import'
  /** What the file has */
  kind: ImportKind
  /** Whose report it is; null if it is none */
  carrier: string | null
  /** `checking`: its rows are read and checked. `applying`: all are good, and they are being written. `done`: all of them are in force. `refused`: it has errors, and nothing was changed. `interrupted`: the service was ended in the middle of it again and again; nothing was changed. Of a report of a carrier each line counts by itself: it is `applying` from its start, `done` also if some lines are bad, and what it had come to counts if it is `interrupted` */
  state: ImportState
  /** As it was given */
  file_name: string | null
  /** Size of the file */
  bytes: number
  /** Rows of the file without its header; null until all were read */
  rows: number | null
  /** Rows checked so far */
  checked_rows: number
  /** Rows written so far; they are in force when it is `done`, all at once. Of a report of a carrier: good lines so far, in force already */
  applied_rows: number
  /** Rows that made something new */
  created_rows: number
  /** Rows that changed something; all others were in force as they are */
  changed_rows: number
  /** Lines of a report of a carrier whose number led to no parcel: they are in the inbox (`/v2/ops/unmatched-scans`) */
  unmatched_rows: number
  /** Errors found so far */
  error_count: number
  /** Warnings so far: rows that are applied, but that somebody should check */
  warning_count: number
  /** How often it was begun again after the process that worked on it had ended */
  restarts: number
  /** Who started it */
  actor: string
  /** When it was started */
  created_at: string
  /** When it ended */
  ended_at: string | null
  /** The errors of the first rows, at most 1000 */
  errors: ImportFault[]
  /** Prices that are lost because of a tariff file */
  lost_prices: LostPrice[]
  /** The warnings of the first rows, at most 1000 */
  warnings: ImportFault[]
}

/** A named set of scopes. */
export type KeyRole = 'merchant' | 'network' | 'all'

/** What a key may do. */
export type Scope = 'shipments:read' | 'shipments:write' | 'scans:write' | 'tenders:write' | 'claims:write' | 'webhooks:manage' | 'events:read' | 'tracking:read' | 'adjustments:write' | 'ops'

/** The body of `POST /v2/ops/keys`. */
export interface KeyCreate {
  /** Whether it is a partner's key or an operator's. */
  kind: KeyKind
  /** The partner whose key it is; only for the kind partner */
  partner_id?: string | undefined
  /** What operators call the key, such as the program that has it; the audit trail shows it */
  name?: string | undefined
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: everything but ops. Without either of them `all` in the sandbox and `merchant` in production */
  role?: KeyRole | undefined
  /** What the key may do, as single scopes */
  scopes?: Scope[] | undefined
  /** Addresses that requests may come from; empty: any */
  allow_ips?: string[] | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature?: KeySignature | undefined
  /** Email that events show for who acted */
  email?: string | undefined
  /** Name that events show for who acted */
  full_name?: string | undefined
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
  environment: Environment
  /** What the key may do */
  scopes: string[]
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature: KeySignature
}

/** The body of `PATCH /v2/ops/keys/{id}`. */
export interface KeyChange {
  /** What operators call the key, such as the program that has it; the audit trail shows it */
  name?: string | null | undefined
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: everything but ops */
  role?: KeyRole | undefined
  /** Everything that the key may do from now on */
  scopes?: Scope[] | undefined
  /** Addresses that requests may come from; empty: any */
  allow_ips?: string[] | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature?: KeySignature | undefined
  /** Email that events show for who acted */
  email?: string | undefined
  /** Name that events show for who acted */
  full_name?: string | undefined
}

/** A country that is served, and how. */
export interface Market {
  /** Destination country */
  country: string
  /** Says what kind of record this is. */
  object: 'market'
  /** `fixed`: always the same carrier; `marketplace`: the cheapest at injection */
  kind: MarketKind
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
  kind: MarketKind
  /** Code of the carrier of a fixed market */
  carrier?: string | null | undefined
  /** ISO 4217 code */
  currency: string
}

/** What a new barcode is. */
export type BarcodeStandard = 'internal' | 'sscc'

/** What new barcodes are. */
export interface Barcodes {
  /** `internal`: 20 digits of our own; `sscc`: GS1 SSCC, printed as GS1-128 */
  standard: BarcodeStandard
  /** Your GS1 company prefix, 4 to 12 digits; null with `internal` */
  company_prefix: string | null
  /** The first digit of each SSCC */
  extension_digit: number
}

/** Numbers that are given out once each. */
export interface NumberSeries {
  /** Its name. Carriers whose series have one name draw on the same numbers */
  series: string
  /** Whose tracking numbers; null: barcodes */
  carrier: string | null
  /** The first serial number that may be used */
  first: number
  /** The last serial number that may be used */
  last: number
  /** How many numbers are left */
  left: number
}

/** What new barcodes are, and how many numbers are left. */
export interface Numbering {
  /** Says what kind of record this is. */
  object: 'numbering'
  /** What new barcodes are. */
  barcodes: Barcodes
  /** In use now: of the barcodes, then of carriers */
  series: NumberSeries[]
}

/** What new barcodes are to be. */
export interface BarcodesPut {
  /** `internal`: 20 digits of our own; `sscc`: GS1 SSCC, printed as GS1-128 */
  standard: BarcodeStandard
  /** Your GS1 company prefix, 4 to 12 digits; null with `internal` */
  company_prefix?: string | null | undefined
  /** The first digit of each SSCC */
  extension_digit?: number | undefined
}

/** The body of `PUT /v2/ops/numbering`. */
export interface NumberingPut {
  /** What new barcodes are. */
  barcodes: BarcodesPut
}

/** The body of `POST /v2/ops/partners`. */
export interface PartnerCreate {
  /** Name of the partner */
  name: string
  /** Where returns go whose request names no recipient. */
  default_return_address?: Address | undefined
  /** What a parcel measures whose request does not say. */
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
  signature?: KeySignature | undefined
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: everything but ops. Without either of them `all` in the sandbox and `merchant` in production */
  role?: KeyRole | undefined
  /** What the key may do, as single scopes */
  scopes?: Scope[] | undefined
}

/** A company that ships with the network. */
export interface Partner {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'partner'
  /** Its name, as people know it. */
  name: string
  /** Where returns go whose request names no recipient. */
  default_return_address: AddressRecord | null
  /** What a parcel measures whose request does not say. */
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
  /** Where returns go whose request names no recipient. */
  default_return_address?: Address | null | undefined
  /** What a parcel measures whose request does not say. */
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

/** Whether the operator takes what the interface does not refuse. */
export type PolicyWord = 'accept' | 'refuse'

/** What becomes of a redirect to another country. */
export type RedirectWord = 'accept' | 'refuse' | 'reprice'

/** What the operator accepts beyond what the interface refuses. */
export interface Policy {
  /** Says what kind of record this is. */
  object: 'policy'
  /** A carrier that nobody registered, in a tender or an injection scan */
  unknown_carriers: PolicyWord
  /** A facility that nobody registered, in a tender or a scan */
  unknown_facilities: PolicyWord
  /** A pickup whose window is not within the store's opening hours; a store without hours is always open */
  pickups_outside_hours: PolicyWord
  /** A pickup on a day on which calendars have its store closed, or for today after the cut-off; without calendars a store is always open */
  pickups_on_closed_days: PolicyWord
  /** Disposing of a parcel before its `dispose_after`; one without that date can be disposed of at any time */
  early_disposal: PolicyWord
  /** Approving more than a claim asks for; a claim without an amount asks for no particular one */
  approval_above_claim: PolicyWord
  /** Addresses of shipments with a malformed e-mail address, or a malformed postal code in the US or Canada */
  address_formats: PolicyWord
  /** Addresses of shipments in the US or Canada whose state is none, or is not that of the postal code */
  address_mismatches: PolicyWord
  /** A redirect to another country than the one the parcel was on its way to. `accept`: the price stays as it is; `reprice`: the parcel gets that of a new shipment. The carrier stays either way */
  redirects_abroad: RedirectWord
  /** Shipments that cross a border, or are sent across one, with a customs declaration that lacks something */
  incomplete_customs: PolicyWord
  /** A manual credit that takes a shipment's total below zero */
  negative_total: PolicyWord
}

/** A rule that is absent has its default again: `accept`. */
export interface PolicyPut {
  /** A carrier that nobody registered, in a tender or an injection scan */
  unknown_carriers?: PolicyWord | undefined
  /** A facility that nobody registered, in a tender or a scan */
  unknown_facilities?: PolicyWord | undefined
  /** A pickup whose window is not within the store's opening hours; a store without hours is always open */
  pickups_outside_hours?: PolicyWord | undefined
  /** A pickup on a day on which calendars have its store closed, or for today after the cut-off; without calendars a store is always open */
  pickups_on_closed_days?: PolicyWord | undefined
  /** Disposing of a parcel before its `dispose_after`; one without that date can be disposed of at any time */
  early_disposal?: PolicyWord | undefined
  /** Approving more than a claim asks for; a claim without an amount asks for no particular one */
  approval_above_claim?: PolicyWord | undefined
  /** Addresses of shipments with a malformed e-mail address, or a malformed postal code in the US or Canada */
  address_formats?: PolicyWord | undefined
  /** Addresses of shipments in the US or Canada whose state is none, or is not that of the postal code */
  address_mismatches?: PolicyWord | undefined
  /** A redirect to another country than the one the parcel was on its way to. `accept`: the price stays as it is; `reprice`: the parcel gets that of a new shipment. The carrier stays either way */
  redirects_abroad?: RedirectWord | undefined
  /** Shipments that cross a border, or are sent across one, with a customs declaration that lacks something */
  incomplete_customs?: PolicyWord | undefined
  /** A manual credit that takes a shipment's total below zero */
  negative_total?: PolicyWord | undefined
}

/** The price of a service level in a zone. */
export interface RateRecord {
  /** How fast it travels. */
  service_level: ServiceLevel
  /** How far the parcel travels. */
  zone: Zone
  /** Cents per parcel */
  base_cents: MinorUnits
  /** Cents per billable pound */
  per_lb_cents: MinorUnits
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
  rates: RateRecord[]
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

/** The price of a service level in a zone. */
export interface Rate {
  /** How fast it travels. */
  service_level: ServiceLevel
  /** How far the parcel travels. */
  zone: Zone
  /** Cents per parcel */
  base_cents: MinorUnits
  /** Cents per billable pound */
  per_lb_cents: MinorUnits
  /** The heaviest parcel accepted */
  max_weight_lb: number
}

/** The body of `PUT /v2/ops/rate-cards/{carrier}/{country}`. */
export interface RateCardPut {
  /** The whole card; empty when the carrier no longer serves the country */
  rates: Rate[]
}

/** The proof of delivery. */
export interface FoundShipmentPod {
  /** Where its image is read; null without an image. */
  document: string | null
  /** How good the proof is; `A` is the best. */
  grade: PodGrade
}

/** By what a shipment was found. */
export type ShipmentIdentifier = 'id' | 'tracking' | 'barcode' | 'ltracking' | 'order_id' | 'rma' | 'ship_ext_id' | 'qr_id' | 'qr_token' | 'label_id' | 'group_id' | 'master_number' | 'filters'

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
  status: ShipmentStatus
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** `api`: created by a request. `retail`: sold at a counter. */
  channel: Channel
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your own id of the shipment */
  ship_ext_id: string | null
  /** Your id of the customer */
  customer: string | null
  /** How fast it travels. */
  service_level: ServiceLevel
  /** The sender. */
  from: AddressRecord | null
  /** The recipient. */
  to: AddressRecord
  /** Weight and measures. */
  parcel: Parcel
  /** Cents */
  declared_value: MinorUnits | null
  /** Path of the customs declaration of a parcel that crosses a border; null of others */
  customs_url: string | null
  /** Where it was routed to be dropped off */
  drop_off_store_id: string | null
  /** The counter that took it in */
  store_id: string | null
  /** The format in which the label is drawn unless a request asks for another. */
  label_format: LabelFormat
  /** Destination country */
  market: string
  /** Of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Price in cents */
  amount: MinorUnits
  /** Null in a marketplace market until a carrier has the parcel */
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
  /** Address of the page on which the shopper follows the parcel, to be passed on to nobody else; null once withdrawn */
  parcel_url: string | null
  /** Whether the shipment is on hold. */
  held: boolean
  custody: Custody | null
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
  /** The group that it was ordered in; null if it was ordered by itself */
  group_id: string | null
  /** Which parcel of its group it is, from 1 */
  piece_number: number | null
  /** How many parcels its group was ordered with */
  piece_count: number | null
  /** The proof of delivery; null until there is one. */
  pod: FoundShipmentPod | null
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
  reject_reason: RejectReason | null
  /** The counter's note */
  reject_reason_note: string | null
  /** First unclaimed report */
  unclaimed_since: string | null
  /** 30 days after the first unclaimed report */
  dispose_after: string | null
  /** As announced by the carrier */
  scheduled_delivery_date: string | null
  /** When it is to be expected, by the calendars of where it is dropped off and where it goes, as of its creation, latest amendment or redirect; null where no calendar says it */
  estimated_delivery_date: string | null
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
  /** Which identifier the text is; `filters` where no text was given */
  matched_by: ShipmentIdentifier
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

/** Opening hours by weekday, each as [from, to] in HH:MM local to the store; closed on days that are absent */
export interface StoreHours {
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

/** The body of `POST /v2/ops/stores`. */
export interface StoreCreate {
  /** The network's own code; never changes */
  code: string
  /** Name */
  name: string
  /** City */
  city: string
  /** Postal code; required in countries that have them */
  postal_code?: string | null | undefined
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
  /** Opening hours by weekday; a day that is absent is closed. Null: not known. */
  hours?: StoreHours | null | undefined
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
  postal_code: string | null
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
  /** Stored values that somebody should check; empty if the postal area is unknown */
  warnings: PlaceWarning[]
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
  /** Postal code; required in countries that have them */
  postal_code?: string | null | undefined
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
  /** Opening hours by weekday; a day that is absent is closed. Null: not known. */
  hours?: StoreHours | null | undefined
  /** Pick-up and drop-off code; the same as `code` when absent */
  pudo_code?: string | undefined
  /** Whether it is in use */
  active?: boolean | undefined
}

/** A row that was imported and that somebody should check. */
export interface StoreImportWarning {
  /** The line of the file on which the row ends */
  row: number
  /** The column */
  column: string
  /** What looks wrong or was changed; read it after the name of the column */
  message: string
}

/** How many stores were read, added and changed. */
export interface StoreImport {
  /** Says what kind of record this is. */
  object: 'store_import'
  /** Stores in the file, also those that did not change */
  imported: number
  /** Imported values that somebody should check: positions far from their postal code, and postal codes that were completed */
  warnings: StoreImportWarning[]
}

/** What a carrier charges in a market from a day on. */
export interface Tariff {
  /** Says what kind of record this is. */
  object: 'tariff'
  /** The code of the carrier */
  carrier: string
  /** Destination country */
  country: string
  /** ISO 4217 code; that of its market */
  currency: string
  /** The first day, in UTC, on which it is in force */
  effective_on: string
  /** Whether it is in force or still to come; others were in force before */
  in_use: boolean
  /** How many rows it has */
  rows: number
  /** How many pairs of prefixes its table of zones has; each takes a byte of memory in every process */
  pairs: number
  /** When it was imported */
  imported_at: string
  /** Who imported it */
  actor: string
}

/** One page of `Tariff` records. */
export interface TariffList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: Tariff[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A tariff with all of its rows. */
export interface TariffDetail {
  /** Says what kind of record this is. */
  object: 'tariff'
  /** The code of the carrier */
  carrier: string
  /** Destination country */
  country: string
  /** ISO 4217 code; that of its market */
  currency: string
  /** The first day, in UTC, on which it is in force */
  effective_on: string
  /** Whether it is in force or still to come; others were in force before */
  in_use: boolean
  /** How many rows it has */
  rows: number
  /** How many pairs of prefixes its table of zones has; each takes a byte of memory in every process */
  pairs: number
  /** When it was imported */
  imported_at: string
  /** Who imported it */
  actor: string
  /** All of it, as a file that can be imported again */
  csv: string
}

/** Whether a scan waits in the inbox. */
export type UnmatchedState = 'open' | 'dismissed'

/** Where it happened, as the carrier says */
export interface ReportedPlace {
  /** Code of a facility */
  facility: string | null
  /** City */
  city: string | null
  /** State, province or region */
  state: string | null
  /** Postal code */
  postal_code: string | null
  /** Country */
  country: string | null
}

/** What became of a scan that a carrier reported. */
export type CarrierScanState = 'matched' | 'open' | 'dismissed'

/** A parcel whose number differs from a reported number only by leading zeros. */
export interface SimilarParcel {
  /** The parcel */
  shipment_id: string
  /** Its carrier's number or barcode */
  number: string
}

/** A carrier report whose number leads to no known parcel, or to a parcel that is not with the carrier. */
export interface UnmatchedScan {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'unmatched_scan'
  /** Code of the carrier that reported it */
  carrier: string
  /** The number, as the carrier named it */
  number: string
  /** The carrier's own code for what happened */
  code: string
  /** What it is here */
  kind: CarrierReportedKind
  /** When it happened, as the carrier says */
  occurred_at: string
  /** The number of ours that the carrier named with it */
  reference: string | null
  place: ReportedPlace
  /** `open`: it waits for a parcel */
  state: CarrierScanState
  /** Why it is open: `unknown_number`, `several_shipments` (the number leads to more than one), `surplus` (the acceptance of a tender named it), the code with which the parcel refused the scan, or why this carrier may not move the parcel that the number leads to: `other_carrier` (the parcel is with another carrier, or promised to one), `not_in_network` (the network has not had the parcel yet), `shipment_ended` (the shipment ended before a carrier had the parcel), `not_candidate` (no carrier has the parcel, and the reporting carrier is not a candidate in the parcel's market), `no_carrier_yet` (no carrier has the parcel, and the scan does not show that the reporting carrier has it) */
  reason: string | null
  /** The parcel that it was matched with. While it is open: the parcel that its number leads to, if this carrier may not move that parcel */
  shipment_id: string | null
  /** The scan in the parcel's history */
  scan_id: string | null
  /** The report that it comes from */
  import_id: string | null
  /** The line of that report */
  line: number | null
  /** The tender of whose surplus it is */
  tender_id: string | null
  /** Why it was dismissed */
  note: string | null
  /** When the service learned of it */
  created_at: string
  /** When it was matched or dismissed */
  resolved_at: string | null
  /** Who did; null if its number became known by itself */
  resolved_by: string | null
  /** Only in the list: at most three parcels whose number differs from this one only by leading zeros. Check them before you match */
  suggestions: SimilarParcel[]
}

/** One page of `UnmatchedScan` records. */
export interface UnmatchedScanList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: UnmatchedScan[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/ops/unmatched-scans/{id}/dismiss`. */
export interface ScanDismissal {
  /** Why */
  note?: string | undefined
}

/** The body of `POST /v2/ops/unmatched-scans/{id}/match`. */
export interface ScanMatch {
  /** The parcel: id of its shipment, its tracking number or its barcode */
  shipment: string
}

/** A scan of the inbox that has found its parcel, and how many came with it. */
export interface MatchedScan {
  /** Its id, which never changes. */
  id: string
  /** Says what kind of record this is. */
  object: 'unmatched_scan'
  /** Code of the carrier that reported it */
  carrier: string
  /** The number, as the carrier named it */
  number: string
  /** The carrier's own code for what happened */
  code: string
  /** What it is here */
  kind: CarrierReportedKind
  /** When it happened, as the carrier says */
  occurred_at: string
  /** The number of ours that the carrier named with it */
  reference: string | null
  place: ReportedPlace
  /** `open`: it waits for a parcel */
  state: CarrierScanState
  /** Why it is open: `unknown_number`, `several_shipments` (the number leads to more than one), `surplus` (the acceptance of a tender named it), the code with which the parcel refused the scan, or why this carrier may not move the parcel that the number leads to: `other_carrier` (the parcel is with another carrier, or promised to one), `not_in_network` (the network has not had the parcel yet), `shipment_ended` (the shipment ended before a carrier had the parcel), `not_candidate` (no carrier has the parcel, and the reporting carrier is not a candidate in the parcel's market), `no_carrier_yet` (no carrier has the parcel, and the scan does not show that the reporting carrier has it) */
  reason: string | null
  /** The parcel that it was matched with. While it is open: the parcel that its number leads to, if this carrier may not move that parcel */
  shipment_id: string | null
  /** The scan in the parcel's history */
  scan_id: string | null
  /** The report that it comes from */
  import_id: string | null
  /** The line of that report */
  line: number | null
  /** The tender of whose surplus it is */
  tender_id: string | null
  /** Why it was dismissed */
  note: string | null
  /** When the service learned of it */
  created_at: string
  /** When it was matched or dismissed */
  resolved_at: string | null
  /** Who did; null if its number became known by itself */
  resolved_by: string | null
  /** Only in the list: at most three parcels whose number differs from this one only by leading zeros. Check them before you match */
  suggestions: SimilarParcel[]
  /** How many scans of the number were recorded with the parcel */
  matched_scans: number
}

/** A webhook as operators see it, with the partner that it belongs to. */
export interface OperatorWebhook {
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
  status: WebhookStatus
  /** Why it is disabled */
  disabled_reason: string | null
  health: WebhookHealth
  /** Absent unless it was registered with it */
  signing?: 'standard' | undefined
  /** When it was registered */
  created_at: string
  /** The partner that it belongs to */
  partner_id: string
}

/** One page of `OperatorWebhook` records. */
export interface OperatorWebhookList {
  /** Says what kind of record this is. */
  object: 'list'
  /** The items of this page. */
  data: OperatorWebhook[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface ListShipmentsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** On this sweep, as currently assigned */
  sweepId?: string | undefined
  /** Only items with this status. */
  status?: ShipmentStatus | undefined
  /** With this order number */
  order_id?: string | undefined
  /** With this return authorization number */
  rma?: string | undefined
  /** Of the customer whom you gave this id */
  customer?: string | undefined
  /** With this tracking number, in any case, spaces or not */
  tracking?: string | undefined
  /** Handed over by this tender */
  tender_id?: string | undefined
  /** Ordered in this group */
  group_id?: string | undefined
  /** Taken in by this counter */
  store_id?: string | undefined
  /** Counted by this manifest */
  manifest_id?: string | undefined
  /** Created later than this */
  created_after?: string | undefined
  /** Created earlier than this */
  created_before?: string | undefined
  /** Unclaimed and past its `dispose_after`. Nothing disposes of it by itself. What is due for longest comes first */
  dispose_due?: 'true' | undefined
  /** Unclaimed, with a `dispose_after` up to this time, past or to come. What is due first comes first */
  dispose_before?: string | undefined
  /** With the network, and not changed since this time. Those that have been as they are for longest come first */
  not_moved_since?: string | undefined
  /** Only of this partner; for operators */
  partner_id?: string | undefined
}

export interface ListShipmentGroupsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** With this order number */
  order_id?: string | undefined
  /** With this master number, in any case, spaces or not */
  master_number?: string | undefined
  /** Only of this partner; for operators */
  partner_id?: string | undefined
}

export interface SearchEverythingQuery {
  /** The identifier, whichever it is */
  q: string
}

export interface ReadLabelQuery {
  /** Takes precedence over `Accept` */
  format?: LabelForm | undefined
  /** Resolution of the printer; 203 when absent */
  dpi?: PrinterResolution | undefined
}

export interface ReadQrImageQuery {
  /** `png` when absent */
  format?: QrImageFormat | undefined
}

export interface ListScanFacilitiesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListShipmentScansQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Which come first; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListReturnLinksQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** With this order number */
  order_id?: string | undefined
}

export interface ListOwnDisputesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** `open` when absent */
  status?: DisputeStatus | undefined
  /** Only about this shipment */
  shipment_id?: string | undefined
  /** Which come first; `newest` when absent */
  order?: HistoryOrder | undefined
  /** Only of this partner; for operators */
  partner_id?: string | undefined
}

export interface ListShipmentAdjustmentsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListDiscrepanciesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only about this shipment */
  shipment_id?: string | undefined
  /** Found at this stage */
  stage?: DiscrepancyStage | undefined
  /** Only discrepancies that the service opened for this reason */
  reason?: 'late_custody' | undefined
  /** Found by this counter */
  store_id?: string | undefined
  /** Whether the difference is charged */
  chargeable?: YesNo | undefined
  /** Only of this partner; for operators */
  partner_id?: string | undefined
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
  status?: ClaimStatus | undefined
  /** Only items with this type. */
  type?: ClaimType | undefined
  /** Only claims about this shipment */
  shipment_id?: string | undefined
  /** Which come first; `newest` when absent */
  order?: HistoryOrder | undefined
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
  status?: PickupStatus | undefined
  /** Only of this partner; for operators */
  partner_id?: string | undefined
}

export interface ListPickupDaysQuery {
  /** The first day, local to the location; today when absent */
  from?: string | undefined
  /** How many; 14 when absent */
  days?: number | undefined
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
  status?: SweepStatus | undefined
}

export interface ListParcelsAtStoreQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** The counter; a session at a counter may leave it out */
  store_id?: string | undefined
}

export interface FindParcelQuery {
  /** The code, as the scanner or the clerk gave it */
  code: string
}

export interface ListTendersQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** For the carrier with this code */
  carrier?: string | undefined
  /** Only items with this status. */
  status?: TenderStatus | undefined
  /** Accepted with fewer pieces than it was sent with, or with more */
  discrepancy?: TenderDifference | undefined
  /** Accepted later than this, latest acceptance first; only together with `discrepancy` */
  accepted_after?: string | undefined
  /** Without those whose discrepancy was dismissed; only together with `accepted_after` */
  dismissed?: 'false' | undefined
  /** Only of this partner; for operators */
  partner_id?: string | undefined
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
  status?: ManifestStatus | undefined
}

export interface ReadManifestQuery {
  /** `json` when absent */
  format?: ManifestForm | undefined
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
  /** Only webhooks in this health */
  health?: WebhookHealthState | undefined
}

export interface ListWebhookDeliveriesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only deliveries in this status */
  status?: DeliveryStatus | undefined
}

export interface PreviewWebhookRecoveryQuery {
  /** Counts deliveries of events from this time on; at most 30 days back */
  since: string
}

export interface ListEveryDeliveryQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only deliveries in this status */
  status?: DeliveryStatus | undefined
  /** Only deliveries of events that occurred after this time */
  created_after?: string | undefined
  /** Only deliveries of events that occurred before this time */
  created_before?: string | undefined
}

export interface ListEventsQuery {
  /** How many at most; 100 when absent. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** An eventID: the page begins after it. */
  after?: string | undefined
  /** `oldest` unless given: the order to follow the feed in. `newest` begins at its end and goes backward, for people who look; page it with `cursor`, and not with `after`. */
  order?: HistoryOrder | undefined
  /** Only these types; repeat the parameter for several. */
  type?: EventType[] | undefined
  /** Only events that tell of scans that moved a parcel. */
  scans?: 'true' | undefined
  /** Only events of this shipment. */
  shipment?: string | undefined
  /** Only events created after this time */
  created_after?: string | undefined
  /** Only events created before this time */
  created_before?: string | undefined
}

export interface ListShipmentEventsQuery {
  /** How many at most; 100 when absent. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Which come first; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListConsoleLinksQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListConsoleSessionsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface EndConsoleSessionQuery {
  /** The person left: the links and sessions that this person made end too */
  reason?: 'left' | undefined
}

export interface ListOwnKeysQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ReadOwnKeyQuery {
  /** With `rate_used`, how much of its limit the key has used. */
  use?: 'true' | undefined
}

export interface ReadTodayStepsQuery {
  /** The status that they left */
  from: ShipmentStatus
  /** The status that they came to */
  to: ShipmentStatus
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

export interface ListCalendarsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListCarrierBookingsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only in this state */
  state?: CarrierBookingState | undefined
  /** Only of this carrier */
  carrier?: string | undefined
  /** Only of this parcel */
  shipment_id?: string | undefined
  /** Which come first; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface SendCarrierInvoiceQuery {
  /** Code of the carrier */
  carrier: string
  /** Name of the file, for those who look at it later */
  file_name?: string | undefined
}

export interface ListCarrierInvoicesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only of this carrier */
  carrier?: string | undefined
  /** Only with this number */
  number?: string | undefined
  /** `undecided`: of some line nobody has decided; `open`: that, or one is disputed; `settled`: neither */
  state?: CarrierInvoiceState | undefined
  /** Only those of this import */
  import_id?: string | undefined
  /** Which come first; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListCarrierInvoiceLinesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only with this verdict */
  verdict?: CarrierInvoiceVerdict | undefined
  /** Only in this state */
  state?: CarrierInvoiceLineState | undefined
  /** Only of this parcel */
  shipment_id?: string | undefined
}

export interface ListCarriersQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only those whose service does not answer */
  failing?: 'true' | undefined
}

export interface SendCarrierReportQuery {
  /** Name of the file, for those who look at it later */
  file_name?: string | undefined
}

export interface ListOperatorClaimsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only items with this status. */
  status?: ClaimStatus | undefined
  /** Only items with this type. */
  type?: ClaimType | undefined
  /** Only of this partner */
  partner_id?: string | undefined
  /** Only about this shipment */
  shipment_id?: string | undefined
  /** Which come first; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListConsolidationsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Of the carrier with this code */
  carrier?: string | undefined
  /** Only items with this status. */
  status?: ConsolidationStatus | undefined
  /** At the facility with this code */
  facility?: string | undefined
  /** At this store */
  store_id?: string | undefined
  /** On this store-local day */
  date?: string | undefined
  /** With this tender or sweep in it */
  member?: string | undefined
}

export interface ListDisputesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** `open` when absent */
  status?: DisputeStatus | undefined
  /** Only of this partner */
  partner_id?: string | undefined
  /** Only about this shipment */
  shipment_id?: string | undefined
  /** Which come first; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListOperatorEventsQuery {
  /** How many at most; 100 when absent. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** An eventID: the page begins after it. */
  after?: string | undefined
  /** `oldest` unless given: the order to follow the feed in. `newest` begins at its end and goes backward, for people who look; page it with `cursor`, and not with `after`. */
  order?: HistoryOrder | undefined
  /** Only these types; repeat the parameter for several. */
  type?: EventType[] | undefined
  /** Only events that tell of scans that moved a parcel. */
  scans?: 'true' | undefined
  /** Only events of this shipment. */
  shipment?: string | undefined
  /** Only events created after this time */
  created_after?: string | undefined
  /** Only events created before this time */
  created_before?: string | undefined
  /** Whose feed; absent: those of all, with `order=newest` */
  partner_id?: string | undefined
}

export interface ListFacilitiesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface StartImportQuery {
  /** What the file has */
  kind: FileKind
  /** Name of the file, for those who look at it later */
  file_name?: string | undefined
}

export interface ListImportsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only of this kind */
  kind?: ImportKind | undefined
}

export interface ListKeysQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only keys of this partner */
  partner_id?: string | undefined
  /** Only items with this kind. */
  kind?: KeyKind | undefined
  /** Only keys that wait for a decision because their maker left */
  undecided?: 'true' | undefined
}

export interface ReadKeyQuery {
  /** With `rate_used`, how much of its limit the key has used. */
  use?: 'true' | undefined
}

export interface ListMarketsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ListPartnersQuery {
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

export interface SearchShipmentsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** The identifier, whichever it is */
  q?: string | undefined
  /** On this sweep, as currently assigned */
  sweepId?: string | undefined
  /** Only items with this status. */
  status?: ShipmentStatus | undefined
  /** With this order number */
  order_id?: string | undefined
  /** With this return authorization number */
  rma?: string | undefined
  /** Of the customer whom you gave this id */
  customer?: string | undefined
  /** With this tracking number, in any case, spaces or not */
  tracking?: string | undefined
  /** Handed over by this tender */
  tender_id?: string | undefined
  /** Ordered in this group */
  group_id?: string | undefined
  /** Taken in by this counter */
  store_id?: string | undefined
  /** Counted by this manifest */
  manifest_id?: string | undefined
  /** Created later than this */
  created_after?: string | undefined
  /** Created earlier than this */
  created_before?: string | undefined
  /** Unclaimed and past its `dispose_after`. Nothing disposes of it by itself. What is due for longest comes first */
  dispose_due?: 'true' | undefined
  /** Unclaimed, with a `dispose_after` up to this time, past or to come. What is due first comes first */
  dispose_before?: string | undefined
  /** With the network, and not changed since this time. Those that have been as they are for longest come first */
  not_moved_since?: string | undefined
  /** Only of this partner; for operators */
  partner_id?: string | undefined
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

export interface ListTariffsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only of this carrier */
  carrier?: string | undefined
  /** Only for this country */
  country?: string | undefined
}

export interface ListUnmatchedScansQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** `open` when absent */
  state?: UnmatchedState | undefined
  /** Only of this carrier */
  carrier?: string | undefined
  /** Only of this number */
  number?: string | undefined
  /** Only of this report */
  import_id?: string | undefined
  /** Only the surplus of this tender */
  tender_id?: string | undefined
  /** Which come first; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListAllPartnersDeliveriesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only deliveries in this status */
  status?: DeliveryStatus | undefined
  /** Only deliveries of events that occurred after this time */
  created_after?: string | undefined
  /** Only deliveries of events that occurred before this time */
  created_before?: string | undefined
  /** Only of this partner */
  partner_id?: string | undefined
}

export interface ListOperatorWebhooksQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only of this partner */
  partner_id?: string | undefined
  /** Only items with this status. */
  status?: WebhookStatus | undefined
  /** Only webhooks in this health */
  health?: WebhookHealthState | undefined
}

export interface ListOperatorDeliveriesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only deliveries in this status */
  status?: DeliveryStatus | undefined
}

/** Every operation, for programs with a transport of their own: its method, the form of its path, and what it answers. */
export type Operation =
  | { method: 'POST'; path: `/v2/shipments`; answer: Shipment }
  | { method: 'GET'; path: `/v2/shipments`; answer: Page<Shipment> }
  | { method: 'GET'; path: `/v2/shipments/${string}`; answer: Shipment }
  | { method: 'PATCH'; path: `/v2/shipments/${string}`; answer: Shipment }
  | { method: 'GET'; path: `/v2/shipments/${string}/actions`; answer: ShipmentActions }
  | { method: 'POST'; path: `/v2/shipments/${string}/cancel`; answer: Shipment }
  | { method: 'GET'; path: `/v2/shipments/${string}/custody`; answer: ShipmentCustody }
  | { method: 'POST'; path: `/v2/shipments/${string}/disposition`; answer: Shipment }
  | { method: 'POST'; path: `/v2/shipments/${string}/hold`; answer: Shipment }
  | { method: 'POST'; path: `/v2/shipments/${string}/label/reprint`; answer: Shipment }
  | { method: 'POST'; path: `/v2/shipments/${string}/redirect`; answer: Shipment }
  | { method: 'POST'; path: `/v2/shipments/${string}/release`; answer: Shipment }
  | { method: 'POST'; path: `/v2/shipments/batch`; answer: ShipmentList }
  | { method: 'POST'; path: `/v2/addresses/verify`; answer: AddressVerification }
  | { method: 'POST'; path: `/v2/quotes`; answer: Quote }
  | { method: 'POST'; path: `/v2/retail/shipments`; answer: Shipment }
  | { method: 'POST'; path: `/v2/shipment-groups`; answer: ShipmentGroup }
  | { method: 'GET'; path: `/v2/shipment-groups`; answer: Page<ShipmentGroupSummary> }
  | { method: 'GET'; path: `/v2/shipment-groups/${string}`; answer: ShipmentGroup }
  | { method: 'POST'; path: `/v2/shipment-groups/${string}/cancel`; answer: ShipmentGroupCancelled }
  | { method: 'GET'; path: `/v2/search`; answer: SearchHitList }
  | { method: 'POST'; path: `/v2/labels`; answer: Binary }
  | { method: 'GET'; path: `/v2/shipments/${string}/label`; answer: Label }
  | { method: 'GET'; path: `/v2/shipments/${string}/customs`; answer: CustomsDeclaration }
  | { method: 'PUT'; path: `/v2/shipments/${string}/customs`; answer: CustomsDeclaration }
  | { method: 'GET'; path: `/v2/shipments/${string}/customs/cn23`; answer: Binary }
  | { method: 'GET'; path: `/v2/shipments/${string}/customs/commercial-invoice`; answer: Binary }
  | { method: 'GET'; path: `/v2/qr/${string}`; answer: Qr }
  | { method: 'GET'; path: `/v2/qr/${string}/image`; answer: Binary }
  | { method: 'POST'; path: `/v2/qr/${string}/invalidate`; answer: Qr }
  | { method: 'POST'; path: `/v2/shipments/${string}/qr/reissue`; answer: Qr }
  | { method: 'GET'; path: `/v2/facilities`; answer: Page<ScanFacility> }
  | { method: 'POST'; path: `/v2/scan-events/accept`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/arrive`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/bulk`; answer: BulkScanResultList }
  | { method: 'POST'; path: `/v2/scan-events/collect`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/custody`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/deliver`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/inject`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/movement`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/out-for-delivery`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/reject`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/sort`; answer: ScanAnswer }
  | { method: 'POST'; path: `/v2/scan-events/walk-in`; answer: ScanAnswer }
  | { method: 'GET'; path: `/v2/shipments/${string}/scans`; answer: Page<Scan> }
  | { method: 'GET'; path: `/v2/tracking/${string}`; answer: Tracking }
  | { method: 'GET'; path: `/v2/partners/${string}/brand`; answer: Brand }
  | { method: 'PATCH'; path: `/v2/partners/${string}/brand`; answer: Brand }
  | { method: 'POST'; path: `/v2/return-links`; answer: ReturnLink }
  | { method: 'GET'; path: `/v2/return-links`; answer: Page<ReturnLink> }
  | { method: 'GET'; path: `/v2/return-links/${string}`; answer: ReturnLink }
  | { method: 'DELETE'; path: `/v2/return-links/${string}`; answer: ReturnLink }
  | { method: 'POST'; path: `/v2/shipments/${string}/parcel-link`; answer: ParcelLink }
  | { method: 'DELETE'; path: `/v2/shipments/${string}/parcel-link`; answer: ParcelLink }
  | { method: 'POST'; path: `/v2/documents`; answer: Document }
  | { method: 'GET'; path: `/v2/documents/${string}`; answer: Binary }
  | { method: 'GET'; path: `/v2/shipments/${string}/pod`; answer: Binary }
  | { method: 'GET'; path: `/v2/storage`; answer: Storage }
  | { method: 'GET'; path: `/v2/adjustments/${string}`; answer: Adjustment }
  | { method: 'POST'; path: `/v2/adjustments/${string}/dispute`; answer: Adjustment }
  | { method: 'GET'; path: `/v2/disputes`; answer: Page<Adjustment> }
  | { method: 'POST'; path: `/v2/shipments/${string}/adjustments`; answer: Adjustment }
  | { method: 'GET'; path: `/v2/shipments/${string}/adjustments`; answer: Page<Adjustment> }
  | { method: 'POST'; path: `/v2/discrepancies`; answer: Discrepancy }
  | { method: 'GET'; path: `/v2/discrepancies`; answer: Page<Discrepancy> }
  | { method: 'GET'; path: `/v2/discrepancies/${string}`; answer: Discrepancy }
  | { method: 'GET'; path: `/v2/shipments/${string}/discrepancies`; answer: Page<Discrepancy> }
  | { method: 'POST'; path: `/v2/claims`; answer: Claim }
  | { method: 'GET'; path: `/v2/claims`; answer: Page<Claim> }
  | { method: 'GET'; path: `/v2/claims/${string}`; answer: Claim }
  | { method: 'POST'; path: `/v2/pickups`; answer: Pickup }
  | { method: 'GET'; path: `/v2/pickups`; answer: Page<Pickup> }
  | { method: 'GET'; path: `/v2/pickups/${string}`; answer: Pickup }
  | { method: 'PATCH'; path: `/v2/pickups/${string}`; answer: Pickup }
  | { method: 'POST'; path: `/v2/pickups/${string}/cancel`; answer: Pickup }
  | { method: 'GET'; path: `/v2/drop-off-locations/${string}/pickup-days`; answer: PickupDayList }
  | { method: 'GET'; path: `/v2/sweeps`; answer: Page<Sweep> }
  | { method: 'GET'; path: `/v2/sweeps/${string}`; answer: Sweep }
  | { method: 'GET'; path: `/v2/parcels`; answer: Page<ParcelAtStore> }
  | { method: 'GET'; path: `/v2/parcels/find`; answer: FoundParcel }
  | { method: 'POST'; path: `/v2/tenders`; answer: Tender }
  | { method: 'GET'; path: `/v2/tenders`; answer: Page<Tender> }
  | { method: 'GET'; path: `/v2/tenders/${string}`; answer: Tender }
  | { method: 'POST'; path: `/v2/tenders/${string}/accept`; answer: Tender }
  | { method: 'POST'; path: `/v2/tenders/${string}/cancel`; answer: Tender }
  | { method: 'POST'; path: `/v2/tenders/${string}/dismiss-discrepancy`; answer: Tender }
  | { method: 'GET'; path: `/v2/manifests`; answer: Page<Manifest> }
  | { method: 'GET'; path: `/v2/manifests/${string}`; answer: Manifest }
  | { method: 'POST'; path: `/v2/manifests/${string}/close`; answer: Manifest }
  | { method: 'GET'; path: `/v2/drop-off-locations`; answer: Page<DropOffLocation> }
  | { method: 'GET'; path: `/v2/drop-off-locations/${string}`; answer: DropOffLocation }
  | { method: 'POST'; path: `/v2/webhooks`; answer: WebhookCreated }
  | { method: 'GET'; path: `/v2/webhooks`; answer: Page<Webhook> }
  | { method: 'GET'; path: `/v2/webhooks/${string}`; answer: Webhook }
  | { method: 'PATCH'; path: `/v2/webhooks/${string}`; answer: Webhook }
  | { method: 'DELETE'; path: `/v2/webhooks/${string}`; answer: undefined }
  | { method: 'GET'; path: `/v2/webhooks/${string}/deliveries`; answer: Page<Delivery> }
  | { method: 'POST'; path: `/v2/webhooks/${string}/recover`; answer: WebhookRecovery }
  | { method: 'GET'; path: `/v2/webhooks/${string}/recovery`; answer: WebhookRecoveryPreview }
  | { method: 'POST'; path: `/v2/webhooks/${string}/rotate-secret`; answer: RotatedWebhookSecret }
  | { method: 'GET'; path: `/v2/events/${string}/deliveries`; answer: DeliveryList }
  | { method: 'GET'; path: `/v2/webhook-deliveries`; answer: Page<Delivery> }
  | { method: 'GET'; path: `/v2/webhook-deliveries/${string}`; answer: Delivery }
  | { method: 'POST'; path: `/v2/webhook-deliveries/${string}/redeliver`; answer: Delivery }
  | { method: 'GET'; path: `/v2/events`; answer: Page<Event> }
  | { method: 'GET'; path: `/v2/events/${string}`; answer: Event }
  | { method: 'GET'; path: `/v2/shipments/${string}/events`; answer: Page<Event> }
  | { method: 'POST'; path: `/v2/console-links`; answer: NewConsoleLink }
  | { method: 'GET'; path: `/v2/console-links`; answer: Page<ConsoleLink> }
  | { method: 'GET'; path: `/v2/console-links/${string}`; answer: ConsoleLink }
  | { method: 'DELETE'; path: `/v2/console-links/${string}`; answer: undefined }
  | { method: 'POST'; path: `/v2/console-sessions`; answer: ConsoleSessionDetail }
  | { method: 'GET'; path: `/v2/console-sessions`; answer: Page<ConsoleSession> }
  | { method: 'GET'; path: `/v2/console-sessions/${string}`; answer: ConsoleSessionDetail }
  | { method: 'DELETE'; path: `/v2/console-sessions/${string}`; answer: undefined }
  | { method: 'GET'; path: `/v2/keys`; answer: Page<ApiKey> }
  | { method: 'GET'; path: `/v2/keys/${string}`; answer: ApiKey }
  | { method: 'POST'; path: `/v2/keys/${string}/rotate-secret`; answer: RotatedSigningSecret }
  | { method: 'POST'; path: `/v2/test/adjustments/${string}/resolve`; answer: Adjustment }
  | { method: 'POST'; path: `/v2/test/claims/${string}/resolve`; answer: Claim }
  | { method: 'GET'; path: `/v2/test/clock`; answer: TestClock }
  | { method: 'POST'; path: `/v2/test/clock/advance`; answer: TestClock }
  | { method: 'POST'; path: `/v2/test/events/${string}`; answer: Rehearsal }
  | { method: 'POST'; path: `/v2/test/faults/${string}`; answer: Rehearsal }
  | { method: 'POST'; path: `/v2/test/sample`; answer: Sample }
  | { method: 'GET'; path: `/v2/test/sample`; answer: Sample }
  | { method: 'POST'; path: `/v2/test/shipments/${string}/advance`; answer: Shipment }
  | { method: 'GET'; path: `/v2/today`; answer: Today }
  | { method: 'GET'; path: `/v2/today/steps`; answer: TodaySteps }
  | { method: 'POST'; path: `/v2/ops/adjustments/${string}/resolve`; answer: Adjustment }
  | { method: 'GET'; path: `/v2/ops/audit`; answer: Page<AuditRecord> }
  | { method: 'GET'; path: `/v2/ops/calendars`; answer: Page<ListedCalendar> }
  | { method: 'GET'; path: `/v2/ops/calendars/${string}`; answer: Calendar }
  | { method: 'PUT'; path: `/v2/ops/calendars/${string}`; answer: Calendar }
  | { method: 'DELETE'; path: `/v2/ops/calendars/${string}`; answer: undefined }
  | { method: 'GET'; path: `/v2/ops/carrier-bookings`; answer: Page<CarrierBooking> }
  | { method: 'POST'; path: `/v2/ops/carrier-bookings/${string}/retry`; answer: CarrierBooking }
  | { method: 'POST'; path: `/v2/ops/carrier-invoices`; answer: Import }
  | { method: 'GET'; path: `/v2/ops/carrier-invoices`; answer: Page<CarrierInvoice> }
  | { method: 'GET'; path: `/v2/ops/carrier-invoices/${string}`; answer: CarrierInvoice }
  | { method: 'DELETE'; path: `/v2/ops/carrier-invoices/${string}`; answer: undefined }
  | { method: 'POST'; path: `/v2/ops/carrier-invoices/${string}/decisions`; answer: DecidedCarrierInvoice }
  | { method: 'GET'; path: `/v2/ops/carrier-invoices/${string}/lines`; answer: Page<CarrierInvoiceLine> }
  | { method: 'GET'; path: `/v2/ops/carrier-invoices/${string}/lines/${string}`; answer: CarrierInvoiceLine }
  | { method: 'POST'; path: `/v2/ops/carrier-invoices/${string}/recheck`; answer: RecheckedCarrierInvoice }
  | { method: 'GET'; path: `/v2/ops/carriers`; answer: Page<Carrier> }
  | { method: 'PUT'; path: `/v2/ops/carriers/${string}`; answer: Carrier }
  | { method: 'POST'; path: `/v2/ops/carriers/${string}/reports`; answer: Import }
  | { method: 'GET'; path: `/v2/ops/claims`; answer: Page<OperatorClaim> }
  | { method: 'POST'; path: `/v2/ops/claims/${string}/resolve`; answer: Claim }
  | { method: 'POST'; path: `/v2/ops/consolidations`; answer: Consolidation }
  | { method: 'GET'; path: `/v2/ops/consolidations`; answer: Page<ConsolidationListed> }
  | { method: 'GET'; path: `/v2/ops/consolidations/${string}`; answer: Consolidation }
  | { method: 'POST'; path: `/v2/ops/consolidations/${string}/accept`; answer: Consolidation }
  | { method: 'POST'; path: `/v2/ops/consolidations/${string}/cancel`; answer: Consolidation }
  | { method: 'GET'; path: `/v2/ops/disputes`; answer: Page<OperatorAdjustment> }
  | { method: 'GET'; path: `/v2/ops/events`; answer: Page<Event> }
  | { method: 'GET'; path: `/v2/ops/events/${string}`; answer: Event }
  | { method: 'GET'; path: `/v2/ops/events/${string}/deliveries`; answer: OperatorDeliveryList }
  | { method: 'GET'; path: `/v2/ops/facilities`; answer: Page<Facility> }
  | { method: 'PUT'; path: `/v2/ops/facilities/${string}`; answer: Facility }
  | { method: 'POST'; path: `/v2/ops/imports`; answer: Import }
  | { method: 'GET'; path: `/v2/ops/imports`; answer: Page<Import> }
  | { method: 'GET'; path: `/v2/ops/imports/${string}`; answer: ImportDetail }
  | { method: 'POST'; path: `/v2/ops/keys`; answer: Credentials }
  | { method: 'GET'; path: `/v2/ops/keys`; answer: Page<ApiKey> }
  | { method: 'GET'; path: `/v2/ops/keys/${string}`; answer: ApiKey }
  | { method: 'PATCH'; path: `/v2/ops/keys/${string}`; answer: ApiKey }
  | { method: 'POST'; path: `/v2/ops/keys/${string}/keep`; answer: ApiKey }
  | { method: 'POST'; path: `/v2/ops/keys/${string}/revoke`; answer: ApiKey }
  | { method: 'POST'; path: `/v2/ops/keys/${string}/rotate-secret`; answer: RotatedSigningSecret }
  | { method: 'GET'; path: `/v2/ops/markets`; answer: Page<Market> }
  | { method: 'PUT'; path: `/v2/ops/markets/${string}`; answer: Market }
  | { method: 'GET'; path: `/v2/ops/numbering`; answer: Numbering }
  | { method: 'PUT'; path: `/v2/ops/numbering`; answer: Numbering }
  | { method: 'POST'; path: `/v2/ops/partners`; answer: Credentials }
  | { method: 'GET'; path: `/v2/ops/partners`; answer: Page<Partner> }
  | { method: 'GET'; path: `/v2/ops/partners/${string}`; answer: Partner }
  | { method: 'PATCH'; path: `/v2/ops/partners/${string}`; answer: Partner }
  | { method: 'GET'; path: `/v2/ops/policy`; answer: Policy }
  | { method: 'PUT'; path: `/v2/ops/policy`; answer: Policy }
  | { method: 'GET'; path: `/v2/ops/rate-cards`; answer: Page<RateCard> }
  | { method: 'PUT'; path: `/v2/ops/rate-cards/${string}/${string}`; answer: RateCard }
  | { method: 'GET'; path: `/v2/ops/shipments`; answer: Page<FoundShipment> }
  | { method: 'POST'; path: `/v2/ops/stores`; answer: Store }
  | { method: 'GET'; path: `/v2/ops/stores`; answer: Page<Store> }
  | { method: 'GET'; path: `/v2/ops/stores/${string}`; answer: Store }
  | { method: 'PATCH'; path: `/v2/ops/stores/${string}`; answer: Store }
  | { method: 'POST'; path: `/v2/ops/stores/import`; answer: StoreImport }
  | { method: 'GET'; path: `/v2/ops/tariffs`; answer: Page<Tariff> }
  | { method: 'GET'; path: `/v2/ops/tariffs/${string}/${string}/${string}`; answer: TariffDetail }
  | { method: 'DELETE'; path: `/v2/ops/tariffs/${string}/${string}/${string}`; answer: undefined }
  | { method: 'GET'; path: `/v2/ops/unmatched-scans`; answer: Page<UnmatchedScan> }
  | { method: 'POST'; path: `/v2/ops/unmatched-scans/${string}/dismiss`; answer: UnmatchedScan }
  | { method: 'POST'; path: `/v2/ops/unmatched-scans/${string}/match`; answer: MatchedScan }
  | { method: 'GET'; path: `/v2/ops/webhook-deliveries`; answer: Page<OperatorDelivery> }
  | { method: 'GET'; path: `/v2/ops/webhook-deliveries/${string}`; answer: OperatorDelivery }
  | { method: 'GET'; path: `/v2/ops/webhooks`; answer: Page<OperatorWebhook> }
  | { method: 'GET'; path: `/v2/ops/webhooks/${string}`; answer: OperatorWebhook }
  | { method: 'GET'; path: `/v2/ops/webhooks/${string}/deliveries`; answer: Page<OperatorDelivery> }
