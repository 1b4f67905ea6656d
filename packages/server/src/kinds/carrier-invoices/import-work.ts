// Imports the invoices of a checked file. Each line is matched to its parcel and reconciled. The results are first kept with the rows of
// the import, and then the lines are written. The last, short transaction writes all invoices of a file, so that nobody sees a line without
// its invoice.
import { grouped } from '@backhaul/core/grouped.ts'
import type { LockedConnection } from '../../database/advisory-lock.ts'
import { newId } from '../../process/ids.ts'
import type { Service } from '../../service/service.ts'
import { Numbers } from '../carriers/match.ts'
import type { ApplyWork } from '../imports/apply.ts'
import type { FileWork } from '../imports/file-work.ts'
import { type ChargeRow, InvoiceRows } from './file.ts'
import { calledIn, matchLine } from './match.ts'
import type { InvoiceRow } from './model.ts'
import { PriceLines } from './price-lines.ts'
import { listNumbers, type Read } from './queries.ts'
import { type Line, reconcile } from './reconcile.ts'

const PORTION = 500
const WRITTEN_AT_ONCE = 1_000

const ROWS = 'select number, value from import_rows where import_id = $1 and number > $2 and number <= $3 order by number'
const LINES = "select number, value->'line' as line from import_rows where import_id = $1 and number = any($2::int[]) order by number"
const KEEP = `
  update import_rows i set value = i.value || jsonb_build_object('line', r.line)
    from json_to_recordset($2::json) as r(number int, line jsonb) where i.import_id = $1 and i.number = r.number`

const INSERT_LINES = `
  insert into carrier_invoice_lines
  select l.* from import_rows r, jsonb_populate_record(null::carrier_invoice_lines, r.value->'line') l
   where r.import_id = $1 and r.number > $2 and r.number <= $3`

/** Removes the lines of an earlier attempt that did not write its invoices. */
const DELETE_LINES = `
  delete from carrier_invoice_lines where invoice_id in (select value->'line'->>'invoice_id' from import_rows where import_id = $1)`

/** Inserts the invoices of import $1 with their sums, for carrier $2, by actor $3, at time $4. No line is decided yet. */
const INSERT_INVOICES = `
  with r as materialized (select value->'line' as line, value->>'invoice' as number, value->>'issued_on' as issued_on
              from import_rows where import_id = $1),
       v as (select line->>'invoice_id' as id, number, issued_on, line->>'currency' as currency, line->>'verdict' as verdict, count(*) as lines,
                    sum((line->>'amount_cents')::bigint) as billed, sum((line->>'expected_cents')::bigint) as expected,
                    sum((line->>'difference_cents')::bigint) as difference from r group by 1, 2, 3, 4, 5)
  insert into carrier_invoices (id, carrier, number, currency, issued_on, import_id, actor, line_count, open_lines, billed_cents, expected_cents,
         agreed_cents, open_cents, disputed_cents, credited_cents, verdicts, created_at, version)
  select id, $2, number, currency, issued_on, $1, $3, sum(lines), sum(lines), sum(billed), sum(expected), 0, sum(billed), 0, 0,
         jsonb_object_agg(verdict, jsonb_build_object('lines', lines, 'open_lines', lines, 'billed_cents', billed, 'difference_cents', difference)),
         $4::timestamptz, 1
    from v group by id, number, issued_on, currency
  returning *`
const INSERT_AUDIT = 'insert into operator_audit select r.* from json_populate_recordset(null::operator_audit, $1) r'

const over =
  (held: LockedConnection): Read =>
  (_, text, values) =>
    held.all(text, values)

interface Numbered {
  /** The number of the row in its import. */
  number: number
  line: Line
}

const keep = (held: LockedConnection, id: string, lines: readonly Numbered[]) => held.all(KEEP, [id, JSON.stringify(lines)])

/** A row of the import. It may already have a line from an earlier attempt. */
type Staged = ChargeRow & { line?: Line }

