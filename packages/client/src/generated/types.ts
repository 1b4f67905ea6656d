// Generated from the API document by `npm run generate`; do not edit.
import type { MinorUnits } from '../money.ts'
import type { Page } from '../pages.ts'
import type { Binary } from '../transport.ts'

/** All current event types. The service may add more. */
export const EVENT_TYPES = [
  'shipment.created',
  'shipment.label_ready',
  'shipment.label_reprinted',
  'shipment.carrier_label_ready',
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

/** The error. A code never changes its meaning. New codes appear without notice, so handle unknown codes by their status. */
export type ErrorCode = 'route_not_found' | 'method_not_allowed' | 'payload_too_large' | 'bad_request' | 'missing_api_key' | 'invalid_api_key' | 'wrong_environment' | 'forbidden' | 'session_invalid' | 'cross_origin' | 'invalid_signature' | 'rate_limited' | 'insufficient_scope' | 'sandbox_only' | 'sandbox_not_empty' | 'unsupported_media_type' | 'invalid_json' | 'idempotency_key_invalid' | 'idempotency_key_reused' | 'validation_failed' | 'invalid_cursor' | 'not_found' | 'code_damaged' | 'code_foreign' | 'shipment_locked' | 'shipment_not_dispositionable' | 'disposal_too_early' | 'numbers_used_up' | 'customs_incomplete' | 'customs_not_needed' | 'shipment_not_cancellable' | 'shipment_not_redirectable' | 'shipment_held' | 'invalid_transition' | 'carrier_label_not_offered' | 'carrier_label_not_ready' | 'label_not_ready' | 'label_voided' | 'pod_not_available' | 'qr_not_valid' | 'adjustment_already_disputed' | 'adjustment_not_disputed' | 'negative_total' | 'pickup_already_cancelled' | 'pickup_already_scheduled' | 'tender_already_accepted' | 'tender_already_cancelled' | 'tender_not_acceptable' | 'consolidation_not_open' | 'already_consolidated' | 'nothing_to_consolidate' | 'tender_without_discrepancy' | 'discrepancy_already_dismissed' | 'shipment_already_tendered' | 'manifest_already_closed' | 'claim_already_open' | 'claim_already_resolved' | 'webhook_url_not_allowed' | 'import_in_progress' | 'carrier_sends_no_reports' | 'carrier_service_in_use' | 'booking_not_refused' | 'invoice_line_decided' | 'invoice_line_not_disputable' | 'scan_already_resolved' | 'store_code_taken' | 'manifest_too_long' | 'surplus_limit_reached' | 'webhook_limit_reached' | 'link_not_usable' | 'link_of_another' | 'console_limit_reached' | 'storage_quota_exceeded' | 'delivery_not_possible' | 'idempotency_in_progress' | 'internal_error' | 'unavailable'

/** The error, and what to do about it. */
export interface Refusal {
  /** The error code. It is stable, so use it in your program. */
  code: ErrorCode
  /** One sentence for people: what is wrong and what to do. */
  message: string
  /** Facts for this code. */
  details: Record<string, unknown>
}

/** Any error. */
export interface ErrorEnvelope {
  /** The error, in the same form everywhere. */
  error: Refusal
}

/** The ids of the records that an event is about. The schema of its type defines which are always present. */
export interface EventIdentifiers {
  /** The id of the shipment. */
  shipment?: string | undefined
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode?: string | undefined
  /** The tracking number. */
  tracking?: string | undefined
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** The place of the event: the store, the facility or the position that the device reported. */
export interface EventLocation {
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

/** What happened, and when. The schema of its type defines which fields are always present. */
export interface EventInfo {
  /** The same as `event` in the record. */
  event: string
  /** The day of `eventDateTime`. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** A one-line summary for people. */
  summary: string
  /** The status, if the event reports one. */
  status?: string | undefined
  /** `return` or `outbound`. */
  direction?: string | undefined
  /** Email address of the acting key's contact; empty in scans. */
  email: string
  /** Name of the acting key's contact; empty in scans. */
  full_name: string
  /** Decimal degrees. */
  lat?: string | undefined
  /** Decimal degrees. */
  lon?: string | undefined
  /** The source of the coordinates. */
  coordinateSource?: string | undefined
  /** When the parcel was scanned. */
  scannedDateTime?: string | undefined
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
  /** Path of the label. */
  labelUrl?: string | undefined
}

/** An event of any type. Read events of known types by the schema of their `type` (`WebhookEvent` is the union of these). New types and new fields appear without notice: ignore unknown types, and answer their deliveries with 2xx. */
export interface Event {
  /** The type of this record. */
  object: 'webhook'
  /** The same in every delivery and in the feed. Store it to ignore repeated deliveries. */
  eventID: string
  /** The internal name, which several types can share. */
  event: string
  /** What happened, such as `shipment.delivered`. */
  type: string
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: EventIdentifiers
  /** What happened, when and where. */
  event_info: EventInfo
  /** The fields specific to the type, if it has any. */
  eventSpecific?: Record<string, unknown> | undefined
}

/** The ids of the records that the event is about. */
export interface ShipmentEventIdentifiers {
  /** The id of the shipment. */
  shipment: string
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode: string
  /** The tracking number. */
  tracking: string
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** Whether a parcel goes back to the merchant or out to a customer. */
export type Direction = 'return' | 'outbound'

/** When and where it happened, with a one-line summary. */
export interface ShipmentCreatedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.created'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'created'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The service level, which sets the speed. */
export type ServiceLevel = 'economy' | 'standard' | 'express'

/** Weight and dimensions, with their units. */
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

/** The fields specific to this event type. */
export interface ShipmentCreatedDetails {
  /** 1 for the first label; each reprint adds 1. */
  labelVersion?: number | undefined
  /** The service level, which sets the speed. */
  serviceLevel: ServiceLevel
  /** Weight and dimensions. */
  parcel: EventParcel
}

/** A shipment is created: on its own, in a batch or by a counter sale. */
export interface ShipmentCreatedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.created'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.created'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentCreatedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentCreatedDetails
}

/** The ids of the records that the event is about. */
export interface LabelEventIdentifiers {
  /** The id of the shipment. */
  shipment: string
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode: string
  /** The tracking number. */
  tracking: string
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label: string
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface ShipmentLabelReadyInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.label_ready'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'label_ready'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
  /** Path of the label. */
  labelUrl: string
}

/** The format in which labels are made. */
export type LabelFormat = 'pdf' | 'png' | 'zpl'

/** The fields specific to this event type. */
export interface ShipmentLabelReadyDetails {
  /** The format of the label. */
  labelFormat: LabelFormat
  /** 1 for the first label; each reprint adds 1. */
  labelVersion: number
  /** The service level, which sets the speed. */
  serviceLevel: ServiceLevel
  /** Weight and dimensions. */
  parcel: EventParcel
}

/** The first label of a shipment is made: at creation for print_label, at the counter for qr_code. */
export interface ShipmentLabelReadyEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.label_ready'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.label_ready'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentLabelReadyInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentLabelReadyDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentLabelReprintedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.label_reprinted'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'label_ready'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
  /** Path of the label. */
  labelUrl: string
}

/** The fields specific to this event type. */
export interface ShipmentLabelReprintedDetails {
  /** 1 for the first label; each reprint adds 1. */
  labelVersion: number
  /** The service level, which sets the speed. */
  serviceLevel: ServiceLevel
  /** Weight and dimensions. */
  parcel: EventParcel
}

/** A reprint replaces the label; tracking and barcode stay the same. */
export interface ShipmentLabelReprintedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.label_reprinted'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.label_reprinted'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentLabelReprintedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentLabelReprintedDetails
}

/** The ids of the records that the event is about. */
export interface CarrierLabelEventIdentifiers {
  /** The id of the shipment. */
  shipment: string
  /** The onward carrier's own number for the parcel. */
  ltracking: string
  /** The number in the barcode of the label. */
  barcode: string
  /** The tracking number. */
  tracking: string
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label: string
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** Status of a shipment. */
export type ShipmentStatus = 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'

/** When and where it happened, with a one-line summary. */
export interface ShipmentCarrierLabelReadyInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.carrier_label_ready'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: ShipmentStatus
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ShipmentCarrierLabelReadyDetails {
  /** The code of the carrier. */
  carrier: string
  /** Path of the carrier's label */
  carrierLabelUrl: string
}

/** The carrier's own label of a shipment in direct mode was bought and can be fetched. If the label is voided and bought again, the event fires again. */
export interface ShipmentCarrierLabelReadyEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.carrier_label_ready'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.carrier_label_ready'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: CarrierLabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentCarrierLabelReadyInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentCarrierLabelReadyDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentUpdatedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.updated'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'created'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** An amendment changes the shipment. The status in the event is always `created`, regardless of the shipment's status, so the event reports no change of status. */
export interface ShipmentUpdatedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.updated'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.updated'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentUpdatedInfo
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentSoldInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.sold'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'label_ready'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
  /** Path of the label. */
  labelUrl: string
}

/** The fields specific to this event type. */
export interface ShipmentSoldDetails {
  /** When the shipment was sold. */
  soldAt: string
  /** The service level, which sets the speed. */
  serviceLevel: ServiceLevel
}

/** A shipment is sold at a counter. This event comes after `shipment.created` and `shipment.label_ready`. */
export interface ShipmentSoldEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.sold'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.sold'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentSoldInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentSoldDetails
}

/** The source of the coordinates of a scan. */
export type CoordinateSource = 'store' | 'facility' | 'device'

/** When and where it happened, with a one-line summary. */
export interface QrScannedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface QrScannedDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'dropoff'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
  /** The code of the store. */
  storeCode?: string | undefined
  /** The pick-up and drop-off code that carriers use for the store. */
  pudoCode?: string | undefined
}

/** A counter takes in a parcel from its sender. `shipment.in_possession` follows. If the reweigh differs, `shipment.adjusted` follows too. */
export interface QrScannedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'qr.scanned'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: QrScannedInfo
  /** The fields specific to this event type. */
  eventSpecific: QrScannedDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentReadyForPickupInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'ready_for_pickup'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface ShipmentReadyForPickupDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'accepted'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
}

/** A counter accepts a parcel that already has its label. */
export interface ShipmentReadyForPickupEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.ready_for_pickup'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentReadyForPickupInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentReadyForPickupDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentPickedUpInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'picked_up'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface ShipmentPickedUpDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'pickup'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
}

/** A driver collects the parcel. */
export interface ShipmentPickedUpEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.picked_up'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentPickedUpInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentPickedUpDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentInPossessionInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'in_possession'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface ShipmentInPossessionDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'possession'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
}

/** A walk-in or custody scan shows that the network has custody of the parcel. */
export interface ShipmentInPossessionEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.in_possession'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentInPossessionInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentInPossessionDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentAtSortCenterInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'at_sort_center'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface ShipmentAtSortCenterDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'arrived_at_sort'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
}

/** A scan shows that the parcel has arrived at a sort facility. */
export interface ShipmentAtSortCenterEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.at_sort_center'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentAtSortCenterInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentAtSortCenterDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentSortedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'sorted'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface ShipmentSortedDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'sorted'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
}

/** A scan shows that the parcel has been sorted. */
export interface ShipmentSortedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.sorted'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentSortedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentSortedDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentInjectedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'injected'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface ShipmentInjectedDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'injected'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
  /** The code of the carrier. */
  carrier?: string | undefined
}

/** The onward carrier takes over the parcel, by a scan or by accepting an inject tender. */
export interface ShipmentInjectedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.injected'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentInjectedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentInjectedDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentInTransitInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.in_transit'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'in_transit'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface ShipmentInTransitDetails {
  /** The code of the carrier. */
  carrier?: string | undefined
  /** The day on which the carrier expects to deliver. */
  scheduledDeliveryDate?: string | undefined
}

/** A scan shows the first movement of the parcel at the onward carrier; `event_info` says when and where. */
export interface ShipmentInTransitEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.in_transit'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.in_transit'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentInTransitInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentInTransitDetails
}

/** When and where it happened, with a one-line summary. */
export interface TrackingUpdatedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'tracking.updated'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'in_transit'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface TrackingUpdatedDetails {
  /** The code of the carrier. */
  carrier?: string | undefined
  /** The day on which the carrier expects to deliver. */
  scheduledDeliveryDate?: string | undefined
}

/** This event fires immediately after `shipment.in_transit`, with the same payload. It does not fire for every scan. */
export interface TrackingUpdatedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'tracking.updated'
  /** The type of the event. Use it to distinguish events. */
  type: 'tracking.updated'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: TrackingUpdatedInfo
  /** The fields specific to this event type. */
  eventSpecific: TrackingUpdatedDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentOutForDeliveryInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'out_for_delivery'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The fields specific to this event type. */
export interface ShipmentOutForDeliveryDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'out_for_delivery'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
  /** The code of the carrier. */
  carrier?: string | undefined
  /** The day on which the carrier expects to deliver. */
  scheduledDeliveryDate?: string | undefined
}

/** A scan shows that the parcel is out for delivery, or an undeliverable parcel gets the disposition `redeliver`, which sends it out again. */
export interface ShipmentOutForDeliveryEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.out_for_delivery'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentOutForDeliveryInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentOutForDeliveryDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentDeliveredInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'delivered'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** The quality of a proof of delivery. */
export type PodGrade = 'A' | 'B' | 'C'

/** The fields specific to this event type. */
export interface ShipmentDeliveredDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'delivered'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
  /** Path of the image of the proof of delivery. */
  pod?: string | undefined
  /** The quality of the proof of delivery; `A` is the best. */
  podGrade: PodGrade
  /** The code of the carrier. */
  carrier?: string | undefined
}

/** A scan shows that the parcel has been delivered. `pod` is absent if there is no image. */
export interface ShipmentDeliveredEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.delivered'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentDeliveredInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentDeliveredDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentRejectedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'rejected'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: ''
  /** Name of the person who caused the event; empty in scans. */
  full_name: ''
  /** Latitude in degrees. */
  lat?: string | undefined
  /** Longitude in degrees. */
  lon?: string | undefined
  /** The source of the coordinates: the `store`, the `facility`, or the `device` that reported them. */
  coordinateSource?: CoordinateSource | undefined
  /** When the parcel was scanned. */
  scannedDateTime: string
  /** The place of the event; for a redirect, the new destination. */
  location?: EventLocation | undefined
}

/** Why a counter refused a parcel. */
export type RejectReason = 'damaged' | 'prohibited' | 'oversize' | 'wrong_item' | 'no_label' | 'other'

/** The fields specific to this event type. */
export interface ShipmentRejectedDetails {
  /** The kind of handling that the scan reports. */
  'scan-type': 'rejected'
  /** When the parcel was scanned. */
  scantime: string
  /** Email address of the person who scanned. */
  scannerEmail?: string | undefined
  /** Name of the person who scanned. */
  scannerName?: string | undefined
  /** Why the counter refused the parcel. */
  rejectReason: RejectReason
  /** The counter's note on the refusal. */
  rejectReasonNote?: string | undefined
}

/** A counter refuses the parcel and does not take custody of it. */
export interface ShipmentRejectedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'scan-event'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.rejected'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentRejectedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentRejectedDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentUndeliverableInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.undeliverable'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'undeliverable'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ShipmentUndeliverableDetails {
  /** What to do with the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` disposes of it. */
  disposition: 'rts'
  /** The code of the carrier. */
  carrier?: string | undefined
}

/** The parcel gets the disposition `rts` while the onward carrier has it. */
export interface ShipmentUndeliverableEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.undeliverable'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.undeliverable'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentUndeliverableInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentUndeliverableDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentReturnToSenderInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.return_to_sender'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'return_to_sender'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ShipmentReturnToSenderDetails {
  /** What to do with the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` disposes of it. */
  disposition: 'rts'
  /** The code of the carrier. */
  carrier?: string | undefined
}

/** The parcel gets the disposition `rts` while the network has it, or when it is already undeliverable or unclaimed. */
export interface ShipmentReturnToSenderEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.return_to_sender'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.return_to_sender'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentReturnToSenderInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentReturnToSenderDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentUnclaimedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.unclaimed'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'unclaimed'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ShipmentUnclaimedDetails {
  /** What to do with the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` disposes of it. */
  disposition: 'unclaimed'
}

/** The parcel gets the disposition `unclaimed`. Repeating the disposition fires the event again, with the original dates. */
export interface ShipmentUnclaimedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.unclaimed'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.unclaimed'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentUnclaimedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentUnclaimedDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentDisposedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.disposed'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'disposed'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ShipmentDisposedDetails {
  /** What to do with the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` disposes of it. */
  disposition: 'dispose'
}

/** The parcel gets the disposition `dispose`. */
export interface ShipmentDisposedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.disposed'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.disposed'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentDisposedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentDisposedDetails
}

/** The ids of the records that the event is about. */
export interface ClaimEventIdentifiers {
  /** The id of the shipment. */
  shipment: string
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode: string
  /** The tracking number. */
  tracking: string
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface ClaimOpenedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'claim.opened'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'open'
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The reason for a claim. */
export type ClaimType = 'lost' | 'damaged' | 'misdelivered'

/** The fields specific to this event type. */
export interface ClaimOpenedDetails {
  /** What happened to the parcel. */
  claimType: ClaimType
  /** The description; null if there is none. */
  description?: string | undefined
}

/** A claim is opened. Resolving it fires no event. */
export interface ClaimOpenedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'claim.opened'
  /** The type of the event. Use it to distinguish events. */
  type: 'claim.opened'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ClaimEventIdentifiers
  /** What happened, when and where. */
  event_info: ClaimOpenedInfo
  /** The fields specific to this event type. */
  eventSpecific: ClaimOpenedDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentCancelledInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.cancelled'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'cancelled'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ShipmentCancelledDetails {
  /** Whether the label is void. */
  labelVoided: true
  /** When the label was voided. */
  voidedAt: string
  /** When the shipment was cancelled. */
  cancelledAt: string
  /** When the shipment or QR would expire, or has expired. */
  expiresAt: string
}

/** A shipment is cancelled before drop-off. */
export interface ShipmentCancelledEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.cancelled'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.cancelled'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentCancelledInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentCancelledDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentExpiredInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.expired'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'expired'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ShipmentExpiredDetails {
  /** Whether the label is void. */
  labelVoided: true
  /** When the label was voided. */
  voidedAt: string
  /** When the shipment expired. */
  expiredAt: string
  /** When the shipment or QR would expire, or has expired. */
  expiresAt: string
}

/** Fires once, when a shipment that was not dropped off by expires_at is next read or changed. Rely on expiredAt rather than on when the event arrives. */
export interface ShipmentExpiredEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.expired'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.expired'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentExpiredInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentExpiredDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentHeldInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.held'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: ShipmentStatus
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ShipmentHeldDetails {
  /** Whether the shipment is on hold. */
  held: true
}

/** A shipment is put on hold; its status stays the same. */
export interface ShipmentHeldEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.held'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.held'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentHeldInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentHeldDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentReleasedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.released'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: ShipmentStatus
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ShipmentReleasedDetails {
  /** Whether the shipment is on hold. */
  held: false
}

/** A hold is released; the status stays the same. */
export interface ShipmentReleasedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.released'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.released'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ShipmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentReleasedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentReleasedDetails
}

/** When and where it happened, with a one-line summary. */
export interface ShipmentRedirectedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.redirected'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'in_transit'
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
  /** The place of the event; for a redirect, the new destination. */
  location: EventLocation
}

/** The fields specific to this event type. */
export interface ShipmentRedirectedDetails {
  /** The new recipient: the name, else the company, else the street and number. */
  redirectedTo: string
  /** Street and number of the new destination. */
  redirectedToLine1: string
  /** The code of the carrier. */
  carrier?: string | undefined
}

/** The destination is changed on the way; event_info.location is the new destination. */
export interface ShipmentRedirectedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.redirected'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.redirected'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: LabelEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentRedirectedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentRedirectedDetails
}

/** The ids of the records that the event is about. */
export interface AdjustmentEventIdentifiers {
  /** The id of the shipment. */
  shipment: string
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode: string
  /** The tracking number. */
  tracking: string
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface ShipmentAdjustedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.adjusted'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** Reason for a price adjustment. */
export type AdjustmentReason = 'reweigh' | 'dimension' | 'address' | 'service' | 'other'

/** The fields specific to this event type. */
export interface ShipmentAdjustedDetails {
  /** Why the price was corrected. */
  reason: AdjustmentReason
  /** The weight that was charged before, in pounds. */
  originalWeight: number
  /** The weight that is charged now, in pounds. */
  newWeight: number
}

/** The price changes because of a reweigh, a chargeable discrepancy, a manual adjustment, or an amendment that reverses the charge of an earlier measurement. */
export interface ShipmentAdjustedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.adjusted'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.adjusted'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: AdjustmentEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentAdjustedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentAdjustedDetails
}

/** The ids of the records that the event is about. */
export interface DiscrepancyEventIdentifiers {
  /** The id of the shipment. */
  shipment: string
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode: string
  /** The tracking number. */
  tracking: string
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface ShipmentDiscrepancyReportedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.discrepancy_reported'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The stage at which a difference was found. */
export type DiscrepancyStage = 'dropoff' | 'sort'

/** Weight and dimensions, as declared or as observed. */
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

/** The fields specific to this event type. */
export interface ShipmentDiscrepancyReportedDetails {
  /** The stage at which the difference was found. */
  stage: DiscrepancyStage
  /** Weight and dimensions as declared. */
  declared: EventMeasures
  /** Weight and dimensions as measured. */
  observed: EventMeasures
  /** Whether the difference changes the price. */
  chargeable: boolean
}

/** A discrepancy is recorded. If it is chargeable, `shipment.adjusted` follows. The `reason` `late_custody` means that the shipment had expired or been cancelled, and a scan that arrived later shows that the network had the parcel. The `stage` is then the stage of that scan; the stage `custody` occurs only in records of earlier releases. */
export interface ShipmentDiscrepancyReportedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'shipment.discrepancy_reported'
  /** The type of the event. Use it to distinguish events. */
  type: 'shipment.discrepancy_reported'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: DiscrepancyEventIdentifiers
  /** What happened, when and where. */
  event_info: ShipmentDiscrepancyReportedInfo
  /** The fields specific to this event type. */
  eventSpecific: ShipmentDiscrepancyReportedDetails
}

/** When and where it happened, with a one-line summary. */
export interface AdjustmentDisputedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'adjustment.disputed'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface AdjustmentDisputedDetails {
  /** Why the price was corrected. */
  reason: AdjustmentReason
  /** The weight that was charged before, in pounds. */
  originalWeight: number
  /** The weight that is charged now, in pounds. */
  newWeight: number
  /** Status of the dispute. */
  disputeStatus: 'open'
  /** The partner's reason for the dispute. */
  disputeReason: string
}

/** An adjustment is disputed. Resolving the dispute fires no event. */
export interface AdjustmentDisputedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'adjustment.disputed'
  /** The type of the event. Use it to distinguish events. */
  type: 'adjustment.disputed'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: AdjustmentEventIdentifiers
  /** What happened, when and where. */
  event_info: AdjustmentDisputedInfo
  /** The fields specific to this event type. */
  eventSpecific: AdjustmentDisputedDetails
}

/** The ids of the records that the event is about. */
export interface ReplacedQrEventIdentifiers {
  /** The id of the shipment. */
  shipment: string
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode: string
  /** The tracking number. */
  tracking: string
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr: string
  /** The id of the QR code that was replaced. */
  previousQr: string
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface QrReissuedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'qr.reissued'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** A QR is replaced by a new one and can no longer be presented. */
export interface QrReissuedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'qr.reissued'
  /** The type of the event. Use it to distinguish events. */
  type: 'qr.reissued'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ReplacedQrEventIdentifiers
  /** What happened, when and where. */
  event_info: QrReissuedInfo
}

