// Generated from docs/openapi.json by `npm run generate`; do not edit.

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
export type ErrorCode = 'route_not_found' | 'method_not_allowed' | 'payload_too_large' | 'bad_request' | 'missing_api_key' | 'invalid_api_key' | 'wrong_environment' | 'forbidden' | 'invalid_signature' | 'rate_limited' | 'insufficient_scope' | 'sandbox_only' | 'unsupported_media_type' | 'invalid_json' | 'idempotency_key_invalid' | 'idempotency_key_reused' | 'validation_failed' | 'invalid_cursor' | 'not_found' | 'shipment_locked' | 'shipment_not_dispositionable' | 'disposal_too_early' | 'shipment_not_cancellable' | 'shipment_not_redirectable' | 'shipment_held' | 'invalid_transition' | 'label_not_ready' | 'label_voided' | 'pod_not_available' | 'qr_not_valid' | 'adjustment_already_disputed' | 'adjustment_not_disputed' | 'negative_total' | 'pickup_already_cancelled' | 'pickup_already_scheduled' | 'tender_already_accepted' | 'tender_already_cancelled' | 'tender_not_acceptable' | 'shipment_already_tendered' | 'manifest_already_closed' | 'claim_already_open' | 'claim_already_resolved' | 'webhook_url_not_allowed' | 'store_code_taken' | 'webhook_limit_reached' | 'storage_quota_exceeded' | 'delivery_not_possible' | 'idempotency_in_progress' | 'internal_error' | 'unavailable'

export interface Refusal {
  code: ErrorCode
  /** One sentence for people: what is wrong and what to do. */
  message: string
  /** Facts for this code. */
  details: Record<string, unknown>
}

/** Any error answer. */
export interface ErrorEnvelope {
  error: Refusal
}

/** The ids of what an event is about. The schema of its type says which are always there. */
export interface EventIdentifiers {
  shipment?: string | undefined
  ltracking?: string | undefined
  barcode?: string | undefined
  tracking?: string | undefined
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr?: string | undefined
  previousQr?: string | undefined
  store?: string | undefined
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest?: string | undefined
}

export interface EventLocation {
  name?: string | undefined
  code?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postalCode?: string | undefined
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
  location?: EventLocation | undefined
  /** Path of the label. */
  labelUrl?: string | undefined
}

/** An event of any type. Decide by `type`, and read those that you know by the schema of that type (`WebhookEvent` is all of them). New types and new fields come without notice: pass over a type that you do not know, and answer its delivery with 2xx. */
export interface Event {
  object: 'webhook'
  /** The same in every delivery and in the feed; remember it to pass over repetitions. */
  eventID: string
  /** The internal name, which several types share. */
  event: string
  /** What happened, such as `shipment.delivered`. */
  type: string
  identifiers: EventIdentifiers
  event_info: EventInfo
  /** What is particular to the type, where it has anything. */
  eventSpecific?: Record<string, unknown> | undefined
}

export interface ShipmentEventIdentifiers {
  shipment: string
  ltracking?: string | undefined
  barcode: string
  tracking: string
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr?: string | undefined
  previousQr?: string | undefined
  store?: string | undefined
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest?: string | undefined
}

/** Whether a parcel goes back to the merchant or out to a customer. */
export type Direction = 'return' | 'outbound'

export interface ShipmentCreatedInfo {
  event: 'shipment.created'
  date: string
  eventDateTime: string
  summary: string
  status: 'created'
  direction: Direction
  email: string
  full_name: string
}

/** How fast a parcel travels. */
export type ServiceLevel = 'economy' | 'standard' | 'express'

export interface EventParcel {
  weight: number
  length: number
  width: number
  height: number
  cubicFt: number
}

export interface ShipmentCreatedDetails {
  labelVersion?: number | undefined
  serviceLevel: ServiceLevel
  parcel: EventParcel
}

/** A shipment is created: on its own, in a batch or by a counter sale. */
export interface ShipmentCreatedEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.created'
  type: 'shipment.created'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentCreatedInfo
  eventSpecific: ShipmentCreatedDetails
}

export interface LabelEventIdentifiers {
  shipment: string
  ltracking?: string | undefined
  barcode: string
  tracking: string
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label: string
  tender?: string | undefined
  qr?: string | undefined
  previousQr?: string | undefined
  store?: string | undefined
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest?: string | undefined
}

export interface ShipmentLabelReadyInfo {
  event: 'shipment.label_ready'
  date: string
  eventDateTime: string
  summary: string
  status: 'label_ready'
  direction: Direction
  email: string
  full_name: string
  labelUrl: string
}

/** In what form labels are made. */
export type LabelFormat = 'pdf' | 'png' | 'zpl'

export interface ShipmentLabelReadyDetails {
  labelFormat: LabelFormat
  labelVersion: number
  serviceLevel: ServiceLevel
  parcel: EventParcel
}

/** The first label of a shipment is made: at creation for print_label, at the counter for qr_code. */
export interface ShipmentLabelReadyEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.label_ready'
  type: 'shipment.label_ready'
  identifiers: LabelEventIdentifiers
  event_info: ShipmentLabelReadyInfo
  eventSpecific: ShipmentLabelReadyDetails
}

export interface ShipmentLabelReprintedInfo {
  event: 'shipment.label_reprinted'
  date: string
  eventDateTime: string
  summary: string
  status: 'label_ready'
  direction: Direction
  email: string
  full_name: string
  labelUrl: string
}

export interface ShipmentLabelReprintedDetails {
  labelVersion: number
  serviceLevel: ServiceLevel
  parcel: EventParcel
}

/** A reprint replaces the label; tracking and barcode stay the same. */
export interface ShipmentLabelReprintedEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.label_reprinted'
  type: 'shipment.label_reprinted'
  identifiers: LabelEventIdentifiers
  event_info: ShipmentLabelReprintedInfo
  eventSpecific: ShipmentLabelReprintedDetails
}

export interface ShipmentUpdatedInfo {
  event: 'shipment.updated'
  date: string
  eventDateTime: string
  summary: string
  status: 'created'
  direction: Direction
  email: string
  full_name: string
}

/** An amendment changes the shipment. The event does not report a change of status: its own status is always created, whatever that of the shipment is. */
export interface ShipmentUpdatedEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.updated'
  type: 'shipment.updated'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentUpdatedInfo
}

export interface ShipmentSoldInfo {
  event: 'shipment.sold'
  date: string
  eventDateTime: string
  summary: string
  status: 'label_ready'
  direction: Direction
  email: string
  full_name: string
  labelUrl: string
}

export interface ShipmentSoldDetails {
  soldAt: string
  serviceLevel: ServiceLevel
}

/** A shipment is sold at a counter; fires after created and label_ready. */
export interface ShipmentSoldEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.sold'
  type: 'shipment.sold'
  identifiers: LabelEventIdentifiers
  event_info: ShipmentSoldInfo
  eventSpecific: ShipmentSoldDetails
}

/** Where the coordinates of a scan come from. */
export type CoordinateSource = 'store' | 'facility' | 'device'

export interface QrScannedInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface QrScannedDetails {
  'scan-type': 'dropoff'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
  storeCode?: string | undefined
  pudoCode?: string | undefined
}

/** A counter takes in a parcel from its sender. in_possession follows, and adjusted if the reweigh differs. */
export interface QrScannedEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'qr.scanned'
  identifiers: ShipmentEventIdentifiers
  event_info: QrScannedInfo
  eventSpecific: QrScannedDetails
}

export interface ShipmentReadyForPickupInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  status: 'ready_for_pickup'
  direction: Direction
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface ShipmentReadyForPickupDetails {
  'scan-type': 'accepted'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
}

/** A counter accepts a parcel that already has its label. */
export interface ShipmentReadyForPickupEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'shipment.ready_for_pickup'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentReadyForPickupInfo
  eventSpecific: ShipmentReadyForPickupDetails
}

export interface ShipmentPickedUpInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  status: 'picked_up'
  direction: Direction
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface ShipmentPickedUpDetails {
  'scan-type': 'pickup'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
}

/** A driver collects the parcel. */
export interface ShipmentPickedUpEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'shipment.picked_up'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentPickedUpInfo
  eventSpecific: ShipmentPickedUpDetails
}

export interface ShipmentInPossessionInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  status: 'in_possession'
  direction: Direction
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface ShipmentInPossessionDetails {
  'scan-type': 'possession'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
}

