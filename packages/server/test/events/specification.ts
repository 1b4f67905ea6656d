// The specified catalog of event types, written by hand. Tests compare the code's catalog with it. If a kind adds event types, it specifies
// them in test/<kind>/events.ts.
import type { EventDraft, EventType } from '@backhaul/core/events/catalog.ts'
import type { TestClient } from '../support/client.ts'
import { ofKinds } from '../support/sources.ts'

/** An event type of a kind: its status, its keys in the notation of this file, and its identifiers, beginning with that of its subject. */
export interface KindEvent {
  status: string | null
  specific: string
  identifiers: readonly string[]
  /** Creates a draft with its builder or decision. */
  draft: () => EventDraft
  /** Causes the event by requests, with all optional data. */
  cause: (client: TestClient) => Promise<void>
}
export const OF_KINDS = new Map(
  (await ofKinds<{ EVENTS: Record<string, KindEvent> }>('events.ts')).flatMap(({ EVENTS }) => Object.entries(EVENTS)),
)

/** The names of all identifiers: those in this file and those that the kinds add. */
export const IDENTIFIERS = [
  ...`shipment ltracking barcode tracking rma orderID shipExtID label tender qr previousQr store customer partner webhook claim adjustment
  discrepancy pickup confirmation sweep facility manifest`.split(/\s+/),
  ...[...OF_KINDS.values()].flatMap(({ identifiers }) => identifiers),
]

/** The status of every type and its keys in eventSpecific. `?` marks keys that are absent if they have no value. */
const SCAN = 'scan-type scantime scannerEmail? scannerName?'
const LABELED = 'labelVersion serviceLevel parcel'
const PICKUP = 'pickupDate pickupWindowStart pickupWindowEnd packageCount'
const ACCEPTED = 'carrier handoff pieceCount pieceCountReceived shipmentCount acceptedBy? acceptedAt'
export const SPECIFIED: Partial<Record<EventType, [status: string | null, specific: string]>> = {
  'shipment.created': ['created', 'labelVersion? serviceLevel parcel'],
  'shipment.label_ready': ['label_ready', `labelFormat ${LABELED}`],
  'shipment.label_reprinted': ['label_ready', LABELED],
  'shipment.updated': ['created', ''],
  'shipment.sold': ['label_ready', 'soldAt serviceLevel'],
  'qr.scanned': [null, `${SCAN} storeCode? pudoCode?`],
  'shipment.ready_for_pickup': ['ready_for_pickup', SCAN],
  'shipment.picked_up': ['picked_up', SCAN],
  'shipment.in_possession': ['in_possession', SCAN],
  'shipment.at_sort_center': ['at_sort_center', SCAN],
  'shipment.sorted': ['sorted', SCAN],
  'shipment.injected': ['injected', `${SCAN} carrier?`],
  'shipment.in_transit': ['in_transit', 'carrier? scheduledDeliveryDate?'],
  'tracking.updated': ['in_transit', 'carrier? scheduledDeliveryDate?'],
  'shipment.out_for_delivery': ['out_for_delivery', `${SCAN} carrier? scheduledDeliveryDate?`],
  'shipment.delivered': ['delivered', `${SCAN} pod? podGrade carrier?`],
  'shipment.rejected': ['rejected', `${SCAN} rejectReason rejectReasonNote?`],
  'shipment.undeliverable': ['undeliverable', 'disposition carrier?'],
  'shipment.return_to_sender': ['return_to_sender', 'disposition carrier?'],
  'shipment.unclaimed': ['unclaimed', 'disposition'],
  'shipment.disposed': ['disposed', 'disposition'],
  'claim.opened': ['open', 'claimType description?'],
  'shipment.cancelled': ['cancelled', 'labelVoided voidedAt cancelledAt expiresAt'],
  'shipment.expired': ['expired', 'labelVoided voidedAt expiredAt expiresAt'],
  'shipment.held': ['sorted', 'held'],
  'shipment.released': ['sorted', 'held'],
  'shipment.redirected': ['in_transit', 'redirectedTo redirectedToLine1 carrier?'],
  'shipment.adjusted': [null, 'reason originalWeight newWeight'],
  'shipment.discrepancy_reported': [null, 'stage declared observed chargeable'],
  'adjustment.disputed': [null, 'reason originalWeight newWeight disputeStatus disputeReason'],
  'qr.reissued': [null, ''],
  'qr.invalidated': ['invalidated', 'qrStatus expiresAt'],
  'pickup.scheduled': ['scheduled', PICKUP],
  'pickup.cancelled': ['cancelled', PICKUP],
  'sweep.created': ['ordered', 'sweepDate dp storeCode storeAddress'],
  'tender.created': ['created', 'carrier handoff pieceCount shipmentCount'],
  'tender.accepted': ['accepted', ACCEPTED],
  'tender.discrepancy': ['accepted', `${ACCEPTED} discrepancyType expectedPieceCount receivedPieceCount delta`],
  'manifest.closed': ['closed', 'packageCount manifestDate closedAt'],
}

export const SPECIFICATION = {
  ...SPECIFIED,
  ...Object.fromEntries([...OF_KINDS].map(([type, { status, specific }]) => [type, [status, specific]])),
} as Record<EventType, [status: string | null, specific: string]>

/** The scan-type of each event type whose record has the `event` "scan-event". For all other types, `event` is the type. */
export const HANDLING: Record<string, string> = {
  'qr.scanned': 'dropoff',
  'shipment.ready_for_pickup': 'accepted',
  'shipment.picked_up': 'pickup',
  'shipment.in_possession': 'possession',
  'shipment.at_sort_center': 'arrived_at_sort',
  'shipment.sorted': 'sorted',
  'shipment.injected': 'injected',
  'shipment.out_for_delivery': 'out_for_delivery',
  'shipment.delivered': 'delivered',
  'shipment.rejected': 'rejected',
}

export const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')
