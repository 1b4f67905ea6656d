// Drafts of events from the rows that they tell of: which identifiers, which facts. When a type fires is decided elsewhere; what every
// record of a type has in common (status, summary, direction, labelUrl) is read from its catalog entry.
import type { AdjustmentRow } from '../adjustment.ts'
import { cubicFeet } from '../parcel.ts'
import type { Address, Parcel, Place, QrRow, Shipment } from '../shipment.ts'
import { CATALOG, type EventType, type Specific } from './catalog.ts'
import { type Actor, draft, onShipment, type Subject } from './draft.ts'
import type { Drafted, EventDraft, EventInfo, Identifiers } from './record.ts'

/** What an event tells of a store or facility: the rows of both have it. */
export interface PlaceFacts {
  name: string
  code: string
  city: string
  state: string | null
  postal_code: string
  country: string
  lat: number
  lon: number
}
export interface StoreFacts extends PlaceFacts {
  id: string
  pudo_code: string
}

/** A physical handling: when, by whom and where as far as that is known. */
export interface Handling {
  occurred_at: string
  scanner_email: string | null
  scanner_name: string | null
  /** Decimal degrees from the scanning device. */
  lat: string | null
  lon: string | null
  store: StoreFacts | null
  facility: PlaceFacts | null
}

export const documentUrl = (documentId: string): string => `/v2/documents/${documentId}`

/** A coordinate as decimal text: six decimals are a tenth of a meter. */
export const decimal = (degrees: number): string => String(Number(degrees.toFixed(6)))

export const placeOf = (place: PlaceFacts): Place => ({
  name: place.name,
  code: place.code,
  city: place.city,
  ...(place.state !== null && { state: place.state }),
  postalCode: place.postal_code,
  country: place.country,
})

const destinationOf = ({ name, company, city, state, postal_code, country }: Address): Place => ({
  ...((name ?? company) && { name: (name ?? company) as string }),
  city,
  ...(state && { state }),
  postalCode: postal_code,
  country,
})

const eventParcel = (parcel: Parcel) => ({
  weight: parcel.weight,
  length: parcel.length,
  width: parcel.width,
  height: parcel.height,
  cubicFt: cubicFeet(parcel),
})

// ---- Creation and labels

export const created = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.created', shipment, actor, {
    labelVersion: shipment.label_version,
    serviceLevel: shipment.service_level,
    parcel: eventParcel(shipment.parcel),
  })

/** The shipment has its label by now. */
const labelFacts = (shipment: Shipment) => ({
  labelVersion: shipment.label_version as number,
  serviceLevel: shipment.service_level,
  parcel: eventParcel(shipment.parcel),
})

export const labelReady = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.label_ready', shipment, actor, { labelFormat: shipment.label_format, ...labelFacts(shipment) })

export const labelReprinted = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.label_reprinted', shipment, actor, labelFacts(shipment))

export const sold = (shipment: Shipment, actor: Actor) =>
  onShipment(
    'shipment.sold',
    shipment,
    actor,
    { soldAt: shipment.created_at, serviceLevel: shipment.service_level },
    { store: shipment.store_id },
  )

export const updated = (shipment: Shipment, actor: Actor) => onShipment('shipment.updated', shipment, actor, null)

// ---- Handling

const coordinates = ({ lat, lon, store, facility }: Handling): Partial<EventInfo> => {
  if (lat !== null && lon !== null) return { lat, lon, coordinateSource: 'device' }
  const place = store ?? facility
  if (!place) return {}
  return { lat: decimal(place.lat), lon: decimal(place.lon), coordinateSource: store ? 'store' : 'facility' }
}

/** When it happened, and where as far as a known place was named. */
const whenAndWhere = ({ occurred_at, store, facility }: Handling): Pick<EventInfo, 'scannedDateTime' | 'location'> => {
  const place = store ?? facility
  return { scannedDateTime: occurred_at, ...(place && { location: placeOf(place) }) }
}

type HandlingType = { [T in EventType]: (typeof CATALOG)[T]['scanType'] extends null ? never : T }[EventType]
type Common = 'scan-type' | 'scantime' | 'scannerEmail' | 'scannerName'

/** One of the ten handling events. They name the scanner in eventSpecific, so the contact in event_info stays empty. */
export const handled = <T extends HandlingType>(
  type: T,
  shipment: Shipment,
  at: Handling,
  specific: Omit<Drafted<Specific<T>>, Common>,
  identifiers: Identifiers = {},
): EventDraft<T> => {
  return onShipment(
    type,
    shipment,
    { email: '', full_name: '' },
    {
      'scan-type': CATALOG[type].scanType,
      scantime: at.occurred_at,
      scannerEmail: at.scanner_email,
      scannerName: at.scanner_name,
      ...specific,
    } as unknown as Drafted<Specific<T>>,
    { store: at.store?.id, facility: at.facility?.code, ...identifiers },
    { ...coordinates(at), ...whenAndWhere(at) },
  )
}

