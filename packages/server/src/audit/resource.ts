import type { AuditEntry } from './queries.ts'

export const auditResource = ({ id, at, actor, actor_name, action, subject, before, after }: AuditEntry) => ({
  id,
  object: 'audit_record',
  at,
  actor,
  actor_name,
  action,
  subject,
  before,
  after,
})
