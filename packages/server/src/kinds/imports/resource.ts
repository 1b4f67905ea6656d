import type { ImportRow, ListedRow } from './model.ts'

export const importResource = (row: ListedRow) => ({
  id: row.id,
  object: 'import' as const,
  kind: row.kind,
  carrier: row.carrier,
  state: row.state,
  file_name: row.file_name,
  bytes: row.bytes,
  rows: row.rows,
  checked_rows: row.checked_rows,
  applied_rows: row.applied_rows,
  created_rows: row.created_rows,
  changed_rows: row.changed_rows,
  unmatched_rows: row.unmatched_rows,
  error_count: row.error_count,
  warning_count: row.warning_count,
  restarts: Math.max(0, row.tries - 1),
  actor: row.actor,
  created_at: new Date(row.created_at).toISOString(),
  ended_at: row.ended_at,
})

export const importDetail = ({ errors, warnings, lost_prices, ...row }: ImportRow) => ({
  ...importResource(row),
  errors,
  warnings,
  lost_prices,
})
