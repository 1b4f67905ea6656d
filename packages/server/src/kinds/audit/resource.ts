import type { AuditEntry } from './queries.ts'

/** `urlOf`: how the caller is shown the address of a carrier's service. */
const shown = (action: string, row: object | null, urlOf: (url: string) => string): object | null =>
  action.startsWith('carrier.') && row && 'url' in row && typeof row.url === 'string' ? { ...row, url: urlOf(row.url) } : row

export const auditResource =
  (urlOf: (url: string) => string) =>
  ({ id, at, actor, actor_name, action, subject, before, after }: AuditEntry) => ({
    id,
    object: 'audit_record',
    at,
    actor,
    actor_name,
    action,
    subject,
    before: shown(action, before, urlOf),
    after: shown(action, after, urlOf),
  })
