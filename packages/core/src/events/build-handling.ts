// Events of physical handling: the ten handling events that scans fire, and the two events of the first movement.
import type { Facility, Store } from '../network.ts'
import type { Place, Shipment } from '../shipment.ts'
import { CATALOG, type Drafted, type EventDraft, type EventInfo, type EventType, type Identifiers, type Specific } from './catalog.ts'
import { type Actor, onShipment } from './draft.ts'

/** A physical handling: its time, and the person and place if known. */
export interface Handling {
  occurred_at: string
  /** The time in the request, if it differs from `occurred_at`. Only the scan shows this time. */
  sent_occurred_at?: string
  scanner_email: string | null
  scanner_name: string | null
  /** Decimal degrees from the scanning device. */
  lat: string | null
  lon: string | null
  store: Store | null
  facility: Facility | null
  /** The place in a carrier's report or a rehearsal. Used only if store and facility are unknown. */
  place?: Place
}

export const documentUrl = (documentId: string): string => `/v2/documents/${documentId}`

/** Formats a coordinate as decimal text. Six decimals are a tenth of a meter. */
export const decimal = (degrees: number): string => String(Number(degrees.toFixed(6)))

export const placeOf = (place: Store | Facility): Place => ({
  name: place.name,
  code: place.code,
  city: place.city,
  ...(place.state !== null && { state: place.state }),
  ...(place.postal_code !== '' && { postalCode: place.postal_code }),
  country: place.country,
})

/** Returns the named place: the known store or facility, else the carrier's own description. */
export const locationOf = ({ store, facility, place }: Handling): Place | null => {
  const known = store ?? facility
  return known ? placeOf(known) : (place ?? null)
}

const coordinates = ({ lat, lon, store, facility }: Handling): Partial<EventInfo> => {
  if (lat !== null && lon !== null) return { lat, lon, coordinateSource: 'device' }
  const place = store ?? facility
  if (!place) return {}
  return { lat: decimal(place.lat), lon: decimal(place.lon), coordinateSource: store ? 'store' : 'facility' }
}

/** Returns the time, and the place if a known place was named. */
const whenAndWhere = (at: Handling): Pick<EventInfo, 'scannedDateTime' | 'location'> => {
  const location = locationOf(at)
  return { scannedDateTime: at.occurred_at, ...(location && { location }) }
}

type HandlingType = { [T in EventType]: (typeof CATALOG)[T]['scanType'] extends null ? never : T }[EventType]
type Common = 'scan-type' | 'scantime' | 'scannerEmail' | 'scannerName'

/** Returns one of the ten handling events. eventSpecific names the scanner, so the contact in event_info stays empty. */
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

/** Returns the two events that the first movement fires. Both types have the same payload. */
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
