import type { Tables } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'

export type ParcelLinkRow = Tables['parcel_links']

/** The link of a shipment. The caller has already loaded the shipment within its tenant. Null if the shipment still has its first link. */
export const findParcelLink = (db: Database, shipment_id: string): Promise<ParcelLinkRow | null> =>
  db.one<ParcelLinkRow>('parcel_link', 'select * from parcel_links where id = $1', [shipment_id])
