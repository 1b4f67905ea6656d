// Finds parcels that have not been seen since a short acceptance. In a short acceptance, the carrier accepted a tender but counted fewer
// parcels than the tender has. So some of the parcels recorded as handed over may be missing.
import { isTakenOn, type Unseen } from '@backhaul/core/decide-tender.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Database } from '../../database/db.ts'

/** SQL condition: scan `s` happened or was recorded after the short acceptance `i`, and shows that a carrier has the parcel. */
const BY_CARRIER = `s.kind in ('inject', 'movement', 'out-for-delivery', 'deliver') and (s.occurred_at > i.occurred_at or s.recorded_at > i.recorded_at)`
/**
 * SQL condition: a scan that meets BY_CARRIER was made by $2, the carrier of a later tender. A scan that names no carrier counts as made by
 * $2 if it is an injection, or if the parcel is with $2.
 */
const BY_TAKER = `coalesce(s.details ->> 'carrier', case when s.kind = 'inject' or p.carrier = $2 then $2 end) is not distinct from $2`

/**
 * Finds which of these shipments were injected by a short acceptance and have not been seen since. Any later scan except a counter's
 * refusal means that the parcel was seen. If `taker` names the carrier of a later tender, only scans by other carriers count. If an
 * acceptance named all its missing members, its other members count as received.
 */
export const findUnseen = async (
  db: Database,
  shipments: readonly Pick<Shipment, 'id' | 'status'>[],
  taker: string | null,
): Promise<ReadonlyMap<string, Unseen>> => {
  const ids = shipments.flatMap(({ id, status }) => (status === 'injected' || (taker && isTakenOn(status)) ? id : []))
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; unseen: Unseen }>(
    'tender_unseen',
    `select i.shipment_id as id, case when exists (select from scans s where s.shipment_id = p.id and ${BY_CARRIER}) then 'taken' else 'unseen' end as unseen
       from unnest($1::text[]) as m(id)
       cross join lateral (select id, carrier from shipments where id = m.id limit 1) p
       cross join lateral (
         select shipment_id, occurred_at, recorded_at, details ->> 'tender_id' as tender_id from scans
          where shipment_id = m.id and kind = 'inject' and details ? 'tender_id' order by occurred_at desc, id desc limit 1) i
       join tenders t on t.id = i.tender_id and t.discrepancy ->> 'type' = 'short'
        and t.piece_count_received + cardinality(t.missing_shipment_ids) < t.piece_count
      where not exists (
        select from scans s where s.shipment_id = p.id
           and ($2::text is null and s.kind <> 'reject' and s.occurred_at > i.occurred_at
                or ${BY_CARRIER} and ($2 is null or not ${BY_TAKER})))`,
    [ids, taker],
  )
  return new Map(rows.map(({ id, unseen }) => [id, unseen]))
}
