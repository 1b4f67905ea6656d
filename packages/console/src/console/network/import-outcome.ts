import type { ImportDetail } from '@backhaul/client'

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)
const errors = (count: number): string => (count === 1 ? '1 error' : `${count} errors`)

/** Rows of stores, rates and tariffs take effect all together or not at all. */
const ofWhole = ({ state, rows: total, created_rows, changed_rows, error_count, applied_rows, checked_rows }: ImportDetail): string => {
  if (state === 'checking') return `Reading and checking: ${rows(checked_rows)} so far. Nothing has changed yet.`
  if (state === 'applying') return `All rows are good. ${applied_rows} of ${total} are written; all of them will be in force at once.`
  if (state === 'done')
    return `Done: ${rows(total ?? 0)}, of which ${created_rows} new and ${changed_rows} changed. All of them are in force.`
  if (state === 'refused') return `Refused: the file has ${errors(error_count)}. Nothing was changed.`
  return 'Interrupted: the service was ended in the middle of it again and again. Nothing was changed. Send the file again.'
}

/** Lines of a carrier's report take effect one by one. */
const ofReport = ({ state, created_rows, unmatched_rows, error_count, applied_rows }: ImportDetail): string => {
  const good = `${rows(applied_rows)} taken in, of which ${created_rows} new and ${unmatched_rows} of unknown numbers, which wait in the inbox`
  const bad = error_count > 0 ? ` ${errors(error_count)}: correct those rows and send the report again; no row counts twice.` : ''
  if (state === 'done') return `Done: ${good}.${bad}`
  if (state === 'refused') return `Refused: no row is good.${bad}`
  if (state === 'interrupted')
    return `Interrupted: the service was ended in the middle of it again and again. ${good}. Send the report again; no row counts twice.`
  return `Under way: ${good}.`
}

/** Invoices arrive with all of their lines or not at all. Comparing the lines takes most of the time. */
const ofInvoices = ({ state, rows: total, error_count, applied_rows, checked_rows }: ImportDetail): string => {
  if (state === 'checking') return `Reading and checking: ${rows(checked_rows)} so far. Nothing has been taken yet.`
  if (state === 'applying') return `All rows are good. ${applied_rows} of ${total} are compared with what is owed; all come at once.`
  if (state === 'done') return `Done: ${rows(total ?? 0)}, each compared with what is owed for its parcel.`
  if (state === 'refused') return `Refused: the file has ${errors(error_count)}. No invoice was taken.`
  return 'Interrupted: the service was ended in the middle of it again and again. No invoice was taken. Send the file again.'
}

const OUTCOMES: Record<string, (found: ImportDetail) => string> = { 'carrier-report': ofReport, 'carrier-invoice': ofInvoices }

/** Describes the progress and result of an import. Screen readers announce changes. */
export const outcomeOf = (found: ImportDetail): string => (OUTCOMES[found.kind] ?? ofWhole)(found)

/** Describes the restarts of an import whose worker ended before it was done. */
export const restartsOf = ({ kind, restarts }: ImportDetail): string => {
  const times = restarts === 1 ? 'once' : `${restarts} times`
  return kind === 'carrier-report'
    ? `The process that worked on it ended ${times}; it went on with the next row.`
    : `It was begun again ${times}, as the process that worked on it had ended. Nothing of the earlier tries is in force.`
}