/** The pair that the first movement fires: two types, one payload. */
export const inTransit = (
  shipment: Shipment,
  actor: Actor,
  at: Handling,
): [EventDraft<'shipment.in_transit'>, EventDraft<'tracking.updated'>] => {
  const specific = { carrier: shipment.carrier, scheduledDeliveryDate: shipment.scheduled_delivery_date }
  const info = whenAndWhere(at)
  return [
    onShipment('shipment.in_transit', shipment, actor, specific, {}, info),
    onShipment('tracking.updated', shipment, actor, specific, {}, info),
  ]
}

// ---- Ends and exceptions

export const disposed = (shipment: Shipment, actor: Actor) => onShipment('shipment.disposed', shipment, actor, { disposition: 'dispose' })

export const unclaimed = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.unclaimed', shipment, actor, { disposition: 'unclaimed' })

export const undeliverable = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.undeliverable', shipment, actor, { disposition: 'rts', carrier: shipment.carrier })

export const returnToSender = (shipment: Shipment, actor: Actor) =>
  onShipment('shipment.return_to_sender', shipment, actor, { disposition: 'rts', carrier: shipment.carrier })

/** `at` is when it was cancelled and its label voided. */
export const cancelled = (shipment: Shipment, actor: Actor, at: string) =>
  onShipment('shipment.cancelled', shipment, actor, { labelVoided: true, voidedAt: at, cancelledAt: at, expiresAt: shipment.expires_at })

export const expired = (shipment: Shipment, actor: Actor, at: string) =>
  onShipment('shipment.expired', shipment, actor, { labelVoided: true, voidedAt: at, expiredAt: at, expiresAt: shipment.expires_at })

export const held = (shipment: Shipment, actor: Actor) => onShipment('shipment.held', shipment, actor, { held: true })

export const released = (shipment: Shipment, actor: Actor) => onShipment('shipment.released', shipment, actor, { held: false })

export const redirected = (shipment: Shipment, actor: Actor) => {
  const to = shipment.to_address
  return onShipment(
    'shipment.redirected',
    shipment,
    actor,
    { redirectedTo: to.name || to.company || to.city, redirectedToLine1: to.line1, carrier: shipment.carrier },
    {},
    { location: destinationOf(to) },
  )
}

// ---- Money and claims

/** An adjustment by hand may name no weights; the record has them always, so the parcel's own stands in. */
const correction = (shipment: Shipment, { reason, original_weight, new_weight }: AdjustmentRow) => {
  const originalWeight = original_weight ?? shipment.parcel.weight
  return { reason, originalWeight, newWeight: new_weight ?? originalWeight }
}

export const adjusted = (shipment: Shipment, adjustment: AdjustmentRow, actor: Actor) =>
  onShipment('shipment.adjusted', shipment, actor, correction(shipment, adjustment), { adjustment: adjustment.id })

/** `adjustment` is disputed by now. */
export const disputed = (shipment: Shipment, adjustment: AdjustmentRow, actor: Actor) =>
  onShipment(
    'adjustment.disputed',
    shipment,
    actor,
    { ...correction(shipment, adjustment), disputeStatus: 'open', disputeReason: adjustment.dispute_reason as string },
    { adjustment: adjustment.id },
  )

export interface DiscrepancyFacts {
  id: string
  stage: 'dropoff' | 'sort' | 'custody'
  declared: Parcel
  observed: Parcel
  chargeable: boolean
  adjustment_id: string | null
  store_id: string | null
}
const measures = ({ weight, length, width, height }: Parcel): Parcel => ({ weight, length, width, height })

export const discrepancyReported = (shipment: Shipment, discrepancy: DiscrepancyFacts, actor: Actor) =>
  onShipment(
    'shipment.discrepancy_reported',
    shipment,
    actor,
    {
      stage: discrepancy.stage,
      declared: measures(discrepancy.declared),
      observed: measures(discrepancy.observed),
      chargeable: discrepancy.chargeable,
    },
    { discrepancy: discrepancy.id, adjustment: discrepancy.adjustment_id, store: discrepancy.store_id },
    discrepancy.stage === 'custody' ? { summary: 'Parcel scanned before its shipment ended, told afterward' } : {},
  )

export interface ClaimFacts {
  id: string
  type: 'lost' | 'damaged' | 'misdelivered'
  description: string | null
}

export const claimOpened = (shipment: Shipment, claim: ClaimFacts, actor: Actor) =>
  onShipment('claim.opened', shipment, actor, { claimType: claim.type, description: claim.description }, { claim: claim.id })

