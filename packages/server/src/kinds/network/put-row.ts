// Changes by operators to stores, facilities, carriers, markets, calendars and the policy. These rows have no version, so a write succeeds
// only if the whole row is unchanged since it was read. One statement writes the row and its audit line. Rows are never deleted, because
// shipments and prices refer to them; they are deactivated instead. Only calendars can be deleted (./calendars.ts).
import { isDeepStrictEqual } from 'node:util'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { columnsOf, insertRows } from '../../database/columns.ts'
import { isTaken } from '../../database/db.ts'
import { type AuditRow, auditRow, type OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'

/** The first column of each table is its key. */
export type ReferenceTable = 'calendars' | 'carriers' | 'settings' | 'markets' | 'facilities' | 'stores'

const FOREIGN_KEY_VIOLATION = '23503'
const MAX_ROUNDS = 10

const writeStatement = (table: ReferenceTable): string => {
  const [key, ...others] = columnsOf(table).map(({ name }) => name)
  return `with old as materialized (select to_jsonb(t) as row from ${table} t where ${key} = $1 for update),
       ok as materialized (select 1 where (select row from old) is not distinct from $2::jsonb),
       put as (${insertRows(table)}
                 from ok, json_populate_record(null::${table}, $3::json) r
               on conflict (${key}) do update set ${others.map((name) => `${name} = excluded.${name}`).join(', ')}),
       note as (${insertRows('operator_audit')} from ok, json_populate_record(null::operator_audit, $4::json) r)
     select 1 from ok`
}

const write = async (service: Service, table: ReferenceTable, key: string, before: string | null, after: object, audit: AuditRow) => {
  const values = [key, before, JSON.stringify(after), JSON.stringify(audit)]
  return (await service.db.query(`${table}_write`, writeStatement(table), values)).length === 1
}

/**
 * Creates or changes a row, with an audit line. `decide` makes the new row from the current row, which is null if there is none. Returns
 * the resulting row, and writes nothing if nothing changes. `shown`: the form of a row in the audit line. Errors: those of `decide`;
 * `not_found` for a carrier that does not exist; `unavailable` if other requests keep changing the row.
 */
export const putRow = async <Row extends object>(
  service: Service,
  table: ReferenceTable,
  key: string,
  actor: OperatorActor,
  decide: (before: Row | null) => Row | Refusal,
  shown: (row: Row) => object = (row) => row,
): Promise<Row | Refusal> => {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = await service.db.one<{ row: string }>(
      `${table}_read`,
      `select to_jsonb(t)::text as row from ${table} t where ${columnsOf(table)[0]?.name} = $1`,
      [key],
    )
    const before = found ? (JSON.parse(found.row) as Row) : null
    const after = decide(before)
    // `before` may have columns of a newer release that `after` lacks.
    if (isRefusal(after) || isDeepStrictEqual(before, { ...before, ...after })) return after
    const thing = table === 'settings' ? key : table.replace(/ies$/, 'y').replace(/s$/, '')
    const action = `${thing}.${before ? 'changed' : 'created'}`
    const audit = auditRow(service, { actor, action, subject: key, before: before && shown(before), after: shown(after) })
    try {
      if (!(await write(service, table, key, found?.row ?? null, after, audit))) continue
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === FOREIGN_KEY_VIOLATION)
        return refuse('not_found', 'No carrier has this code; create the carrier first.', { field: 'carrier' })
      if (!isTaken(error)) throw error
      // Another request has just created this row, so it is read again.
      continue
    }
    await service.network.forget()
    return after
  }
  return refuse('unavailable', 'Other requests are changing the same record; try again.')
}
