import { showAs } from '../../http/show-as.ts'
import type { ImportRow, ListedRow } from './model.ts'
import { ImportOut } from './schema.ts'

export const importResource = (row: ListedRow) =>
  showAs(ImportOut, row, { restarts: Math.max(0, row.tries - 1), created_at: new Date(row.created_at).toISOString() })

export const importDetail = ({ errors, warnings, lost_prices, ...row }: ImportRow) => ({
  ...importResource(row),
  errors,
  warnings,
  lost_prices,
})
