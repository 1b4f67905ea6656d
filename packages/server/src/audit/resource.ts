import type { AuditRow } from '../service/audit.ts'

export const auditResource = ({ id, at, actor, action, subject, before, after }: AuditRow) => ({
  id,
  object: 'audit_record',
  at,
  actor,
  action,
  subject,
  before,
  after,
})
