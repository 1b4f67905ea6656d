import { spellingsOf } from '@backhaul/core/carrier-number.ts'
import type { IDENTIFIERS } from '@backhaul/core/search.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Database } from '../../database/db.ts'
import { withKeys } from '../../database/keyed-shipments.ts'
import type { Position } from '../../database/list-rows.ts'
import { PARCEL_LINK, SEEN_LAST } from './queries.ts'

export type SearchHit = Shipment & { matched_by: (typeof IDENTIFIERS)[number] }

/** Identifiers in the shipment's row, and the spelling of each. Partners choose the last three, so several shipments may share one. */
const COLUMNS = [
  ['id', 'lower($1)'],
  ['tracking', "upper(regexp_replace($1, '\\s', '', 'g'))"],
  ['barcode', '$1'],
  ['ltracking', 'any($5::text[])'],
  ['order_id', '$1'],
  ['rma', '$1'],
  ['ship_ext_id', '$1'],
] as const

const BELOW = '($2::timestamptz is null or (s.created_at, s.id) < ($2, $3))'

const BRANCHES = [
  ...COLUMNS.map(([column, value], rank) => ({ name: column, rank, from: `shipments s where s.${column} = ${value}` })),
  ...[
    { name: 'qr_id', from: 'qrs q join shipments s on s.id = q.shipment_id where q.id = lower($1)' },
    { name: 'qr_token', from: 'qrs q join shipments s on s.id = q.shipment_id where q.token = $1' },
    { name: 'label_id', from: 'labels l join shipments s on s.id = l.shipment_id where l.id = lower($1)' },
    { name: 'ltracking', from: `${withKeys('$5::text[]', 's')} where true` },
    { name: 'group_id', from: 'shipments s where s.group_id = lower($1)' },
    {
      name: 'master_number',
      from: "shipment_groups g join shipments s on s.group_id = g.id where g.master_number = upper(regexp_replace($1, '\\s', '', 'g'))",
    },
  ].map((branch, i) => ({ ...branch, rank: COLUMNS.length + i })),
]

/** Each branch is one index look-up, so the cost of a search does not grow with the number of shipments. */
export const SEARCH = `
  with hits as (${BRANCHES.map(
    ({ name, rank, from }) =>
      `(select s.id, '${name}' as matched_by, ${rank} as rank from ${from} and ${BELOW} order by s.created_at desc, s.id desc limit $4)`,
  ).join('\n  union all ')}),
  best as (select distinct on (id) id, matched_by from hits order by id, rank)
  select s.*, ${PARCEL_LINK}, ${SEEN_LAST}, best.matched_by from best join shipments s on s.id = best.id order by s.created_at desc, s.id desc limit $4`

/** Finds shipments of any partner that `text` identifies in any way, newest first. */
export const searchShipments = (db: Database, text: string, after: Position | null, limit: number): Promise<SearchHit[]> =>
  db.query<SearchHit>('shipments_search', SEARCH, [text, after?.created_at ?? null, after?.id ?? null, limit, spellingsOf(text)])