/** The ids of the records that the event is about. */
export interface QrEventIdentifiers {
  /** The id of the shipment. */
  shipment: string
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode: string
  /** The tracking number. */
  tracking: string
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr: string
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface QrInvalidatedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'qr.invalidated'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'invalidated'
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface QrInvalidatedDetails {
  /** The status of the QR code. */
  qrStatus: 'invalidated'
  /** When the shipment or QR would expire, or has expired. */
  expiresAt: string
}

/** A QR is invalidated on request. Replacing a QR does not fire this event. */
export interface QrInvalidatedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'qr.invalidated'
  /** The type of the event. Use it to distinguish events. */
  type: 'qr.invalidated'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: QrEventIdentifiers
  /** What happened, when and where. */
  event_info: QrInvalidatedInfo
  /** The fields specific to this event type. */
  eventSpecific: QrInvalidatedDetails
}

/** The ids of the records that the event is about. */
export interface PickupEventIdentifiers {
  /** The id of the shipment. */
  shipment: string
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode: string
  /** The tracking number. */
  tracking: string
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store: string
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface PickupScheduledInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'pickup.scheduled'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'scheduled'
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface PickupScheduledDetails {
  /** The day of the pickup, in the store's time zone. */
  pickupDate: string
  /** The start of the pickup window, in the store's time zone. */
  pickupWindowStart: string
  /** The end of the pickup window, in the store's time zone. */
  pickupWindowEnd: string
  /** Number of parcels. */
  packageCount: number
}

/** A pickup is booked. */
export interface PickupScheduledEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'pickup.scheduled'
  /** The type of the event. Use it to distinguish events. */
  type: 'pickup.scheduled'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: PickupEventIdentifiers
  /** What happened, when and where. */
  event_info: PickupScheduledInfo
  /** The fields specific to this event type. */
  eventSpecific: PickupScheduledDetails
}

/** When and where it happened, with a one-line summary. */
export interface PickupCancelledInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'pickup.cancelled'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'cancelled'
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface PickupCancelledDetails {
  /** The day of the pickup, in the store's time zone. */
  pickupDate: string
  /** The start of the pickup window, in the store's time zone. */
  pickupWindowStart: string
  /** The end of the pickup window, in the store's time zone. */
  pickupWindowEnd: string
  /** Number of parcels. */
  packageCount: number
}

/** A pickup is cancelled, by the cancel request or by setting its status. */
export interface PickupCancelledEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'pickup.cancelled'
  /** The type of the event. Use it to distinguish events. */
  type: 'pickup.cancelled'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: PickupEventIdentifiers
  /** What happened, when and where. */
  event_info: PickupCancelledInfo
  /** The fields specific to this event type. */
  eventSpecific: PickupCancelledDetails
}

/** The ids of the records that the event is about. */
export interface SweepEventIdentifiers {
  /** The id of the shipment. */
  shipment?: string | undefined
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode?: string | undefined
  /** The tracking number. */
  tracking?: string | undefined
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store: string
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface SweepCreatedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'sweep.created'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'ordered'
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface SweepCreatedDetails {
  /** The day of the visit, in the store's time zone. */
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
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'sweep.created'
  /** The type of the event. Use it to distinguish events. */
  type: 'sweep.created'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: SweepEventIdentifiers
  /** What happened, when and where. */
  event_info: SweepCreatedInfo
  /** The fields specific to this event type. */
  eventSpecific: SweepCreatedDetails
}

/** The ids of the records that the event is about. */
export interface TenderEventIdentifiers {
  /** The id of the shipment. */
  shipment?: string | undefined
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode?: string | undefined
  /** The tracking number. */
  tracking?: string | undefined
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender: string
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store?: string | undefined
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface TenderCreatedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'tender.created'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'created'
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** How a carrier gets the parcels of a tender. */
export type Handoff = 'inject' | 'collect'

/** The fields specific to this event type. */
export interface TenderCreatedDetails {
  /** The code of the carrier. */
  carrier: string
  /** `inject`: we bring the parcels to the carrier. `collect`: the carrier collects them. */
  handoff: Handoff
  /** Number of pieces announced. */
  pieceCount: number
  /** Number of shipments. */
  shipmentCount: number
}

/** Shipments are grouped into a tender for a carrier. */
export interface TenderCreatedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'tender.created'
  /** The type of the event. Use it to distinguish events. */
  type: 'tender.created'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: TenderEventIdentifiers
  /** What happened, when and where. */
  event_info: TenderCreatedInfo
  /** The fields specific to this event type. */
  eventSpecific: TenderCreatedDetails
}

/** When and where it happened, with a one-line summary. */
export interface TenderAcceptedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'tender.accepted'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'accepted'
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface TenderAcceptedDetails {
  /** The code of the carrier. */
  carrier: string
  /** `inject`: we bring the parcels to the carrier. `collect`: the carrier collects them. */
  handoff: Handoff
  /** Number of pieces announced. */
  pieceCount: number
  /** Number of pieces received. */
  pieceCountReceived: number
  /** Number of shipments. */
  shipmentCount: number
  /** Who accepted the tender for the carrier. */
  acceptedBy?: string | undefined
  /** When the tender was accepted. */
  acceptedAt: string
}

/** The carrier accepts a tender. This event comes before `tender.discrepancy`, and before `shipment.injected` of the members. */
export interface TenderAcceptedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'tender.accepted'
  /** The type of the event. Use it to distinguish events. */
  type: 'tender.accepted'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: TenderEventIdentifiers
  /** What happened, when and where. */
  event_info: TenderAcceptedInfo
  /** The fields specific to this event type. */
  eventSpecific: TenderAcceptedDetails
}

/** When and where it happened, with a one-line summary. */
export interface TenderDiscrepancyInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'tender.discrepancy'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'accepted'
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** Whether the carrier counted too few or too many parcels. */
export type TenderDifference = 'short' | 'over'

/** The fields specific to this event type. */
export interface TenderDiscrepancyDetails {
  /** The code of the carrier. */
  carrier: string
  /** `inject`: we bring the parcels to the carrier. `collect`: the carrier collects them. */
  handoff: Handoff
  /** Number of pieces announced. */
  pieceCount: number
  /** Number of pieces received. */
  pieceCountReceived: number
  /** Number of shipments. */
  shipmentCount: number
  /** Who accepted the tender for the carrier. */
  acceptedBy?: string | undefined
  /** When the tender was accepted. */
  acceptedAt: string
  /** `short`: fewer pieces arrived than announced. `over`: more pieces arrived. */
  discrepancyType: TenderDifference
  /** Number of pieces announced. */
  expectedPieceCount: number
  /** Number of pieces received. */
  receivedPieceCount: number
  /** Pieces received minus pieces announced. */
  delta: number
}

/** The carrier counts more or fewer pieces than expected. If this event fires, it comes after `tender.accepted`. */
export interface TenderDiscrepancyEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'tender.discrepancy'
  /** The type of the event. Use it to distinguish events. */
  type: 'tender.discrepancy'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: TenderEventIdentifiers
  /** What happened, when and where. */
  event_info: TenderDiscrepancyInfo
  /** The fields specific to this event type. */
  eventSpecific: TenderDiscrepancyDetails
}

/** The ids of the records that the event is about. */
export interface ManifestEventIdentifiers {
  /** The id of the shipment. */
  shipment?: string | undefined
  /** The onward carrier's own number for the parcel. */
  ltracking?: string | undefined
  /** The number in the barcode of the label. */
  barcode?: string | undefined
  /** The tracking number. */
  tracking?: string | undefined
  /** Your number for the return. */
  rma?: string | undefined
  /** Your number for the order. */
  orderID?: string | undefined
  /** Your own id for the shipment, `ship_ext_id`. */
  shipExtID?: string | undefined
  /** The id of the label. */
  label?: string | undefined
  /** The id of the tender. */
  tender?: string | undefined
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr?: string | undefined
  /** The id of the QR code that was replaced. */
  previousQr?: string | undefined
  /** The id of the store. */
  store: string
  /** Your number for the customer. */
  customer?: string | undefined
  /** The id of the partner. */
  partner: string
  /** Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook. */
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

/** When and where it happened, with a one-line summary. */
export interface ManifestClosedInfo {
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'manifest.closed'
  /** The day of `eventDateTime`, in UTC. */
  date: string
  /** When the service recorded the event. */
  eventDateTime: string
  /** What happened, in a few words. */
  summary: string
  /** The status that the event reports. */
  status: 'closed'
  /** Email address of the person who caused the event; empty in scans. */
  email: string
  /** Name of the person who caused the event; empty in scans. */
  full_name: string
}

/** The fields specific to this event type. */
export interface ManifestClosedDetails {
  /** Number of parcels. */
  packageCount: number
  /** The day of the manifest, in the store's time zone. */
  manifestDate: string
  /** When the manifest was closed. */
  closedAt: string
}

/** A store's manifest for the day is closed. */
export interface ManifestClosedEvent {
  /** The type of this record. */
  object: 'webhook'
  /** The id of the event, the same in every delivery and in the feed. */
  eventID: string
  /** The internal name of the event; ten types share `scan-event`. */
  event: 'manifest.closed'
  /** The type of the event. Use it to distinguish events. */
  type: 'manifest.closed'
  /** The ids of all records that the event is about; a key without a value is absent. */
  identifiers: ManifestEventIdentifiers
  /** What happened, when and where. */
  event_info: ManifestClosedInfo
  /** The fields specific to this event type. */
  eventSpecific: ManifestClosedDetails
}

/** An event of a current type, distinguished by `type`. */
export type WebhookEvent = ShipmentCreatedEvent | ShipmentLabelReadyEvent | ShipmentLabelReprintedEvent | ShipmentCarrierLabelReadyEvent | ShipmentUpdatedEvent | ShipmentSoldEvent | QrScannedEvent | ShipmentReadyForPickupEvent | ShipmentPickedUpEvent | ShipmentInPossessionEvent | ShipmentAtSortCenterEvent | ShipmentSortedEvent | ShipmentInjectedEvent | ShipmentInTransitEvent | TrackingUpdatedEvent | ShipmentOutForDeliveryEvent | ShipmentDeliveredEvent | ShipmentRejectedEvent | ShipmentUndeliverableEvent | ShipmentReturnToSenderEvent | ShipmentUnclaimedEvent | ShipmentDisposedEvent | ClaimOpenedEvent | ShipmentCancelledEvent | ShipmentExpiredEvent | ShipmentHeldEvent | ShipmentReleasedEvent | ShipmentRedirectedEvent | ShipmentAdjustedEvent | ShipmentDiscrepancyReportedEvent | AdjustmentDisputedEvent | QrReissuedEvent | QrInvalidatedEvent | PickupScheduledEvent | PickupCancelledEvent | SweepCreatedEvent | TenderCreatedEvent | TenderAcceptedEvent | TenderDiscrepancyEvent | ManifestClosedEvent

/** Whether the sender prints a label or shows a QR. */
export type Fulfillment = 'print_label' | 'qr_code'

/** The origin or destination of a parcel. Null means absent, so you can read an address, change it and send it back. */
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
  /** Email address */
  email?: string | null | undefined
}

/** Unit of weight. */
export type WeightUnit = 'lb' | 'oz' | 'kg' | 'g'

/** Unit of length. */
export type DimensionUnit = 'in' | 'cm'

/** Missing measurements default to the recorded parcel, then to your default parcel, then to 1 lb and 10 x 8 x 4 in. */
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

/** The contents of a parcel that crosses a border, as customs classify them. */
export type CustomsContents = 'merchandise' | 'return' | 'gift' | 'documents' | 'sample' | 'other'

/** Delivery term of Incoterms 2020. */
export type Incoterm = 'EXW' | 'FCA' | 'CPT' | 'CIP' | 'DAP' | 'DPU' | 'DDP' | 'FAS' | 'FOB' | 'CFR' | 'CIF'

/** What to do with a parcel that cannot be delivered. */
export type NonDelivery = 'return' | 'abandon'

/** A quantity of one kind of goods. */
export interface CustomsItemInput {
  /** Description of the goods, in words that customs understand */
  description?: string | null | undefined
  /** Number of pieces */
  quantity?: number | null | undefined
  /** Value of one piece, in cents of the currency */
  value?: MinorUnits | null | undefined
  /** Net weight of one piece, in `weight_unit` */
  weight?: number | null | undefined
  /** `lb` when absent */
  weight_unit?: WeightUnit | undefined
  /** Harmonized System code of 6 to 10 digits. The first six digits must be an existing code. Dots, spaces and hyphens between digits are allowed */
  hs_code?: string | null | undefined
  /** Country where the goods were made: ISO 3166-1 alpha-2 code */
  origin_country?: string | null | undefined
  /** Your own product number */
  sku?: string | null | undefined
}

/** The customs declaration of a parcel. Missing fields are not refused, but listed in the response. */
export interface CustomsInput {
  /** Type of the contents; for a return, `return` when absent */
  contents_type?: CustomsContents | null | undefined
  /** Explanation of `other` contents */
  contents_explanation?: string | null | undefined
  /** ISO 4217 code of all values */
  currency?: string | null | undefined
  /** Delivery term of the invoice, by Incoterms 2020 */
  incoterm?: Incoterm | null | undefined
  /** Your commercial invoice number */
  invoice_number?: string | null | undefined
  /** For goods that return: the number under which they were exported (an MRN or an invoice number), or the id of your shipment that exported them */
  export_reference?: string | null | undefined
  /** What to do with an undeliverable parcel; when absent, the documents do not say */
  non_delivery?: NonDelivery | null | undefined
  /** Person who signs the declaration */
  signer?: string | null | undefined
  /** Contents of the parcel; when absent, the items of the shipment that `export_reference` names */
  items?: CustomsItemInput[] | null | undefined
}

/** The body of `POST /v2/shipments`. */
export interface ShipmentCreate {
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your customer id */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** The sender. */
  from?: Address | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Store where the parcel will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** Time when the shipment expires if it is not sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Your own id for the shipment */
  ship_ext_id?: string | undefined
  /** Weight and dimensions. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** Up to 20 key-value pairs of your own. Keys have 1 to 40 characters, values up to 500. */
  metadata?: Record<string, string> | undefined
}

/** How a shipment was created. */
export type Channel = 'api' | 'retail'

/** A stored address. */
export interface AddressRecord {
  /** Name of the person; null if there is none. */
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
  /** Email address. */
  email: string | null
}

/** Stored weight and dimensions, in pounds and inches, whatever units the request used. */
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

/** Holder of the parcel; null before it is dropped off, and when nobody has the parcel */
export interface Custody {
  /** Who has the parcel, according to its latest scan. Lists use its status instead. In lists, `network` means that the status does not show who in the network, or which carrier, has the parcel */
  holder: CustodyHolder
  /** Exact holder: the name of the store or facility, the code of the carrier, or the person who scanned the parcel */
  name: string | null
  /** Town, if known */
  place: string | null
  /** Store, if a store has the parcel */
  store_id: string | null
  /** Code of the facility, if a facility has the parcel */
  facility: string | null
  /** Start of this custody */
  since: string
}

/** The proof of delivery. */
export interface ShipmentPod {
  /** Path of the image; null if there is no image. */
  document: string | null
  /** The quality of the proof; `A` is the best. */
  grade: PodGrade
}

/** The record of one parcel on its way, from its creation to its end. */
export interface Shipment {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'shipment'
  /** 26 random Crockford base32 characters and a check character; never changes */
  tracking: string
  /** 20 digits, the last a GS1 mod-10 check digit; never changes */
  barcode: string
  /** Tracking number of the onward carrier, once a carrier is known */
  ltracking: string | null
  /** The status of the parcel; see [the states of a shipment](/docs/states). */
  status: ShipmentStatus
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** `api`: created by a request. `retail`: sold at a counter. */
  channel: Channel
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your own id for the shipment */
  ship_ext_id: string | null
  /** Your customer id */
  customer: string | null
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** The sender. */
  from: AddressRecord | null
  /** The recipient. */
  to: AddressRecord
  /** Weight and dimensions. */
  parcel: Parcel
  /** Cents */
  declared_value: MinorUnits | null
  /** Path of the customs declaration; null if the parcel crosses no border */
  customs_url: string | null
  /** Store where the parcel is to be dropped off */
  drop_off_store_id: string | null
  /** Counter where the parcel was dropped off */
  store_id: string | null
  /** The default format of the label. A request can ask for another format. */
  label_format: LabelFormat
  /** Destination country */
  market: string
  /** The currency of all amounts here, as an ISO 4217 code. */
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
  /** Whether the label is void. A void label must not be used. */
  label_voided: boolean
  /** Path of the carrier's own label, with which the shopper hands the parcel to the carrier. Null in network mode, where the network buys that label */
  carrier_label_url: string | null
  /** Address of the page on which the shopper follows the parcel. Give it only to the shopper. Null once the page is withdrawn */
  parcel_url: string | null
  /** Whether the shipment is on hold. */
  held: boolean
  custody: Custody | null
  /** The current QR of a qr_code shipment */
  qr_id: string | null
  /** The current pickup */
  pickup_id: string | null
  /** The sweep that collected the parcel or will collect it */
  sweepId: string | null
  /** The store's manifest that includes the parcel */
  manifest_id: string | null
  /** The tender that handed the parcel to the carrier */
  tender_id: string | null
  /** The group that the shipment was created in; null if it was created alone */
  group_id: string | null
  /** Number of the parcel within its group, from 1 */
  piece_number: number | null
  /** Number of parcels when the group was created */
  piece_count: number | null
  /** The proof of delivery; null until there is one. */
  pod: ShipmentPod | null
  /** Time when the shipment expires if it is not sent */
  expires_at: string
  /** Time when the shipment expired */
  expired_at: string | null
  /** Time when the label was voided */
  voided_at: string | null
  /** Time when the shipment was canceled */
  cancelled_at: string | null
  /** Time when a counter last refused the parcel */
  rejected_at: string | null
  /** Why a counter refused the parcel; null if it was not refused. */
  reject_reason: RejectReason | null
  /** Note from the counter */
  reject_reason_note: string | null
  /** Time when the parcel was first reported unclaimed */
  unclaimed_since: string | null
  /** 30 days after the parcel was first reported unclaimed */
  dispose_after: string | null
  /** Delivery day that the carrier announced */
  scheduled_delivery_date: string | null
  /** Expected delivery day, by the calendars of the drop-off place and the destination, calculated at creation and again at each amendment or redirect. Null if no calendar gives it */
  estimated_delivery_date: string | null
  /** Your own notes as keys and text values. The service stores and returns them but does not use them. */
  metadata: Record<string, string>
  /** Creation */
  created_at: string
  /** Time of the last change */
  updated_at: string
  /** Increases with every change, and with every event that leaves the shipment unchanged */
  version: number
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
}

/** One page of `Shipment` records. */
export interface ShipmentList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Shipment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PATCH /v2/shipments/{id}`. */
export interface ShipmentAmend {
  /** Weight and dimensions. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Store where the parcel will be dropped off */
  drop_off_store_id?: string | undefined
}

/** A command for a shipment. */
export type ShipmentCommand = 'amend' | 'cancel' | 'hold' | 'release' | 'reprint' | 'reissue-qr' | 'redirect' | 'rts' | 'redeliver' | 'unclaimed' | 'dispose' | 'pickup' | 'tender' | 'walk-in' | 'accept' | 'reject' | 'collect' | 'custody' | 'arrive' | 'sort' | 'inject' | 'movement' | 'out-for-delivery' | 'deliver'

/** The effect that a command would have. */
export type ShipmentCommandOutcome = 'applies' | 'recorded' | 'nothing' | 'refused'

/** The effect that one command would have on the shipment now. */
export interface ShipmentAction {
  /** The command */
  command: ShipmentCommand
  /** API operation of the command */
  operation: string
  /** `applies`: the command has an effect. `recorded`: the scan is stored and changes nothing. `nothing`: the command is accepted and has no effect. `refused`: the command is refused for the reason in `code` and `message`. */
  outcome: ShipmentCommandOutcome
  /** Status after the command; null unless it applies */
  status: ShipmentStatus | null
  /** Error code of the refusal */
  code: string | null
  /** Reason for the refusal, and what to do instead */
  message: string | null
}

/** The commands for a shipment, and the effect that each would have now. */
export interface ShipmentActions {
  /** Id of the shipment */
  shipment_id: string
  /** Version of the shipment that was read */
  version: number
  /** Commands in the order in which a parcel reaches them */
  actions: ShipmentAction[]
}

/** Who has the parcel of a shipment, according to its latest scan. */
export interface ShipmentCustody {
  /** Id of the shipment */
  shipment_id: string
  /** Version of the shipment that was read */
  version: number
  custody: Custody | null
}

/** What to do with a parcel that cannot be delivered. */
export type Disposition = 'rts' | 'redeliver' | 'unclaimed' | 'dispose'

/** The body of `POST /v2/shipments/{id}/disposition`. */
export interface ShipmentDisposition {
  /** What to do with the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` disposes of it. */
  disposition: Disposition
}

/** The body of `POST /v2/shipments/{id}/redirect`. */
export interface ShipmentRedirect {
  /** The recipient. */
  to: Address
}

/** The body of `POST /v2/shipments/batch`. */
export interface ShipmentBatch {
  /** The shipments, each with the same fields as in a single request. */
  shipments: ShipmentCreate[]
}

/** The address to verify. */
export interface AddressVerify {
  address: Address
}

/** Whether the parts of an address fit together. */
export type AddressVerdict = 'consistent' | 'inconsistent' | 'unchecked'

/** A field of an address that is checked. */
export type AddressFindingField = 'postal_code' | 'state' | 'email'

/** The error in a field of an address. */
export type AddressFindingCode = 'format' | 'unknown' | 'mismatch' | 'missing'

/** A problem with one field of an address. */
export interface AddressFinding {
  /** Field of the address */
  field: AddressFindingField
  /** `format`: the value is malformed. `unknown`: the country has no such state, or no postal codes with this beginning. `mismatch`: the postal code belongs to another state. `missing`: no state was given, which is not an error */
  code: AddressFindingCode
  /** Problem with the field, worded to follow its name */
  message: string
  /** Value that would agree with the other fields; null if unknown */
  suggestion: string | null
}

/** The precision of the position of a postal code. */
export type PositionPrecision = 'area' | 'region'

/** Approximate position of the postal code; null if unknown */
export interface AddressPosition {
  /** Degrees */
  lat: number
  /** Degrees */
  lon: number
  /** `area`: center of the area of the postal code. `region`: center of all areas that begin with the same three characters */
  precision: PositionPrecision
}

/** The result of verifying an address. */
export interface AddressVerification {
  /** The type of this record. */
  object: 'address_verification'
  /** `consistent`: country, state and postal code agree. `inconsistent`: they do not agree, or a field is malformed. `unchecked`: the states and postal codes of the country are not known */
  verdict: AddressVerdict
  /** Problems found; empty if there are none */
  findings: AddressFinding[]
  given: AddressRecord
  normalized: AddressRecord
  position: AddressPosition | null
}

/** The body of `POST /v2/quotes`. */
export interface QuoteRequest {
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment?: Fulfillment | undefined
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your customer id */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** The sender. */
  from?: Address | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Store where the parcel will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** Time when the shipment expires if it is not sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Your own id for the shipment */
  ship_ext_id?: string | undefined
  /** Weight and dimensions. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** Up to 20 key-value pairs of your own. Keys have 1 to 40 characters, values up to 500. */
  metadata?: Record<string, string> | undefined
}

/** How the carrier of a market is chosen. */
export type MarketKind = 'fixed' | 'marketplace'

/** The distance zone of a parcel. */
export type Zone = 'local' | 'regional' | 'national' | 'international'