/** Makes the line of a row, with its parcel, before reconciliation. */
const lineOf = (
  { invoice: _, issued_on: __, row, line: ___, ...said }: Staged,
  invoice_id: string,
  numbers: Numbers,
  { carrier, at }: ApplyWork,
): Line => ({
  ...{ id: newId('carrier_invoice_line'), invoice_id, carrier: carrier as string, created_at: at, version: 1, line: row },
  ...{ state: 'open', agreed_cents: null, note: null, decided_at: null, decided_by: null },
  ...said,
  ...matchLine(numbers, said),
})

/** Finds the parcel of each row and adds a line to the row. Returns the row numbers of each parcel. */
const findParcels = async (
  service: Service,
  held: LockedConnection,
  rows: number,
  work: ApplyWork,
): Promise<Map<string, { number: number }[]>> => {
  const invoices = new Map<string, string>()
  const found: { number: number; shipment_id: string | null }[] = []
  for (let from = 0; from < rows; from += PORTION) {
    const read = await held.all<{ number: number; value: Staged }>(ROWS, [work.id, from, from + PORTION])
    const called = read.map(({ value }) => calledIn(value))
    const numbers = await Numbers.read(service.db, work.carrier as string, called)
    const lines = read.map(({ number, value }): Numbered => {
      const invoice_id = invoices.get(value.invoice) ?? newId('carrier_invoice')
      invoices.set(value.invoice, invoice_id)
      return { number, line: lineOf(value, invoice_id, numbers, work) }
    })
    for (const { number, line } of lines) found.push({ number, shipment_id: line.shipment_id })
    await keep(held, work.id, lines)
  }
  return grouped(found, ({ shipment_id }) => shipment_id)
}

/** Finds the parcels of all rows, reconciles their charges, and writes the lines. */
const prepare = async (service: Service, held: LockedConnection, rows: number, work: ApplyWork): Promise<void> => {
  await held.all(DELETE_LINES, [work.id])
  const carrier = work.carrier as string
  const parcels = await findParcels(service, held, rows, work)
  const prices = new PriceLines(service, carrier)
  const all = [...parcels.keys()].sort()
  for (let from = 0; from < all.length; from += PORTION) {
    const numbers = all.slice(from, from + PORTION).flatMap((id) => parcels.get(id)?.map(({ number }) => String(number)) ?? [])
    const read = await held.all<Numbered>(LINES, [work.id, numbers])
    const numberOf = new Map(read.map(({ number, line }) => [line.id, number]))
    const open = read.map(({ line }) => line)
    const reconciled = await reconcile(over(held), prices, carrier, open)
    await keep(
      held,
      work.id,
      reconciled.map((line) => ({ number: numberOf.get(line.id) as number, line })),
    )
    await work.onProgress(Math.floor((rows * Math.min(from + PORTION, all.length)) / all.length))
  }
  for (let from = 0; from < rows; from += WRITTEN_AT_ONCE) await held.all(INSERT_LINES, [work.id, from, from + WRITTEN_AT_ONCE])
}

/** Writes all invoices of the file with their sums. Their lines count from this point. */
const apply = async (held: LockedConnection, rows: number, { id, carrier, actor, at }: ApplyWork) => {
  const invoices = await held.all<InvoiceRow>(INSERT_INVOICES, [id, carrier, actor, at])
  const audit = invoices.map(({ id: subject, number, currency, line_count, billed_cents }) => {
    const after = { carrier, number, currency, line_count, billed_cents }
    return { id: newId('audit'), at, actor, action: 'carrier_invoice.taken', subject, before: null, after }
  })
  await held.all(INSERT_AUDIT, [JSON.stringify(audit)])
  return { created: rows, changed: 0 }
}

/** The part of the importer that handles invoices. */
export const invoiceWork = (service: Service): FileWork => ({
  async open(db, carrier) {
    const known = await listNumbers(db, carrier as string)
    return (header, row) => new InvoiceRows(header, row, known)
  },
  prepare: (held, rows, work) => prepare(service, held, rows, work),
  apply,
  async undo(held, id) {
    await held.all(DELETE_LINES, [id])
  },
})