/** A walk-in or custody scan shows that the network has custody of the parcel. */
export interface ShipmentInPossessionEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'shipment.in_possession'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentInPossessionInfo
  eventSpecific: ShipmentInPossessionDetails
}

export interface ShipmentAtSortCenterInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  status: 'at_sort_center'
  direction: Direction
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface ShipmentAtSortCenterDetails {
  'scan-type': 'arrived_at_sort'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
}

/** A scan shows that the parcel has arrived at a sort facility. */
export interface ShipmentAtSortCenterEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'shipment.at_sort_center'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentAtSortCenterInfo
  eventSpecific: ShipmentAtSortCenterDetails
}

export interface ShipmentSortedInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  status: 'sorted'
  direction: Direction
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface ShipmentSortedDetails {
  'scan-type': 'sorted'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
}

/** A scan shows that the parcel has been sorted. */
export interface ShipmentSortedEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'shipment.sorted'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentSortedInfo
  eventSpecific: ShipmentSortedDetails
}

export interface ShipmentInjectedInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  status: 'injected'
  direction: Direction
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface ShipmentInjectedDetails {
  'scan-type': 'injected'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
  carrier?: string | undefined
}

/** The onward carrier takes over the parcel, by a scan or by accepting an inject tender. */
export interface ShipmentInjectedEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'shipment.injected'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentInjectedInfo
  eventSpecific: ShipmentInjectedDetails
}

export interface ShipmentInTransitInfo {
  event: 'shipment.in_transit'
  date: string
  eventDateTime: string
  summary: string
  status: 'in_transit'
  direction: Direction
  email: string
  full_name: string
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface ShipmentInTransitDetails {
  carrier?: string | undefined
  scheduledDeliveryDate?: string | undefined
}

/** The onward carrier's first movement scan; event_info says when and where. */
export interface ShipmentInTransitEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.in_transit'
  type: 'shipment.in_transit'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentInTransitInfo
  eventSpecific: ShipmentInTransitDetails
}

export interface TrackingUpdatedInfo {
  event: 'tracking.updated'
  date: string
  eventDateTime: string
  summary: string
  status: 'in_transit'
  direction: Direction
  email: string
  full_name: string
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface TrackingUpdatedDetails {
  carrier?: string | undefined
  scheduledDeliveryDate?: string | undefined
}

/** Right after in_transit, with the same payload. It does not fire for every scan. */
export interface TrackingUpdatedEvent {
  object: 'webhook'
  eventID: string
  event: 'tracking.updated'
  type: 'tracking.updated'
  identifiers: ShipmentEventIdentifiers
  event_info: TrackingUpdatedInfo
  eventSpecific: TrackingUpdatedDetails
}

export interface ShipmentOutForDeliveryInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  status: 'out_for_delivery'
  direction: Direction
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

export interface ShipmentOutForDeliveryDetails {
  'scan-type': 'out_for_delivery'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
  carrier?: string | undefined
  scheduledDeliveryDate?: string | undefined
}

/** An out-for-delivery scan, or disposition redeliver, which sends out an undeliverable parcel again. */
export interface ShipmentOutForDeliveryEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'shipment.out_for_delivery'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentOutForDeliveryInfo
  eventSpecific: ShipmentOutForDeliveryDetails
}

export interface ShipmentDeliveredInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  status: 'delivered'
  direction: Direction
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

/** How good a proof of delivery is. */
export type PodGrade = 'A' | 'B' | 'C'

export interface ShipmentDeliveredDetails {
  'scan-type': 'delivered'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
  pod?: string | undefined
  podGrade: PodGrade
  carrier?: string | undefined
}

/** A delivery scan. pod is absent when there is no image. */
export interface ShipmentDeliveredEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'shipment.delivered'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentDeliveredInfo
  eventSpecific: ShipmentDeliveredDetails
}

export interface ShipmentRejectedInfo {
  event: 'scan-event'
  date: string
  eventDateTime: string
  summary: string
  status: 'rejected'
  direction: Direction
  email: ''
  full_name: ''
  lat?: string | undefined
  lon?: string | undefined
  coordinateSource?: CoordinateSource | undefined
  scannedDateTime: string
  location?: EventLocation | undefined
}

/** Why a counter refused a parcel. */
export type RejectReason = 'damaged' | 'prohibited' | 'oversize' | 'wrong_item' | 'no_label' | 'other'

export interface ShipmentRejectedDetails {
  'scan-type': 'rejected'
  scantime: string
  scannerEmail?: string | undefined
  scannerName?: string | undefined
  rejectReason: RejectReason
  rejectReasonNote?: string | undefined
}

/** A counter refuses the parcel and does not take custody of it. */
export interface ShipmentRejectedEvent {
  object: 'webhook'
  eventID: string
  event: 'scan-event'
  type: 'shipment.rejected'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentRejectedInfo
  eventSpecific: ShipmentRejectedDetails
}

export interface ShipmentUndeliverableInfo {
  event: 'shipment.undeliverable'
  date: string
  eventDateTime: string
  summary: string
  status: 'undeliverable'
  direction: Direction
  email: string
  full_name: string
}

export interface ShipmentUndeliverableDetails {
  disposition: 'rts'
  carrier?: string | undefined
}

/** Disposition rts while the onward carrier has the parcel. */
export interface ShipmentUndeliverableEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.undeliverable'
  type: 'shipment.undeliverable'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentUndeliverableInfo
  eventSpecific: ShipmentUndeliverableDetails
}

export interface ShipmentReturnToSenderInfo {
  event: 'shipment.return_to_sender'
  date: string
  eventDateTime: string
  summary: string
  status: 'return_to_sender'
  direction: Direction
  email: string
  full_name: string
}

export interface ShipmentReturnToSenderDetails {
  disposition: 'rts'
  carrier?: string | undefined
}

/** Disposition rts while the network has the parcel, or when the parcel is already undeliverable or unclaimed. */
export interface ShipmentReturnToSenderEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.return_to_sender'
  type: 'shipment.return_to_sender'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentReturnToSenderInfo
  eventSpecific: ShipmentReturnToSenderDetails
}

export interface ShipmentUnclaimedInfo {
  event: 'shipment.unclaimed'
  date: string
  eventDateTime: string
  summary: string
  status: 'unclaimed'
  direction: Direction
  email: string
  full_name: string
}

export interface ShipmentUnclaimedDetails {
  disposition: 'unclaimed'
}

/** Disposition unclaimed. Repeating it fires the event again; the dates remain those of the first time. */
export interface ShipmentUnclaimedEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.unclaimed'
  type: 'shipment.unclaimed'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentUnclaimedInfo
  eventSpecific: ShipmentUnclaimedDetails
}

export interface ShipmentDisposedInfo {
  event: 'shipment.disposed'
  date: string
  eventDateTime: string
  summary: string
  status: 'disposed'
  direction: Direction
  email: string
  full_name: string
}

export interface ShipmentDisposedDetails {
  disposition: 'dispose'
}

/** Disposition dispose. */
export interface ShipmentDisposedEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.disposed'
  type: 'shipment.disposed'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentDisposedInfo
  eventSpecific: ShipmentDisposedDetails
}

export interface ClaimEventIdentifiers {
  shipment: string
  ltracking?: string | undefined
  barcode: string
  tracking: string
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr?: string | undefined
  previousQr?: string | undefined
  store?: string | undefined
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim: string
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest?: string | undefined
}

export interface ClaimOpenedInfo {
  event: 'claim.opened'
  date: string
  eventDateTime: string
  summary: string
  status: 'open'
  email: string
  full_name: string
}

/** What a claim is about. */
export type ClaimType = 'lost' | 'damaged' | 'misdelivered'

export interface ClaimOpenedDetails {
  claimType: ClaimType
  description?: string | undefined
}

/** A claim is opened. Resolving it fires no event. */
export interface ClaimOpenedEvent {
  object: 'webhook'
  eventID: string
  event: 'claim.opened'
  type: 'claim.opened'
  identifiers: ClaimEventIdentifiers
  event_info: ClaimOpenedInfo
  eventSpecific: ClaimOpenedDetails
}

export interface ShipmentCancelledInfo {
  event: 'shipment.cancelled'
  date: string
  eventDateTime: string
  summary: string
  status: 'cancelled'
  direction: Direction
  email: string
  full_name: string
}

export interface ShipmentCancelledDetails {
  labelVoided: true
  voidedAt: string
  cancelledAt: string
  expiresAt: string
}

