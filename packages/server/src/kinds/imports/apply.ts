// Applies the rows of a checked file. One transaction on one connection applies the whole file, with one statement for each portion of
// rows. So nobody sees a file that is only partly applied, and a killed process leaves nothing behind. Requests that read or create
// shipments continue meanwhile, because none of their statements waits for a store or a rate. A request that changes a store of the file
// waits until the transaction ends, but no longer than for any lock.
import type { TariffKey, TariffRow } from '@backhaul/core/compile-tariff.ts'
import type { LockedConnection } from '../../database/advisory-lock.ts'
import { insertRows } from '../../database/columns.ts'
import type { Value } from '../../database/db.ts'
import { newId } from '../../process/ids.ts'
import { type RateCard, WRITE_CARDS } from '../network/rate-cards.ts'
import { APPLY_TARIFF, pairsOf } from '../network/tariffs.ts'

export interface Applied {
  created: number
  changed: number
}

export interface ApplyWork {
  id: string
  /** The carrier to which the file belongs. Null if it belongs to none. */
  carrier: string | null
  actor: string
  at: string
  /** Called between two portions with the number of rows written. */
  onProgress: (applied_rows: number) => Promise<void>
}

const STORES_PORTION = 1_000
const CARDS_PORTION = 200

const FACTS = ['name', 'line1', 'city', 'state', 'postal_code', 'country', 'lat', 'lon', 'timezone', 'hours']

// Writes the rows of import $1 with numbers above $2 up to $3, at time $4, by actor $5. An existing store keeps the values that the file
// does not set. The lock is `for no key update`, because counter sessions refer to stores and new sessions may begin meanwhile.
const APPLY_STORES = `
  with r as materialized (select value->'facts' as facts, value->'facts'->>'code' as code, value->>'id' as id, value->>'audit_id' as audit_id
            from import_rows where import_id = $1 and number > $2::int and number <= $3::int),
       old as materialized (select s.code, to_jsonb(s) as row from stores s where s.code in (select code from r)
            order by s.code for no key update),
       next as materialized (select r.audit_id, old.row as before, coalesce(old.row, jsonb_build_object('id', r.id, 'pudo_code',
            r.code, 'active', true, 'created_at', $4::timestamptz, 'hours', null)) || r.facts as after from r left join old using (code)),
       fresh as materialized (select * from next where before is distinct from after),
       made as (${insertRows('stores')}
            from fresh, jsonb_populate_record(null::stores, fresh.after) r where fresh.before is null),
       put as (update stores t set ${FACTS.map((name) => `${name} = s.${name}`).join(', ')}
            from fresh, jsonb_populate_record(null::stores, fresh.after) s where fresh.before is not null and t.id = s.id),
       note as (insert into operator_audit (id, at, actor, action, subject, before, after)
            select audit_id, $4::timestamptz, $5, case when before is null then 'store.created' else 'store.changed' end, after->>'id', before, after
              from fresh)
  select count(*) filter (where before is null) as created, count(*) filter (where before is not null) as changed from fresh`

const count = async (held: LockedConnection, text: string, values: Value[]): Promise<Applied> =>
  (await held.all<Applied>(text, values))[0] as Applied

/** @param rows number of rows in the whole file */
export const applyStores = async (held: LockedConnection, rows: number, { id, actor, at, onProgress }: ApplyWork): Promise<Applied> => {
  const applied: Applied = { created: 0, changed: 0 }
  for (let from = 0; from < rows; from += STORES_PORTION) {
    const { created, changed } = await count(held, APPLY_STORES, [id, from, from + STORES_PORTION, at, actor])
    applied.created += created
    applied.changed += changed
    await onProgress(Math.min(from + STORES_PORTION, rows))
  }
  return applied
}

const CARDS = `select value->>'carrier' as carrier, value->>'country' as country,
    jsonb_agg(value - 'carrier' - 'country' order by number) as rates
  from import_rows where import_id = $1 group by 1, 2 order by 1, 2`

const COUNT_RATES = `
  select count(*) filter (where t.carrier is null) as created,
         count(*) filter (where t.carrier is not null and (t.base_cents, t.per_lb_cents, t.max_weight_lb) is distinct from (r.base_cents, r.per_lb_cents, r.max_weight_lb)) as changed
    from import_rows i cross join jsonb_to_record(i.value) as
         r(carrier text, country text, service_level text, zone text, base_cents int, per_lb_cents int, max_weight_lb numeric(10, 3))
    left join rates t using (carrier, country, service_level, zone)
   where i.import_id = $1`

export const applyRates = async (held: LockedConnection, _rows: number, { id, actor, at, onProgress }: ApplyWork): Promise<Applied> => {
  const applied = await count(held, COUNT_RATES, [id])
  const cards = await held.all<RateCard>(CARDS, [id])
  let written = 0
  for (let from = 0; from < cards.length; from += CARDS_PORTION) {
    const portion = cards.slice(from, from + CARDS_PORTION)
    const rows = portion.map((card) => ({ ...card, audit_id: newId('audit') }))
    await held.all(WRITE_CARDS, [JSON.stringify(rows), at, actor])
    written += portion.reduce((sum, { rates }) => sum + rates.length, 0)
    await onProgress(written)
  }
  return applied
}

const TARIFFS = `select distinct value->>'carrier' as carrier, value->>'country' as country, value->>'currency' as currency,
    value->>'effective_on' as effective_on
  from import_rows where import_id = $1 order by 1, 2, 4`
const TARIFF_ROWS = `select value from import_rows
  where import_id = $1 and value->>'carrier' = $2 and value->>'country' = $3 and value->>'effective_on' = $4`

/** In the result, `created` counts the rows of new tariffs, and `changed` the rows of tariffs that replace a tariff of the same day. */
export const applyTariffs = async (held: LockedConnection, _rows: number, { id, actor, at, onProgress }: ApplyWork): Promise<Applied> => {
  const applied: Applied = { created: 0, changed: 0 }
  let written = 0
  for (const key of await held.all<TariffKey>(TARIFFS, [id])) {
    const names = [id, key.carrier, key.country, key.effective_on]
    const rows = (await held.all<{ value: TariffRow }>(TARIFF_ROWS, names)).map(({ value }) => value)
    const values = [...names, newId('audit'), at, actor, pairsOf(key, rows)]
    const [done] = await held.all<{ is_new: boolean; is_changed: boolean }>(APPLY_TARIFF, values)
    if (done?.is_new) applied.created += rows.length
    else if (done?.is_changed) applied.changed += rows.length
    written += rows.length
    await onProgress(written)
  }
  return applied
}
