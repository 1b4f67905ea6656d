import type { ImportDetail } from '@backhaul/client'

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)
const errors = (count: number): string => (count === 1 ? '1 error' : `${count} errors`)

/** Rows of stores, rates and tariffs take effect all together or not at all. */
const ofWhole = ({ state, rows: total, created_rows, changed_rows, error_count, applied_rows, checked_rows }: ImportDetail): string => {
  if (state === 'checking') return `Reading and checking: ${rows(checked_rows)} so far. Nothing has changed yet.`
  if (state === 'applying') return `All rows are valid. ${applied_rows} of ${total} are written. All of them take effect at the same time.`
  if (state === 'done') return `Done: ${rows(total ?? 0)}, ${created_rows} new and ${changed_rows} changed. All of them are in effect.`
  if (state === 'refused') return `Refused: the file has ${errors(error_count)}. Nothing was changed.`
  return 'Interrupted: the service stopped several times during this import. Nothing was changed. Upload the file again.'
}

/** Lines of a carrier's report take effect one by one. */
const ofReport = ({ state, created_rows, unmatched_rows, error_count, applied_rows }: ImportDetail): string => {
  const good = `${rows(applied_rows)} imported: ${created_rows} new, ${unmatched_rows} with unknown numbers (listed under unmatched scans)`
  const bad = error_count > 0 ? ` ${errors(error_count)}: correct those rows and upload the report again. No row counts twice.` : ''
  if (state === 'done') return `Done: ${good}.${bad}`
  if (state === 'refused') return `Refused: no row is valid.${bad}`
  if (state === 'interrupted')
    return `Interrupted: the service stopped several times during this import. ${good}. Upload the report again. No row counts twice.`
  return `In progress: ${good}.`
}

/** An invoice is imported with all its lines or not at all. Comparing the lines takes most of the time. */
const ofInvoices = ({ state, rows: total, error_count, applied_rows, checked_rows }: ImportDetail): string => {
  if (state === 'checking') return `Reading and checking: ${rows(checked_rows)} so far. Nothing has been imported yet.`
  if (state === 'applying')
    return `All rows are valid. ${applied_rows} of ${total} are compared with the amounts owed. All invoices appear at the same time.`
  if (state === 'done') return `Done: ${rows(total ?? 0)}, each compared with the amount owed for its parcel.`
  if (state === 'refused') return `Refused: the file has ${errors(error_count)}. No invoice was imported.`
  return 'Interrupted: the service stopped several times during this import. No invoice was imported. Upload the file again.'
}

const OUTCOMES: Record<string, (found: ImportDetail) => string> = { 'carrier-report': ofReport, 'carrier-invoice': ofInvoices }

/** Describes the progress and result of an import. Screen readers announce changes. */
export const outcomeOf = (found: ImportDetail): string => (OUTCOMES[found.kind] ?? ofWhole)(found)

/** Says how often the import was restarted because its worker process ended too early. */
export const restartsOf = ({ kind, restarts }: ImportDetail): string => {
  const times = restarts === 1 ? 'once' : `${restarts} times`
  return kind === 'carrier-report'
    ? `The process that ran this import ended ${times}. The import continued with the next row.`
    : `The import was restarted ${times}, because its process had ended. Nothing from the earlier attempts is in effect.`
}
