import type { Place, ScanRow } from '@backhaul/core/shipment.ts'
import { showAs } from '../../http/show-as.ts'
import type { Links } from '../../service/links.ts'
import type { Hands } from '../../service/reach.ts'
import { shipmentFor } from '../shipments/resource.ts'
import { isInHands } from './bounds.ts'
import type { Scanned } from './ledger.ts'
import { ScanOut } from './schema.ts'

const placeResource = (place: Place) => ({
  name: place.name ?? null,
  code: place.code ?? null,
  city: place.city ?? null,
  state: place.state ?? null,
  postal_code: place.postalCode ?? null,
  country: place.country ?? null,
})

/** A scan as the API shows it. */
export const scanResource = (row: ScanRow) =>
  showAs(ScanOut, row, {
    location: row.location && placeResource(row.location),
    lat: row.lat === null ? null : Number(row.lat),
    lon: row.lon === null ? null : Number(row.lon),
  })

/**
 * The answer to a scan (docs/guide/scans.md#what-a-scan-says). `hands` is the counter or handler of the caller. Null: the caller is
 * neither.
 */
export const scanAnswer = (scanned: Scanned, links: Links, hands: Hands | null = null) => ({
  shipment: shipmentFor(hands, scanned.shipment, links, isInHands(hands, scanned)),
  scan: scanResource(scanned.scan),
  applied: scanned.applied,
  events: scanned.events,
})
