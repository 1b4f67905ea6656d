import type { CarrierScanRow, CarrierScanState } from '@backhaul/core/carrier-scan.ts'
import { isId } from '@backhaul/core/ids.ts'
import { TERMINAL } from '@backhaul/core/transitions.ts'
import type { Database } from '../../database/db.ts'
import { withKeys } from '../../database/keyed-shipments.ts'
import type { Filters, ListOrder, Position } from '../../database/list-rows.ts'
import type { ImportRow } from '../imports/model.ts'

/** Unique key in `carrier_scans`, together with the carrier. */
export type ScanKey = Pick<CarrierScanRow, 'number' | 'code' | 'occurred_at' | 'place'>

/** The known scans with these keys. */
export const findKnown = (db: Database, carrier: string, keys: readonly ScanKey[]): Promise<CarrierScanRow[]> =>
  db.query<CarrierScanRow>(
    'carrier_scans_known',
    `select c.* from carrier_scans c
       join json_to_recordset($2::json) as r(number text, code text, occurred_at timestamptz, place text) using (number, code, occurred_at, place)
      where c.carrier = $1`,
    [carrier, JSON.stringify(keys)],
  )

/**
 * The way in which a number leads to a parcel. `learned`: from a report, an operator or a booking. `ltracking`: the parcel's own number.
 * `ours`: a number that Backhaul issued.
 */
export interface NumberHit {
  by: 'reference' | 'learned' | 'ltracking' | 'ours'
  number: string
  shipment_id: string
}

/** Finds the parcels for numbers of this carrier, and for references, which Backhaul issued. A number may lead to several parcels. */
export const findNumbers = (
  db: Database,
  carrier: string,
  numbers: readonly string[],
  references: readonly string[],
): Promise<NumberHit[]> =>
  db.query<NumberHit>(
    'carrier_numbers',
    `with r as materialized (select value as number, upper(value) as tracking from unnest($2::text[]) as value),
          f as materialized (select value as number, upper(value) as tracking from unnest($3::text[]) as value)
     select distinct 'learned' as by, number, shipment_id from carrier_scans
      where carrier = $1 and number = any($2::text[]) and shipment_id is not null
     union all
     select 'learned', number, shipment_id from carrier_bookings where carrier = $1 and number = any($2::text[])
     union
     select 'learned', number, shipment_id from carrier_purchases cross join unnest(numbers) as number
      where carrier = $1 and numbers && $2::text[] and number = any($2::text[])
     union all
     select 'ltracking', ltracking, id from shipments where ltracking = any($2::text[]) and carrier = $1
     union all
     select 'ltracking', key, id from shipments cross join unnest(ltracking_keys) as key
      where ltracking_keys && $2::text[] and key = any($2::text[]) and carrier = $1
     union all
     select 'ours', r.number, s.id from r join shipments s using (tracking)
     union all
     select 'ours', barcode, id from shipments where barcode = any($2::text[])
     union all
     select 'reference', f.number, s.id from f join shipments s using (tracking)
     union all
     select 'reference', barcode, id from shipments where barcode = any($3::text[])`,
    [carrier, numbers, references],
  )

/** Finds which of these numbers belong to live parcels of other carriers. Returns them with those parcels. */
export const findTaken = (db: Database, carrier: string, numbers: readonly string[]): Promise<{ number: string; shipment_id: string }[]> =>
  db.query(
    'carrier_numbers_taken',
    `select ltracking as number, id as shipment_id from shipments
      where ltracking = any($2::text[]) and carrier <> $1 and status <> all ($3::text[])`,
    [carrier, numbers, TERMINAL],
  )

/** An import with its `xmin`, which lets a plan detect that someone else has continued the import. */
export const findWork = (db: Database, id: string): Promise<(ImportRow & { xmin: string }) | null> =>
  db.one<ImportRow & { xmin: string }>('carrier_report_work', 'select *, xmin::text as xmin from imports where id = $1', [id])

/**
 * SQL condition for open scans that may match a parcel now. A surplus scan is excluded: a partner may have named it, and the parcel may
 * belong to another partner.
 */
const AWAITED = "state = 'open' and reason <> 'surplus'"