/** Whether a parcel is billed by weight or size. */
export type QuoteBasis = 'weight' | 'size'

/** The weight that is billed. */
export interface QuoteWeight {
  /** Weight of the parcel */
  actual_lb: number
  /** Length times width times height in inches, divided by 139 or by the divisor of the tariff */
  dimensional_lb: number
  /** The larger of the two weights, which determines the price */
  billable_lb: number
  /** Which of the two weights is billed */
  billed_by: QuoteBasis
}

/** The reason for a part of a price. */
export type PriceLineCode = 'base' | 'weight' | 'minimum' | 'oversize' | 'residential' | 'remote' | 'declared_value' | 'fuel' | 'tax'

/** A part of a price. */
export interface PriceLine {
  /** What the line is for */
  code: PriceLineCode
  /** The line's part of the amount */
  cents: MinorUnits
  /** How the line is calculated, as text for people */
  detail: string
}

/** The tariff that sets a price. */
export interface QuoteTariff {
  /** First day of the tariff, in UTC */
  effective_on: string
  /** The tariff's own zone */
  zone: number
}

/** A carrier that could take the parcel, with its price. */
export interface QuoteCandidate {
  /** Carrier code */
  carrier: string
  /** Carrier name */
  name: string
  /** Price with this carrier, in cents: `base_cents` plus `weight_cents`, which is also the sum of `lines` */
  amount: MinorUnits
  /** Part of the price that does not depend on the weight; with a tariff, the whole price */
  base_cents: MinorUnits
  /** `per_lb_cents` times the billable weight, rounded up to a cent */
  weight_cents: MinorUnits
  /** Price per pound */
  per_lb_cents: MinorUnits
  /** Maximum parcel weight at this rate */
  max_weight_lb: number
  /** Whether the quote uses this price: the lowest price, or among equal prices the one whose carrier code comes first */
  chosen: boolean
  /** The lines that add up to the amount */
  lines: PriceLine[]
  /** The tariff that sets the price; null if the rate card sets it. */
  tariff: QuoteTariff | null
}

/** Why a carrier cannot take a parcel. */
export type QuoteExclusionReason = 'inactive' | 'other_market_carrier' | 'no_rate' | 'too_heavy' | 'too_large'

/** A carrier that cannot take the parcel, and the reason. */
export interface QuoteExclusion {
  /** Carrier code */
  carrier: string
  /** Carrier name */
  name: string
  /** `inactive`: the operator has switched the carrier off. `other_market_carrier`: the country has one fixed carrier, and this is another one. `no_rate`: the carrier has no rate for this country, zone and service level. `too_heavy`: the parcel is heavier than `max_weight_lb`. `too_large`: the tariff does not cover a parcel of this size */
  reason: QuoteExclusionReason
  /** Maximum parcel weight; null if the carrier has no rate that applies */
  max_weight_lb: number | null
}

/** What a shipment would cost, and why. */
export interface Quote {
  /** The type of this record. */
  object: 'quote'
  /** Destination country */
  market: string
  /** `fixed`: one carrier takes all parcels. `marketplace`: the cheapest carrier takes the parcel */
  market_kind: MarketKind
  /** ISO 4217 code */
  currency: string
  /** Price in cents */
  amount: MinorUnits
  /** Carrier of the shipment; null in a marketplace, where the carrier is chosen at injection by the rates at that time */
  carrier: string | null
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** Zone that rates depend on. `international`: another country. `local`: the same state. `regional`: postal codes with the same first character. `national`: everything else, and when `from` is missing */
  zone: Zone
  /** The sender. */
  from: AddressRecord | null
  /** The recipient. */
  to: AddressRecord
  /** Weight and dimensions. */
  parcel: Parcel
  /** Weight in pounds. */
  weight: QuoteWeight
  /** Carriers that could take the parcel, cheapest first */
  candidates: QuoteCandidate[]
  /** All other carriers, and why each is not a candidate */
  excluded: QuoteExclusion[]
}

/** The body of `POST /v2/retail/shipments`. */
export interface RetailShipmentCreate {
  /** Always `outbound`; any other value is ignored */
  direction?: Direction | undefined
  /** Always `print_label`; any other value is ignored */
  fulfillment?: Fulfillment | undefined
  /** Counter that sells the shipment */
  store_id?: string | undefined
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your customer id */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** The sender. */
  from?: Address | undefined
  /** The recipient. */
  to: Address
  /** Store where the parcel will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** Time when the shipment expires if it is not sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Your own id for the shipment */
  ship_ext_id?: string | undefined
  /** Weight and dimensions. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** Up to 20 key-value pairs of your own. Keys have 1 to 40 characters, values up to 500. */
  metadata?: Record<string, string> | undefined
}

/** The fields that are specific to each parcel of the order. */
export interface ShipmentGroupMember {
  /** Your own id for the shipment */
  ship_ext_id?: string | undefined
  /** Weight and dimensions. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** Up to 20 key-value pairs of your own. Keys have 1 to 40 characters, values up to 500. */
  metadata?: Record<string, string> | undefined
}

/** The body of `POST /v2/shipment-groups`. */
export interface ShipmentGroupCreate {
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your customer id */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** The sender. */
  from?: Address | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Store where the parcel will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** Time when the shipment expires if it is not sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Fields of each parcel, in the order in which the parcels are numbered. `{}` for a parcel that has none */
  shipments: ShipmentGroupMember[]
}

/** Current total price of the shipments in this currency. */
export interface ShipmentGroupTotal {
  /** The currency of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Cents */
  amount: MinorUnits
}

/** Parcels that were ordered together. Each has its own shipment. */
export interface ShipmentGroup {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'shipment_group'
  /** 26 random Crockford base32 characters and a check character. Identifies the group of parcels; it is not a tracking number */
  master_number: string
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your customer id */
  customer: string | null
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** Number of parcels when the group was created */
  piece_count: number
  /** Ids of the shipments, in the order of their piece numbers */
  shipment_ids: string[]
  /** Creation */
  created_at: string
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
  /** Totals by currency: only one, unless a parcel was redirected to another country */
  totals: ShipmentGroupTotal[]
  /** Current shipments, in the order of their piece numbers */
  shipments: Shipment[]
}

/** A group without its shipments. */
export interface ShipmentGroupSummary {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'shipment_group'
  /** 26 random Crockford base32 characters and a check character. Identifies the group of parcels; it is not a tracking number */
  master_number: string
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your customer id */
  customer: string | null
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** Number of parcels when the group was created */
  piece_count: number
  /** Ids of the shipments, in the order of their piece numbers */
  shipment_ids: string[]
  /** Creation */
  created_at: string
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
}

/** One page of `ShipmentGroupSummary` records. */
export interface ShipmentGroupSummaryList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: ShipmentGroupSummary[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A shipment of the group that was not canceled. */
export interface ShipmentGroupKept {
  /** The id of the shipment. */
  shipment_id: string
  /** Error code that canceling this shipment alone would return */
  code: string
  /** Reason, and what to do instead */
  message: string
}

/** A group, with the result for each of its shipments. */
export interface ShipmentGroupCancelled {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'shipment_group'
  /** 26 random Crockford base32 characters and a check character. Identifies the group of parcels; it is not a tracking number */
  master_number: string
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your customer id */
  customer: string | null
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** Number of parcels when the group was created */
  piece_count: number
  /** Ids of the shipments, in the order of their piece numbers */
  shipment_ids: string[]
  /** Creation */
  created_at: string
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
  /** Totals by currency: only one, unless a parcel was redirected to another country */
  totals: ShipmentGroupTotal[]
  /** Current shipments, in the order of their piece numbers */
  shipments: Shipment[]
  /** Ids of the shipments that this request canceled */
  cancelled: string[]
  /** The other shipments, each with its reason */
  not_cancelled: ShipmentGroupKept[]
}

/** The kind of record that a search found. */
export type SearchKind = 'shipment' | 'qr' | 'claim' | 'adjustment' | 'discrepancy' | 'tender' | 'pickup' | 'sweep' | 'manifest' | 'return_link' | 'shipment_group' | 'consolidation' | 'event' | 'delivery' | 'webhook' | 'partner' | 'key'

/** The identifier that a search matched. */
export type SearchIdentifier = 'id' | 'tracking' | 'barcode' | 'ltracking' | 'order_id' | 'rma' | 'ship_ext_id' | 'label_id' | 'token' | 'confirmation_code' | 'master_number'

/** A record that matches the search text. */
export interface SearchHit {
  /** The type of this record. */
  object: 'search_hit'
  /** Kind of the result */
  kind: SearchKind
  /** Id of the result */
  id: string
  /** Which identifier of the result matches the text */
  matched_by: SearchIdentifier
  /** Name that people use for the result, such as a tracking number, a confirmation code or an event type */
  title: string | null
  /** Current status; null if the result has none */
  status: string | null
  /** Partner that the result belongs to; null for an operator's key and for a consolidation */
  partner_id: string | null
  /** Shipment that the result belongs to, if any */
  shipment_id: string | null
  /** Creation */
  created_at: string
}

/** One page of `SearchHit` records. */
export interface SearchHitList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: SearchHit[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The format in which several labels are printed. */
export type LabelPrintFormat = 'pdf' | 'zpl'

/** Dots per inch. */
export type PrinterResolution = 203 | 300

/** The body of `POST /v2/labels`. */
export interface LabelPrint {
  /** Shipments in the order in which their labels are printed */
  shipment_ids: string[]
  /** `pdf` when absent: one page per label. `zpl`: one program per label */
  format?: LabelPrintFormat | undefined
  /** Resolution of the printer; 203 when absent */
  dpi?: PrinterResolution | undefined
}

/** `ordered`: the carrier is being asked for the label; `delayed`: the carrier has not answered usably so far; the label may still be bought; `ready`: the label can be fetched; `failed`: the carrier refused to sell a label, or gave none that can be printed */
export type CarrierLabelState = 'ordered' | 'delayed' | 'ready' | 'failed'

/** The carrier's own label of a shipment, and how far its purchase is. */
export interface CarrierLabel {
  /** The type of this record. */
  object: 'carrier_label'
  /** The id of the shipment. */
  shipment_id: string
  /** State, province or region; null if there is none. */
  state: CarrierLabelState
  /** Code of the carrier */
  carrier: string
  /** The carrier's number on the label */
  number: string | null
  /** Format in which the carrier gave the label, such as `pdf`, `png`, `gif` or `zpl` */
  format: string | null
  /** Path of the label */
  url: string
  /** Why the label is not ready, and what to do; null once it is */
  message: string | null
}

/** The format in which a label is returned. */
export type LabelForm = 'pdf' | 'png' | 'zpl' | 'json'

/** One version of the label of a shipment. */
export interface Label {
  /** The id of the label; each reprint gets a new id. */
  label_id: string
  /** 1 for the first label; each reprint adds 1. */
  label_version: number
  /** The label that this label replaced */
  supersedes: string | null
  /** The shipment's label_format */
  format: LabelFormat
  /** Path of the label in the shipment's label_format */
  url: string
  /** Time when the label was made */
  created_at: string
}

/** A quantity of one kind of goods. */
export interface CustomsItem {
  /** Description of the goods */
  description: string | null
  /** Number of pieces */
  quantity: number | null
  /** Value of one piece, in cents */
  value: MinorUnits | null
  /** Value of all pieces, in cents */
  total_value: MinorUnits | null
  /** Net weight of one piece */
  weight: number | null
  /** Unit of `weight` */
  weight_unit: WeightUnit
  /** Net weight of all pieces in grams */
  total_weight_g: number | null
  /** Harmonized System code, digits only */
  hs_code: string | null
  /** Country where the goods were made */
  origin_country: string | null
  /** Your own product number */
  sku: string | null
}

/** A field that the documents need and that is missing. */
export interface CustomsMissing {
  /** Path of the field in the body that creates a shipment */
  path: string
  /** Why the field is needed */
  message: string
}

/** Customs data of a parcel, and the fields that are missing. */
export interface CustomsDeclaration {
  /** The id of the shipment. */
  shipment_id: string
  /** The type of this record. */
  object: 'customs_declaration'
  /** Whether the parcel crosses a customs border */
  crosses_border: boolean
  /** Type of the contents */
  contents_type: CustomsContents | null
  /** Explanation of `other` contents */
  contents_explanation: string | null
  /** ISO 4217 code of all values */
  currency: string | null
  /** Delivery term, by Incoterms 2020 */
  incoterm: Incoterm | null
  /** Your commercial invoice number */
  invoice_number: string | null
  /** Reference of the export, as given */
  export_reference: string | null
  /** Your shipment, if the reference is its id */
  export_shipment_id: string | null
  /** What to do with an undeliverable parcel */
  non_delivery: NonDelivery | null
  /** Person who signs the declaration */
  signer: string | null
  /** Contents of the parcel */
  items: CustomsItem[]
  /** Value of all items in cents; null if an item has no value */
  total_value: MinorUnits | null
  /** Net weight of all items in grams; null if an item has no weight */
  total_weight_g: number | null
  /** Fields that the documents need and that are missing, and contents that weigh more than the parcel. Empty if the parcel crosses no border and nothing is declared */
  missing: CustomsMissing[]
  /** Path of the CN 23; null if the parcel crosses no border and nothing is declared */
  cn23_url: string | null
  /** Path of the commercial invoice; null if the parcel crosses no border and nothing is declared */
  commercial_invoice_url: string | null
  /** Time of the last change; null: nothing was declared */
  updated_at: string | null
}

/** Status of a QR. */
export type QrStatus = 'active' | 'used' | 'invalidated' | 'expired'

/** The code that a sender shows at a counter instead of a label. */
export interface Qr {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'qr'
  /** The id of the shipment. */
  shipment_id: string
  /** The text in the symbol */
  token: string
  /** Only an active QR can be presented. Reissuing a QR invalidates the old one. When the shipment is canceled, its QR expires */
  status: QrStatus
  /** Time when the QR expires, unless its shipment is canceled earlier */
  expires_at: string
  /** Path of the QR image */
  image_url: string
  /** The QR that this one replaced */
  previous_qr_id: string | null
  /** The QR that replaced this one */
  superseded_by: string | null
  /** Time when the QR was presented */
  used_at: string | null
  /** Time when the QR was invalidated or replaced */
  invalidated_at: string | null
  /** Time when the QR was issued */
  created_at: string
}

/** The format in which a QR's image is returned. */
export type QrImageFormat = 'png' | 'svg'

/** The summary of a facility. */
export interface ScanFacility {
  /** Code that a scan names as its `facility` */
  code: string
  /** The type of this record. */
  object: 'scan_facility'
  /** The name shown to people. */
  name: string
  /** City. */
  city: string
  /** Country, as an ISO 3166-1 alpha-2 code. */
  country: string
}

/** One page of `ScanFacility` records. */
export interface ScanFacilityList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: ScanFacility[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/scan-events/accept`. */
export interface AcceptScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
}

/** The kind of scan. */
export type ScanKind = 'walk-in' | 'accept' | 'reject' | 'collect' | 'custody' | 'arrive' | 'sort' | 'inject' | 'movement' | 'out-for-delivery' | 'deliver'

/** The place of the scan. */
export interface ScanLocation {
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
}

/** A report about a parcel: what happened, when and where. */
export interface Scan {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'scan'
  /** The id of the shipment. */
  shipment_id: string
  /** The kind of scan. */
  kind: ScanKind
  /** Whether the scan was applied to the shipment; a late scan is only recorded. */
  applied: boolean
  /** Status of the shipment after the scan */
  status: ShipmentStatus
  /** The id of the store; null if no store of the network is involved. */
  store_id: string | null
  /** The code of the facility that reported the scan; null if no facility reported it. */
  facility: string | null
  /** The place of the scan; null if unknown. */
  location: ScanLocation | null
  /** Time of the scan; the shipment's time of creation if the request had an earlier time */
  occurred_at: string
  /** Time in the request, if it is before the shipment's creation; otherwise null */
  sent_occurred_at: string | null
  /** Time when the service received the scan */
  recorded_at: string
  /** Time of the scan by the device's own clock, if the request had one */
  device_time: string | null
  /** Email address of the person who scanned. */
  scanner_email: string | null
  /** Name of the person who scanned. */
  scanner_name: string | null
  /** Latitude in degrees. */
  lat: number | null
  /** Longitude in degrees. */
  lon: number | null
  /** Fields of this kind of scan, as sent */
  details: Record<string, unknown>
}

/** The recorded scan, and the shipment after it. */
export interface ScanAnswer {
  /** The shipment after the scan. */
  shipment: Shipment
  /** The recorded scan. */
  scan: Scan
  /** Whether the scan was applied to the shipment */
  applied: boolean
  /** eventIDs of the events that were fired, in order */
  events: string[]
}

/** The body of `POST /v2/scan-events/arrive`. */
export interface ArriveScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
}

/** `kind` (walk-in, accept, reject, collect, custody, arrive, sort, inject, movement, out-for-delivery, deliver) and the fields of `POST /v2/scan-events/<kind>`. */
export type BulkScan = Record<string, unknown>

/** The body of `POST /v2/scan-events/bulk`. */
export interface ScanBulk {
  /** The scans, in the order in which to record them. */
  scans: BulkScan[]
}

/** The result for one scan. Results are in the same order as the scans in the request. */
export interface BulkScanResult {
  /** HTTP status that this scan would get in a request of its own */
  status: number
  /** The answer that this scan would get in a request of its own; absent if the scan was refused. */
  result?: ScanAnswer | undefined
  /** Why this scan was refused; absent if it was accepted. */
  error?: Refusal | undefined
}

/** One page of `BulkScanResult` records. */
export interface BulkScanResultList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: BulkScanResult[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/scan-events/collect`. */
export interface CollectScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
  /** Name of the driver who took the parcel */
  handed_to?: string | undefined
}

/** The body of `POST /v2/scan-events/custody`. */
export interface CustodyScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
}

/** The body of `POST /v2/scan-events/deliver`. */
export interface DeliverScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
  /** Proof of delivery, uploaded with POST /v2/documents first */
  pod_document_id?: string | undefined
  /** Person who signed for the parcel */
  signed_by?: string | undefined
}

/** The body of `POST /v2/scan-events/inject`. */
export interface InjectScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
  /** Code of the carrier that took the parcel; it need not be a carrier of this network. When absent, the carrier is chosen for the parcel */
  carrier?: string | undefined
  /** Tracking number of the carrier; generated when absent */
  ltracking?: string | undefined
}

/** The body of `POST /v2/scan-events/movement`. */
export interface MovementScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
  /** Delivery day that the carrier announces */
  scheduled_delivery_date?: string | undefined
}

/** The body of `POST /v2/scan-events/out-for-delivery`. */
export interface OutForDeliveryScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
  /** Delivery day that the carrier announces */
  scheduled_delivery_date?: string | undefined
}

/** The body of `POST /v2/scan-events/reject`. */
export interface RejectScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
  /** `other` when absent */
  reject_reason?: RejectReason | undefined
  /** Note from the counter */
  reject_reason_note?: string | undefined
  /** Photo of the refused parcel, uploaded with POST /v2/documents first */
  photo_document_id?: string | undefined
}

/** The body of `POST /v2/scan-events/sort`. */
export interface SortScan {
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
}

/** Measurements taken at the counter. A missing measurement counts as equal to the declaration. A difference creates an adjustment. */
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
  /** Shipment id of the parcel. Give exactly one of the five identifications. */
  shipment_id?: string | undefined
  /** Tracking number of the parcel; case and spaces do not matter */
  tracking?: string | undefined
  /** Barcode of the parcel */
  barcode?: string | undefined
  /** Id of the QR of the parcel; the QR counts as presented */
  qr_id?: string | undefined
  /** Text in the QR of the parcel; the QR counts as presented */
  qr_token?: string | undefined
  /** Id of the counter; an unknown id is recorded as sent */
  store_id?: string | undefined
  /** Code of the facility, instead of a counter */
  facility?: string | undefined
  /** Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation */
  occurred_at?: string | undefined
  /** Time of the scan by the device's own clock, however wrong. Stored, but never used */
  device_time?: string | undefined
  /** Email address of the person who scanned */
  scanner_email?: string | undefined
  /** Name of the person who scanned */
  scanner_name?: string | undefined
  /** Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility */
  lat?: number | string | undefined
  /** Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility */
  lon?: number | string | undefined
  /** Weight and dimensions measured at the counter, if any. */
  reweigh?: Reweigh | undefined
}

/** The order of a history. */
export type HistoryOrder = 'newest' | 'oldest'

/** One page of `Scan` records. */
export interface ScanList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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

/** One step in the parcel's history. */
export interface TrackingHistory {
  /** The kind of scan. */
  kind: ScanKind
  /** Status after the scan, according to all scans known now: a late scan has its place in the history of the parcel. Instead of a decision such as `unclaimed`, the scan shows the status to which its kind leads */
  status: ShipmentStatus
  /** Time of the scan */
  occurred_at: string
  /** The place of the scan; null if unknown. */
  location: TrackingHistoryLocation | null
}

/** The facts that anyone with the tracking number may see. */
export interface Tracking {
  /** The type of this record. */
  object: 'tracking'
  /** The tracking number. */
  tracking: string
  /** The status of the parcel; see [the states of a shipment](/docs/states). */
  status: ShipmentStatus
  /** The newest 500 scans, oldest first, regardless of when they were reported. A scan that was reported twice is listed only once */
  history: TrackingHistory[]
}

/** Media type of an image. */
export type ImageType = 'image/png' | 'image/jpeg'

/** The look of a partner's shopper pages. */
export interface Brand {
  /** The type of this record. */
  object: 'brand'
  /** Partner that the branding belongs to */
  partner_id: string
  /** Color that was set; null if pages use the color of the service */
  color: string | null
  /** Color on light pages, darkened until it is readable */
  color_on_light: string | null
  /** Color on dark pages, lightened until it is readable */
  color_on_dark: string | null
  /** Media type of the logo; null if pages show the name of the partner instead */
  logo_type: ImageType | null
  /** Increases with each change; 0 before the first change */
  version: number
}

/** The body of `PATCH /v2/partners/{id}/brand`. */
export interface BrandChange {
  /** Hexadecimal color, as in CSS */
  color?: string | null | undefined
  /** PNG or JPEG of at most 64 KiB, 16 to 1000 pixels wide and high, in base64. Null removes it */
  logo?: string | null | undefined
}

/** The parts of the address that you know. The shopper sees them, corrects them and adds what is missing. */
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
  /** Email address */
  email?: string | null | undefined
}

/** The language of shopper pages. */
export type Language = 'en' | 'es' | 'fr'

/** The body of `POST /v2/return-links`. */
export interface ReturnLinkCreate {
  /** Your order number; the shopper sees it */
  order_id?: string | undefined
  /** Your return authorization number; the shopper sees it */
  rma?: string | undefined
  /** Your customer id */
  customer?: string | undefined
  /** The sender. */
  from?: PrefilledAddress | undefined
  /** The recipient. */
  to?: Address | undefined
  /** Weight and dimensions. */
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents; the shopper sees it */
  declared_value?: MinorUnits | undefined
  customs?: CustomsInput | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  /** Options for the shopper: a label to print, or a QR. Both when absent */
  fulfillments?: Fulfillment[] | undefined
  /** Country of the sender. The form accepts no other country; when absent, it accepts any */
  market?: string | undefined
  /** Last day on which the link works, wherever the shopper is; 30 days from now when absent */
  last_day?: string | undefined
  /** Language of the page; the language of the browser when absent */
  language?: Language | undefined
  /** Whether the page asks for the contents of the parcel. The answer becomes the shipment's `metadata.contents` */
  asks_contents?: boolean | undefined
  /** Number of shipments that the link can create; 1 when absent */
  max_shipments?: number | undefined
  /** Up to 20 key-value pairs of your own. Keys have 1 to 40 characters, values up to 500. */
  metadata?: Record<string, string> | undefined
}

