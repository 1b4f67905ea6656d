import { type TariffKey, type TariffRow, tariffOf } from '@backhaul/core/compile-tariff.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import type { OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'
import { IS_IN_USE, type ListedTariff } from '../../service/tariff-cache.ts'

/** `pairs`: number of bytes in the tariff's zone table. */
export interface TariffRecord extends Omit<Row<'tariffs'>, 'rows'> {
  row_count: number
  is_in_use: boolean
}

export type TariffName = Pick<ListedTariff, 'carrier' | 'country' | 'effective_on'>

const LISTED = `id, carrier, country, currency, effective_on, jsonb_array_length(rows) as row_count, pairs,
  ${IS_IN_USE} as is_in_use, imported_at, actor`

/** All tariffs, or only those of a carrier or a country. For each carrier and country, the newest comes first. */
export const listTariffs = (db: Database, carrier: string | null, country: string | null): Promise<TariffRecord[]> =>
  db.query<TariffRecord>(
    'tariffs',
    `select ${LISTED} from tariffs t where ($1::text is null or carrier = $1) and ($2::text is null or country = $2)
      order by (carrier || '/' || country || '/' || effective_on) collate "C"`,
    [carrier, country],
  )

/** A tariff with its rows. Null if there is none. */
export const findTariff = (
  db: Database,
  { carrier, country, effective_on }: TariffName,
): Promise<(TariffRecord & { rows: TariffRow[] }) | null> =>
  db.one<TariffRecord & { rows: TariffRow[] }>(
    'tariff',
    `select ${LISTED}, rows from tariffs t where carrier = $1 and country = $2 and effective_on = $3`,
    [carrier, country, effective_on],
  )

const REMOVE = `
  with gone as (delete from tariffs where carrier = $1 and country = $2 and effective_on = $3 returning *)
  insert into operator_audit (id, at, actor, action, subject, before, after)
  select $4, $5::timestamptz, $6, 'tariff.removed', $1 || '/' || $2 || '/' || $3, jsonb_build_object('rows', jsonb_array_length(rows)), null
    from gone returning id`

/**
 * Removes a tariff. The previous tariff, or else the rate card, applies again. Existing shipments keep their price. Errors: `not_found`.
 */
export const removeTariff = async (
  service: Service,
  actor: OperatorActor,
  { carrier, country, effective_on }: TariffName,
): Promise<null | Refusal> => {
  const values = [carrier, country, effective_on, newId('audit'), iso(service.clock.now()), actor]
  const gone = await service.db.query('tariff_remove', REMOVE, values)
  if (gone.length === 0) return unknownTariff()
  await service.network.forget()
  return null
}

export const unknownTariff = (): Refusal =>
  refuse('not_found', 'No tariff of this carrier for this country takes effect on this day; GET /v2/ops/tariffs lists the tariffs.', {
    field: 'effective_on',
  })

/** Number of bytes in memory for the zones of a tariff, one for each pair. */
export const pairsOf = (key: TariffKey, rows: readonly TariffRow[]): number => tariffOf(key, rows).zones.cells.length

/**
 * Applies the tariff of carrier $2, country $3 and day $4 from the rows of import $1, with audit line $5, at time $6, by actor $7. Its
 * zones have $8 pairs. It replaces a tariff of the same day; an equal tariff stays as it is.
 */
export const APPLY_TARIFF = `
  with r as materialized (select min(value->>'currency') as currency, $8::int as pairs,
            jsonb_agg(value - '{carrier,country,currency,effective_on}'::text[] order by number) as rows
            from import_rows where import_id = $1 and value->>'carrier' = $2 and value->>'country' = $3 and value->>'effective_on' = $4),
       old as materialized (select * from tariffs where carrier = $2 and country = $3 and effective_on = $4 for update),
       put as (insert into tariffs (id, carrier, country, effective_on, currency, pairs, rows, imported_at, actor)
            select $5, $2, $3, $4, r.currency, r.pairs, r.rows, $6::timestamptz, $7 from r
            on conflict (carrier, country, effective_on) do update set id = excluded.id, currency = excluded.currency,
              pairs = excluded.pairs, rows = excluded.rows, imported_at = excluded.imported_at, actor = excluded.actor
              where (tariffs.rows, tariffs.currency) is distinct from (excluded.rows, excluded.currency)
            returning id),
       note as (insert into operator_audit (id, at, actor, action, subject, before, after)
            select $5, $6::timestamptz, $7, case when exists (select from old) then 'tariff.replaced' else 'tariff.imported' end,
                   $2 || '/' || $3 || '/' || $4, (select jsonb_build_object('rows', jsonb_array_length(rows)) from old),
                   (select jsonb_build_object('rows', jsonb_array_length(rows)) from r) from put)
  select not exists (select from old) as is_new, exists (select from put) as is_changed`

export const tariffResource = ({
  carrier,
  country,
  currency,
  effective_on,
  row_count,
  pairs,
  is_in_use,
  imported_at,
  actor,
}: TariffRecord) => ({
  object: 'tariff',
  carrier,
  country,
  currency,
  effective_on,
  in_use: is_in_use,
  rows: row_count,
  pairs,
  imported_at: new Date(imported_at).toISOString(),
  actor,
})