// ---- QR, pickups, sweeps, tenders, manifests

export const qrReissued = (shipment: Shipment, qr: QrRow, previousQr: string, actor: Actor) =>
  onShipment('qr.reissued', shipment, actor, null, { qr: qr.id, previousQr })

export const qrInvalidated = (shipment: Shipment, qr: QrRow, actor: Actor) =>
  onShipment('qr.invalidated', shipment, actor, { qrStatus: 'invalidated', expiresAt: qr.expires_at }, { qr: qr.id })

export interface PickupFacts {
  id: string
  store_id: string
  sweep_id: string
  confirmation: string
  date: string
  window_start: string
  window_end: string
  package_count: number
}
const pickupEvent = (type: 'pickup.scheduled' | 'pickup.cancelled', shipment: Shipment, pickup: PickupFacts, actor: Actor) =>
  onShipment(
    type,
    shipment,
    actor,
    {
      pickupDate: pickup.date,
      pickupWindowStart: pickup.window_start,
      pickupWindowEnd: pickup.window_end,
      packageCount: pickup.package_count,
    },
    { store: pickup.store_id, pickup: pickup.id, confirmation: pickup.confirmation, sweep: pickup.sweep_id },
  )

export const pickupScheduled = (shipment: Shipment, pickup: PickupFacts, actor: Actor) =>
  pickupEvent('pickup.scheduled', shipment, pickup, actor)

export const pickupCancelled = (shipment: Shipment, pickup: PickupFacts, actor: Actor) =>
  pickupEvent('pickup.cancelled', shipment, pickup, actor)

export interface SweepFacts {
  id: string
  partner_id: string
  store_id: string
  store: { code: string; address: string }
  sweep_date: string
  dp: string
}

export const sweepCreated = (sweep: SweepFacts, actor: Actor) =>
  draft(
    'sweep.created',
    {
      subject: sweep.id,
      partner_id: sweep.partner_id,
      shipment_id: null,
      identifiers: { store: sweep.store_id, partner: sweep.partner_id, sweep: sweep.id },
    },
    actor,
    { sweepDate: sweep.sweep_date, dp: sweep.dp, storeCode: sweep.store.code, storeAddress: sweep.store.address },
  )

export interface TenderFacts {
  id: string
  partner_id: string
  carrier: string
  handoff: 'inject' | 'collect'
  facility: string | null
  shipment_ids: readonly string[]
  piece_count: number
  piece_count_received: number | null
  accepted_by: string | null
  accepted_at: string | null
}
const tenderSubject = (tender: TenderFacts): Subject => ({
  subject: tender.id,
  partner_id: tender.partner_id,
  shipment_id: null,
  identifiers: { tender: tender.id, partner: tender.partner_id, facility: tender.facility },
})

export const tenderCreated = (tender: TenderFacts, actor: Actor) =>
  draft('tender.created', tenderSubject(tender), actor, {
    carrier: tender.carrier,
    handoff: tender.handoff,
    pieceCount: tender.piece_count,
    shipmentCount: tender.shipment_ids.length,
  })

/** `tender` is accepted by now. The second event only when the carrier counted other than expected. */
export const tenderAccepted = (
  tender: TenderFacts,
  actor: Actor,
): [EventDraft<'tender.accepted'>] | [EventDraft<'tender.accepted'>, EventDraft<'tender.discrepancy'>] => {
  const received = tender.piece_count_received as number
  const specific = {
    carrier: tender.carrier,
    handoff: tender.handoff,
    pieceCount: tender.piece_count,
    pieceCountReceived: received,
    shipmentCount: tender.shipment_ids.length,
    acceptedBy: tender.accepted_by,
    acceptedAt: tender.accepted_at as string,
  }
  const first = draft('tender.accepted', tenderSubject(tender), actor, specific)
  const delta = received - tender.piece_count
  if (delta === 0) return [first]
  const second = draft('tender.discrepancy', tenderSubject(tender), actor, {
    ...specific,
    discrepancyType: delta < 0 ? 'short' : 'over',
    expectedPieceCount: tender.piece_count,
    receivedPieceCount: received,
    delta,
  })
  return [first, second]
}

export interface ManifestFacts {
  id: string
  partner_id: string
  store_id: string
  manifest_date: string
  package_count: number
  closed_at: string | null
}

/** `manifest` is closed by now. */
export const manifestClosed = (manifest: ManifestFacts, actor: Actor) =>
  draft(
    'manifest.closed',
    {
      subject: manifest.id,
      partner_id: manifest.partner_id,
      shipment_id: null,
      identifiers: { store: manifest.store_id, partner: manifest.partner_id, manifest: manifest.id },
    },
    actor,
    { packageCount: manifest.package_count, manifestDate: manifest.manifest_date, closedAt: manifest.closed_at as string },
  )