/** The status of a return link. */
export type ReturnLinkStatus = 'open' | 'used' | 'over' | 'withdrawn'

/** Initial address in the form. */
export interface PrefilledAddressRecord {
  /** The name shown to people. */
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
  /** Email address. */
  email?: string | null | undefined
}

/** A quantity of one kind of goods, as given. */
export interface CustomsTemplateItem {
  /** Description of the goods, in words that customs understand */
  description?: string | null | undefined
  /** Number of pieces */
  quantity?: number | null | undefined
  /** Value of one piece, in cents of the currency */
  value?: MinorUnits | null | undefined
  /** Net weight of one piece, in `weight_unit` */
  weight?: number | null | undefined
  /** `lb` when absent */
  weight_unit?: WeightUnit | undefined
  /** Harmonized System code of 6 to 10 digits. The first six digits must be an existing code. Dots, spaces and hyphens between digits are allowed */
  hs_code?: string | null | undefined
  /** Country where the goods were made: ISO 3166-1 alpha-2 code */
  origin_country?: string | null | undefined
  /** Your own product number */
  sku?: string | null | undefined
}

/** The customs declaration for the shipments of the link, as given. */
export interface CustomsTemplate {
  /** Type of the contents; for a return, `return` when absent */
  contents_type?: CustomsContents | null | undefined
  /** Explanation of `other` contents */
  contents_explanation?: string | null | undefined
  /** ISO 4217 code of all values */
  currency?: string | null | undefined
  /** Delivery term of the invoice, by Incoterms 2020 */
  incoterm?: Incoterm | null | undefined
  /** Your commercial invoice number */
  invoice_number?: string | null | undefined
  /** For goods that return: the number under which they were exported (an MRN or an invoice number), or the id of your shipment that exported them */
  export_reference?: string | null | undefined
  /** What to do with an undeliverable parcel; when absent, the documents do not say */
  non_delivery?: NonDelivery | null | undefined
  /** Person who signs the declaration */
  signer?: string | null | undefined
  /** Contents of the parcel */
  items?: CustomsTemplateItem[] | null | undefined
}

/** An input that the form will refuse, whatever else the shopper enters. */
export interface ReturnLinkWarning {
  /** The form will refuse some countries of origin, because they have no price */
  code: 'origin_unserved'
  /** The warning as text */
  message: string
}

/** A page where a shopper starts the return of an order. */
export interface ReturnLink {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'return_link'
  /** Address of the page. Give it only to the shopper. Null when the link can create no further shipments, and for callers who may not create return links */
  url: string | null
  /** `open`: the link can create a shipment. `used`: it has created all its shipments. `over`: its last day has passed. `withdrawn`: it was withdrawn */
  status: ReturnLinkStatus
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your customer id */
  customer: string | null
  /** The sender. */
  from: PrefilledAddressRecord | null
  /** The recipient. */
  to: AddressRecord | null
  /** Weight and dimensions. */
  parcel: Parcel | null
  /** Cents */
  declared_value: MinorUnits | null
  customs: CustomsTemplate | null
  /** The service level, which sets the speed. */
  service_level: ServiceLevel | null
  /** Options for the shopper */
  fulfillments: Fulfillment[]
  /** The only country that the form accepts; null: any country */
  market: string | null
  /** Last day on which the link works */
  last_day: string
  /** Time when `last_day` has ended in every time zone */
  ends_at: string
  /** The language of the page; null means the browser's language. */
  language: Language | null
  /** Whether the page asks for the contents of the parcel */
  asks_contents: boolean
  /** Number of shipments that the link can create */
  max_shipments: number
  /** Shipments that the link created, in order of creation */
  shipment_ids: string[]
  /** Your own notes as keys and text values. The service stores and returns them but does not use them. */
  metadata: Record<string, string>
  /** Time when the link was withdrawn */
  withdrawn_at: string | null
  /** Creation */
  created_at: string
  /** Increases with every change and every shipment */
  version: number
  /** Only in the response that creates the link, and only if there are warnings */
  warnings?: ReturnLinkWarning[] | undefined
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
}

/** One page of `ReturnLink` records. */
export interface ReturnLinkList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: ReturnLink[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The link to the page where a shopper follows a parcel. */
export interface ParcelLink {
  /** The type of this record. */
  object: 'parcel_link'
  /** The id of the shipment. */
  shipment_id: string
  /** Address of the page, the `parcel_url` of the shipment; null after withdrawal */
  url: string | null
  /** Time when the link was withdrawn */
  withdrawn_at: string | null
}

/** An image of a shipment, such as its proof of delivery. */
export interface Document {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'document'
  /** The media type of the image. */
  content_type: ImageType
  /** Bytes */
  size: number
}

/** The storage that your documents use, and its limit. */
export interface Storage {
  /** The type of this record. */
  object: 'storage'
  /** Bytes */
  used: number
  /** Bytes */
  limit: number
}

/** Status of a dispute. */
export type DisputeStatus = 'open' | 'upheld' | 'rejected'

/** The origin of an adjustment. */
export type AdjustmentSource = 'counter' | 'discrepancy' | 'manual'

/** A correction of the price of a shipment. */
export interface Adjustment {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'adjustment'
  /** The id of the shipment. */
  shipment_id: string
  /** Signed cents */
  delta_amount: MinorUnits
  /** The currency of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Why the price was corrected. */
  reason: AdjustmentReason
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  /** Status of the dispute; null if there is none. */
  dispute_status: DisputeStatus | null
  /** The partner's reason for the dispute; null if there is none. */
  dispute_reason: string | null
  /** Origin: reweighing at a counter, a chargeable discrepancy, or entry by hand */
  source: AdjustmentSource
  /** Time of the dispute */
  disputed_at: string | null
  /** Time of the resolution */
  resolved_at: string | null
  /** Creation */
  created_at: string
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
}

/** The body of `POST /v2/adjustments/{adj_id}/dispute`. */
export interface AdjustmentDispute {
  /** Why the adjustment is wrong */
  reason: string
}

/** One page of `Adjustment` records. */
export interface AdjustmentList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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
  /** Charged weight in pounds */
  original_weight?: number | undefined
  /** Actual weight in pounds */
  new_weight?: number | undefined
}

/** Declared measures; omitted measures default to the recorded ones */
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

/** Observed measures, at least one; omitted measures default to the declared ones */
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
  /** Stage at which the parcel was measured */
  stage: DiscrepancyStage
  /** Weight and dimensions as declared. */
  declared?: DeclaredParcel | undefined
  /** Weight and dimensions as measured. */
  observed: ObservedParcel
  /** Whether the difference is charged by an adjustment */
  chargeable: boolean
  /** Counter that found the discrepancy */
  store_id?: string | undefined
}

/** A difference between what was expected of a parcel and what was found. */
export interface Discrepancy {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'discrepancy'
  /** The id of the shipment. */
  shipment_id: string
  /** Stage at which the difference was found */
  stage: DiscrepancyStage
  /** `late_custody`: a scan uploaded after the shipment expired or was canceled shows that the network had the parcel. Null when the measures of the parcel differ from the declaration */
  reason: 'late_custody' | null
  /** Weight and dimensions as declared. */
  declared: Parcel
  /** Weight and dimensions as measured. */
  observed: Parcel
  /** Whether the difference changes the price. */
  chargeable: boolean
  /** Null when the discrepancy is not chargeable */
  adjustment_id: string | null
  /** The id of the store; null if no store of the network is involved. */
  store_id: string | null
  /** Creation */
  created_at: string
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
}

/** Yes or no. */
export type YesNo = 'true' | 'false'

/** One page of `Discrepancy` records. */
export interface DiscrepancyList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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
  /** Claimed amount in cents */
  amount_claimed?: MinorUnits | undefined
}

/** Status of a claim. */
export type ClaimStatus = 'open' | 'approved' | 'denied' | 'closed'

/** One step in the claim's history. */
export interface ClaimHistory {
  /** The current status. */
  status: ClaimStatus
  /** When */
  at: string
  /** Cents */
  amount_approved: MinorUnits | null
}

/** A request for compensation for a lost, damaged or misdelivered parcel. */
export interface Claim {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'claim'
  /** The id of the shipment. */
  shipment_id: string
  /** What happened to the parcel. */
  type: ClaimType
  /** The description; null if there is none. */
  description: string | null
  /** Cents */
  amount_claimed: MinorUnits | null
  /** Cents */
  amount_approved: MinorUnits | null
  /** ISO 4217 code of the amounts: the currency of the shipment when the claim was opened */
  currency: string
  /** The current status. */
  status: ClaimStatus
  /** Statuses of the claim, oldest first, from its opening */
  history: ClaimHistory[]
  /** Creation */
  created_at: string
  /** Last step */
  updated_at: string
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
}

/** One page of `Claim` records. */
export interface ClaimList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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
  /** Store where the parcel is collected. Default: the store that took it in, else the store that it is routed to */
  store_id?: string | undefined
  /** Store-local day */
  date: string
  /** Store-local time, HH:MM */
  window_start: string
  /** Store-local time, HH:MM, later than window_start; not in the past */
  window_end: string
  /** Number of packages; 1 when absent */
  package_count?: number | undefined
}

/** Status of a pickup. */
export type PickupStatus = 'scheduled' | 'cancelled'

/** A collection of parcels at a store, within a time window of one day. */
export interface Pickup {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'pickup'
  /** The id of the shipment. */
  shipment_id: string
  /** Store where the parcel is collected */
  store_id: string
  /** Sweep that collects the parcel */
  sweep_id: string
  /** Unique, and short enough to read aloud */
  confirmation_code: string
  /** Store-local day */
  date: string
  /** Store-local time */
  window_start: string
  /** Store-local time */
  window_end: string
  /** Number of parcels for the driver to collect. */
  package_count: number
  /** The current status. */
  status: PickupStatus
  /** Time when a driver collected the parcel, by the first collection scan; null before a collection scan */
  collected_at: string | null
  /** Time of the booking */
  created_at: string
  /** Time of the cancellation */
  cancelled_at: string | null
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
}

