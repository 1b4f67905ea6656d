import { showAs } from '../../http/show-as.ts'
import type { AuditEntry } from './queries.ts'
import { AuditOut } from './schema.ts'

/** @param urlOf returns the URL of a carrier's service in the form that the caller may see */
const shown = (action: string, row: object | null, urlOf: (url: string) => string): object | null =>
  action.startsWith('carrier.') && row && 'url' in row && typeof row.url === 'string' ? { ...row, url: urlOf(row.url) } : row

export const auditResource = (urlOf: (url: string) => string) => (row: AuditEntry) =>
  showAs(AuditOut, row, { before: shown(row.action, row.before, urlOf), after: shown(row.action, row.after, urlOf) })