/** A shipment is cancelled before drop-off. */
export interface ShipmentCancelledEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.cancelled'
  type: 'shipment.cancelled'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentCancelledInfo
  eventSpecific: ShipmentCancelledDetails
}

export interface ShipmentExpiredInfo {
  event: 'shipment.expired'
  date: string
  eventDateTime: string
  summary: string
  status: 'expired'
  direction: Direction
  email: string
  full_name: string
}

export interface ShipmentExpiredDetails {
  labelVoided: true
  voidedAt: string
  expiredAt: string
  expiresAt: string
}

/** Once, when a shipment that was not dropped off by expires_at is next read or changed. Rely on expiredAt rather than on when the event arrives. */
export interface ShipmentExpiredEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.expired'
  type: 'shipment.expired'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentExpiredInfo
  eventSpecific: ShipmentExpiredDetails
}

/** Where a shipment stands. */
export type ShipmentStatus = 'created' | 'label_ready' | 'ready_for_pickup' | 'picked_up' | 'in_possession' | 'at_sort_center' | 'sorted' | 'injected' | 'made_ready' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'rejected' | 'undeliverable' | 'return_to_sender' | 'unclaimed' | 'disposed' | 'cancelled' | 'expired'

export interface ShipmentHeldInfo {
  event: 'shipment.held'
  date: string
  eventDateTime: string
  summary: string
  status: ShipmentStatus
  direction: Direction
  email: string
  full_name: string
}

export interface ShipmentHeldDetails {
  held: true
}

/** A shipment is put on hold; its status stays the same. */
export interface ShipmentHeldEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.held'
  type: 'shipment.held'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentHeldInfo
  eventSpecific: ShipmentHeldDetails
}

export interface ShipmentReleasedInfo {
  event: 'shipment.released'
  date: string
  eventDateTime: string
  summary: string
  status: ShipmentStatus
  direction: Direction
  email: string
  full_name: string
}

export interface ShipmentReleasedDetails {
  held: false
}

/** A hold is released; the status stays the same. */
export interface ShipmentReleasedEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.released'
  type: 'shipment.released'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentReleasedInfo
  eventSpecific: ShipmentReleasedDetails
}

export interface ShipmentRedirectedInfo {
  event: 'shipment.redirected'
  date: string
  eventDateTime: string
  summary: string
  status: 'in_transit'
  direction: Direction
  email: string
  full_name: string
  location: EventLocation
}

export interface ShipmentRedirectedDetails {
  redirectedTo: string
  redirectedToLine1: string
  carrier?: string | undefined
}

/** The destination is changed on the way; event_info.location is the new destination. */
export interface ShipmentRedirectedEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.redirected'
  type: 'shipment.redirected'
  identifiers: ShipmentEventIdentifiers
  event_info: ShipmentRedirectedInfo
  eventSpecific: ShipmentRedirectedDetails
}

export interface AdjustmentEventIdentifiers {
  shipment: string
  ltracking?: string | undefined
  barcode: string
  tracking: string
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr?: string | undefined
  previousQr?: string | undefined
  store?: string | undefined
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment: string
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest?: string | undefined
}

export interface ShipmentAdjustedInfo {
  event: 'shipment.adjusted'
  date: string
  eventDateTime: string
  summary: string
  direction: Direction
  email: string
  full_name: string
}

/** Why a price was adjusted. */
export type AdjustmentReason = 'reweigh' | 'dimension' | 'address' | 'service' | 'other'

export interface ShipmentAdjustedDetails {
  reason: AdjustmentReason
  originalWeight: number
  newWeight: number
}

/** The price changes because of a reweigh, a chargeable discrepancy, a manual adjustment, or an amendment that reverses the charge of an earlier measurement. */
export interface ShipmentAdjustedEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.adjusted'
  type: 'shipment.adjusted'
  identifiers: AdjustmentEventIdentifiers
  event_info: ShipmentAdjustedInfo
  eventSpecific: ShipmentAdjustedDetails
}

export interface DiscrepancyEventIdentifiers {
  shipment: string
  ltracking?: string | undefined
  barcode: string
  tracking: string
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr?: string | undefined
  previousQr?: string | undefined
  store?: string | undefined
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy: string
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest?: string | undefined
}

export interface ShipmentDiscrepancyReportedInfo {
  event: 'shipment.discrepancy_reported'
  date: string
  eventDateTime: string
  summary: string
  direction: Direction
  email: string
  full_name: string
}

/** Where a parcel was found to differ. */
export type DiscrepancyStage = 'dropoff' | 'sort' | 'custody'

export interface EventMeasures {
  weight: number
  length: number
  width: number
  height: number
}

export interface ShipmentDiscrepancyReportedDetails {
  stage: DiscrepancyStage
  declared: EventMeasures
  observed: EventMeasures
  chargeable: boolean
}

/** A discrepancy is recorded; adjusted follows if it is chargeable. Stage custody: a scan that arrived after the shipment had expired or been cancelled shows that the network had the parcel. */
export interface ShipmentDiscrepancyReportedEvent {
  object: 'webhook'
  eventID: string
  event: 'shipment.discrepancy_reported'
  type: 'shipment.discrepancy_reported'
  identifiers: DiscrepancyEventIdentifiers
  event_info: ShipmentDiscrepancyReportedInfo
  eventSpecific: ShipmentDiscrepancyReportedDetails
}

export interface AdjustmentDisputedInfo {
  event: 'adjustment.disputed'
  date: string
  eventDateTime: string
  summary: string
  email: string
  full_name: string
}

export interface AdjustmentDisputedDetails {
  reason: AdjustmentReason
  originalWeight: number
  newWeight: number
  disputeStatus: 'open'
  disputeReason: string
}

/** An adjustment is disputed. Resolving the dispute fires no event. */
export interface AdjustmentDisputedEvent {
  object: 'webhook'
  eventID: string
  event: 'adjustment.disputed'
  type: 'adjustment.disputed'
  identifiers: AdjustmentEventIdentifiers
  event_info: AdjustmentDisputedInfo
  eventSpecific: AdjustmentDisputedDetails
}

export interface ReplacedQrEventIdentifiers {
  shipment: string
  ltracking?: string | undefined
  barcode: string
  tracking: string
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr: string
  previousQr: string
  store?: string | undefined
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest?: string | undefined
}

export interface QrReissuedInfo {
  event: 'qr.reissued'
  date: string
  eventDateTime: string
  summary: string
  email: string
  full_name: string
}

/** A QR is replaced by a new one and can no longer be presented. */
export interface QrReissuedEvent {
  object: 'webhook'
  eventID: string
  event: 'qr.reissued'
  type: 'qr.reissued'
  identifiers: ReplacedQrEventIdentifiers
  event_info: QrReissuedInfo
}

export interface QrEventIdentifiers {
  shipment: string
  ltracking?: string | undefined
  barcode: string
  tracking: string
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr: string
  previousQr?: string | undefined
  store?: string | undefined
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest?: string | undefined
}

export interface QrInvalidatedInfo {
  event: 'qr.invalidated'
  date: string
  eventDateTime: string
  summary: string
  status: 'invalidated'
  email: string
  full_name: string
}

export interface QrInvalidatedDetails {
  qrStatus: 'invalidated'
  expiresAt: string
}

/** A QR is invalidated on request. Replacing a QR does not fire this event. */
export interface QrInvalidatedEvent {
  object: 'webhook'
  eventID: string
  event: 'qr.invalidated'
  type: 'qr.invalidated'
  identifiers: QrEventIdentifiers
  event_info: QrInvalidatedInfo
  eventSpecific: QrInvalidatedDetails
}

export interface PickupEventIdentifiers {
  shipment: string
  ltracking?: string | undefined
  barcode: string
  tracking: string
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr?: string | undefined
  previousQr?: string | undefined
  store: string
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup: string
  confirmation: string
  sweep: string
  facility?: string | undefined
  manifest?: string | undefined
}

export interface PickupScheduledInfo {
  event: 'pickup.scheduled'
  date: string
  eventDateTime: string
  summary: string
  status: 'scheduled'
  email: string
  full_name: string
}

export interface PickupScheduledDetails {
  pickupDate: string
  pickupWindowStart: string
  pickupWindowEnd: string
  packageCount: number
}