/** One page of `Pickup` records. */
export interface PickupList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Pickup[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PATCH /v2/pickups/{id}`. */
export interface PickupAmend {
  /** The only supported change */
  status: 'cancelled'
}

/** A day at a location, with its windows for pickups. */
export interface PickupDay {
  /** The type of this record. */
  object: 'pickup_day'
  /** Store-local day */
  date: string
  /** Whether the location works on that day */
  open: boolean
  /** Name of the day, such as a holiday */
  name: string | null
  /** HH:MM; parcels that are handed over later leave on the next day. Null without a cut-off */
  cut_off: string | null
  /** Windows for collection, each as [from, to] in HH:MM local to the location */
  windows: string[][]
}

/** One page of `PickupDay` records. */
export interface PickupDayList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: PickupDay[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** Status of a sweep. */
export type SweepStatus = 'ordered' | 'closed'

/** The store as it was when the record was created; later changes to the store do not alter this copy. */
export interface StoreCopy {
  /** The name shown to people. */
  name: string
  /** The short name that requests and scans use. */
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
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'sweep'
  /** Store of the visit */
  store_id: string
  /** The store. */
  store: StoreCopy
  /** Store-local day of the visit */
  sweep_date: string
  /** Code of the visiting carrier */
  dp: string
  /** `closed` once its last live pickup is canceled */
  status: SweepStatus
  /** Time when the sweep was ordered */
  created_at: string
  /** Time when the sweep was closed */
  closed_at: string | null
}

/** One page of `Sweep` records. */
export interface SweepList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Sweep[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The kind of scan that accepts a parcel at a counter. */
export type IntakeKind = 'accept' | 'walk-in'

/** A parcel that a counter accepted and that the store still has. */
export interface ParcelAtStore {
  /** The type of this record. */
  object: 'parcel_at_store'
  /** The id of the shipment. */
  shipment_id: string
  /** Tracking number of the parcel */
  tracking: string
  /** Digits below the bar code of the label */
  barcode: string
  /** Where the parcel is on its way */
  status: ShipmentStatus
  /** Whether the shipment is on hold. */
  held: boolean
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** Weight and dimensions. */
  parcel: Parcel
  /** Carrier that will take the parcel, if known */
  carrier: string | null
  /** The id of the store; null if no store of the network is involved. */
  store_id: string
  /** Scan that took the parcel in */
  taken_in_by: IntakeKind
  /** Time when the counter took the parcel in */
  since: string
  /** The counter's manifest that includes the parcel */
  manifest_id: string | null
  /** The live pickup */
  pickup_id: string | null
  /** Sweep that will collect the parcel */
  sweepId: string | null
}

/** One page of `ParcelAtStore` records. */
export interface ParcelAtStoreList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: ParcelAtStore[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The kind of parcel code. */
export type ParcelCode = 'shipment_id' | 'tracking' | 'barcode' | 'ltracking' | 'qr_id' | 'qr_token' | 'label_id'

/** The identification to send in the body of a scan: exactly one of these fields. With a field of a QR, the scan counts as its presentation. */
export interface ScanIdentification {
  /** The id of the shipment. */
  shipment_id?: string | undefined
  /** Id of the QR, if its id was read */
  qr_id?: string | undefined
  /** Token of the QR, if its token was read */
  qr_token?: string | undefined
}

/** The label; null before it exists */
export interface LabelOfParcel {
  /** Path of the label */
  url: string
  /** 1 for the first label; each reprint adds one */
  version: number
  /** Format in which the label is drawn unless a request asks for another */
  format: LabelFormat
  /** Whether the label is void and must not be used */
  voided: boolean
}

/** The QR that was read, or else the current QR; null if the parcel has none */
export interface QrOfParcel {
  /** The id of the record, which never changes. */
  id: string
  /** Only an active QR can be presented */
  status: QrStatus
  /** Time when the QR expires */
  expires_at: string
}

/** The effect that a scan would have. */
export type ScanOutcome = 'moves' | 'recorded' | 'refused'

/** The effect that one kind of scan would have now. */
export interface ScanForeseen {
  command: ScanKind
  /** `moves`: the scan changes the status. `recorded`: the scan is stored and changes nothing, because it was done already or arrives late. */
  outcome: ScanOutcome
  /** Status after the scan */
  status: ShipmentStatus | null
  /** Code of the error, if the scan would be refused */
  code: string | null
  /** Why the scan would not apply, and what to do instead */
  message: string | null
}

/** Facts about a parcel for the person who has it in hand. */
export interface FoundParcel {
  /** The type of this record. */
  object: 'parcel'
  /** The id of the shipment. */
  shipment_id: string
  /** Kind of code that matched the parcel */
  matched_by: ParcelCode
  scan_as: ScanIdentification
  /** Tracking number of the parcel */
  tracking: string
  /** Digits below the bar code of the label */
  barcode: string
  /** Where the parcel is on its way */
  status: ShipmentStatus
  /** Whether the shipment is on hold. */
  held: boolean
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** Weight and dimensions. */
  parcel: Parcel
  /** The id of the label. */
  label: LabelOfParcel | null
  /** The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used. */
  qr: QrOfParcel | null
  /** Time when the shipment expires unless the parcel is handed in */
  expires_at: string
  /** Time of the last refusal at a counter */
  rejected_at: string | null
  /** Why a counter refused the parcel; null if it was not refused. */
  reject_reason: RejectReason | null
  /** Counter that took the parcel in; a session at a counter sees null if it was another counter */
  store_id: string | null
  /** Time when the parcel arrived at the counter; null after it has left */
  at_store_since: string | null
  /** Whether you may read the whole shipment; a session at a counter may do so only after the counter took the parcel in or refused it */
  in_hand: boolean
  /** The usual next scan; null if there is none */
  next: ScanKind | null
  /** Effect that each kind of scan would have now */
  commands: ScanForeseen[]
}

/** The body of `POST /v2/tenders`. */
export interface TenderCreate {
  /** The carrier's code */
  carrier: string
  /** `inject`: the parcels enter the network of the carrier on acceptance; `collect`: they are made ready for the carrier to collect */
  handoff: Handoff
  /** Each shipment must be labeled, not yet injected, not on hold and not in another open tender. A shipment that became `injected` by an acceptance with a short count can be tendered again as long as no scan has reported the shipment since then */
  shipment_ids: string[]
  /** Code of the facility where the handover takes place */
  facility?: string | undefined
  /** Ignored; always the number of shipments */
  piece_count?: number | undefined
}

/** Status of a tender. */
export type TenderStatus = 'created' | 'accepted' | 'cancelled'

/** One shipment of the tender, with its current status. */
export interface TenderShipment {
  /** The id of the shipment. */
  id: string
  /** The status of this parcel. */
  status: ShipmentStatus
}

/** The difference between the carrier's count and the expected count. */
export interface TenderDiscrepancy {
  /** `short`: fewer pieces arrived than announced. `over`: more pieces arrived. */
  type: TenderDifference
  /** Number of received parcels minus number of expected parcels */
  delta: number
}

/** The dismissal of the discrepancy: its reason, person and time */
export interface TenderDismissal {
  /** Why the discrepancy needs no further work */
  note: string
  /** Who dismissed the discrepancy: the person, else the key's name, else the key's id */
  dismissed_by: string
  /** Time when the discrepancy was dismissed */
  dismissed_at: string
}

/** A batch of shipments that is handed to a carrier. */
export interface Tender {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'tender'
  /** The carrier's code */
  carrier: string
  /** `inject`: the parcels enter the network of the carrier on acceptance; `collect`: they are made ready for the carrier to collect */
  handoff: Handoff
  /** The facility's code */
  facility: string | null
  /** The current status. */
  status: TenderStatus
  /** Number of shipments */
  piece_count: number
  /** Number of parcels that the carrier counted */
  piece_count_received: number | null
  /** All members, in the order of the request */
  shipment_ids: string[]
  /** All members with their current statuses */
  shipments: TenderShipment[]
  /** Who accepted the tender for the carrier; null before acceptance. */
  accepted_by: string | null
  /** Time when the tender was accepted */
  accepted_at: string | null
  /** The difference between the pieces announced and the pieces received; null if there is none. */
  discrepancy: TenderDiscrepancy | null
  /** Members that the carrier did not find, as listed in the acceptance */
  missing_shipment_ids: string[]
  /** Time when the tender was canceled */
  cancelled_at: string | null
  dismissal: TenderDismissal | null
  /** Creation */
  created_at: string
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
}

/** One page of `Tender` records. */
export interface TenderList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Tender[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/tenders/{id}/accept`. */
export interface TenderAccept {
  /** Number of parcels that the carrier counted */
  piece_count_received: number
  /** Who accepted the tender. Default: the acting person, else the key's name, else the key's id */
  accepted_by?: string | undefined
  /** Members that the carrier did not find; their number cannot exceed the shortfall in the count. They do not change and can be tendered again. When absent, all members are handed over */
  missing_shipment_ids?: string[] | undefined
  /** Parcels that the carrier found beyond the members; their number cannot exceed the surplus in the count. They go to the inbox of unmatched scans, where operators identify them */
  surplus_numbers?: string[] | undefined
}

/** The body of `POST /v2/tenders/{id}/dismiss-discrepancy`. */
export interface TenderDiscrepancyDismiss {
  /** Why the discrepancy needs no further work, such as the carrier's answer */
  note: string
}

/** Whether a manifest still accepts parcels. */
export type ManifestStatus = 'open' | 'closed'

/** The parcels that a store accepted on one day. */
export interface Manifest {
  /** The id of the manifest, which never changes. */
  manifest_id: string
  /** The type of this record. */
  object: 'manifest'
  /** The store that took the parcels in */
  store_id: string
  /** The store. */
  store: StoreCopy
  /** Store-local day */
  manifest_date: string
  /** The current status. */
  status: ManifestStatus
  /** Number of parcels taken in */
  package_count: number
  /** Time when the first parcel was taken in */
  created_at: string
  /** Time when the manifest was closed */
  closed_at: string | null
}

/** One page of `Manifest` records. */
export interface ManifestList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Manifest[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The format in which a manifest is returned. */
export type ManifestForm = 'json' | 'pdf'

/** Opening hours by weekday; closed on absent days. Null: not known. */
export interface OpeningHours {
  /** Opening hours on Monday, as pairs of opening and closing time. */
  mon?: ([string, string])[] | undefined
  /** Opening hours on Tuesday. */
  tue?: ([string, string])[] | undefined
  /** Opening hours on Wednesday. */
  wed?: ([string, string])[] | undefined
  /** Opening hours on Thursday. */
  thu?: ([string, string])[] | undefined
  /** Opening hours on Friday. */
  fri?: ([string, string])[] | undefined
  /** Opening hours on Saturday. */
  sat?: ([string, string])[] | undefined
  /** Opening hours on Sunday. */
  sun?: ([string, string])[] | undefined
}

/** A place where a parcel can be dropped off. */
export interface DropOffLocation {
  /** The type of this record. */
  object: 'drop_off_location'
  /** Id that other requests use as store_id or drop_off_store_id */
  store_id: string
  /** The network's own code */
  code: string
  /** The name shown to people. */
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
  /** Straight-line distance from the searched point; null if there was no search */
  distance_km: number | null
  /** Opening hours by weekday. The store is closed on absent days. Null: unknown. */
  hours: OpeningHours | null
  /** IANA name */
  timezone: string
}

/** One page of `DropOffLocation` records. */
export interface DropOffLocationList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: DropOffLocation[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** An event type, or `*` for all. */
export type EnabledEvent = 'shipment.created' | 'shipment.label_ready' | 'shipment.label_reprinted' | 'shipment.carrier_label_ready' | 'shipment.updated' | 'shipment.sold' | 'qr.scanned' | 'shipment.ready_for_pickup' | 'shipment.picked_up' | 'shipment.in_possession' | 'shipment.at_sort_center' | 'shipment.sorted' | 'shipment.injected' | 'shipment.in_transit' | 'tracking.updated' | 'shipment.out_for_delivery' | 'shipment.delivered' | 'shipment.rejected' | 'shipment.undeliverable' | 'shipment.return_to_sender' | 'shipment.unclaimed' | 'shipment.disposed' | 'claim.opened' | 'shipment.cancelled' | 'shipment.expired' | 'shipment.held' | 'shipment.released' | 'shipment.redirected' | 'shipment.adjusted' | 'shipment.discrepancy_reported' | 'adjustment.disputed' | 'qr.reissued' | 'qr.invalidated' | 'pickup.scheduled' | 'pickup.cancelled' | 'sweep.created' | 'tender.created' | 'tender.accepted' | 'tender.discrepancy' | 'manifest.closed' | '*'

/** The body of `POST /v2/webhooks`. */
export interface WebhookCreate {
  /** Address that events are posted to. It must use https and a public address. A sandbox on a loopback host also accepts http and private addresses. */
  url: string
  /** The event types to send, or the single element `*` for every type, including types added later. */
  enabled_events: EnabledEvent[]
  /** For your own use */
  description?: string | null | undefined
  /** `standard`: deliveries also carry `webhook-id`, `webhook-timestamp` and `webhook-signature`, which every library for Standard Webhooks verifies. It cannot be changed later. */
  signing?: 'standard' | undefined
}

/** Whether events are sent to a webhook. */
export type WebhookStatus = 'enabled' | 'disabled'

/** Health of the deliveries to a webhook. */
export type WebhookHealthState = 'ok' | 'failing' | 'disabled'

/** A failed attempt */
export interface WebhookFailure {
  /** Time when the attempt ended */
  at: string
  /** The delivery that was attempted */
  delivery_id: string
  /** HTTP status of the response; null if there was none */
  status: number | null
  /** Kind of failure */
  error_class: string | null
  /** Description of the failure */
  error_message: string | null
}

/** Health of the receiver, as of a few seconds ago */
export interface WebhookHealth {
  /** `failing`: enabled, and every attempt since `failing_since` failed */
  state: WebhookHealthState
  /** Time of the first failed attempt after the last success; for a disabled webhook, only if it failed before it was disabled */
  failing_since: string | null
  /** Number of failed attempts since `failing_since` */
  failures: number
  last_failure: WebhookFailure | null
  /** Time of the next attempt; null unless the webhook is failing and a delivery is waiting */
  next_attempt_at: string | null
  /** Time from which a failed attempt disables the webhook, if it is at least the twentieth failed attempt; null unless the webhook is failing */
  disable_after: string | null
  /** Whether the receiver answered an event with 410 Gone. The same response to another event disables the webhook immediately */
  is_gone: boolean
}

/** A webhook with its secret. No other answer contains the secret. */
export interface WebhookCreated {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'webhook_endpoint'
  /** The address that receives the events. */
  url: string
  /** The event types that are sent; `*` means all types. */
  enabled_events: string[]
  /** The description; null if there is none. */
  description: string | null
  /** The current status. */
  status: WebhookStatus
  /** Why the webhook is disabled */
  disabled_reason: string | null
  health: WebhookHealth
  /** Absent unless the webhook was registered with it */
  signing?: 'standard' | undefined
  /** Time when the webhook was registered */
  created_at: string
  /** Signs the deliveries; shown only here. The HMAC key of `X-Service-Signature` is this text itself, without decoding. Libraries for Standard Webhooks take the same text and decode it themselves. */
  secret: string
}

/** An address that receives events, and the health of its deliveries. */
export interface Webhook {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'webhook_endpoint'
  /** The address that receives the events. */
  url: string
  /** The event types that are sent; `*` means all types. */
  enabled_events: string[]
  /** The description; null if there is none. */
  description: string | null
  /** The current status. */
  status: WebhookStatus
  /** Why the webhook is disabled */
  disabled_reason: string | null
  health: WebhookHealth
  /** Absent unless the webhook was registered with it */
  signing?: 'standard' | undefined
  /** Time when the webhook was registered */
  created_at: string
}

/** One page of `Webhook` records. */
export interface WebhookList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Webhook[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `PATCH /v2/webhooks/{id}`. */
export interface WebhookUpdate {
  /** Address that events are posted to. It must use https and a public address. A sandbox on a loopback host also accepts http and private addresses. */
  url?: string | undefined
  /** The event types to send, or the single element `*` for every type, including types added later. */
  enabled_events?: EnabledEvent[] | undefined
  /** For your own use */
  description?: string | null | undefined
  /** `enabled` also enables a webhook that was disabled because of failures. */
  status?: WebhookStatus | undefined
}

/** Status of the delivery of an event to a webhook. */
export type DeliveryStatus = 'pending' | 'delivered' | 'exhausted' | 'skipped'

/** Why a delivery was attempted. */
export type DeliveryTrigger = 'schedule' | 'redeliver' | 'recover'

/** One attempt to deliver an event, and its result. */
export interface DeliveryAttempt {
  /** Number of the attempt, from 1; as in X-Service-Attempt */
  attempt: number
  /** Time when the attempt started */
  at: string
  /** Why the attempt was made: the `schedule`, or a request to `redeliver` or `recover`. */
  trigger: DeliveryTrigger
  /** Address that the service connected to; null if there was no connection */
  address: string | null
  /** HTTP status of the response */
  status: number | null
  /** Duration of the attempt, in milliseconds. */
  duration_ms: number
  /** Null if the attempt succeeded */
  error_class: string | null
  /** Description of the error; null if there was none. */
  error_message: string | null
  /** First 16 KiB of the response body; in a list the first 1000 characters */
  answer: string | null
  /** Time when the next attempt was due after this one failed */
  next_attempt_at: string | null
}

/** The sending of one event to one webhook. */
export interface Delivery {
  /** X-Service-Delivery-Id */
  id: string
  /** The type of this record. */
  object: 'webhook_delivery'
  /** The id of the webhook. */
  webhook_id: string
  /** eventID of the event that is delivered */
  event_id: string
  /** Event type */
  type: string
  /** The current status. */
  status: DeliveryStatus
  /** Number of completed attempts. */
  attempt_count: number
  /** Time of the next attempt; null unless the delivery is pending */
  next_attempt_at: string | null
  /** Time when the event occurred */
  created_at: string
  /** The newest 50 attempts (in a list, the newest 10), oldest first; attempts are kept for at least 30 days */
  attempts: DeliveryAttempt[]
}

/** One page of `Delivery` records. */
export interface DeliveryList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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

/** The number of events queued to be sent again. */
export interface WebhookRecovery {
  /** The type of this record. */
  object: 'webhook_recovery'
  /** The id of the webhook. */
  webhook_id: string
  /** Deliveries of events from this time on are queued again */
  since: string
  /** Number of deliveries that are queued again */
  queued: number
}

/** The number of events that a recovery would send again. */
export interface WebhookRecoveryPreview {
  /** The type of this record. */
  object: 'webhook_recovery_preview'
  /** The id of the webhook. */
  webhook_id: string
  /** Start of the recovery: the requested time, 30 days ago, or the start of a recovery in progress */
  since: string
  /** Number of deliveries that a recovery would queue again */
  count: number
}

/** The new secret of a webhook. No other answer contains it. */
export interface RotatedWebhookSecret {
  /** The new secret; shown only here. */
  secret: string
  /** Until this time, the previous secret signs X-Service-Signature, and the new secret signs X-Service-Signature-Next */
  previous_valid_until: string
}

/** One page of `Event` records. */
export interface EventList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Event[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** What a signed-in person may do. */
export type ConsoleAccess = 'operator' | 'support' | 'partner' | 'partner-viewer' | 'counter' | 'handler'

/** The body of `POST /v2/console-links`. */
export interface ConsoleLinkCreate {
  /** Name of the person; events and scans show it */
  name: string
  /** Email address of the person */
  email: string
  /** What the person may do */
  access: ConsoleAccess
  /** Store of the counter; required if `access` is `counter` */
  store_id?: string | undefined
  /** Partner of the person. Only for operators' keys, and required if `access` is `partner` or `partner-viewer` */
  partner_id?: string | undefined
  /** Console page to start at, such as `/console/webhooks` or `/console/shipments/shp_…`; by default the start page for the `access`. Not allowed if `access` is `counter` or `handler` */
  path?: string | undefined
  /** Seconds until the link expires; 600 when absent */
  expires_in?: number | undefined
}

/** A sign-in link with its address. No other answer contains the address. */
export interface NewConsoleLink {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'console_link'
  /** Name of the person */
  name: string
  /** Email address of the person */
  email: string
  /** What this person may do */
  access: string
  /** Scopes of the access, limited to the scopes of the key that created the link */
  scopes: string[]
  /** The store of a counter */
  store_id: string | null
  /** Partner of the person; null: the operator */
  partner_id: string | null
  /** Console page to start at; null: the start page for the `access` */
  path: string | null
  /** Creator of the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line */
  made_by: string
  /** Creation */
  created_at: string
  /** Time when the link expires */
  expires_at: string
  /** Time when the link was opened; it works only once */
  used_at: string | null
  /** Time when the link ended: it was withdrawn, its key was revoked, or the person left from whose session the link descends */
  revoked_at: string | null
  /** Address where the person signs in; shown only here */
  url: string
}

/** A sign-in link without its address. */
export interface ConsoleLink {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'console_link'
  /** Name of the person */
  name: string
  /** Email address of the person */
  email: string
  /** What this person may do */
  access: string
  /** Scopes of the access, limited to the scopes of the key that created the link */
  scopes: string[]
  /** The store of a counter */
  store_id: string | null
  /** Partner of the person; null: the operator */
  partner_id: string | null
  /** Console page to start at; null: the start page for the `access` */
  path: string | null
  /** Creator of the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line */
  made_by: string
  /** Creation */
  created_at: string
  /** Time when the link expires */
  expires_at: string
  /** Time when the link was opened; it works only once */
  used_at: string | null
  /** Time when the link ended: it was withdrawn, its key was revoked, or the person left from whose session the link descends */
  revoked_at: string | null
}

/** One page of `ConsoleLink` records. */
export interface ConsoleLinkList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: ConsoleLink[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/console-sessions`. */
export interface ConsoleSessionOpen {
  /** Text of the link after `#` */
  token: string
  /** Session that this browser already has. If the link is for another person or partner, it is not opened and not used up */
  session_id?: string | undefined
}

/** How a person signed in. */
export type SignInWay = 'link' | 'provider'

/** The environment in which a key is valid. */
export type Environment = 'sandbox' | 'production'

/** The session of a signed-in person, with its environment. */
export interface ConsoleSessionDetail {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'console_session'
  /** How the person signed in: with a sign-in link, or at the operator's OpenID Connect provider */
  signed_in_with: SignInWay
  /** Provider at which the person signed in; null for a sign-in link */
  issuer: string | null
  /** The `sub` of the person at the provider. Unlike name and email, it is unique there and never changes */
  subject: string | null
  /** The link that was opened; null if there was none */
  link_id: string | null
  /** Name of the person */
  name: string
  /** Email address of the person */
  email: string
  /** What this person may do */
  access: string
  /** Scopes of the access, limited to the scopes of the key that created the link */
  scopes: string[]
  /** The store of a counter */
  store_id: string | null
  /** Partner of the person; null: the operator */
  partner_id: string | null
  /** Console page to start at; null: the start page for the `access` */
  path: string | null
  /** Creator of the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line */
  made_by: string
  /** Creation */
  created_at: string
  /** Time of the last authenticated request with this session, stored up to a minute later; null: none since the session was opened */
  last_used_at: string | null
  /** Time when the session ends if it is not used again */
  expires_at: string
  /** Time when the session was revoked: it was ended, its key was revoked, or the person left from whose session it descends */
  revoked_at: string | null
  /** Time when the person left. Links and sessions that descend from this session ended at the same time */
  left_at: string | null
  /** Number of scanned or typed codes that matched no parcel; counted only for counters and handlers */
  unknown_codes: number
  /** Whether the session is limited to one look-up every 10 seconds, because within the last 10 minutes 20 codes matched no parcel, or 60 codes belonged to other networks */
  is_slowed: boolean
  /** The environment of the key. */
  environment: Environment
  /** Time of the service when it responded; for a partner's session in the sandbox, its virtual time */
  server_time: string
}

/** The session of a signed-in person. */
export interface ConsoleSession {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'console_session'
  /** How the person signed in: with a sign-in link, or at the operator's OpenID Connect provider */
  signed_in_with: SignInWay
  /** Provider at which the person signed in; null for a sign-in link */
  issuer: string | null
  /** The `sub` of the person at the provider. Unlike name and email, it is unique there and never changes */
  subject: string | null
  /** The link that was opened; null if there was none */
  link_id: string | null
  /** Name of the person */
  name: string
  /** Email address of the person */
  email: string
  /** What this person may do */
  access: string
  /** Scopes of the access, limited to the scopes of the key that created the link */
  scopes: string[]
  /** The store of a counter */
  store_id: string | null
  /** Partner of the person; null: the operator */
  partner_id: string | null
  /** Console page to start at; null: the start page for the `access` */
  path: string | null
  /** Creator of the link: `key:<key id>`, `session:<session id> <email>`, or `cli:<user>@<host>` on the command line */
  made_by: string
  /** Creation */
  created_at: string
  /** Time of the last authenticated request with this session, stored up to a minute later; null: none since the session was opened */
  last_used_at: string | null
  /** Time when the session ends if it is not used again */
  expires_at: string
  /** Time when the session was revoked: it was ended, its key was revoked, or the person left from whose session it descends */
  revoked_at: string | null
  /** Time when the person left. Links and sessions that descend from this session ended at the same time */
  left_at: string | null
  /** Number of scanned or typed codes that matched no parcel; counted only for counters and handlers */
  unknown_codes: number
  /** Whether the session is limited to one look-up every 10 seconds, because within the last 10 minutes 20 codes matched no parcel, or 60 codes belonged to other networks */
  is_slowed: boolean
}

/** One page of `ConsoleSession` records. */
export interface ConsoleSessionList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: ConsoleSession[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The owner of a key. */
export type KeyKind = 'partner' | 'operator'

/** The signature versions that a key accepts. */
export type KeySignature = 'any' | 'v2'

/** A key, without its secrets. */
export interface ApiKey {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'api_key'
  /** Name of the key for operators */
  name: string | null
  /** Whether the key belongs to a partner or an operator. */
  kind: KeyKind
  /** The id of the partner; null for an operator's key. */
  partner_id: string | null
  /** Scopes of the key */
  scopes: string[]
  /** IP addresses and ranges that may send requests; empty: all addresses. */
  allow_ips: string[]
  /** Number of requests accepted per minute. */
  rate_limit: number
  /** Requests of the last 60 seconds that count against `rate_limit`; only with `use=true` */
  rate_used?: number | undefined
  /** Accepted signatures of requests with the key: `any`, or only `v2` (`X-Service-Signature-V2`) */
  signature: KeySignature
  /** Email address of the key's contact, shown in events. */
  email: string
  /** Name of the key's contact, shown in events. */
  full_name: string
  /** Time of the last genuine request with the key, recorded up to a minute later; null: never used, or not since the service began to record these times */
  last_used_at: string | null
  /** Time of the revocation */
  revoked_at: string | null
  /** Creation */
  created_at: string
  /** Actor that created the key, as in the audit trail; for operators only. null: unknown, because the key was created before the service recorded the creators of keys */
  made_by?: string | null | undefined
  /** Time since when the key has been waiting for an operator to keep or revoke it, because its creator left; for operators only. null: nothing to decide */
  decide_since?: string | null | undefined
}

/** One page of `ApiKey` records. */
export interface ApiKeyList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: ApiKey[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The new signing secret of a key. No other answer contains it. */
export interface RotatedSigningSecret {
  /** The id of the key. Operators use it to change or revoke the key. */
  key_id: string
  /** Shown only in this answer */
  signing_secret: string
  /** Time until which the previous secret remains valid */
  previous_valid_until: string
}

/** The decision about a dispute. */
export type DisputeOutcome = 'upheld' | 'rejected'

/** The body of `POST /v2/test/adjustments/{id}/resolve`. */
export interface AdjustmentResolve {
  /** `upheld`: the partner is right; `rejected`: the charge is right */
  outcome: DisputeOutcome
}

/** The decision about a claim. */
export type ClaimOutcome = 'approved' | 'denied' | 'closed'

/** The body of `POST /v2/test/claims/{id}/resolve`. */
export interface ClaimResolve {
  /** Outcome: an open claim is approved, denied or closed; a decided claim can be closed */
  outcome: ClaimOutcome
  /** Cents that an approval pays; the claimed amount when absent */
  amount_approved?: MinorUnits | undefined
}

/** The clock of the sandbox. */
export interface TestClock {
  /** The type of this record. */
  object: 'test_clock'
  /** The virtual time */
  now: string
  /** Number of seconds by which the virtual time is ahead of real time */
  offset_seconds: number
}

/** The body of `POST /v2/test/clock/advance`. */
export interface TestClockAdvance {
  /** Number of seconds; at most ten years per request */
  seconds: number
}

/** The body of `POST /v2/test/events/{type}`. */
export interface RehearsalRequest {
  /** The shipment to use, in its current status; when absent, a new one is created */
  shipment_id?: string | undefined
}

/** An event that the rehearsal caused. */
export interface RehearsalEvent {
  /** The id of the event. */
  eventID: string
  /** The type of the event. */
  type: string
}

/** The result of a rehearsal. */
export interface Rehearsal {
  /** The type of this record. */
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

/** A fault that the sandbox can cause. */
export type Fault = 'lost' | 'short_tender' | 'reweigh' | 'refused_at_counter' | 'undeliverable'

/** Status of the sample parcels of a sandbox. */
export type SampleStatus = 'none' | 'running' | 'stopped' | 'done'

/** The sample parcels of a sandbox */
export interface Sample {
  /** The type of this record. */
  object: 'sample'
  /** `none`: never started; `stopped`: ended before it was complete, and can be started again */
  status: SampleStatus
  /** Whether the fill can be started now */
  can_start: boolean
  /** Percentage of the simulated hours that are complete */
  progress: number
  /** Number of the day that is being filled; 0 before the first day */
  day: number
  /** Number of days; 0 before the start */
  days: number
  /** Parcels created so far */
  parcels: number
  /** Scans created so far */
  scans: number
  /** Time of the start; null: never started */
  started_at: string | null
  /** Time of the end; null: not ended */
  ended_at: string | null
  /** Why the fill stopped */
  reason: string | null
}

/** The last 168 hours, the period of `funnel`, `scans_per_hour`, `stages` and `deliveries` */
export interface TodayWindow {
  /** Start of the first hour */
  from: string
  /** End of the window: now */
  to: string
}

/** The kind of work that needs a person. */
export type TodayNeedKind = 'dispute_open' | 'claim_open' | 'tender_short' | 'tender_over' | 'unmatched_scan' | 'carrier_failing' | 'carrier_booking_refused' | 'carrier_booking_undecided' | 'carrier_invoice_undecided' | 'key_undecided' | 'undeliverable' | 'unclaimed_dispose_soon' | 'not_moved' | 'pickup_today' | 'webhook_failing' | 'webhook_disabled'

/** One kind of item that needs attention, with its number of items */
export interface TodayNeed {
  /** What needs attention. `unmatched_scan`, `key_undecided` and the kinds that begin with `carrier_` are for operators only */
  kind: TodayNeedKind
  /** For parcels that have not moved: their status */
  stage: ShipmentStatus | null
  /** For pickups: the day at the store. While only some stores are past midnight, there is one entry for each of the two days */
  day: string | null
  /** Number of items, at most 9,999 */
  count: number
  /** Whether there are more items than `count` */
  is_more: boolean
  /** Time since which the oldest item has been waiting */
  oldest_at: string | null
  /** Address of the list with these items */
  list: string
}

/** Number of parcels that reached a status */
export interface TodayReached {
  /** A status of parcels */
  status: ShipmentStatus
  /** Number of parcels that reached the status */
  count: number
  /** Address of the events that are counted */
  list: string | null
}

/** Number of scans in an hour */
export interface TodayHour {
  /** Start of the hour */
  hour: string
  /** Number of scans that moved a parcel */
  count: number
}

/** How long parcels took from one status to the next */
export interface TodayStep {
  /** Status that the parcels left */
  from: ShipmentStatus
  /** Status that the parcels reached */
  to: ShipmentStatus
  /** Number of parcels that took this step */
  count: number
  /** Half of the parcels took at most this many seconds; accurate to about 10% */
  median_s: number | null
  /** 19 of 20 parcels took at most this many seconds; accurate to about 10% */
  p95_s: number | null
  /** Address of the list with these parcels */
  list: string
}

/** Addresses of the lists of deliveries for events in the window. The numbers can differ from these lists, because they depend on the time of the attempt and include deleted webhooks */
export interface TodayDeliveryLists {
  /** Accepted deliveries */
  delivered: string
  /** Deliveries that were given up */
  exhausted: string
}

/** Attempts to send events to webhooks; attempts of the last few seconds may be missing. Latencies cover the time since the start of the window's first day (UTC) */
export interface TodayDeliveries {
  /** Number of deliveries that a receiver accepted */
  delivered: number
  /** Number of attempts that failed */
  failed: number
  /** Number of deliveries that were given up after their last attempt */
  exhausted: number
  /** Half of the accepted deliveries were accepted at most this many milliseconds after their event; accurate to about 10% */
  median_ms: number | null
  /** 19 of 20 accepted deliveries were accepted at most this many milliseconds after their event; accurate to about 10% */
  p95_ms: number | null
  lists: TodayDeliveryLists
}

/** What needs attention now, and the last seven days in numbers */
export interface Today {
  /** The type of this record. */
  object: 'today'
  /** The caller's time; a partner in the sandbox has its own clock */
  now: string
  /** Time up to which everything is counted; null: counting has not begun */
  as_of: string | null
  /** Whether everything that was committed before this request is counted */
  complete: boolean
  window: TodayWindow
  /** What needs attention now: each kind with its number of items, which may be 0 */
  needs: TodayNeed[]
  /** Number of parcels that reached each status, in the order in which parcels usually reach the statuses */
  funnel: TodayReached[]
  /** Every hour of the window, oldest first */
  scans_per_hour: TodayHour[]
  /** How long parcels took from one status to the next, most frequent step first. Covers the time since the start of the window's first day (UTC) */
  stages: TodayStep[]
  deliveries: TodayDeliveries
}

/** How long one parcel took for a step */
export interface TodayStepOfParcel {
  /** The id of the shipment. */
  shipment_id: string
  /** The partner that owns the record; only operators see this field */
  partner_id?: string | undefined
  /** The tracking number. */
  tracking: string
  /** Time when the parcel reached `from` */
  from_at: string
  /** Time when the parcel reached `to` */
  to_at: string
  /** Seconds that the step took */
  seconds: number
}

/** The parcels that took a step */
export interface TodaySteps {
  /** The type of this record. */
  object: 'today_steps'
  /** Status that the parcels left */
  from: ShipmentStatus
  /** Status that the parcels reached */
  to: ShipmentStatus
  /** Whether all parcels of the window were considered; if false, only the newest were */
  is_all: boolean
  /** Slowest first */
  data: TodayStepOfParcel[]
}

/** One change that an operator made. */
export interface AuditRecord {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'audit_record'
  /** When */
  at: string
  /** `key:<key id>` for the API, `session:<session id> <email>` for a person who signed in, `cli:<user>@<host>` for the command line, `folder:<host>` for a carrier report from a folder, `carrier:<code>` for a carrier report from the service of the carrier, `provider:<issuer>` for an OpenID Connect provider that ended or changed a session */
  actor: string
  /** Current name of the key that acted, or name of the person who signed in; null for the command line, or if there is no name */
  actor_name: string | null
  /** Action, such as `store.changed`, or the endpoint that was called */
  action: string
  /** Id or code of the record that the action applies to */
  subject: string
  /** State before the action; null if the record did not exist */
  before: Record<string, unknown> | null
  /** State after the action */
  after: Record<string, unknown> | null
}

/** One page of `AuditRecord` records. */
export interface AuditRecordList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: AuditRecord[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The summary of a calendar. */
export interface ListedCalendar {
  /** Country of a market, or id of a store */
  subject: string
  /** The type of this record. */
  object: 'calendar'
  /** Number of closed days */
  holidays: number
  /** Number of days with other hours */
  exceptions: number
  /** Number of transit times */
  transit_days: number
}

/** One page of `ListedCalendar` records. */
export interface ListedCalendarList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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
  /** The name shown to people. */
  name: string | null
}

/** A day with its own hours. */
export interface CalendarExceptionRecord {
  /** A day */
  date: string
  /** The name shown to people. */
  name: string | null
  /** Opening hours; empty: closed */
  hours: string[][]
  /** HH:MM; null: as on other days */
  cut_off: string | null
}

/** The transit time of parcels. */
export interface TransitDaysRecord {
  /** The code of the carrier. */
  carrier: string | null
  /** Null: any */
  zone: string | null
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** Working days */
  days: number
}

/** The days on which a market or a store works. */
export interface Calendar {
  /** Country of a market, or id of a store */
  subject: string
  /** The type of this record. */
  object: 'calendar'
  /** Working days of the week; null: for a store, the days of its opening hours; for a market, all days */
  working_days: string[] | null
  /** HH:MM; null: the end of the day */
  cut_off: string | null
  /** Closed days */
  holidays: HolidayRecord[]
  /** Days with other hours */
  exceptions: CalendarExceptionRecord[]
  /** The time zone of days and hours, as an IANA name. */
  timezone: string | null
  /** Transit times of parcels to the market */
  transit_days: TransitDaysRecord[]
}

/** A day of the week. */
export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'

/** A closed day. */
export interface Holiday {
  /** A day, such as `2026-11-26`, or the same day of every year, such as `12-25` */
  date: string
  /** Name of the day, shown in refusals */
  name?: string | null | undefined
}

/** A day with its own hours, which may also be a day that is otherwise closed. */
export interface CalendarException {
  /** A day, such as `2026-11-26`, or the same day of every year, such as `12-25` */
  date: string
  /** Name of the day, shown in refusals */
  name?: string | null | undefined
  /** Opening hours on that day, each as [from, to]; empty: closed */
  hours: ([string, string])[]
  /** Cut-off time, local to the place: parcels that are handed over before it leave on the same day */
  cut_off?: string | null | undefined
}

/** The transit time of parcels. The most specific row counts. */
export interface TransitDays {
  /** Only parcels of this carrier; any carrier when absent */
  carrier?: string | null | undefined
  /** `local`, `regional`, `national`, `international`, or the number of a tariff's zone; any zone when absent */
  zone?: string | null | undefined
  /** Only parcels with this service level */
  service_level: ServiceLevel
  /** Working days from hand-over to delivery */
  days: number
}

/** A whole calendar. */
export interface CalendarPut {
  /** Working days of the week. When absent: for a store, the days of its opening hours; for a market, all days */
  working_days?: Weekday[] | null | undefined
  /** Cut-off time, local to the place: parcels that are handed over before it leave on the same day */
  cut_off?: string | null | undefined
  /** Closed days */
  holidays?: Holiday[] | undefined
  /** Days with other hours */
  exceptions?: CalendarException[] | undefined
  /** IANA time zone. Required for a market: its days follow this time zone, unless the time zone of an address is known. Absent for a store */
  timezone?: string | null | undefined
  /** Only for markets: transit times of parcels to the market */
  transit_days?: TransitDays[] | undefined
}

/** State of a parcel's booking with a carrier. */
export type CarrierBookingState = 'due' | 'buying' | 'uncertain' | 'undecided' | 'booked' | 'refused' | 'voiding' | 'void' | 'done'

/** State of an attempt to buy a label from a carrier, and of the label. */
export type CarrierPurchaseState = 'buying' | 'uncertain' | 'undecided' | 'absent' | 'refused' | 'held' | 'voiding' | 'void_submitted' | 'void_refused' | 'void' | 'void_not_needed'

/** A part of the cost of a label. */
export interface CarrierCostPart {
  /** The carrier's name for it */
  name: string
  /** Amount of this part */
  amount: MinorUnits
}

/** An attempt to buy a label from a carrier, and the label if one was bought. */
export interface CarrierPurchase {
  /** The id of the record, which never changes. */
  id: string
  /** `buying`: the carrier is being asked; `uncertain`: the carrier gave no usable answer and is read again; `undecided`: the carrier shows no label, and a person decides; `absent`: no label was bought; `refused`: the carrier refused to sell a label; `held`: the label is valid; `voiding`: the carrier must be asked to void the label; `void_submitted`: the carrier was asked, and the void settles later; `void_refused`: the carrier does not void the label, so its cost remains; `void`: the label is void, and its cost is refunded; `void_not_needed`: the carrier charges nothing for the label */
  state: CarrierPurchaseState
  /** The carrier's service */
  service: string
  /** The carrier's number and its other numbers on the same label */
  numbers: string[]
  /** What the carrier charges for the label; null: not known */
  cost_cents: MinorUnits | null
  /** Currency of the cost */
  currency: string | null
  /** What the cost consists of */
  charges: CarrierCostPart[]
  /** The carrier's words if it refused, or why the last request failed */
  error: string | null
  /** Earliest time at which the carrier is asked about it again */
  next_try_at: string | null
  /** Time of the attempt */
  created_at: string
}

/** The announcement of a parcel to the service of a carrier. */
export interface CarrierBooking {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'carrier_booking'
  /** Code of the carrier */
  carrier: string
  /** The parcel */
  shipment_id: string
  /** `due`: the booking must be sent to the carrier; `buying`: the carrier is being asked for a label; `uncertain`: the carrier gave no usable answer and may have sold a label, so it is read again later; `undecided`: the carrier shows no label, which proves nothing for this carrier: a person decides; `booked`: the carrier knows the parcel; `refused`: the carrier does not accept the parcel; `voiding`: the label is not needed anymore, and the carrier must void it; `void`: no label is needed, and no void is under way; `done`: the parcel has arrived */
  state: CarrierBookingState
  /** The carrier's number for the parcel */
  number: string | null
  /** Why the last request to the carrier failed */
  error: string | null
  /** What to do about a refusal */
  remedy: string | null
  /** Number of failed attempts since the booking entered this state */
  tries: number
  /** Earliest time of the next attempt */
  next_try_at: string | null
  /** Attempts to buy a label, oldest first: the last 20, and earlier ones that are not over or bought a label. At most one is open or valid; a second label of the carrier is voided */
  purchases: CarrierPurchase[]
  /** Time when the booking first became due */
  created_at: string
  /** Time of the last change */
  updated_at: string
}

/** One page of `CarrierBooking` records. */
export interface CarrierBookingList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: CarrierBooking[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The contents of an imported file. */
export type ImportKind = 'stores' | 'rates' | 'tariffs' | 'carrier-invoice' | 'carrier-report'

/** Progress of an import. */
export type ImportState = 'checking' | 'applying' | 'done' | 'refused' | 'interrupted'

/** An imported file, and the progress of its import. */
export interface Import {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'import'
  /** Content of the file */
  kind: ImportKind
  /** Carrier of the report; null for other imports */
  carrier: string | null
  /** `checking`: the rows are read and checked. `applying`: all rows are good and are being written. `done`: all rows are in force. `refused`: the file has errors, and nothing was changed. `interrupted`: the service stopped several times during the import, and nothing was changed. In a carrier report each line counts separately: the report is `applying` from its start, it is `done` even if some lines are bad, and the lines recorded so far remain if it is `interrupted` */
  state: ImportState
  /** Name of the file, as sent */
  file_name: string | null
  /** Size of the file */
  bytes: number
  /** Rows of the file without its header; null until all rows were read */
  rows: number | null
  /** Rows checked so far */
  checked_rows: number
  /** Rows written so far; all of them come into force when the import is `done`. In a carrier report: good lines so far, which are already in force */
  applied_rows: number
  /** Rows that created a record */
  created_rows: number
  /** Rows that changed a record. Rows that neither created nor changed a record were already in force */
  changed_rows: number
  /** Lines of a carrier report whose number matched no parcel; they are in the inbox (`/v2/ops/unmatched-scans`) */
  unmatched_rows: number
  /** Errors found so far */
  error_count: number
  /** Warnings so far: rows that are applied but should be checked */
  warning_count: number
  /** Number of times that the import was restarted because the process that worked on it had ended */
  restarts: number
  /** Actor that started the import */
  actor: string
  /** Time of the start */
  created_at: string
  /** Time of the end */
  ended_at: string | null
}

/** Whether an invoice has undecided or disputed lines. */
export type CarrierInvoiceState = 'undecided' | 'open' | 'settled'

/** Totals of the lines with one verdict. */
export interface CarrierInvoiceVerdictTotal {
  /** Number of lines */
  lines: number
  /** Number of undecided lines */
  open_lines: number
  /** Amount that the lines charge */
  billed_cents: MinorUnits
  /** Charged amount minus owed amount */
  difference_cents: MinorUnits
}

/** Lines by verdict */
export interface CarrierInvoiceVerdicts {
  /** Lines that charge the amount owed. */
  matched: CarrierInvoiceVerdictTotal
  /** Lines that charge more than the amount owed. */
  over: CarrierInvoiceVerdictTotal
  /** Lines that charge less than the amount owed. */
  under: CarrierInvoiceVerdictTotal
  /** Lines whose number matches no parcel. */
  unknown: CarrierInvoiceVerdictTotal
  /** Lines that repeat an earlier charge. */
  doubled: CarrierInvoiceVerdictTotal
}

/** An invoice of a carrier, compared with the amounts owed. Amounts are signed cents. */
export interface CarrierInvoice {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'carrier_invoice'
  /** Code of the carrier */
  carrier: string
  /** The carrier's number for the invoice */
  number: string
  /** The currency of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Date of the invoice, from the file */
  issued_on: string | null
  /** The import that contained the invoice */
  import_id: string
  /** Actor that sent the invoice */
  actor: string
  /** Number of lines */
  lines: number
  /** Number of undecided lines */
  open_lines: number
  /** Charged amount: agreed, open, disputed and credited amounts together */
  billed_cents: MinorUnits
  /** Amount owed for the lines */
  expected_cents: MinorUnits
  /** Amount to pay for decided lines */
  agreed_cents: MinorUnits
  /** Amount that undecided lines charge */
  open_cents: MinorUnits
  /** Amount withheld while it is disputed */
  disputed_cents: MinorUnits
  /** Amount not paid because the carrier accepted the dispute */
  credited_cents: MinorUnits
  verdicts: CarrierInvoiceVerdicts
  /** Time of the import */
  created_at: string
}

/** One page of `CarrierInvoice` records. */
export interface CarrierInvoiceList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: CarrierInvoice[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A decision about an invoice line. */
export type CarrierInvoiceLineDecision = 'approve' | 'dispute' | 'credited' | 'rejected' | 'reopen'

/** The result of comparing an invoice line with the amount owed. */
export type CarrierInvoiceVerdict = 'matched' | 'over' | 'under' | 'unknown' | 'doubled'

/** The body of `POST /v2/ops/carrier-invoices/{id}/decisions`. */
export interface CarrierInvoiceDecision {
  /** `approve`, `dispute`: decide open lines. `credited`, `rejected`: record how the carrier settled disputed lines. `reopen`: make lines undecided again */
  decision: CarrierInvoiceLineDecision
  /** Lines to process */
  line_ids?: string[] | undefined
  /** The first 500 lines with this verdict that the request can apply to; repeat the request for more */
  verdict?: CarrierInvoiceVerdict | undefined
  /** Reason for the decision, or the carrier's answer */
  note?: string | undefined
}

/** The invoice after a decision. */
export interface DecidedCarrierInvoice {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'carrier_invoice'
  /** Code of the carrier */
  carrier: string
  /** The carrier's number for the invoice */
  number: string
  /** The currency of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Date of the invoice, from the file */
  issued_on: string | null
  /** The import that contained the invoice */
  import_id: string
  /** Actor that sent the invoice */
  actor: string
  /** Number of lines */
  lines: number
  /** Number of undecided lines */
  open_lines: number
  /** Charged amount: agreed, open, disputed and credited amounts together */
  billed_cents: MinorUnits
  /** Amount owed for the lines */
  expected_cents: MinorUnits
  /** Amount to pay for decided lines */
  agreed_cents: MinorUnits
  /** Amount that undecided lines charge */
  open_cents: MinorUnits
  /** Amount withheld while it is disputed */
  disputed_cents: MinorUnits
  /** Amount not paid because the carrier accepted the dispute */
  credited_cents: MinorUnits
  verdicts: CarrierInvoiceVerdicts
  /** Time of the import */
  created_at: string
  /** Number of lines that this request decided */
  decided_lines: number
}

/** State of an invoice line. */
export type CarrierInvoiceLineState = 'open' | 'approved' | 'disputed' | 'credited' | 'rejected'

/** The reason for the charge of an invoice line. */
export type CarrierCharge = 'price' | 'base' | 'weight' | 'minimum' | 'oversize' | 'residential' | 'remote' | 'declared_value' | 'fuel' | 'tax' | 'correction'

/** Why nothing is owed for an invoice line. */
export type CarrierInvoiceUnowed = 'unknown_number' | 'several_shipments' | 'other_carrier' | 'other_currency' | 'not_sent'

/** A part of a price. */
export interface CarrierInvoicePriceLine {
  /** The reason for this part of the price. */
  code: PriceLineCode
  /** Amount of this part */
  cents: MinorUnits
  /** How the amount was calculated */
  detail: string
}

/** A correction of the price. */
export interface CarrierInvoiceAdjustment {
  /** The id of the record, which never changes. */
  id: string
  /** Change of the price */
  delta_cents: MinorUnits
  /** The currency of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Reason for the adjustment */
  reason: string
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  /** State of the dispute by the partner */
  dispute_status: string | null
}

/** An earlier charge for the parcel. */
export interface CarrierInvoiceEarlier {
  /** Invoice with the earlier charge */
  invoice_id: string
  /** Line with the earlier charge */
  line_id: string
  /** Charge of the earlier line */
  charge: CarrierCharge
  /** Charged amount */
  amount_cents: MinorUnits
  /** Amount that is paid, or will be paid as far as is known */
  stands_cents: MinorUnits
}

/** The facts behind the verdict on a line, at the time of the verdict. They name no person. */
export interface CarrierInvoiceEvidence {
  /** Status of the shipment */
  status: ShipmentStatus
  /** The carrier that has the parcel */
  carrier: string | null
  /** The currency of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Price of the shipment */
  price_cents: MinorUnits
  /** Parts of the price, by the carrier's tariff on the day when the shipment was created, or else by its rate card; null if they add up to a different price, because only the total is known then */
  price_lines: CarrierInvoicePriceLine[] | null
  /** Sum of the adjustments, except adjustments whose dispute was upheld */
  correction_cents: MinorUnits
  /** The newest 20 adjustments */
  adjustments: CarrierInvoiceAdjustment[]
  /** Earlier charges of the carrier for the parcel: the newest 20 */
  earlier: CarrierInvoiceEarlier[]
}

/** A line of a carrier invoice, compared with the amount owed for its parcel. */
export interface CarrierInvoiceLine {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'carrier_invoice_line'
  /** Invoice of the line */
  invoice_id: string
  /** The line of the file */
  line: number
  /** The carrier's number for the parcel */
  number: string
  /** Our number for the parcel, from the file of the carrier */
  reference: string | null
  /** Type of charge: the whole `price`, one of its lines, or a later `correction` */
  charge: CarrierCharge
  /** The carrier's description of the charge */
  description: string | null
  /** Billed weight in pounds */
  weight: number | null
  /** Charged amount */
  amount_cents: MinorUnits
  /** Id of the shipment; null if the number matches none */
  shipment_id: string | null
  /** `matched`: the amount owed. `over`, `under`: more or less than the amount owed. `doubled`: charged before. `unknown`: the number matches no parcel */
  verdict: CarrierInvoiceVerdict
  /** Why nothing is owed: `unknown_number`, `several_shipments` (the number matches more than one), `other_carrier` (the parcel is not with this carrier), `other_currency` (the price is in another currency), `not_sent` (the shipment was canceled, or expired) */
  reason: CarrierInvoiceUnowed | null
  /** The earlier line with the same charge */
  doubled_of: string | null
  /** Amount owed */
  expected_cents: MinorUnits
  /** Charged amount minus owed amount */
  difference_cents: MinorUnits
  /** `open`: undecided. `approved`: paid as charged. `disputed`: the owed amount is paid, the difference is not. `credited`: the carrier accepted the dispute. `rejected`: the carrier refused the dispute, and the whole charge is paid */
  state: CarrierInvoiceLineState
  /** Amount paid for the line; null while it is open */
  agreed_cents: MinorUnits | null
  /** Note of the decision */
  note: string | null
  /** Time of the decision */
  decided_at: string | null
  /** Actor that decided */
  decided_by: string | null
  evidence: CarrierInvoiceEvidence | null
}

/** One page of `CarrierInvoiceLine` records. */
export interface CarrierInvoiceLineList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: CarrierInvoiceLine[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/ops/carrier-invoices/{id}/recheck`. */
export interface CarrierInvoiceRecheck {
  /** Lines to process */
  line_ids?: string[] | undefined
  /** The first 500 lines with this verdict that the request can apply to; repeat the request for more */
  verdict?: CarrierInvoiceVerdict | undefined
  /** Only with `verdict`: `next_after` of the previous answer */
  after?: string | undefined
}

/** The invoice after lines were compared again. */
export interface RecheckedCarrierInvoice {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'carrier_invoice'
  /** Code of the carrier */
  carrier: string
  /** The carrier's number for the invoice */
  number: string
  /** The currency of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Date of the invoice, from the file */
  issued_on: string | null
  /** The import that contained the invoice */
  import_id: string
  /** Actor that sent the invoice */
  actor: string
  /** Number of lines */
  lines: number
  /** Number of undecided lines */
  open_lines: number
  /** Charged amount: agreed, open, disputed and credited amounts together */
  billed_cents: MinorUnits
  /** Amount owed for the lines */
  expected_cents: MinorUnits
  /** Amount to pay for decided lines */
  agreed_cents: MinorUnits
  /** Amount that undecided lines charge */
  open_cents: MinorUnits
  /** Amount withheld while it is disputed */
  disputed_cents: MinorUnits
  /** Amount not paid because the carrier accepted the dispute */
  credited_cents: MinorUnits
  verdicts: CarrierInvoiceVerdicts
  /** Time of the import */
  created_at: string
  /** Number of lines that were compared again */
  rechecked_lines: number
  /** Number of lines that changed */
  changed_lines: number
  /** Pass this as `after` in the next request; null if no lines are left */
  next_after: string | null
}

/** The format of a carrier's own numbers. */
export type CarrierNumberStandard = 's10' | 'range'

/** The check digit at the end of a number. */
export type NumberCheck = 'none' | 'gs1'

/** The source of a carrier's tracking numbers. */
export interface CarrierNumbers {
  /** `s10`: UPU S10; `range`: prefix and serial number from the carrier */
  standard: CarrierNumberStandard
  /** Beginning of every number; with `s10`, the two letters of the service */
  prefix: string
  /** With `s10`: country that issues the numbers */
  country: string | null
  /** Digits of the serial number; always 8 with `s10` */
  digits: number
  /** `gs1`: the number ends with a GS1 mod-10 check digit over all its other digits */
  check: NumberCheck
  /** The first serial number that may be used */
  first: number
  /** The last serial number that may be used */
  last: number
}

/** How the service communicates with a carrier. */
export type CarrierAdapter = 'house' | 'file' | 'replay' | 'easypost'

/** The kinds of scans that a carrier can report. */
export type CarrierReportedKind = 'collect' | 'custody' | 'arrive' | 'sort' | 'inject' | 'movement' | 'out-for-delivery' | 'deliver'

/** Why the account of a carrier is not used. */
export type CarrierAccountProblem = 'credentials' | 'payment'

/** State of the service, only in lists; null if the service has not been called yet, or if the carrier is inactive */
export interface CarrierService {
  /** Time of the last request */
  asked_at: string
  /** Time since when the service does not answer; null while it answers */
  failing_since: string | null
  /** Error of the last exchange, if it failed */
  last_error: string | null
  /** `credentials`: the carrier does not accept the key or signature; `payment`: the account has no money. Nothing is sent until the carrier is saved again, or for an hour */
  stopped: CarrierAccountProblem | null
}

/** A company that carries parcels. */
export interface Carrier {
  /** The short name that requests and scans use. */
  code: string
  /** The type of this record. */
  object: 'carrier'
  /** The name shown to people. */
  name: string
  /** Whether it is in use */
  active: boolean
  /** The source of the carrier's tracking numbers; null if they are random. */
  numbers: CarrierNumbers | null
  /** `house`: its scans are sent to the API with keys; `file`: it sends reports, which operators post or drop into a folder; `replay` and `easypost`: it has a service that sells labels and is asked for reports */
  adapter: CarrierAdapter
  /** Meaning of each code in the carrier's reports: a kind of scan, or null if the code does not say where a parcel is */
  codes: Record<string, CarrierReportedKind | null> | null
  /** Address of the service of the carrier, for the adapter `replay`. The adapter `easypost` has its own address; only a sandbox may set a loopback address instead. A query in the address is sent with every request. Answers show `***` in place of the query; an address with `***` can be sent back and changes nothing. A sandbox allows only loopback addresses. Unchanged when absent */
  url: string | null
  /** Whether a shared secret or a key is set for its service */
  is_signed: boolean
  service: CarrierService | null
}

/** One page of `Carrier` records. */
export interface CarrierList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Carrier[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** Source of the tracking numbers; null: random numbers; absent: unchanged */
export interface CarrierNumbersPut {
  /** `s10`: UPU S10; `range`: prefix and serial number from the carrier */
  standard: CarrierNumberStandard
  /** Beginning of every number; with `s10`, the two letters of the service */
  prefix?: string | undefined
  /** With `s10`: country that issues the numbers */
  country?: string | null | undefined
  /** Digits of the serial number; always 8 with `s10` */
  digits?: number | undefined
  /** `gs1`: the number ends with a GS1 mod-10 check digit over all its other digits */
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
  /** The source of the carrier's tracking numbers; null if they are random. */
  numbers?: CarrierNumbersPut | null | undefined
  /** `house`: its scans are sent to the API with keys; `file`: it sends reports, which operators post or drop into a folder; `replay` and `easypost`: it has a service that sells labels and is asked for reports */
  adapter?: CarrierAdapter | undefined
  /** Meaning of each code in the carrier's reports: a kind of scan, or null if the code does not say where a parcel is */
  codes?: Record<string, CarrierReportedKind | null> | null | undefined
  /** Address of the service of the carrier, for the adapter `replay`. The adapter `easypost` has its own address; only a sandbox may set a loopback address instead. A query in the address is sent with every request. Answers show `***` in place of the query; an address with `***` can be sent back and changes nothing. A sandbox allows only loopback addresses. Unchanged when absent */
  url?: string | null | undefined
  /** Shared secret that signs requests to the service, or the key of the account with the adapter `easypost`. A key is proved before it is stored, without a purchase: a sandbox accepts only test keys, and production only live keys. null: requests are not signed; refused for `easypost`. Unchanged when absent. Never shown */
  secret?: string | null | undefined
}

/** One step in the claim's history. */
export interface OperatorClaimHistory {
  /** The current status. */
  status: ClaimStatus
  /** When */
  at: string
  /** Cents */
  amount_approved: MinorUnits | null
}

/** A claim with its partner, for operators. */
export interface OperatorClaim {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'claim'
  /** The id of the shipment. */
  shipment_id: string
  /** What happened to the parcel. */
  type: ClaimType
  /** The description; null if there is none. */
  description: string | null
  /** Cents */
  amount_claimed: MinorUnits | null
  /** Cents */
  amount_approved: MinorUnits | null
  /** ISO 4217 code of the amounts: the currency of the shipment when the claim was opened */
  currency: string
  /** The current status. */
  status: ClaimStatus
  /** Statuses of the claim, oldest first, from its opening */
  history: OperatorClaimHistory[]
  /** Creation */
  created_at: string
  /** Last step */
  updated_at: string
  /** The partner that owns the record */
  partner_id: string
}

/** One page of `OperatorClaim` records. */
export interface OperatorClaimList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: OperatorClaim[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The body of `POST /v2/ops/consolidations`. */
export interface ConsolidationCreate {
  /** Code of the carrier that collects everything */
  carrier: string
  /** Code of the facility where the carrier collects */
  facility?: string | undefined
  /** The store where the carrier collects; send it together with `date` */
  store_id?: string | undefined
  /** Store-local day of the visit; send it together with `store_id` */
  date?: string | undefined
  /** Open tenders of any partners for this carrier */
  tender_ids?: string[] | undefined
  /** Sweeps of any partners at the store on that day */
  sweep_ids?: string[] | undefined
}

/** Status of a consolidation. */
export type ConsolidationStatus = 'open' | 'accepting' | 'accepted' | 'cancelled'

/** The totals of one partner in a consolidation. */
export interface ConsolidationPartner {
  /** Partner that owns the tenders and sweeps */
  partner_id: string
  /** Number of tenders and sweeps */
  member_count: number
  /** Number of parcels expected from these tenders and sweeps */
  piece_count: number
  /** Number of parcels counted for these tenders and sweeps */
  piece_count_received: number | null
}

/** The kind of record in a consolidation. */
export type ConsolidationMemberKind = 'tender' | 'sweep'

/** The status of a tender or sweep. */
export type ConsolidationMemberStatus = 'created' | 'accepted' | 'cancelled' | 'ordered' | 'closed'

/** State of a member of a consolidation. */
export type ConsolidationMemberState = 'open' | 'accepting' | 'accepted' | 'refused' | 'released'

/** A tender or sweep in a consolidation. */
export interface ConsolidationMember {
  /** Id of the tender or sweep */
  id: string
  /** Whether the member is a tender or a sweep */
  kind: ConsolidationMemberKind
  /** Partner that owns the tender or sweep */
  partner_id: string
  /** Hand-over of a tender; null for a sweep */
  handoff: Handoff | null
  /** Present status of the tender or sweep */
  status: ConsolidationMemberStatus
  /** `open`: not counted. `accepting`: counted, and the tender is about to be accepted. `accepted`: accepted. `refused`: the member had ended in another way; see `reason` and `message`. `released`: the consolidation was canceled */
  state: ConsolidationMemberState
  /** Number of parcels expected from the member, fixed at the count; 0 if the member had ended in another way */
  piece_count: number
  /** Number of parcels counted for the member */
  piece_count_received: number | null
  /** Members of the tender that were not found */
  missing_shipment_ids: string[]
  /** Numbers of surplus parcels, which are not members of the tender */
  surplus_numbers: string[]
  /** Code of the refusal */
  reason: string | null
  /** The refusal as text */
  message: string | null
  /** Time when the member was accepted, refused or released */
  ended_at: string | null
}

/** Tenders and sweeps, of one or more partners, that are counted together in one acceptance. */
export interface Consolidation {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'consolidation'
  /** Code of the carrier */
  carrier: string
  /** Code of the facility */
  facility: string | null
  /** Id of the store */
  store_id: string | null
  /** Store-local day of the visit */
  date: string | null
  /** `open`: nothing is counted yet. `accepting`: everything is counted, and the tenders are being accepted one after another. `accepted`: no tender is left to accept. `cancelled`: the consolidation was canceled before the count */
  status: ConsolidationStatus
  /** Parcels counted in total */
  piece_count_received: number | null
  /** Number of surplus parcels that are assigned to no member; negative if parcels are missing */
  unattributed: number
  /** Who accepted: the given name, else the person, the key's name, or the key's id */
  accepted_by: string | null
  /** Number of tenders and sweeps */
  member_count: number
  /** Number of partners with tenders or sweeps here */
  partner_count: number
  /** Tenders that are not accepted yet */
  accepting_count: number
  /** Members that could not be accepted because they had ended in another way */
  refused_count: number
  /** Creation */
  created_at: string
  /** Time of the count */
  counted_at: string | null
  /** Time of the last acceptance, or of the cancellation */
  ended_at: string | null
  /** Number of parcels expected from all members */
  piece_count: number
  /** Totals of the members by partner */
  partners: ConsolidationPartner[]
  /** Tenders and sweeps of the consolidation */
  members: ConsolidationMember[]
}

/** A consolidation without its members. */
export interface ConsolidationListed {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'consolidation'
  /** Code of the carrier */
  carrier: string
  /** Code of the facility */
  facility: string | null
  /** Id of the store */
  store_id: string | null
  /** Store-local day of the visit */
  date: string | null
  /** `open`: nothing is counted yet. `accepting`: everything is counted, and the tenders are being accepted one after another. `accepted`: no tender is left to accept. `cancelled`: the consolidation was canceled before the count */
  status: ConsolidationStatus
  /** Parcels counted in total */
  piece_count_received: number | null
  /** Number of surplus parcels that are assigned to no member; negative if parcels are missing */
  unattributed: number
  /** Who accepted: the given name, else the person, the key's name, or the key's id */
  accepted_by: string | null
  /** Number of tenders and sweeps */
  member_count: number
  /** Number of partners with tenders or sweeps here */
  partner_count: number
  /** Tenders that are not accepted yet */
  accepting_count: number
  /** Members that could not be accepted because they had ended in another way */
  refused_count: number
  /** Creation */
  created_at: string
  /** Time of the count */
  counted_at: string | null
  /** Time of the last acceptance, or of the cancellation */
  ended_at: string | null
}

/** One page of `ConsolidationListed` records. */
export interface ConsolidationListedList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: ConsolidationListed[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The count of one tender or sweep. */
export interface ConsolidationCount {
  /** Id of the tender or sweep */
  id: string
  /** Number of its parcels that were counted */
  piece_count_received: number
  /** Members of the tender that were not found, as in the acceptance of a tender */
  missing_shipment_ids?: string[] | undefined
  /** Surplus parcels, which are not members of the tender, as in the acceptance of a tender */
  surplus_numbers?: string[] | undefined
}

/** The body of `POST /v2/ops/consolidations/{id}/accept`. */
export interface ConsolidationAccept {
  /** Number of parcels counted in total */
  piece_count_received: number
  /** Person who accepted, as stored on every tender. Default: the acting person, else the key's name, else the key's id */
  accepted_by?: string | undefined
  /** Counts of the tenders and sweeps that differ; all others have as many parcels as expected */
  counts?: ConsolidationCount[] | undefined
  /** Number of surplus parcels that cannot be assigned to a member; negative if parcels are missing; 0 when absent */
  unattributed?: number | undefined
  /** Numbers of the unattributed surplus parcels, at most `unattributed` of them. They go to the inbox of unmatched scans */
  surplus_numbers?: string[] | undefined
}

/** A price correction with its partner, for operators. */
export interface OperatorAdjustment {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'adjustment'
  /** The id of the shipment. */
  shipment_id: string
  /** Signed cents */
  delta_amount: MinorUnits
  /** The currency of all amounts here, as an ISO 4217 code. */
  currency: string
  /** Why the price was corrected. */
  reason: AdjustmentReason
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  /** Status of the dispute; null if there is none. */
  dispute_status: DisputeStatus | null
  /** The partner's reason for the dispute; null if there is none. */
  dispute_reason: string | null
  /** Origin: reweighing at a counter, a chargeable discrepancy, or entry by hand */
  source: AdjustmentSource
  /** Time of the dispute */
  disputed_at: string | null
  /** Time of the resolution */
  resolved_at: string | null
  /** Creation */
  created_at: string
  /** The partner that owns the record */
  partner_id: string
}

/** One page of `OperatorAdjustment` records. */
export interface OperatorAdjustmentList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: OperatorAdjustment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A delivery with its partner, for operators. */
export interface OperatorDelivery {
  /** X-Service-Delivery-Id */
  id: string
  /** The type of this record. */
  object: 'webhook_delivery'
  /** The id of the webhook. */
  webhook_id: string
  /** eventID of the event that is delivered */
  event_id: string
  /** Event type */
  type: string
  /** The current status. */
  status: DeliveryStatus
  /** Number of completed attempts. */
  attempt_count: number
  /** Time of the next attempt; null unless the delivery is pending */
  next_attempt_at: string | null
  /** Time when the event occurred */
  created_at: string
  /** The newest 50 attempts (in a list, the newest 10), oldest first; attempts are kept for at least 30 days */
  attempts: DeliveryAttempt[]
  /** The partner that owns the record */
  partner_id: string
}

/** One page of `OperatorDelivery` records. */
export interface OperatorDeliveryList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: OperatorDelivery[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A field of a store or facility to check. */
export interface PlaceWarning {
  /** The field, as a JSON pointer */
  path: string
  /** More than 150 km from the center of its postal area */
  rule: 'far_from_postal_code'
  /** Description of the problem, worded to follow the name of the field */
  message: string
}

/** A place where parcels are sorted. */
export interface Facility {
  /** The short name that requests and scans use. */
  code: string
  /** The type of this record. */
  object: 'facility'
  /** Street and number. */
  line1: string | null
  /** The name shown to people. */
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
  /** The time zone of days and hours, as an IANA name. */
  timezone: string
  /** Whether it is in use */
  active: boolean
  /** Stored values to check; empty if the postal area is unknown */
  warnings: PlaceWarning[]
}

/** One page of `Facility` records. */
export interface FacilityList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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

/** The contents of a file that is imported as a whole. */
export type FileKind = 'stores' | 'rates' | 'tariffs'

/** One page of `Import` records. */
export interface ImportList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Import[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** An error in a row of a file. */
export interface ImportFault {
  /** The line of the file on which the row ends */
  row: number
  /** The column; empty if the message is about the whole row */
  field: string
  /** Code for programs, such as `required` or `duplicate` */
  code: string
  /** Description of the error or change, worded to follow the name of the column */
  message: string
}

/** Shipments that lose their price when the tariff comes into force. */
export interface LostPrice {
  /** Carrier of the tariff */
  carrier: string
  /** Market of the tariff */
  country: string
  /** First day of the tariff */
  effective_on: string
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** Origins that lose their price: country codes, prefixes of postal codes in the market's own country, or `*` for any origin */
  from: string[]
  /** Description of the lost price */
  message: string
}

/** An imported file, the progress of its import, and its errors. */
export interface ImportDetail {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'import'
  /** Content of the file */
  kind: ImportKind
  /** Carrier of the report; null for other imports */
  carrier: string | null
  /** `checking`: the rows are read and checked. `applying`: all rows are good and are being written. `done`: all rows are in force. `refused`: the file has errors, and nothing was changed. `interrupted`: the service stopped several times during the import, and nothing was changed. In a carrier report each line counts separately: the report is `applying` from its start, it is `done` even if some lines are bad, and the lines recorded so far remain if it is `interrupted` */
  state: ImportState
  /** Name of the file, as sent */
  file_name: string | null
  /** Size of the file */
  bytes: number
  /** Rows of the file without its header; null until all rows were read */
  rows: number | null
  /** Rows checked so far */
  checked_rows: number
  /** Rows written so far; all of them come into force when the import is `done`. In a carrier report: good lines so far, which are already in force */
  applied_rows: number
  /** Rows that created a record */
  created_rows: number
  /** Rows that changed a record. Rows that neither created nor changed a record were already in force */
  changed_rows: number
  /** Lines of a carrier report whose number matched no parcel; they are in the inbox (`/v2/ops/unmatched-scans`) */
  unmatched_rows: number
  /** Errors found so far */
  error_count: number
  /** Warnings so far: rows that are applied but should be checked */
  warning_count: number
  /** Number of times that the import was restarted because the process that worked on it had ended */
  restarts: number
  /** Actor that started the import */
  actor: string
  /** Time of the start */
  created_at: string
  /** Time of the end */
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
  /** Whether the key belongs to a partner or an operator. */
  kind: KeyKind
  /** The partner that owns the key; only for the kind partner */
  partner_id?: string | undefined
  /** Name of the key for operators, such as the program that uses it; the audit trail shows it */
  name?: string | undefined
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: all scopes except ops. When `role` and `scopes` are both absent: `all` in the sandbox and `merchant` in production */
  role?: KeyRole | undefined
  /** Single scopes of the key */
  scopes?: Scope[] | undefined
  /** Addresses from which requests are accepted; an empty list accepts any address */
  allow_ips?: string[] | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Accepted signatures of requests with the key: `any`, or only `v2` (`X-Service-Signature-V2`) */
  signature?: KeySignature | undefined
  /** Email address shown in events */
  email?: string | undefined
  /** Name shown in events */
  full_name?: string | undefined
}

/** A key with its secrets. No other answer contains the secrets. */
export interface Credentials {
  /** Null for an operator's key */
  partner_id: string | null
  /** The id of the key. Operators use it to change or revoke the key. */
  key_id: string
  /** Shown only in this answer */
  api_key: string
  /** Shown only in this answer */
  signing_secret: string
  /** The environment of the key. */
  environment: Environment
  /** Scopes of the key */
  scopes: string[]
  /** Accepted signatures of requests with the key: `any`, or only `v2` (`X-Service-Signature-V2`) */
  signature: KeySignature
}

/** The body of `PATCH /v2/ops/keys/{id}`. */
export interface KeyChange {
  /** Name of the key for operators, such as the program that uses it; the audit trail shows it */
  name?: string | null | undefined
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: all scopes except ops */
  role?: KeyRole | undefined
  /** New scopes of the key, which replace all current scopes */
  scopes?: Scope[] | undefined
  /** Addresses from which requests are accepted; an empty list accepts any address */
  allow_ips?: string[] | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Accepted signatures of requests with the key: `any`, or only `v2` (`X-Service-Signature-V2`) */
  signature?: KeySignature | undefined
  /** Email address shown in events */
  email?: string | undefined
  /** Name shown in events */
  full_name?: string | undefined
}

/** Who hands returns with a printed label to the carrier. `network`: a counter or facility. `direct`: the shopper, with a label of the carrier */
export type MarketMode = 'network' | 'direct'

/** A destination country, and how its carrier is chosen. */
export interface Market {
  /** Destination country */
  country: string
  /** The type of this record. */
  object: 'market'
  /** `fixed`: always the same carrier; `marketplace`: the cheapest at injection */
  kind: MarketKind
  /** The code of the carrier for this market; null means the cheapest carrier that serves the parcel. */
  carrier: string | null
  /** The currency of all amounts here, as an ISO 4217 code. */
  currency: string
  mode: MarketMode
}

/** One page of `Market` records. */
export interface MarketList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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
  mode?: MarketMode | undefined
}

/** The format of a new barcode. */
export type BarcodeStandard = 'internal' | 'sscc'

/** The format of new barcodes. */
export interface Barcodes {
  /** `internal`: 20 digits assigned by Backhaul; `sscc`: GS1 SSCC, printed as GS1-128 */
  standard: BarcodeStandard
  /** Your GS1 company prefix, 4 to 12 digits; null with `internal` */
  company_prefix: string | null
  /** The first digit of each SSCC */
  extension_digit: number
}

/** A series of numbers, each used once. */
export interface NumberSeries {
  /** Name of the series. Carriers whose series have the same name share its numbers */
  series: string
  /** Carrier of the tracking numbers; null for the series of barcodes */
  carrier: string | null
  /** The first serial number that may be used */
  first: number
  /** The last serial number that may be used */
  last: number
  /** Remaining numbers */
  left: number
}

/** The format of new barcodes, and how many numbers are left. */
export interface Numbering {
  /** The type of this record. */
  object: 'numbering'
  /** The format of new barcodes. */
  barcodes: Barcodes
  /** Series in use: first the series of barcodes, then of carriers */
  series: NumberSeries[]
}

/** The format to set for new barcodes. */
export interface BarcodesPut {
  /** `internal`: 20 digits assigned by Backhaul; `sscc`: GS1 SSCC, printed as GS1-128 */
  standard: BarcodeStandard
  /** Your GS1 company prefix, 4 to 12 digits; null with `internal` */
  company_prefix?: string | null | undefined
  /** The first digit of each SSCC */
  extension_digit?: number | undefined
}

/** The body of `PUT /v2/ops/numbering`. */
export interface NumberingPut {
  /** The format of new barcodes. */
  barcodes: BarcodesPut
}

/** The body of `POST /v2/ops/partners`. */
export interface PartnerCreate {
  /** Name of the partner */
  name: string
  /** The recipient to use if the request for a return names none. */
  default_return_address?: Address | undefined
  /** The weight and dimensions to use if a request has none. */
  default_parcel?: ParcelInput | undefined
  /** Email address shown in events */
  contact_email?: string | undefined
  /** Name shown in events */
  contact_name?: string | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Addresses from which requests are accepted; an empty list accepts any address */
  allow_ips?: string[] | undefined
  /** Maximum total size of documents in bytes; the default of the service if the partner has no limit of its own */
  storage_limit?: number | undefined
  /** Accepted signatures of requests with the key: `any`, or only `v2` (`X-Service-Signature-V2`) */
  signature?: KeySignature | undefined
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: all scopes except ops. When `role` and `scopes` are both absent: `all` in the sandbox and `merchant` in production */
  role?: KeyRole | undefined
  /** Single scopes of the key */
  scopes?: Scope[] | undefined
}

/** A company that ships with the network. */
export interface Partner {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'partner'
  /** The name shown to people. */
  name: string
  /** The recipient to use if the request for a return names none. */
  default_return_address: AddressRecord | null
  /** The weight and dimensions to use if a request has none. */
  default_parcel: Parcel | null
  /** Email address of the contact. */
  contact_email: string
  /** Name of the contact. */
  contact_name: string
  /** Rate limit of the newest live key, in requests per 60 seconds; null without a live key */
  rate_limit: number | null
  /** Number of keys that are not revoked */
  live_keys: number
  /** Total size of the partner's documents in bytes */
  storage_used: number
  /** Maximum total size of documents in bytes; null: the default of the service */
  storage_limit: number | null
  /** Creation */
  created_at: string
  /** Increases with each change */
  version: number
}

/** One page of `Partner` records. */
export interface PartnerList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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
  /** The recipient to use if the request for a return names none. */
  default_return_address?: Address | null | undefined
  /** The weight and dimensions to use if a request has none. */
  default_parcel?: ParcelInput | null | undefined
  /** Email address shown in events */
  contact_email?: string | undefined
  /** Name shown in events */
  contact_name?: string | undefined
  /** Requests per 60 seconds for each key */
  rate_limit?: number | undefined
  /** Maximum total size of documents in bytes; the default of the service if the partner has no limit of its own */
  storage_limit?: number | null | undefined
}

/** Whether the operator accepts or refuses a request that the API itself allows. */
export type PolicyWord = 'accept' | 'refuse'

/** How the operator handles a redirect to another country. */
export type RedirectWord = 'accept' | 'refuse' | 'reprice'

/** The requests that the operator refuses in addition to the rules of the API. */
export interface Policy {
  /** The type of this record. */
  object: 'policy'
  /** An unregistered carrier in a tender or an injection scan */
  unknown_carriers: PolicyWord
  /** An unregistered facility in a tender or a scan */
  unknown_facilities: PolicyWord
  /** A pickup whose window is not within the store's opening hours; a store without hours is always open */
  pickups_outside_hours: PolicyWord
  /** A pickup on a day on which the store is closed by the calendars, or for today after the cut-off; without calendars a store is always open */
  pickups_on_closed_days: PolicyWord
  /** Disposal of a parcel before its `dispose_after`; a parcel without that date can be disposed of at any time */
  early_disposal: PolicyWord
  /** Approval of more than the claimed amount; a claim without an amount has no limit */
  approval_above_claim: PolicyWord
  /** Addresses of shipments with a malformed email address, or a malformed postal code in the US or Canada */
  address_formats: PolicyWord
  /** Addresses of shipments in the US or Canada whose state is unknown or does not match the postal code */
  address_mismatches: PolicyWord
  /** A redirect to a different country than the current destination. `accept`: the price does not change; `reprice`: the parcel gets the price of a new shipment. The carrier does not change in either case */
  redirects_abroad: RedirectWord
  /** Shipments that cross a border, or are redirected across one, with an incomplete customs declaration */
  incomplete_customs: PolicyWord
  /** A manual credit that takes a shipment's total below zero */
  negative_total: PolicyWord
}

/** An absent rule returns to its default: `accept`. */
export interface PolicyPut {
  /** An unregistered carrier in a tender or an injection scan */
  unknown_carriers?: PolicyWord | undefined
  /** An unregistered facility in a tender or a scan */
  unknown_facilities?: PolicyWord | undefined
  /** A pickup whose window is not within the store's opening hours; a store without hours is always open */
  pickups_outside_hours?: PolicyWord | undefined
  /** A pickup on a day on which the store is closed by the calendars, or for today after the cut-off; without calendars a store is always open */
  pickups_on_closed_days?: PolicyWord | undefined
  /** Disposal of a parcel before its `dispose_after`; a parcel without that date can be disposed of at any time */
  early_disposal?: PolicyWord | undefined
  /** Approval of more than the claimed amount; a claim without an amount has no limit */
  approval_above_claim?: PolicyWord | undefined
  /** Addresses of shipments with a malformed email address, or a malformed postal code in the US or Canada */
  address_formats?: PolicyWord | undefined
  /** Addresses of shipments in the US or Canada whose state is unknown or does not match the postal code */
  address_mismatches?: PolicyWord | undefined
  /** A redirect to a different country than the current destination. `accept`: the price does not change; `reprice`: the parcel gets the price of a new shipment. The carrier does not change in either case */
  redirects_abroad?: RedirectWord | undefined
  /** Shipments that cross a border, or are redirected across one, with an incomplete customs declaration */
  incomplete_customs?: PolicyWord | undefined
  /** A manual credit that takes a shipment's total below zero */
  negative_total?: PolicyWord | undefined
}

/** The price of a service level in a zone. */
export interface RateRecord {
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** The zone, which depends on the distance. */
  zone: Zone
  /** Cents per parcel */
  base_cents: MinorUnits
  /** Cents per billable pound */
  per_lb_cents: MinorUnits
  /** Weight of the heaviest parcel accepted */
  max_weight_lb: number
}

/** The prices of a carrier. */
export interface RateCard {
  /** The type of this record. */
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
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: RateCard[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** The price of a service level in a zone. */
export interface Rate {
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** The zone, which depends on the distance. */
  zone: Zone
  /** Cents per parcel */
  base_cents: MinorUnits
  /** Cents per billable pound */
  per_lb_cents: MinorUnits
  /** Weight of the heaviest parcel accepted */
  max_weight_lb: number
}

/** The body of `PUT /v2/ops/rate-cards/{carrier}/{country}`. */
export interface RateCardPut {
  /** All rates of the card; empty when the carrier no longer serves the country */
  rates: Rate[]
}

/** The proof of delivery. */
export interface FoundShipmentPod {
  /** Path of the image; null if there is no image. */
  document: string | null
  /** The quality of the proof; `A` is the best. */
  grade: PodGrade
}

/** The identifier by which a shipment was found. */
export type ShipmentIdentifier = 'id' | 'tracking' | 'barcode' | 'ltracking' | 'order_id' | 'rma' | 'ship_ext_id' | 'qr_id' | 'qr_token' | 'label_id' | 'group_id' | 'master_number' | 'filters'

/** A shipment with its partner, for operators. */
export interface FoundShipment {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'shipment'
  /** 26 random Crockford base32 characters and a check character; never changes */
  tracking: string
  /** 20 digits, the last a GS1 mod-10 check digit; never changes */
  barcode: string
  /** Tracking number of the onward carrier, once a carrier is known */
  ltracking: string | null
  /** The status of the parcel. */
  status: ShipmentStatus
  /** `return`: from a customer back to you. `outbound`: from you to a customer. */
  direction: Direction
  /** `print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label. */
  fulfillment: Fulfillment
  /** `api`: created by a request. `retail`: sold at a counter. */
  channel: Channel
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your own id for the shipment */
  ship_ext_id: string | null
  /** Your customer id */
  customer: string | null
  /** The service level, which sets the speed. */
  service_level: ServiceLevel
  /** The sender. */
  from: AddressRecord | null
  /** The recipient. */
  to: AddressRecord
  /** Weight and dimensions. */
  parcel: Parcel
  /** Cents */
  declared_value: MinorUnits | null
  /** Path of the customs declaration; null if the parcel crosses no border */
  customs_url: string | null
  /** Store where the parcel is to be dropped off */
  drop_off_store_id: string | null
  /** Counter where the parcel was dropped off */
  store_id: string | null
  /** The default format of the label. A request can ask for another format. */
  label_format: LabelFormat
  /** Destination country */
  market: string
  /** The currency of all amounts here, as an ISO 4217 code. */
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
  /** Whether the label is void. A void label must not be used. */
  label_voided: boolean
  /** Path of the carrier's own label, with which the shopper hands the parcel to the carrier. Null in network mode, where the network buys that label */
  carrier_label_url: string | null
  /** Address of the page on which the shopper follows the parcel. Give it only to the shopper. Null once the page is withdrawn */
  parcel_url: string | null
  /** Whether the shipment is on hold. */
  held: boolean
  custody: Custody | null
  /** The current QR of a qr_code shipment */
  qr_id: string | null
  /** The current pickup */
  pickup_id: string | null
  /** The sweep that collected the parcel or will collect it */
  sweepId: string | null
  /** The store's manifest that includes the parcel */
  manifest_id: string | null
  /** The tender that handed the parcel to the carrier */
  tender_id: string | null
  /** The group that the shipment was created in; null if it was created alone */
  group_id: string | null
  /** Number of the parcel within its group, from 1 */
  piece_number: number | null
  /** Number of parcels when the group was created */
  piece_count: number | null
  /** The proof of delivery; null until there is one. */
  pod: FoundShipmentPod | null
  /** Time when the shipment expires if it is not sent */
  expires_at: string
  /** Time when the shipment expired */
  expired_at: string | null
  /** Time when the label was voided */
  voided_at: string | null
  /** Time when the shipment was canceled */
  cancelled_at: string | null
  /** Time when a counter last refused the parcel */
  rejected_at: string | null
  /** Why a counter refused the parcel; null if it was not refused. */
  reject_reason: RejectReason | null
  /** Note from the counter */
  reject_reason_note: string | null
  /** Time when the parcel was first reported unclaimed */
  unclaimed_since: string | null
  /** 30 days after the parcel was first reported unclaimed */
  dispose_after: string | null
  /** Delivery day that the carrier announced */
  scheduled_delivery_date: string | null
  /** Expected delivery day, by the calendars of the drop-off place and the destination, calculated at creation and again at each amendment or redirect. Null if no calendar gives it */
  estimated_delivery_date: string | null
  /** Your own notes as keys and text values. The service stores and returns them but does not use them. */
  metadata: Record<string, string>
  /** Creation */
  created_at: string
  /** Time of the last change */
  updated_at: string
  /** Increases with every change, and with every event that leaves the shipment unchanged */
  version: number
  /** The partner that owns the record */
  partner_id: string
  /** Which identifier matches the text; `filters` if no text was given */
  matched_by: ShipmentIdentifier
}

/** One page of `FoundShipment` records. */
export interface FoundShipmentList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: FoundShipment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** Opening hours by weekday, each as [from, to] in HH:MM local to the store; closed on days that are absent */
export interface StoreHours {
  /** Opening hours on Monday, as pairs of opening and closing time. */
  mon?: ([string, string])[] | undefined
  /** Opening hours on Tuesday. */
  tue?: ([string, string])[] | undefined
  /** Opening hours on Wednesday. */
  wed?: ([string, string])[] | undefined
  /** Opening hours on Thursday. */
  thu?: ([string, string])[] | undefined
  /** Opening hours on Friday. */
  fri?: ([string, string])[] | undefined
  /** Opening hours on Saturday. */
  sat?: ([string, string])[] | undefined
  /** Opening hours on Sunday. */
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
  /** Opening hours by weekday. The store is closed on absent days. Null: unknown. */
  hours?: StoreHours | null | undefined
  /** Pick-up and drop-off code; the same as `code` when absent */
  pudo_code?: string | undefined
  /** Whether it is in use */
  active?: boolean | undefined
}

/** A shop with a counter, where parcels are dropped off and collected. */
export interface Store {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'store'
  /** The short name that requests and scans use. */
  code: string
  /** The pick-up and drop-off code that carriers use for the store. */
  pudo_code: string
  /** Street and number. */
  line1: string
  /** The name shown to people. */
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
  /** The time zone of days and hours, as an IANA name. */
  timezone: string
  /** Whether it is in use */
  active: boolean
  /** Opening hours by weekday. The store is closed on absent days. Null: unknown. */
  hours: Record<string, string[][]> | null
  /** Creation */
  created_at: string
  /** Stored values to check; empty if the postal area is unknown */
  warnings: PlaceWarning[]
}

/** One page of `Store` records. */
export interface StoreList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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
  /** Opening hours by weekday. The store is closed on absent days. Null: unknown. */
  hours?: StoreHours | null | undefined
  /** Pick-up and drop-off code; the same as `code` when absent */
  pudo_code?: string | undefined
  /** Whether it is in use */
  active?: boolean | undefined
}

/** An imported row to check. */
export interface StoreImportWarning {
  /** The line of the file on which the row ends */
  row: number
  /** Name of the column */
  column: string
  /** Description of the problem or change, worded to follow the name of the column */
  message: string
}

/** How many stores were read, added and changed. */
export interface StoreImport {
  /** The type of this record. */
  object: 'store_import'
  /** Stores in the file, including unchanged stores */
  imported: number
  /** Imported values to check: positions far from their postal code, and postal codes that were completed */
  warnings: StoreImportWarning[]
}

/** The prices of a carrier in a market from a given day on. */
export interface Tariff {
  /** The type of this record. */
  object: 'tariff'
  /** Code of the carrier */
  carrier: string
  /** Destination country */
  country: string
  /** ISO 4217 code of the currency of the market */
  currency: string
  /** First day, in UTC, on which the tariff is in force */
  effective_on: string
  /** Whether the tariff is in force now or later; false if it was in force only before */
  in_use: boolean
  /** Number of rows */
  rows: number
  /** Number of pairs of prefixes in the table of zones; each takes a byte of memory in every process */
  pairs: number
  /** Time of the import */
  imported_at: string
  /** Actor that imported the tariff */
  actor: string
}

/** One page of `Tariff` records. */
export interface TariffList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
  data: Tariff[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** A tariff with all of its rows. */
export interface TariffDetail {
  /** The type of this record. */
  object: 'tariff'
  /** Code of the carrier */
  carrier: string
  /** Destination country */
  country: string
  /** ISO 4217 code of the currency of the market */
  currency: string
  /** First day, in UTC, on which the tariff is in force */
  effective_on: string
  /** Whether the tariff is in force now or later; false if it was in force only before */
  in_use: boolean
  /** Number of rows */
  rows: number
  /** Number of pairs of prefixes in the table of zones; each takes a byte of memory in every process */
  pairs: number
  /** Time of the import */
  imported_at: string
  /** Actor that imported the tariff */
  actor: string
  /** The whole tariff, as a file that can be imported again */
  csv: string
}

/** Whether a scan waits in the inbox. */
export type UnmatchedState = 'open' | 'dismissed'

/** Place of the event, from the report of the carrier */
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

/** State of a scan that a carrier reported. */
export type CarrierScanState = 'matched' | 'open' | 'dismissed'

/** A parcel whose number differs from a reported number only by leading zeros. */
export interface SimilarParcel {
  /** The parcel */
  shipment_id: string
  /** Carrier number or barcode of the parcel */
  number: string
}

/** A carrier report whose number matches no known parcel, or a parcel that is not with the carrier. */
export interface UnmatchedScan {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'unmatched_scan'
  /** Code of the carrier that reported the scan */
  carrier: string
  /** Number from the report of the carrier */
  number: string
  /** The carrier's own code for what happened */
  code: string
  /** Kind of scan that the code means */
  kind: CarrierReportedKind
  /** Time of the event, from the report of the carrier */
  occurred_at: string
  /** Our number for the parcel, from the report of the carrier */
  reference: string | null
  place: ReportedPlace
  /** `open`: no parcel is known yet */
  state: CarrierScanState
  /** Why the scan is open: `unknown_number`, `several_shipments` (the number matches more than one), `surplus` (the acceptance of a tender named it), the code of the error if the scan was refused for the parcel, or the reason why this carrier may not move the parcel with this number: `other_carrier` (the parcel is with another carrier or assigned to another carrier), `not_in_network` (the network has not received the parcel yet), `shipment_ended` (the shipment ended before a carrier had the parcel), `not_candidate` (no carrier has the parcel, and the reporting carrier is not a candidate in the parcel's market), `no_carrier_yet` (no carrier has the parcel, and the scan does not show that the reporting carrier has it) */
  reason: string | null
  /** The parcel that the scan was matched with. While the scan is open: the parcel that its number matches, if this carrier may not move that parcel */
  shipment_id: string | null
  /** The scan in the parcel's history */
  scan_id: string | null
  /** The report that contains the scan */
  import_id: string | null
  /** Line of the report */
  line: number | null
  /** The tender whose acceptance named this surplus parcel */
  tender_id: string | null
  /** Reason for the dismissal */
  note: string | null
  /** Time when the service received the report */
  created_at: string
  /** Time of the match or the dismissal */
  resolved_at: string | null
  /** Actor that matched or dismissed the scan; null if its number became known automatically */
  resolved_by: string | null
  /** Only in the list: at most three parcels whose number differs from this one only by leading zeros. Check them before you match the scan */
  suggestions: SimilarParcel[]
}

/** One page of `UnmatchedScan` records. */
export interface UnmatchedScanList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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
  /** Shipment id, tracking number or barcode of the parcel */
  shipment: string
}

/** A scan of the inbox that was matched with a parcel, and the number of scans matched with it. */
export interface MatchedScan {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'unmatched_scan'
  /** Code of the carrier that reported the scan */
  carrier: string
  /** Number from the report of the carrier */
  number: string
  /** The carrier's own code for what happened */
  code: string
  /** Kind of scan that the code means */
  kind: CarrierReportedKind
  /** Time of the event, from the report of the carrier */
  occurred_at: string
  /** Our number for the parcel, from the report of the carrier */
  reference: string | null
  place: ReportedPlace
  /** `open`: no parcel is known yet */
  state: CarrierScanState
  /** Why the scan is open: `unknown_number`, `several_shipments` (the number matches more than one), `surplus` (the acceptance of a tender named it), the code of the error if the scan was refused for the parcel, or the reason why this carrier may not move the parcel with this number: `other_carrier` (the parcel is with another carrier or assigned to another carrier), `not_in_network` (the network has not received the parcel yet), `shipment_ended` (the shipment ended before a carrier had the parcel), `not_candidate` (no carrier has the parcel, and the reporting carrier is not a candidate in the parcel's market), `no_carrier_yet` (no carrier has the parcel, and the scan does not show that the reporting carrier has it) */
  reason: string | null
  /** The parcel that the scan was matched with. While the scan is open: the parcel that its number matches, if this carrier may not move that parcel */
  shipment_id: string | null
  /** The scan in the parcel's history */
  scan_id: string | null
  /** The report that contains the scan */
  import_id: string | null
  /** Line of the report */
  line: number | null
  /** The tender whose acceptance named this surplus parcel */
  tender_id: string | null
  /** Reason for the dismissal */
  note: string | null
  /** Time when the service received the report */
  created_at: string
  /** Time of the match or the dismissal */
  resolved_at: string | null
  /** Actor that matched or dismissed the scan; null if its number became known automatically */
  resolved_by: string | null
  /** Only in the list: at most three parcels whose number differs from this one only by leading zeros. Check them before you match the scan */
  suggestions: SimilarParcel[]
  /** Number of scans of this number that were recorded with the parcel */
  matched_scans: number
}

/** A webhook with its partner, for operators. */
export interface OperatorWebhook {
  /** The id of the record, which never changes. */
  id: string
  /** The type of this record. */
  object: 'webhook_endpoint'
  /** The address that receives the events. */
  url: string
  /** The event types that are sent; `*` means all types. */
  enabled_events: string[]
  /** The description; null if there is none. */
  description: string | null
  /** The current status. */
  status: WebhookStatus
  /** Why the webhook is disabled */
  disabled_reason: string | null
  health: WebhookHealth
  /** Absent unless the webhook was registered with it */
  signing?: 'standard' | undefined
  /** Time when the webhook was registered */
  created_at: string
  /** The partner that owns the record */
  partner_id: string
}

/** One page of `OperatorWebhook` records. */
export interface OperatorWebhookList {
  /** The type of this record. */
  object: 'list'
  /** The items on this page. */
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
  /** Only shipments that are currently assigned to this sweep */
  sweepId?: string | undefined
  /** Only items with this status. */
  status?: ShipmentStatus | undefined
  /** Only shipments with this order number */
  order_id?: string | undefined
  /** Only shipments with this return authorization number */
  rma?: string | undefined
  /** Only shipments of the customer with this id */
  customer?: string | undefined
  /** Only shipments with this tracking number; case and spaces do not matter */
  tracking?: string | undefined
  /** Only shipments that were handed over by this tender */
  tender_id?: string | undefined
  /** Only shipments that were created in this group */
  group_id?: string | undefined
  /** Only shipments that were dropped off at this counter */
  store_id?: string | undefined
  /** Only shipments on this manifest */
  manifest_id?: string | undefined
  /** Only shipments created after this time */
  created_after?: string | undefined
  /** Only shipments created before this time */
  created_before?: string | undefined
  /** Only unclaimed shipments that are past their `dispose_after`. No shipment is disposed of automatically. The longest overdue shipments come first */
  dispose_due?: 'true' | undefined
  /** Only unclaimed shipments with a `dispose_after` up to this time, in the past or future. The earliest come first */
  dispose_before?: string | undefined
  /** Only shipments in the network that are unchanged since this time. The longest unchanged shipments come first */
  not_moved_since?: string | undefined
  /** Only records of this partner; only for operators */
  partner_id?: string | undefined
}

export interface ListShipmentGroupsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only groups with this order number */
  order_id?: string | undefined
  /** Only groups with this master number; case and spaces do not matter */
  master_number?: string | undefined
  /** Only records of this partner; only for operators */
  partner_id?: string | undefined
}

export interface SearchEverythingQuery {
  /** Any identifier */
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
  /** Sort order; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListReturnLinksQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only links with this order number */
  order_id?: string | undefined
}

export interface ListOwnDisputesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** `open` when absent */
  status?: DisputeStatus | undefined
  /** Only disputes about this shipment */
  shipment_id?: string | undefined
  /** Sort order; `newest` when absent */
  order?: HistoryOrder | undefined
  /** Only records of this partner; only for operators */
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
  /** Only discrepancies about this shipment */
  shipment_id?: string | undefined
  /** Only discrepancies found at this stage */
  stage?: DiscrepancyStage | undefined
  /** Only discrepancies that the service opened for this reason */
  reason?: 'late_custody' | undefined
  /** Only discrepancies found by this counter */
  store_id?: string | undefined
  /** Whether the difference is charged */
  chargeable?: YesNo | undefined
  /** Only records of this partner; only for operators */
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
  /** Sort order; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListPickupsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only pickups of this shipment */
  shipment_id?: string | undefined
  /** Only pickups of this sweep */
  sweep_id?: string | undefined
  /** Only pickups at this store */
  store_id?: string | undefined
  /** Only pickups on this store-local day */
  date?: string | undefined
  /** Only items with this status. */
  status?: PickupStatus | undefined
  /** Only records of this partner; only for operators */
  partner_id?: string | undefined
}

export interface ListPickupDaysQuery {
  /** The first day, local to the location; today when absent */
  from?: string | undefined
  /** Number of days; 14 when absent */
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
  /** The counter; a session at a counter may omit it */
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
  /** Only tenders to the carrier with this code */
  carrier?: string | undefined
  /** Only items with this status. */
  status?: TenderStatus | undefined
  /** Only tenders that were accepted with fewer pieces than expected (`short`), or with more (`over`) */
  discrepancy?: TenderDifference | undefined
  /** Only tenders accepted after this time, latest acceptance first; only together with `discrepancy` */
  accepted_after?: string | undefined
  /** Only tenders whose discrepancy was not dismissed; only together with `accepted_after` */
  dismissed?: 'false' | undefined
  /** Only records of this partner; only for operators */
  partner_id?: string | undefined
}

export interface ListManifestsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only manifests of this store */
  store_id?: string | undefined
  /** Only manifests of this store-local day */
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
  /** Country of the postal code, as an ISO 3166-1 alpha-2 code */
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
  /** Only webhooks with this health */
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
  /** Maximum number of events; 100 when absent. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** An eventID: the page begins after it. */
  after?: string | undefined
  /** `oldest` when absent: the order for following the feed. `newest` starts at the end and goes backward, for people who look at the feed; page it with `cursor`, not with `after`. */
  order?: HistoryOrder | undefined
  /** Only these types; repeat the parameter for several. */
  type?: EventType[] | undefined
  /** Only events of scans that moved a parcel. */
  scans?: 'true' | undefined
  /** Only events of this shipment. */
  shipment?: string | undefined
  /** Only events created after this time */
  created_after?: string | undefined
  /** Only events created before this time */
  created_before?: string | undefined
}

export interface ListShipmentEventsQuery {
  /** Maximum number of events; 100 when absent. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Sort order; `newest` when absent */
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
  /** The person left. The links and sessions that this person created end too */
  reason?: 'left' | undefined
}

export interface ListOwnKeysQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface ReadOwnKeyQuery {
  /** Adds `rate_used`: the requests of the last minute that count against the limit of the key. */
  use?: 'true' | undefined
}

export interface ReadTodayStepsQuery {
  /** Status that the parcels left */
  from: ShipmentStatus
  /** Status that the parcels reached */
  to: ShipmentStatus
}

export interface ListAuditQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only entries of this actor */
  actor?: string | undefined
  /** Only entries about this id or code */
  subject?: string | undefined
  /** Only entries with this action */
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
  /** Only bookings in this state */
  state?: CarrierBookingState | undefined
  /** Only bookings of this carrier */
  carrier?: string | undefined
  /** Only bookings of this parcel */
  shipment_id?: string | undefined
  /** Sort order; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface SendCarrierInvoiceQuery {
  /** Code of the carrier */
  carrier: string
  /** Name of the file, for later reference */
  file_name?: string | undefined
}

export interface ListCarrierInvoicesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only invoices of this carrier */
  carrier?: string | undefined
  /** Only invoices with this number */
  number?: string | undefined
  /** `undecided`: a line is undecided; `open`: a line is undecided or disputed; `settled`: neither */
  state?: CarrierInvoiceState | undefined
  /** Only invoices of this import */
  import_id?: string | undefined
  /** Sort order; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListCarrierInvoiceLinesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only lines with this verdict */
  verdict?: CarrierInvoiceVerdict | undefined
  /** Only lines in this state */
  state?: CarrierInvoiceLineState | undefined
  /** Only lines of this parcel */
  shipment_id?: string | undefined
}

export interface ListCarriersQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only carriers whose service does not answer */
  failing?: 'true' | undefined
}

export interface SendCarrierReportQuery {
  /** Name of the file, for later reference */
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
  /** Only claims of this partner */
  partner_id?: string | undefined
  /** Only claims about this shipment */
  shipment_id?: string | undefined
  /** Sort order; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListConsolidationsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only consolidations of the carrier with this code */
  carrier?: string | undefined
  /** Only items with this status. */
  status?: ConsolidationStatus | undefined
  /** Only consolidations at the facility with this code */
  facility?: string | undefined
  /** Only consolidations at this store */
  store_id?: string | undefined
  /** Only consolidations on this store-local day */
  date?: string | undefined
  /** Only consolidations with this tender or sweep */
  member?: string | undefined
}

export interface ListDisputesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** `open` when absent */
  status?: DisputeStatus | undefined
  /** Only disputes of this partner */
  partner_id?: string | undefined
  /** Only disputes about this shipment */
  shipment_id?: string | undefined
  /** Sort order; `newest` when absent */
  order?: HistoryOrder | undefined
}

export interface ListOperatorEventsQuery {
  /** Maximum number of events; 100 when absent. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** An eventID: the page begins after it. */
  after?: string | undefined
  /** `oldest` when absent: the order for following the feed. `newest` starts at the end and goes backward, for people who look at the feed; page it with `cursor`, not with `after`. */
  order?: HistoryOrder | undefined
  /** Only these types; repeat the parameter for several. */
  type?: EventType[] | undefined
  /** Only events of scans that moved a parcel. */
  scans?: 'true' | undefined
  /** Only events of this shipment. */
  shipment?: string | undefined
  /** Only events created after this time */
  created_after?: string | undefined
  /** Only events created before this time */
  created_before?: string | undefined
  /** Partner whose feed is read; if absent, all feeds are read, and `order` must be `newest` */
  partner_id?: string | undefined
}

export interface ListFacilitiesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
}

export interface StartImportQuery {
  /** Content of the file */
  kind: FileKind
  /** Name of the file, for later reference */
  file_name?: string | undefined
}

export interface ListImportsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only imports of this kind */
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
  /** Only keys that wait for a decision because their creator left */
  undecided?: 'true' | undefined
}

