// Reads everything that ties a parcel to carriers, except what is in the parcel's own row. The ties are read once for all scans of a
// report. core/src/carrier-claim.ts uses them for its decision.
import { isWith, NO_TIES, type Ties } from '@backhaul/core/carrier-claim.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Database } from '../../database/db.ts'
import { findUnseen } from '../shipments/unseen.ts'

interface Tie {
  by: keyof Ties
  /** Id of the shipment, its open tender or its sweep. */
  subject: string
  carrier: string
}

const TIES = `
  select 'booked' as by, shipment_id as subject, carrier from carrier_bookings
   where shipment_id = any($1::text[]) and state in ('due', 'buying', 'uncertain', 'undecided', 'booked')
  union all
  select 'tendered', id, carrier from tenders where id = any($2::text[])
  union all
  select case when m.state = 'accepting' then 'counted' else 'swept' end, m.subject_id, c.carrier
    from consolidation_members m join consolidations c on c.id = m.consolidation_id
   where m.subject_id = any($2::text[]) and m.state = 'accepting' or m.subject_id = any($3::text[]) and m.state = 'accepted'`

/** Returns ties by shipment id. Leaves out shipments that are with the carrier according to their own row. */
export const readTies = async (db: Database, carrier: string, shipments: readonly Shipment[]): Promise<ReadonlyMap<string, Ties>> => {
  const others = shipments.filter((shipment) => !isWith(shipment, carrier))
  if (others.length === 0) return new Map()
  const tenders = others.flatMap(({ open_tender_id }) => open_tender_id ?? [])
  const sweeps = others.flatMap(({ sweep_id }) => sweep_id ?? [])
  const found = await db.query<Tie>('carrier_ties', TIES, [others.map(({ id }) => id), tenders, sweeps])
  const offered = others.filter(({ open_tender_id }) => found.some((tie) => tie.subject === open_tender_id && tie.carrier === carrier))
  const unseen = await findUnseen(db, offered, carrier)
  return new Map(
    others.map(({ id, open_tender_id, sweep_id }) => {
      const of = (by: keyof Ties, subject: string | null) =>
        found.flatMap((tie) => (tie.by === by && tie.subject === subject ? tie.carrier : []))
      const ties: Ties = {
        booked: of('booked', id),
        tendered: of('tendered', open_tender_id),
        taking: unseen.has(id) ? [carrier] : [],
        counted: of('counted', open_tender_id),
        swept: of('swept', sweep_id),
      }
      return [id, ties]
    }),
  )
}

export const tiesOf = (ties: ReadonlyMap<string, Ties>, shipment_id: string): Ties => ties.get(shipment_id) ?? NO_TIES

/**
 * SQL: parcels that an operator matched with one of these numbers of the carrier. A match no longer counts if another carrier has taken the
 * parcel since: by a scan that names that carrier, by a handover scan that names no carrier, or by accepting a tender.
 */
const MATCHED = `
  select distinct c.number, c.shipment_id, c.was_with from carrier_scans c
    join scans m on m.shipment_id = c.shipment_id and m.id = c.scan_id
   where c.carrier = $1 and c.number = any($2::text[]) and c.state = 'matched' and c.resolved_by is not null
     and not exists (
       select from scans l where l.shipment_id = c.shipment_id and l.recorded_at > m.recorded_at and l.applied
          and (l.details ->> 'carrier' <> c.carrier
               or l.details ->> 'carrier' is null and l.kind in ('inject', 'movement', 'out-for-delivery', 'deliver')))
     and not exists (
       select from shipments s join tenders t on t.id = s.tender_id
        where s.id = c.shipment_id and t.accepted_at > m.recorded_at and t.carrier <> c.carrier)`

/** Whether an operator's match of the number with the parcel still counts. */
export type IsMatched = (number: string, shipment: Shipment) => boolean

/** The carriers in the shipment's own row. */
export const carriersOf = ({ carrier, collecting_carrier }: Shipment): string[] =>
  [carrier, collecting_carrier].filter((one) => one !== null)

export const readMatched = async (db: Database, carrier: string, numbers: readonly string[]): Promise<IsMatched> => {
  const rows = await db.query<{ number: string; shipment_id: string; was_with: string[] | null }>('carrier_matched', MATCHED, [
    carrier,
    numbers,
  ])
  return (number, shipment) => {
    const matches = rows.filter((row) => row.number === number && row.shipment_id === shipment.id)
    // If another carrier got the parcel in another way, the shipment's row shows that carrier.
    return matches.some(({ was_with }) => carriersOf(shipment).every((one) => one === carrier || was_with?.includes(one)))
  }
}