/** A pickup is booked. */
export interface PickupScheduledEvent {
  object: 'webhook'
  eventID: string
  event: 'pickup.scheduled'
  type: 'pickup.scheduled'
  identifiers: PickupEventIdentifiers
  event_info: PickupScheduledInfo
  eventSpecific: PickupScheduledDetails
}

export interface PickupCancelledInfo {
  event: 'pickup.cancelled'
  date: string
  eventDateTime: string
  summary: string
  status: 'cancelled'
  email: string
  full_name: string
}

export interface PickupCancelledDetails {
  pickupDate: string
  pickupWindowStart: string
  pickupWindowEnd: string
  packageCount: number
}

/** A pickup is cancelled, by the cancel request or by setting its status. */
export interface PickupCancelledEvent {
  object: 'webhook'
  eventID: string
  event: 'pickup.cancelled'
  type: 'pickup.cancelled'
  identifiers: PickupEventIdentifiers
  event_info: PickupCancelledInfo
  eventSpecific: PickupCancelledDetails
}

export interface SweepEventIdentifiers {
  shipment?: string | undefined
  ltracking?: string | undefined
  barcode?: string | undefined
  tracking?: string | undefined
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr?: string | undefined
  previousQr?: string | undefined
  store: string
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep: string
  facility?: string | undefined
  manifest?: string | undefined
}

export interface SweepCreatedInfo {
  event: 'sweep.created'
  date: string
  eventDateTime: string
  summary: string
  status: 'ordered'
  email: string
  full_name: string
}

export interface SweepCreatedDetails {
  sweepDate: string
  dp: string
  storeCode: string
  storeAddress: string
}

/** The first live pickup for a store, day and carrier orders the visit. The event has no shipment and no number of packages. */
export interface SweepCreatedEvent {
  object: 'webhook'
  eventID: string
  event: 'sweep.created'
  type: 'sweep.created'
  identifiers: SweepEventIdentifiers
  event_info: SweepCreatedInfo
  eventSpecific: SweepCreatedDetails
}

export interface TenderEventIdentifiers {
  shipment?: string | undefined
  ltracking?: string | undefined
  barcode?: string | undefined
  tracking?: string | undefined
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender: string
  qr?: string | undefined
  previousQr?: string | undefined
  store?: string | undefined
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest?: string | undefined
}

export interface TenderCreatedInfo {
  event: 'tender.created'
  date: string
  eventDateTime: string
  summary: string
  status: 'created'
  email: string
  full_name: string
}

/** How a carrier gets the parcels of a tender. */
export type Handoff = 'inject' | 'collect'

export interface TenderCreatedDetails {
  carrier: string
  handoff: Handoff
  pieceCount: number
  shipmentCount: number
}

/** Shipments are grouped into a tender for a carrier. */
export interface TenderCreatedEvent {
  object: 'webhook'
  eventID: string
  event: 'tender.created'
  type: 'tender.created'
  identifiers: TenderEventIdentifiers
  event_info: TenderCreatedInfo
  eventSpecific: TenderCreatedDetails
}

export interface TenderAcceptedInfo {
  event: 'tender.accepted'
  date: string
  eventDateTime: string
  summary: string
  status: 'accepted'
  email: string
  full_name: string
}

export interface TenderAcceptedDetails {
  carrier: string
  handoff: Handoff
  pieceCount: number
  pieceCountReceived: number
  shipmentCount: number
  acceptedBy?: string | undefined
  acceptedAt: string
}

/** The carrier accepts a tender. Fires before tender.discrepancy and before the injected events of its shipments. */
export interface TenderAcceptedEvent {
  object: 'webhook'
  eventID: string
  event: 'tender.accepted'
  type: 'tender.accepted'
  identifiers: TenderEventIdentifiers
  event_info: TenderAcceptedInfo
  eventSpecific: TenderAcceptedDetails
}

export interface TenderDiscrepancyInfo {
  event: 'tender.discrepancy'
  date: string
  eventDateTime: string
  summary: string
  status: 'accepted'
  email: string
  full_name: string
}

/** Whether the carrier counted too few or too many. */
export type TenderDifference = 'short' | 'over'

export interface TenderDiscrepancyDetails {
  carrier: string
  handoff: Handoff
  pieceCount: number
  pieceCountReceived: number
  shipmentCount: number
  acceptedBy?: string | undefined
  acceptedAt: string
  discrepancyType: TenderDifference
  expectedPieceCount: number
  receivedPieceCount: number
  delta: number
}

/** The carrier counts more or fewer pieces than expected. Always fires after tender.accepted. */
export interface TenderDiscrepancyEvent {
  object: 'webhook'
  eventID: string
  event: 'tender.discrepancy'
  type: 'tender.discrepancy'
  identifiers: TenderEventIdentifiers
  event_info: TenderDiscrepancyInfo
  eventSpecific: TenderDiscrepancyDetails
}

export interface ManifestEventIdentifiers {
  shipment?: string | undefined
  ltracking?: string | undefined
  barcode?: string | undefined
  tracking?: string | undefined
  rma?: string | undefined
  orderID?: string | undefined
  shipExtID?: string | undefined
  label?: string | undefined
  tender?: string | undefined
  qr?: string | undefined
  previousQr?: string | undefined
  store: string
  customer?: string | undefined
  partner: string
  webhook?: string | undefined
  claim?: string | undefined
  adjustment?: string | undefined
  discrepancy?: string | undefined
  pickup?: string | undefined
  confirmation?: string | undefined
  sweep?: string | undefined
  facility?: string | undefined
  manifest: string
}

export interface ManifestClosedInfo {
  event: 'manifest.closed'
  date: string
  eventDateTime: string
  summary: string
  status: 'closed'
  email: string
  full_name: string
}

export interface ManifestClosedDetails {
  packageCount: number
  manifestDate: string
  closedAt: string
}

/** A store's manifest for the day is closed. */
export interface ManifestClosedEvent {
  object: 'webhook'
  eventID: string
  event: 'manifest.closed'
  type: 'manifest.closed'
  identifiers: ManifestEventIdentifiers
  event_info: ManifestClosedInfo
  eventSpecific: ManifestClosedDetails
}

/** An event of a type that there is now, told apart by `type`. */
export type WebhookEvent = ShipmentCreatedEvent | ShipmentLabelReadyEvent | ShipmentLabelReprintedEvent | ShipmentUpdatedEvent | ShipmentSoldEvent | QrScannedEvent | ShipmentReadyForPickupEvent | ShipmentPickedUpEvent | ShipmentInPossessionEvent | ShipmentAtSortCenterEvent | ShipmentSortedEvent | ShipmentInjectedEvent | ShipmentInTransitEvent | TrackingUpdatedEvent | ShipmentOutForDeliveryEvent | ShipmentDeliveredEvent | ShipmentRejectedEvent | ShipmentUndeliverableEvent | ShipmentReturnToSenderEvent | ShipmentUnclaimedEvent | ShipmentDisposedEvent | ClaimOpenedEvent | ShipmentCancelledEvent | ShipmentExpiredEvent | ShipmentHeldEvent | ShipmentReleasedEvent | ShipmentRedirectedEvent | ShipmentAdjustedEvent | ShipmentDiscrepancyReportedEvent | AdjustmentDisputedEvent | QrReissuedEvent | QrInvalidatedEvent | PickupScheduledEvent | PickupCancelledEvent | SweepCreatedEvent | TenderCreatedEvent | TenderAcceptedEvent | TenderDiscrepancyEvent | ManifestClosedEvent

/** Whether the sender prints a label or shows a QR. */
export type Fulfillment = 'print_label' | 'qr_code'

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

