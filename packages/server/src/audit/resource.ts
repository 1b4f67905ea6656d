import { shownUrl } from '../domain/carrier-url.ts'
import type { AuditEntry } from './queries.ts'

/** Lines of earlier releases have the whole address of a carrier's service. */
const shown = (action: string, row: object | null): object | null =>
  action.startsWith('carrier.') && row && 'url' in row && typeof row.url === 'string' ? { ...row, url: shownUrl(row.url) } : row

export const auditResource = ({ id, at, actor, actor_name, action, subject, before, after }: AuditEntry) => ({
  id,
  object: 'audit_record',
  at,
  actor,
  actor_name,
  action,
  subject,
  before: shown(action, before),
  after: shown(action, after),
})
