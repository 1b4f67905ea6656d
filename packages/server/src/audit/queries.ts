import type { Database } from '../platform/db.ts'
import type { Position } from '../platform/list-rows.ts'
import type { AuditRow } from '../service/audit.ts'

interface AuditFilters {
  actor?: string | undefined
  subject?: string | undefined
  action?: string | undefined
}

/** Newest first. Each combination of filters is a statement of its own, so that each has its own plan and index. */
export const listAudit = (
  db: Database,
  filters: AuditFilters,
  after: Position | null,
  limit: number,
): Promise<(AuditRow & { created_at: string })[]> => {
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
  return db.query(name, `select *, at as created_at from operator_audit ${condition} order by at desc, id desc limit $1`, values)
}
