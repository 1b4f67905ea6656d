import { type TariffKey, type TariffRow, tariffOf } from '@backhaul/core/compile-tariff.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Tariff } from '@backhaul/core/tariff.ts'
import type { Database } from '../database/db.ts'

export type ListedTariff = TariffKey & Pick<Row<'tariffs'>, 'id'>

/** SQL condition: whether a tariff is current or future. Past tariffs are kept only for reading. */
export const IS_IN_USE = `effective_on >= coalesce((select max(o.effective_on) from tariffs o where o.carrier = t.carrier
    and o.country = t.country and o.effective_on <= to_char(now() at time zone 'UTC', 'YYYY-MM-DD')), effective_on)`

/** SQL: the tariffs in use without their rows, because the rows are read only once per tariff. */
export const IN_USE = `(select coalesce(json_agg(json_build_object('id', id, 'carrier', carrier, 'country', country, 'currency', currency,
    'effective_on', effective_on) order by country, carrier, effective_on desc), '[]') from tariffs t where ${IS_IN_USE})`

/** Reads a tariff with its tables. Returns null if the tariff has just been replaced. The next listing will then show its successor. */
export const readTariff = async (db: Database, { id, ...key }: ListedTariff): Promise<Tariff | null> => {
  const row = await db.one<{ rows: TariffRow[] }>('tariff_rows', 'select rows from tariffs where id = $1', [id])
  return row && tariffOf(key, row.rows)
}

/** The content of a tariff id never changes, so each process reads and compiles a tariff once. */
export class TariffCache {
  readonly #db: Database
  #known = new Map<string, Tariff>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Tariffs by country and carrier, newest first. */
  async of(listed: readonly ListedTariff[]): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly Tariff[]>>> {
    const known = new Map<string, Tariff>()
    const found = new Map<string, Map<string, Tariff[]>>()
    for (const one of listed) {
      const tariff = this.#known.get(one.id) ?? (await readTariff(this.#db, one))
      if (!tariff) continue
      known.set(one.id, tariff)
      const byCarrier = found.get(one.country) ?? new Map<string, Tariff[]>()
      byCarrier.set(one.carrier, [...(byCarrier.get(one.carrier) ?? []), tariff])
      found.set(one.country, byCarrier)
    }
    this.#known = known
    return found
  }
}