export interface ReadKeyQuery {
  /** Adds `rate_used`: the requests of the last minute that count against the limit of the key. */
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
  /** Only rate cards of this carrier */
  carrier?: string | undefined
  /** Only rate cards for this country */
  country?: string | undefined
}

export interface SearchShipmentsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Any identifier */
  q?: string | undefined
  /** Only shipments that are currently assigned to this sweep */
  sweepId?: string | undefined
  /** Only items with this status. */
  status?: ShipmentStatus | undefined
  /** Only shipments with this order number */
  order_id?: string | undefined
  /** Only shipments with this return authorization number */
  rma?: string | undefined
  /** Only shipments of the customer with this id */
  customer?: string | undefined
  /** Only shipments with this tracking number; case and spaces do not matter */
  tracking?: string | undefined
  /** Only shipments that were handed over by this tender */
  tender_id?: string | undefined
  /** Only shipments that were created in this group */
  group_id?: string | undefined
  /** Only shipments that were dropped off at this counter */
  store_id?: string | undefined
  /** Only shipments on this manifest */
  manifest_id?: string | undefined
  /** Only shipments created after this time */
  created_after?: string | undefined
  /** Only shipments created before this time */
  created_before?: string | undefined
  /** Only unclaimed shipments that are past their `dispose_after`. No shipment is disposed of automatically. The longest overdue shipments come first */
  dispose_due?: 'true' | undefined
  /** Only unclaimed shipments with a `dispose_after` up to this time, in the past or future. The earliest come first */
  dispose_before?: string | undefined
  /** Only shipments in the network that are unchanged since this time. The longest unchanged shipments come first */
  not_moved_since?: string | undefined
  /** Only records of this partner; only for operators */
  partner_id?: string | undefined
}