export interface ShipmentCreate {
  direction: Direction
  fulfillment: Fulfillment
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your own id of the shipment */
  ship_ext_id?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  from?: Address | undefined
  to?: Address | undefined
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: number | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** When it expires unless sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

/** How a shipment was created. */
export type Channel = 'api' | 'retail'

export interface AddressRecord {
  name: string | null
  company: string | null
  line1: string
  line2: string | null
  city: string
  state: string | null
  postal_code: string
  country: string
  phone: string | null
  email: string | null
}

export interface Parcel {
  /** Pounds */
  weight: number
  /** Inches */
  length: number
  /** Inches */
  width: number
  /** Inches */
  height: number
  weight_unit: 'lb'
  dimension_unit: 'in'
}

export interface ShipmentPod {
  document: string | null
  grade: PodGrade
}

export interface Shipment {
  id: string
  object: 'shipment'
  /** 26 random Crockford base32 characters and a check character; never changes */
  tracking: string
  /** 20 digits, the last a GS1 mod-10 check digit; never changes */
  barcode: string
  /** The onward carrier's own number, once a carrier is known */
  ltracking: string | null
  status: ShipmentStatus
  direction: Direction
  fulfillment: Fulfillment
  channel: Channel
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your own id of the shipment */
  ship_ext_id: string | null
  /** Your id of the customer */
  customer: string | null
  service_level: ServiceLevel
  from: AddressRecord | null
  to: AddressRecord
  parcel: Parcel
  /** Cents */
  declared_value: number | null
  /** Where it was routed to be dropped off */
  drop_off_store_id: string | null
  /** The counter that took it in */
  store_id: string | null
  label_format: LabelFormat
  /** Destination country */
  market: string
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
  label_voided: boolean
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
  reject_reason: RejectReason | null
  /** The counter's note */
  reject_reason_note: string | null
  /** First unclaimed report */
  unclaimed_since: string | null
  /** 30 days after the first unclaimed report */
  dispose_after: string | null
  /** As announced by the carrier */
  scheduled_delivery_date: string | null
  metadata: Record<string, string>
  /** Creation */
  created_at: string
  /** Last change */
  updated_at: string
  /** Rises with every change, and with every event that leaves the shipment unchanged */
  version: number
}

export interface ShipmentBatch {
  shipments: ShipmentCreate[]
}

export interface ShipmentList {
  object: 'list'
  data: Shipment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

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
  /** Your own id of the shipment */
  ship_ext_id?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  from?: Address | undefined
  to: Address
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: number | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** When it expires unless sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

export interface QuoteRequest {
  direction: Direction
  fulfillment?: Fulfillment | undefined
  /** Your order number */
  order_id?: string | undefined
  /** Your return authorization number */
  rma?: string | undefined
  /** Your own id of the shipment */
  ship_ext_id?: string | undefined
  /** Your id of the customer */
  customer?: string | undefined
  /** `standard` when absent */
  service_level?: ServiceLevel | undefined
  from?: Address | undefined
  to?: Address | undefined
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: number | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
  /** `pdf` when absent */
  label_format?: LabelFormat | undefined
  /** When it expires unless sent; 30 days after creation when absent */
  expires_at?: string | undefined
  /** Up to 20 pairs of your own: keys of 1 to 40 characters, values of up to 500. */
  metadata?: Record<string, string> | undefined
}

/** How the carrier of a market is chosen. */
export type MarketKind = 'fixed' | 'marketplace'

/** How far a parcel travels. */
export type Zone = 'local' | 'regional' | 'national' | 'international'

/** By what a parcel is billed. */
export type QuoteBasis = 'weight' | 'size'

export interface QuoteWeight {
  /** Weight of the parcel */
  actual_lb: number
  /** Its length times width times height in inches, divided by 139 */
  dimensional_lb: number
  /** The larger of the two, by which it is priced */
  billable_lb: number
  /** Which of the two that is */
  billed_by: QuoteBasis
}

export interface QuoteCandidate {
  /** Its code */
  carrier: string
  /** Its name */
  name: string
  /** What it would cost with this carrier, in cents: `base_cents` plus `weight_cents` */
  amount: number
  /** The rate's part that does not depend on the weight */
  base_cents: number
  /** `per_lb_cents` times the billable weight, rounded up to a cent */
  weight_cents: number
  /** Price of a pound */
  per_lb_cents: number
  /** The heaviest parcel that it takes at this rate */
  max_weight_lb: number
  /** Whether this is the price of the quote: the cheapest one, ties by code */
  chosen: boolean
}

/** Why a carrier is no candidate. */
export type QuoteExclusionReason = 'inactive' | 'other_market_carrier' | 'no_rate' | 'too_heavy'

export interface QuoteExclusion {
  /** Its code */
  carrier: string
  /** Its name */
  name: string
  /** `inactive`: the operator has switched it off. `other_market_carrier`: the country has one fixed carrier, and this is another. `no_rate`: it has no rate for this country, zone and service level. `too_heavy`: the parcel is heavier than its `max_weight_lb` */
  reason: QuoteExclusionReason
  /** The heaviest parcel that it takes there; null if it has no rate that applies */
  max_weight_lb: number | null
}

export interface Quote {
  object: 'quote'
  /** Destination country */
  market: string
  /** `fixed`: one carrier takes everything there. `marketplace`: the cheapest one does */
  market_kind: MarketKind
  /** ISO 4217 code */
  currency: string
  /** Price in cents */
  amount: number
  /** The shipment's carrier; null in a marketplace, where it is chosen at injection by the rates of that time */
  carrier: string | null
  service_level: ServiceLevel
  /** By which rates differ. `international`: another country. `local`: the same state. `regional`: postal codes that begin alike. `national`: all others, and when there is no `from` */
  zone: Zone
  from: AddressRecord | null
  to: AddressRecord
  parcel: Parcel
  weight: QuoteWeight
  /** Carriers that could take it, cheapest first */
  candidates: QuoteCandidate[]
  /** All other carriers, and why they are no candidates */
  excluded: QuoteExclusion[]
}

export interface ShipmentAmend {
  parcel?: ParcelInput | undefined
  /** Value of the goods in cents */
  declared_value?: number | undefined
  to?: Address | undefined
  /** Where it will be dropped off */
  drop_off_store_id?: string | undefined
}

export interface ShipmentRedirect {
  to: Address
}

/** What becomes of a parcel that cannot be delivered. */
export type Disposition = 'rts' | 'redeliver' | 'unclaimed' | 'dispose'

export interface ShipmentDisposition {
  disposition: Disposition
}

/** In what form a label is read. */
export type LabelForm = 'pdf' | 'png' | 'zpl' | 'json'

/** Dots per inch. */
export type PrinterResolution = 203 | 300

export interface Label {
  label_id: string
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

/** In what form many labels are printed. */
export type LabelPrintFormat = 'pdf' | 'zpl'

export interface LabelPrint {
  /** In the order in which the labels are printed */
  shipment_ids: string[]
  /** `pdf` when absent: a page for each label. `zpl`: one program after the other */
  format?: LabelPrintFormat | undefined
  /** Of the printer; 203 when absent */
  dpi?: PrinterResolution | undefined
}

/** Where a QR stands. */
export type QrStatus = 'active' | 'used' | 'invalidated' | 'expired'

export interface Qr {
  id: string
  object: 'qr'
  shipment_id: string
  /** The text in the symbol */
  token: string
  /** Only an active QR can be presented. Reissuing invalidates the QR that is replaced */
  status: QrStatus
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

/** In what form a QR's image is read. */
export type QrImageFormat = 'png' | 'svg'

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

/** What a scan reports. */
export type ScanKind = 'walk-in' | 'accept' | 'reject' | 'collect' | 'custody' | 'arrive' | 'sort' | 'inject' | 'movement' | 'out-for-delivery' | 'deliver'

export interface ScanLocation {
  name: string | null
  code: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country: string | null
}

export interface Scan {
  id: string
  object: 'scan'
  shipment_id: string
  kind: ScanKind
  /** Whether it moved the shipment; a late scan is only recorded. */
  applied: boolean
  /** Status of the shipment after it */
  status: ShipmentStatus
  store_id: string | null
  facility: string | null
  location: ScanLocation | null
  /** When it happened */
  occurred_at: string
  /** When the service learned of it */
  recorded_at: string
  scanner_email: string | null
  scanner_name: string | null
  lat: number | null
  lon: number | null
  /** The kind's own fields as they were sent */
  details: Record<string, unknown>
}

export interface ScanAnswer {
  shipment: Shipment
  scan: Scan
  /** Whether it moved the shipment */
  applied: boolean
  /** eventIDs of what it fired, in order */
  events: string[]
}

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
  reject_reason?: RejectReason | undefined
  /** The counter's note */
  reject_reason_note?: string | undefined
}

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

export interface ScanBulk {
  scans: BulkScan[]
}

export interface BulkScanResult {
  /** The HTTP status that this scan would have been answered with on its own */
  status: number
  result?: ScanAnswer | undefined
  error?: Refusal | undefined
}

export interface BulkScanResultList {
  object: 'list'
  data: BulkScanResult[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface ScanList {
  object: 'list'
  data: Scan[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface TrackingHistoryLocation {
  city: string | null
  state: string | null
  country: string | null
}

export interface TrackingHistory {
  kind: ScanKind
  /** Status after the scan */
  status: ShipmentStatus
  /** When it happened */
  occurred_at: string
  location: TrackingHistoryLocation | null
}

export interface Tracking {
  object: 'tracking'
  tracking: string
  status: ShipmentStatus
  /** Oldest first, of the newest 500 scans; a scan reported twice is listed once */
  history: TrackingHistory[]
}

/** Media type of an image. */
export type ImageType = 'image/png' | 'image/jpeg'

export interface Document {
  id: string
  object: 'document'
  content_type: ImageType
  /** Bytes */
  size: number
}

export interface Storage {
  object: 'storage'
  /** Bytes */
  used: number
  /** Bytes */
  limit: number
}

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

export interface Pickup {
  id: string
  object: 'pickup'
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
  package_count: number
  status: PickupStatus
  /** When it was booked */
  created_at: string
  /** When it was cancelled */
  cancelled_at: string | null
}

export interface PickupList {
  object: 'list'
  data: Pickup[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface PickupAmend {
  /** The only change that is supported */
  status: 'cancelled'
}

/** Where a sweep stands. */
export type SweepStatus = 'ordered' | 'closed'

/** The store as it was at that time; later changes to the store do not alter it. */
export interface StoreCopy {
  name: string
  code: string
  city: string
  state: string | null
  postal_code: string
  /** ISO 3166-1 alpha-2 code */
  country: string
  /** Street and number */
  address: string
}

export interface Sweep {
  id: string
  object: 'sweep'
  /** The store visited */
  store_id: string
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

export interface SweepList {
  object: 'list'
  data: Sweep[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface TenderCreate {
  /** The carrier's code */
  carrier: string
  /** `inject`: the parcels enter the network of the carrier on acceptance; `collect`: they are made ready for the carrier to collect */
  handoff: Handoff
  /** Each must be labeled, not injected yet, not on hold and not in another open tender */
  shipment_ids: string[]
  /** Code of the facility where the handover takes place */
  facility?: string | undefined
  /** Ignored; always the number of shipments */
  piece_count?: number | undefined
}

/** Where a tender stands. */
export type TenderStatus = 'created' | 'accepted' | 'cancelled'

export interface TenderShipment {
  id: string
  status: ShipmentStatus
}

export interface TenderDiscrepancy {
  type: TenderDifference
  /** Received minus expected */
  delta: number
}

export interface Tender {
  id: string
  object: 'tender'
  /** The carrier's code */
  carrier: string
  /** `inject`: the parcels enter the network of the carrier on acceptance; `collect`: they are made ready for the carrier to collect */
  handoff: Handoff
  /** The facility's code */
  facility: string | null
  status: TenderStatus
  /** Number of shipments */
  piece_count: number
  /** What the carrier counted */
  piece_count_received: number | null
  /** All members, in the order in which they were given */
  shipment_ids: string[]
  /** All members with their current statuses */
  shipments: TenderShipment[]
  accepted_by: string | null
  /** When it was accepted */
  accepted_at: string | null
  discrepancy: TenderDiscrepancy | null
  /** Members that the carrier did not find, as its acceptance named them */
  missing_shipment_ids: string[]
  /** When it was cancelled */
  cancelled_at: string | null
  /** Creation */
  created_at: string
}

export interface TenderList {
  object: 'list'
  data: Tender[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface TenderAccept {
  /** How many parcels the carrier counted */
  piece_count_received: number
  /** Who accepted; the acting key's contact when absent */
  accepted_by?: string | undefined
  /** Members that the carrier did not find, at most as many as the count is short by: they stay as they are and can be tendered again. When absent, all members are handed over */
  missing_shipment_ids?: string[] | undefined
}

/** Whether a manifest still takes parcels in. */
export type ManifestStatus = 'open' | 'closed'

export interface Manifest {
  manifest_id: string
  object: 'manifest'
  /** The store that took the parcels in */
  store_id: string
  store: StoreCopy
  /** Store-local day */
  manifest_date: string
  status: ManifestStatus
  /** Parcels taken in */
  package_count: number
  /** When its first parcel was taken in */
  created_at: string
  /** When it was closed */
  closed_at: string | null
}

export interface ManifestList {
  object: 'list'
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
  mon?: ([string, string])[] | undefined
  tue?: ([string, string])[] | undefined
  wed?: ([string, string])[] | undefined
  thu?: ([string, string])[] | undefined
  fri?: ([string, string])[] | undefined
  sat?: ([string, string])[] | undefined
  sun?: ([string, string])[] | undefined
}

export interface DropOffLocation {
  object: 'drop_off_location'
  /** What other requests take as store_id or drop_off_store_id */
  store_id: string
  /** The network's own code */
  code: string
  name: string
  /** Street and number */
  line1: string
  city: string
  state: string | null
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

export interface DropOffLocationList {
  object: 'list'
  data: DropOffLocation[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** An event type, or `*` for all. */
export type EnabledEvent = 'shipment.created' | 'shipment.label_ready' | 'shipment.label_reprinted' | 'shipment.updated' | 'shipment.sold' | 'qr.scanned' | 'shipment.ready_for_pickup' | 'shipment.picked_up' | 'shipment.in_possession' | 'shipment.at_sort_center' | 'shipment.sorted' | 'shipment.injected' | 'shipment.in_transit' | 'tracking.updated' | 'shipment.out_for_delivery' | 'shipment.delivered' | 'shipment.rejected' | 'shipment.undeliverable' | 'shipment.return_to_sender' | 'shipment.unclaimed' | 'shipment.disposed' | 'claim.opened' | 'shipment.cancelled' | 'shipment.expired' | 'shipment.held' | 'shipment.released' | 'shipment.redirected' | 'shipment.adjusted' | 'shipment.discrepancy_reported' | 'adjustment.disputed' | 'qr.reissued' | 'qr.invalidated' | 'pickup.scheduled' | 'pickup.cancelled' | 'sweep.created' | 'tender.created' | 'tender.accepted' | 'tender.discrepancy' | 'manifest.closed' | '*'

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

export interface WebhookCreated {
  id: string
  object: 'webhook_endpoint'
  url: string
  enabled_events: string[]
  description: string | null
  status: WebhookStatus
  /** Why it is disabled */
  disabled_reason: string | null
  /** Absent unless it was registered with it */
  signing?: 'standard' | undefined
  /** When it was registered */
  created_at: string
  /** Signs the deliveries; shown only here. The HMAC key of `X-Service-Signature` is this text as it is; libraries for Standard Webhooks take the text, too, and decode it. */
  secret: string
}

export interface Webhook {
  id: string
  object: 'webhook_endpoint'
  url: string
  enabled_events: string[]
  description: string | null
  status: WebhookStatus
  /** Why it is disabled */
  disabled_reason: string | null
  /** Absent unless it was registered with it */
  signing?: 'standard' | undefined
  /** When it was registered */
  created_at: string
}

export interface WebhookList {
  object: 'list'
  data: Webhook[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

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

export interface RotatedWebhookSecret {
  /** The new secret; shown only here. */
  secret: string
  /** Until then the previous secret signs X-Service-Signature, and the new one X-Service-Signature-Next */
  previous_valid_until: string
}

export interface RecoverRequest {
  /** Recovers deliveries of events from this time on; at most 30 days back */
  since: string
}

export interface WebhookRecovery {
  object: 'webhook_recovery'
  webhook_id: string
  /** Deliveries of events from this time on are queued again */
  since: string
  /** How many deliveries are queued again */
  queued: number
}

/** Where the delivery of an event to a webhook stands. */
export type DeliveryStatus = 'pending' | 'delivered' | 'exhausted' | 'skipped'

/** Why a delivery was attempted. */
export type DeliveryTrigger = 'schedule' | 'redeliver' | 'recover'

export interface DeliveryAttempt {
  /** Number of the attempt, from 1; as in X-Service-Attempt */
  attempt: number
  /** When it started */
  at: string
  trigger: DeliveryTrigger
  /** The address that was connected to; null if there was no connection */
  address: string | null
  /** HTTP status of the answer */
  status: number | null
  duration_ms: number
  /** Null if it succeeded */
  error_class: string | null
  error_message: string | null
  /** First 16 KiB of the answer's body; in a list the first 1000 characters */
  answer: string | null
  /** When the next attempt was due after this one failed */
  next_attempt_at: string | null
}

export interface Delivery {
  /** X-Service-Delivery-Id */
  id: string
  object: 'webhook_delivery'
  webhook_id: string
  /** eventID of the record */
  event_id: string
  /** Event type */
  type: string
  status: DeliveryStatus
  attempt_count: number
  /** Null unless pending */
  next_attempt_at: string | null
  /** When the event occurred */
  created_at: string
  /** Oldest first: the newest 50 (in a list, the newest 10); kept for 30 days */
  attempts: DeliveryAttempt[]
}

export interface DeliveryList {
  object: 'list'
  data: Delivery[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface AdjustmentCreate {
  /** Signed cents: what the shipment costs more, or less */
  delta_amount: number
  reason: AdjustmentReason
  /** Pounds as they were charged */
  original_weight?: number | undefined
  /** Pounds as they are */
  new_weight?: number | undefined
}

/** Where a dispute stands. */
export type DisputeStatus = 'open' | 'upheld' | 'rejected'

/** What an adjustment came from. */
export type AdjustmentSource = 'counter' | 'discrepancy' | 'manual'

export interface Adjustment {
  id: string
  object: 'adjustment'
  shipment_id: string
  /** Signed cents */
  delta_amount: number
  currency: string
  reason: AdjustmentReason
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  dispute_status: DisputeStatus | null
  dispute_reason: string | null
  /** A counter's reweigh, a chargeable discrepancy, or by hand */
  source: AdjustmentSource
  /** When it was disputed */
  disputed_at: string | null
  /** When the dispute was resolved */
  resolved_at: string | null
  /** Creation */
  created_at: string
}

export interface AdjustmentList {
  object: 'list'
  data: Adjustment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface AdjustmentDispute {
  /** Why the adjustment is wrong */
  reason: string
}

/** Where a parcel was measured. */
export type MeasuringStage = 'dropoff' | 'sort'

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

export interface DiscrepancyCreate {
  /** The parcel */
  shipment_id: string
  /** Where it was measured */
  stage: MeasuringStage
  declared?: DeclaredParcel | undefined
  observed: ObservedParcel
  /** Whether the difference is charged, by an adjustment */
  chargeable: boolean
  /** The counter that found it */
  store_id?: string | undefined
}

export interface Discrepancy {
  id: string
  object: 'discrepancy'
  shipment_id: string
  /** Where it was found; `custody` is opened by a scan, see `reason` */
  stage: DiscrepancyStage
  /** `late_custody`: a scan uploaded after the shipment expired or was cancelled shows that the network had the parcel. Null when the parcel measures differently than declared */
  reason: 'late_custody' | null
  declared: Parcel
  observed: Parcel
  chargeable: boolean
  /** Null when it is not chargeable */
  adjustment_id: string | null
  store_id: string | null
  /** Creation */
  created_at: string
}

export interface DiscrepancyList {
  object: 'list'
  data: Discrepancy[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface ClaimCreate {
  /** The parcel */
  shipment_id: string
  type: ClaimType
  /** What happened */
  description?: string | undefined
  /** Cents that you ask for */
  amount_claimed?: number | undefined
}

/** Where a claim stands. */
export type ClaimStatus = 'open' | 'approved' | 'denied' | 'closed'

export interface ClaimHistory {
  status: ClaimStatus
  /** When */
  at: string
  /** Cents */
  amount_approved: number | null
}

export interface Claim {
  id: string
  object: 'claim'
  shipment_id: string
  type: ClaimType
  description: string | null
  /** Cents */
  amount_claimed: number | null
  /** Cents */
  amount_approved: number | null
  status: ClaimStatus
  /** Oldest first, from the opening on */
  history: ClaimHistory[]
  /** Creation */
  created_at: string
  /** Last step */
  updated_at: string
}

export interface ClaimList {
  object: 'list'
  data: Claim[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

/** How a dispute is decided. */
export type DisputeOutcome = 'upheld' | 'rejected'

export interface AdjustmentResolve {
  /** `upheld`: the partner is right; `rejected`: the adjustment stands */
  outcome: DisputeOutcome
}

/** How a claim is decided. */
export type ClaimOutcome = 'approved' | 'denied' | 'closed'

export interface ClaimResolve {
  /** An open claim is approved, denied or closed; a decided one can be closed */
  outcome: ClaimOutcome
  /** Cents that an approval pays; what was claimed when absent */
  amount_approved?: number | undefined
}

/** Which signature a key takes. */
export type KeySignature = 'any' | 'v2'

/** A named set of scopes. */
export type KeyRole = 'merchant' | 'network' | 'all'

/** What a key may do. */
export type Scope = 'shipments:read' | 'shipments:write' | 'scans:write' | 'tenders:write' | 'claims:write' | 'webhooks:manage' | 'events:read' | 'tracking:read' | 'adjustments:write' | 'ops'

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
  signature?: KeySignature | undefined
  /** A named set of scopes for a partner's key, instead of `scopes`. `merchant`: create and follow shipments; `network`: also scan, tender and adjust prices; `all`: everything but ops. Without either of them `all` in the sandbox and `merchant` in production */
  role?: KeyRole | undefined
  /** What the key may do, as single scopes */
  scopes?: Scope[] | undefined
}

/** Where a key is valid. */
export type Environment = 'sandbox' | 'production'

export interface Credentials {
  /** Null for an operator's key */
  partner_id: string | null
  key_id: string
  /** Shown only here */
  api_key: string
  /** Shown only here */
  signing_secret: string
  environment: Environment
  /** What the key may do */
  scopes: string[]
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature: KeySignature
}

export interface Partner {
  id: string
  object: 'partner'
  name: string
  default_return_address: AddressRecord | null
  default_parcel: Parcel | null
  contact_email: string
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

export interface PartnerList {
  object: 'list'
  data: Partner[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

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

/** Whose key it is. */
export type KeyKind = 'partner' | 'operator'

export interface KeyCreate {
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

export interface ApiKey {
  id: string
  object: 'api_key'
  /** What operators call it */
  name: string | null
  kind: KeyKind
  partner_id: string | null
  /** What the key may do */
  scopes: string[]
  allow_ips: string[]
  rate_limit: number
  /** Which signature of requests the key takes: `any`, or only `v2`, the one of `X-Service-Signature-V2` */
  signature: KeySignature
  email: string
  full_name: string
  /** When a request with it was last genuine, written up to a minute later; null: never, or not since this is kept */
  last_used_at: string | null
  /** When it stopped working */
  revoked_at: string | null
  /** Creation */
  created_at: string
}

export interface ApiKeyList {
  object: 'list'
  data: ApiKey[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

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

export interface RotatedSigningSecret {
  key_id: string
  /** Shown only here */
  signing_secret: string
  /** Until when the previous secret stays valid */
  previous_valid_until: string
}

/** Opening hours by weekday, each as [from, to] in HH:MM local to the store; closed on days that are absent */
export interface StoreHours {
  mon?: ([string, string])[] | undefined
  tue?: ([string, string])[] | undefined
  wed?: ([string, string])[] | undefined
  thu?: ([string, string])[] | undefined
  fri?: ([string, string])[] | undefined
  sat?: ([string, string])[] | undefined
  sun?: ([string, string])[] | undefined
}

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
  hours?: StoreHours | null | undefined
  /** Pick-up and drop-off code; the same as `code` when absent */
  pudo_code?: string | undefined
  /** Whether it is in use */
  active?: boolean | undefined
}

export interface Store {
  id: string
  object: 'store'
  code: string
  pudo_code: string
  line1: string
  name: string
  city: string
  state: string | null
  postal_code: string
  country: string
  lat: number
  lon: number
  timezone: string
  /** Whether it is in use */
  active: boolean
  hours: Record<string, string[][]> | null
  /** Creation */
  created_at: string
}

export interface StoreImport {
  object: 'store_import'
  /** Stores in the file, also those that did not change */
  imported: number
}

export interface StoreList {
  object: 'list'
  data: Store[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

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
  hours?: StoreHours | null | undefined
  /** Pick-up and drop-off code; the same as `code` when absent */
  pudo_code?: string | undefined
  /** Whether it is in use */
  active?: boolean | undefined
}

export interface Facility {
  code: string
  object: 'facility'
  line1: string | null
  name: string
  city: string
  state: string | null
  postal_code: string
  country: string
  lat: number
  lon: number
  timezone: string
  /** Whether it is in use */
  active: boolean
}

export interface FacilityList {
  object: 'list'
  data: Facility[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

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

export interface Carrier {
  code: string
  object: 'carrier'
  name: string
  /** Whether it is in use */
  active: boolean
}

export interface CarrierList {
  object: 'list'
  data: Carrier[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface CarrierPut {
  /** Name */
  name: string
  /** Whether it is in use */
  active?: boolean | undefined
}

export interface Market {
  /** Destination country */
  country: string
  object: 'market'
  /** `fixed`: always the same carrier; `marketplace`: the cheapest at injection */
  kind: MarketKind
  carrier: string | null
  currency: string
}

export interface MarketList {
  object: 'list'
  data: Market[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface MarketPut {
  /** `fixed`: always the same carrier; `marketplace`: the cheapest at injection */
  kind: MarketKind
  /** Code of the carrier of a fixed market */
  carrier?: string | null | undefined
  /** ISO 4217 code */
  currency: string
}

export interface RateRecord {
  service_level: ServiceLevel
  zone: Zone
  /** Cents per parcel */
  base_cents: number
  /** Cents per billable pound */
  per_lb_cents: number
  /** The heaviest parcel accepted */
  max_weight_lb: number
}

export interface RateCard {
  object: 'rate_card'
  carrier: string
  /** Destination country */
  country: string
  rates: RateRecord[]
}

export interface RateCardList {
  object: 'list'
  data: RateCard[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface Rate {
  service_level: ServiceLevel
  zone: Zone
  /** Cents per parcel */
  base_cents: number
  /** Cents per billable pound */
  per_lb_cents: number
  /** The heaviest parcel accepted */
  max_weight_lb: number
}

export interface RateCardPut {
  /** The whole card; empty when the carrier no longer serves the country */
  rates: Rate[]
}

/** Whether the operator takes what the interface does not refuse. */
export type PolicyWord = 'accept' | 'refuse'

export interface Policy {
  object: 'policy'
  /** A carrier that nobody registered, in a tender or an injection scan */
  unknown_carriers: PolicyWord
  /** A facility that nobody registered, in a tender or a scan */
  unknown_facilities: PolicyWord
  /** A pickup whose window is not within the store's opening hours; a store without hours is always open */
  pickups_outside_hours: PolicyWord
  /** Disposing of a parcel before its `dispose_after`; one without that date can be disposed of at any time */
  early_disposal: PolicyWord
  /** Approving more than a claim asks for; a claim without an amount asks for no particular one */
  approval_above_claim: PolicyWord
  /** Addresses of shipments with a malformed e-mail address, or a malformed postal code in the US or Canada */
  address_formats: PolicyWord
  /** A manual credit that takes a shipment's total below zero */
  negative_total: PolicyWord
}

/** A rule that is absent has its default again: `accept`, and for `negative_total` what the setting BACKHAUL_NEGATIVE_TOTALS says. */
export interface PolicyPut {
  /** A carrier that nobody registered, in a tender or an injection scan */
  unknown_carriers?: PolicyWord | undefined
  /** A facility that nobody registered, in a tender or a scan */
  unknown_facilities?: PolicyWord | undefined
  /** A pickup whose window is not within the store's opening hours; a store without hours is always open */
  pickups_outside_hours?: PolicyWord | undefined
  /** Disposing of a parcel before its `dispose_after`; one without that date can be disposed of at any time */
  early_disposal?: PolicyWord | undefined
  /** Approving more than a claim asks for; a claim without an amount asks for no particular one */
  approval_above_claim?: PolicyWord | undefined
  /** Addresses of shipments with a malformed e-mail address, or a malformed postal code in the US or Canada */
  address_formats?: PolicyWord | undefined
  /** A manual credit that takes a shipment's total below zero */
  negative_total?: PolicyWord | undefined
}

export interface OperatorClaimHistory {
  status: ClaimStatus
  /** When */
  at: string
  /** Cents */
  amount_approved: number | null
}

export interface OperatorClaim {
  id: string
  object: 'claim'
  shipment_id: string
  type: ClaimType
  description: string | null
  /** Cents */
  amount_claimed: number | null
  /** Cents */
  amount_approved: number | null
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

export interface OperatorClaimList {
  object: 'list'
  data: OperatorClaim[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface OperatorAdjustment {
  id: string
  object: 'adjustment'
  shipment_id: string
  /** Signed cents */
  delta_amount: number
  currency: string
  reason: AdjustmentReason
  /** Pounds */
  original_weight: number | null
  /** Pounds */
  new_weight: number | null
  dispute_status: DisputeStatus | null
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

export interface OperatorAdjustmentList {
  object: 'list'
  data: OperatorAdjustment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface FoundShipmentPod {
  document: string | null
  grade: PodGrade
}

/** By what a shipment was found. */
export type ShipmentIdentifier = 'id' | 'tracking' | 'barcode' | 'ltracking' | 'order_id' | 'rma' | 'ship_ext_id' | 'qr_id' | 'qr_token' | 'label_id'

export interface FoundShipment {
  id: string
  object: 'shipment'
  /** 26 random Crockford base32 characters and a check character; never changes */
  tracking: string
  /** 20 digits, the last a GS1 mod-10 check digit; never changes */
  barcode: string
  /** The onward carrier's own number, once a carrier is known */
  ltracking: string | null
  status: ShipmentStatus
  direction: Direction
  fulfillment: Fulfillment
  channel: Channel
  /** Your order number */
  order_id: string | null
  /** Your return authorization number */
  rma: string | null
  /** Your own id of the shipment */
  ship_ext_id: string | null
  /** Your id of the customer */
  customer: string | null
  service_level: ServiceLevel
  from: AddressRecord | null
  to: AddressRecord
  parcel: Parcel
  /** Cents */
  declared_value: number | null
  /** Where it was routed to be dropped off */
  drop_off_store_id: string | null
  /** The counter that took it in */
  store_id: string | null
  label_format: LabelFormat
  /** Destination country */
  market: string
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
  label_voided: boolean
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
  reject_reason: RejectReason | null
  /** The counter's note */
  reject_reason_note: string | null
  /** First unclaimed report */
  unclaimed_since: string | null
  /** 30 days after the first unclaimed report */
  dispose_after: string | null
  /** As announced by the carrier */
  scheduled_delivery_date: string | null
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
  matched_by: ShipmentIdentifier
}

export interface FoundShipmentList {
  object: 'list'
  data: FoundShipment[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface AuditRecord {
  id: string
  object: 'audit_record'
  /** When */
  at: string
  /** `key:<key id>` over the API, `cli:<user>@<host>` on the command line */
  actor: string
  /** What the key that acted is called now; null on the command line, or if it has no name */
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

export interface AuditRecordList {
  object: 'list'
  data: AuditRecord[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface EventList {
  object: 'list'
  data: Event[]
  /** Whether another page follows. */
  has_more: boolean
  /** Pass this as `cursor` to read the next page. */
  next_cursor: string | null
}

export interface TestClock {
  object: 'test_clock'
  /** The virtual time */
  now: string
  /** How far it is ahead of real time */
  offset_seconds: number
}

export interface TestClockAdvance {
  /** How far; at most ten years at a time */
  seconds: number
}

export interface RehearsalRequest {
  /** The shipment to use, as it is now; a new one is created when absent */
  shipment_id?: string | undefined
}

export interface RehearsalEvent {
  eventID: string
  type: string
}

export interface Rehearsal {
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
  /** Taken in by this counter */
  store_id?: string | undefined
  /** Created later than this */
  created_after?: string | undefined
  /** Created earlier than this */
  created_before?: string | undefined
  /** Unclaimed and past its `dispose_after`. Nothing disposes of it by itself */
  dispose_due?: 'true' | undefined
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
  status?: PickupStatus | undefined
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

export interface ListTendersQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** For the carrier with this code */
  carrier?: string | undefined
  /** Only items with this status. */
  status?: TenderStatus | undefined
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
}

export interface ListWebhookDeliveriesQuery {
  /** Maximum number of items; 20 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Only deliveries in this status */
  status?: DeliveryStatus | undefined
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
  status?: ClaimStatus | undefined
  /** Only items with this type. */
  type?: ClaimType | undefined
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
  kind?: KeyKind | undefined
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
  status?: ClaimStatus | undefined
  /** Only items with this type. */
  type?: ClaimType | undefined
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
  status?: DisputeStatus | undefined
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
  type?: EventType[] | undefined
  /** Only events of this shipment. */
  shipment?: string | undefined
  /** Only events created after this time */
  created_after?: string | undefined
  /** Only events created before this time */
  created_before?: string | undefined
}
