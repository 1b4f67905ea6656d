import { usualScan } from '@backhaul/core/ladder.ts'
import { qrStatus } from '@backhaul/core/qr.ts'
import { showAs } from '../../http/show-as.ts'
import { ownStoreOf, type Reach } from '../../service/reach.ts'
import { parcelResource } from '../shipments/resource.ts'
import { type FoundParcel, foreseeAll } from './find.ts'
import type { ParcelAtStore } from './queries.ts'
import { FoundParcel as FoundParcelOut, ParcelAtStore as ParcelAtStoreOut } from './schema.ts'

/** The fields by which a scan names the parcel. They include a scanned QR, so that it counts as presented. */
const scanAs = ({ shipment, hit, qr }: FoundParcel) => {
  if (hit.matched_by === 'qr_token' && qr) return { qr_token: qr.token }
  return hit.matched_by === 'qr_id' && qr ? { qr_id: qr.id } : { shipment_id: shipment.id }
}

/** A parcel as its holder sees it, without its sender, order or price, and without other counters. */
export const foundParcelResource = (found: FoundParcel, reach: Reach) => {
  const { shipment, hit, qr, now, at_store_since, in_hand } = found
  const { store_id } = shipment
  const own = ownStoreOf(reach)
  const isShown = own === null || own === store_id
  return showAs(FoundParcelOut, shipment, {
    shipment_id: shipment.id,
    matched_by: hit.matched_by,
    scan_as: scanAs(found),
    parcel: parcelResource(shipment.parcel),
    label: shipment.label_id && {
      url: `/v2/shipments/${shipment.id}/label`,
      version: shipment.label_version,
      format: shipment.label_format,
      voided: shipment.label_voided,
    },
    qr: qr && { id: qr.id, status: qrStatus(qr, now), expires_at: qr.expires_at },
    store_id: isShown ? store_id : null,
    at_store_since: isShown ? at_store_since : null,
    in_hand,
    next: at_store_since === null ? usualScan(shipment) : 'collect',
    commands: foreseeAll(found),
  })
}

export const parcelAtStoreResource = (row: ParcelAtStore) =>
  showAs(ParcelAtStoreOut, row, { shipment_id: row.id, parcel: parcelResource(row.parcel), sweepId: row.sweep_id })