/** The codes of the carriers that have open scans which may match now. Each code is found with one index lookup. */
export const listAwaiting = async (db: Database): Promise<string[]> => {
  const rows = await db.query<{ carrier: string }>(
    'carrier_scans_awaiting',
    `with recursive c as (
       (select carrier from carrier_scans where ${AWAITED} order by carrier limit 1)
       union all
       select (select s.carrier from carrier_scans s where ${AWAITED} and s.carrier > c.carrier order by s.carrier limit 1)
         from c where c.carrier is not null)
     select carrier from c where carrier is not null`,
  )
  return rows.map(({ carrier }) => carrier)
}

/** The open scans of one carrier, oldest first. */
export const listOpen = (db: Database, carrier: string, after: Position | null, limit: number): Promise<CarrierScanRow[]> =>
  db.query<CarrierScanRow>(
    'carrier_scans_open',
    `select * from carrier_scans where carrier = $1 and ${AWAITED} and ($2::timestamptz is null or (created_at, id) > ($2, $3))
      order by created_at, id limit $4`,
    [carrier, after?.created_at ?? null, after?.id ?? null, limit],
  )

/** All open scans with one number, oldest first. */
export const listOpenOf = (db: Database, carrier: string, number: string, limit: number): Promise<CarrierScanRow[]> =>
  db.query<CarrierScanRow>(
    'carrier_scans_open_of',
    `select * from carrier_scans where carrier = $1 and number = $2 and state = 'open' order by created_at, id limit $3`,
    [carrier, number, limit],
  )

/** A parcel whose number differs from a reported one only by leading zeros. */
export interface Similar {
  /** The id of the scan in the inbox. */
  id: string
  shipment_id: string
  number: string
}

/**
 * Suggestions for a page of the inbox, at most `most` parcels for each scan. `spellings`: possible original numbers of each scan, as [scan,
 * number].
 */
export const findSimilar = (
  db: Database,
  spellings: readonly (readonly [id: string, number: string])[],
  most: number,
): Promise<Similar[]> =>
  db.query<Similar>(
    'carrier_scans_similar',
    `select r.id, s.shipment_id, s.number from unnest($1::text[]) as r(id) cross join lateral (
       select x.id as shipment_id, t.number from unnest($2::text[], $3::text[]) as t(id, number)
         cross join lateral (select id from shipments where ltracking = t.number
           union select k.id from ${withKeys('array[t.number]', 'k')}
           union select id from shipments where barcode = t.number) x
        where t.id = r.id limit $4) s`,
    [[...new Set(spellings.map(([id]) => id))], spellings.map(([id]) => id), spellings.map(([, number]) => number), most],
  )

export interface UnmatchedFilters extends Filters<'carrier' | 'number' | 'import_id' | 'tender_id'> {
  state: Exclude<CarrierScanState, 'matched'>
}

export const listUnmatched = (
  db: Database,
  { after, limit, order = 'newest' }: { after: Position | null; limit: number; order?: ListOrder | undefined },
  { state, carrier, number, import_id, tender_id }: UnmatchedFilters,
): Promise<CarrierScanRow[]> => {
  const [direction, beyond] = order === 'newest' ? ['desc', '<'] : ['asc', '>']
  return db.query<CarrierScanRow>(
    `carrier_scans_unmatched_${order}`,
    `select * from carrier_scans
      where state = $1 and state <> 'matched' and ($2::timestamptz is null or (created_at, id) ${beyond} ($2, $3))
        and ($5::text is null or carrier = $5) and ($6::text is null or number = $6)
        and ($7::text is null or import_id = $7) and ($8::text is null or tender_id = $8)
      order by created_at ${direction}, id ${direction} limit $4`,
    [state, after?.created_at ?? null, after?.id ?? null, limit, carrier ?? null, number ?? null, import_id ?? null, tender_id ?? null],
  )
}

export const findCarrierScan = async (db: Database, id: string): Promise<CarrierScanRow | null> =>
  isId('carrier_scan', id) ? db.one<CarrierScanRow>('carrier_scan', 'select * from carrier_scans where id = $1', [id]) : null
