import type { Database } from '../../database/db.ts'
import type { Filters, Position } from '../../database/list-rows.ts'
import type { AuditRow } from '../../service/audit.ts'

type AuditFilters = Filters<'actor' | 'subject' | 'action'>

export interface AuditEntry extends AuditRow {
  created_at: string
  /**
   * The current name of the key that acted, or the name of the person who signed in. Null if there is no name, or if neither a key nor a
   * person acted.
   */
  actor_name: string | null
}

/** The actor is `key:<id>`, `session:<id> <email>`, or `cli:…`, which contains no id. */
const ACTOR_NAME = `coalesce((select k.name from api_keys k where k.id = substr(actor, length('key:') + 1)),
  (select s.name from console_sessions s where s.id = split_part(substr(actor, length('session:') + 1), ' ', 1))) as actor_name`

/** Newest first. Each combination of filters is a separate statement, so that each has its own plan and index. */
export const listAudit = (db: Database, filters: AuditFilters, after: Position | null, limit: number): Promise<AuditEntry[]> => {
  const values: (string | number)[] = [limit]
  const where: string[] = []
  let name = 'audit_list'
  for (const column of ['actor', 'subject', 'action'] as const) {
    const value = filters[column]
    if (value === undefined) continue
    values.push(value)
    where.push(`${column} = $${values.length}`)
    name += `_${column}`
  }
  if (after) {
    values.push(after.created_at, after.id)
    where.push(`(at, id) < ($${values.length - 1}::timestamptz, $${values.length})`)
    name += '_after'
  }
  const condition = where.length > 0 ? `where ${where.join(' and ')}` : ''
  return db.query(
    name,
    `select *, at as created_at, ${ACTOR_NAME} from operator_audit ${condition} order by at desc, id desc limit $1`,
    values,
  )
}