export interface ListStoresQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only stores with this code */
  code?: string | undefined
  /** Only stores in this country */
  country?: string | undefined
}

export interface ListTariffsQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only tariffs of this carrier */
  carrier?: string | undefined
  /** Only tariffs for this country */
  country?: string | undefined
}

export interface ListUnmatchedScansQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** `open` when absent */
  state?: UnmatchedState | undefined
  /** Only scans of this carrier */
  carrier?: string | undefined
  /** Only scans with this number */
  number?: string | undefined
  /** Only scans of this report */
  import_id?: string | undefined
  /** Only scans of surplus parcels of this tender */
  tender_id?: string | undefined
  /** Sort order; `newest` when absent */
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
  /** Only deliveries to this partner */
  partner_id?: string | undefined
}

export interface ListOperatorWebhooksQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only webhooks of this partner */
  partner_id?: string | undefined
  /** Only items with this status. */
  status?: WebhookStatus | undefined
  /** Only webhooks with this health */
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

/** All operations, for programs with their own transport: the method, path and answer of each. */
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
  | { method: 'POST'; path: `/v2/shipments/${string}/carrier-label`; answer: CarrierLabel }
  | { method: 'GET'; path: `/v2/shipments/${string}/carrier-label`; answer: Binary }
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
  | { method: 'POST'; path: `/v2/ops/partners/${string}/pickups`; answer: Pickup }
  | { method: 'POST'; path: `/v2/ops/partners/${string}/return-links`; answer: ReturnLink }
  | { method: 'POST'; path: `/v2/ops/partners/${string}/shipments`; answer: Shipment }
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
