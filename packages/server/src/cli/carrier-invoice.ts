import { basename } from 'node:path'
import { INVOICE_DECISIONS, INVOICE_LINE_STATES, type InvoiceDecision, VERDICTS, type Verdict } from '@backhaul/core/carrier-invoice.ts'
import { decimalText } from '@backhaul/core/money.ts'
import type { Command } from 'commander'
import { Csv } from '../http/csv.ts'
import { decideLines, invoiceNotFound, recheckLines, removeInvoice } from '../kinds/carrier-invoices/command.ts'
import { INVOICE_COLUMNS } from '../kinds/carrier-invoices/file.ts'
import { refuseUnknownCarrier } from '../kinds/carrier-invoices/known-carrier.ts'
import { findInvoice, listInvoices, listLines } from '../kinds/carrier-invoices/queries.ts'
import { invoiceResource, lineResource } from '../kinds/carrier-invoices/resource.ts'
import { CarrierInvoiceLine } from '../kinds/carrier-invoices/schema.ts'
import { importDetail } from '../kinds/imports/resource.ts'
import type { Config } from '../process/config.ts'
import { expectDone, importContent } from './import.ts'
import {
  CommandError,
  choice,
  cliActor,
  failOn,
  type Json,
  leaf,
  listing,
  print,
  printList,
  readBytes,
  repeated,
  run,
  shortText,
  withService,
} from './tool.ts'

const MOST_LISTED = 100

const send = async (config: Config, carrier: string, file: string, { json }: Json): Promise<void> => {
  const bytes = readBytes(file)
  const row = await withService(config, async (service) => {
    const refusal = await refuseUnknownCarrier(service, carrier)
    if (refusal) return failOn(refusal)
    return importContent(service, { kind: 'carrier-invoice', carrier, file_name: basename(file).slice(0, 200) }, bytes)
  })
  expectDone(file, row)
  print(json, importDetail(row), `Imported ${row.rows} lines as ${row.id}. See the result with \`backhaul carrier invoice list --open\`.`)
}

const list = async (config: Config, { json, carrier, open }: Json & { carrier?: string; open?: boolean }): Promise<void> => {
  const part = { after: null, limit: MOST_LISTED, order: 'newest' } as const
  const filters = { carrier, state: open ? ('open' as const) : undefined }
  const data = await withService(config, async (service) => (await listInvoices(service.db, part, filters)).map(invoiceResource))
  const lines = (verdict: Verdict) => (one: (typeof data)[number]) => one.verdicts[verdict]?.lines
  printList(
    json,
    data,
    [
      'id',
      'carrier',
      'number',
      'currency',
      ['billed', (one) => decimalText(one.billed_cents, one.currency)],
      ['expected', (one) => decimalText(one.expected_cents, one.currency)],
      ['agreed', (one) => decimalText(one.agreed_cents, one.currency)],
      'open_lines',
      ...VERDICTS.map((verdict) => [verdict, lines(verdict)] as const),
    ],
    'No invoices found.',
  )
}

const show = async (config: Config, id: string, { json }: Json): Promise<void> => {
  const row = await withService(config, async (service) => (await findInvoice(service.db, id)) ?? invoiceNotFound())
  print(json, invoiceResource(row), listing(invoiceResource(row)))
}

const PAGE = 1_000

/** Prints the lines as CSV while it reads them, so that a long invoice takes no more memory than a short one. */
const printLines = async (config: Config, id: string, filters: Json & { verdict?: Verdict; state?: string }): Promise<void> => {
  const csv = new Csv(CarrierInvoiceLine)
  await withService(config, async (service) => {
    if (!(await findInvoice(service.db, id))) return failOn(invoiceNotFound())
    const data: object[] = []
    if (!filters.json) process.stdout.write(csv.head)
    for (let after = null as { created_at: string; id: string } | null; ; ) {
      const rows = await listLines(service.db, id, { after, limit: PAGE }, filters)
      if (filters.json) data.push(...rows.map(lineResource))
      else process.stdout.write(rows.map((row) => csv.row(lineResource(row))).join(''))
      after = rows.at(-1) ?? null
      if (rows.length < PAGE) break
    }
    if (filters.json) process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
  })
}

interface Chosen extends Json {
  line?: string[]
  verdict?: Verdict
  note?: string
}

const chosenBy = ({ line, verdict }: Chosen) => {
  if (line && verdict) throw new CommandError('give --line or --verdict, not both')
  if (!line && !verdict) throw new CommandError('give --line once for each line, or --verdict to select all lines with one verdict')
  return line ? { line_ids: line } : { verdict: verdict as Verdict }
}

/** One request decides only a limited number of lines. It is therefore repeated until no undecided line with this verdict is left. */
const decide = async (config: Config, id: string, decision: InvoiceDecision, options: Chosen): Promise<void> => {
  const chosen = chosenBy(options)
  const input = { decision, ...chosen, ...(options.note !== undefined && { note: options.note }) }
  const body = await withService(config, async (service) => {
    for (let lines = 0; ; ) {
      const answer = await run(service, () => decideLines(service, cliActor(), id, input))
      lines += answer.decided_lines as number
      if (answer.decided_lines === 0 || 'line_ids' in chosen) return { ...answer, decided_lines: lines }
    }
  })
  print(options.json, body, `Decided ${body.decided_lines} ${body.decided_lines === 1 ? 'line' : 'lines'}.`)
}

const recheck = async (config: Config, id: string, options: Chosen): Promise<void> => {
  const chosen = chosenBy(options)
  const body = await withService(config, async (service) => {
    let [checked, changed] = [0, 0]
    for (let after: string | null | undefined; ; ) {
      const page = { ...chosen, ...(after && { after }) }
      const answer = await run(service, () => recheckLines(service, cliActor(), id, page))
      checked += answer.rechecked_lines as number
      changed += answer.changed_lines as number
      after = answer.next_after as string | null
      if (after === null) return { ...answer, rechecked_lines: checked, changed_lines: changed }
    }
  })
  print(options.json, body, `Compared ${body.rechecked_lines} lines again; ${body.changed_lines} of them changed.`)
}

const remove = async (config: Config, id: string, { json }: Json): Promise<void> => {
  await withService(config, (service) => removeInvoice(service, cliActor(), id))
  print(json, { removed: id }, 'Removed. You can import it again.')
}

const withLines = (command: Command): Command =>
  command
    .argument('<invoice_id>')
    .option(
      '--line <line_id>',
      'id of a line; repeatable',
      repeated((text) => /^cil_/.test(text), 'Give the id of a line: cil_….'),
    )
    .option('--verdict <verdict>', `all lines with this verdict: ${VERDICTS.join(', ')}`, choice(...VERDICTS))

const addDecisions = (invoice: Command, config: () => Config): void => {
  const decisions: Record<InvoiceDecision, string> = {
    approve: 'Pay lines as charged',
    dispute: 'Do not pay more than the amount owed',
    credited: 'Record that the carrier credits disputed lines',
    rejected: 'Record that the carrier rejects disputed lines, and pay them',
    reopen: 'Reopen lines and discard their decisions',
  }
  for (const decision of INVOICE_DECISIONS)
    withLines(leaf(invoice, decision, decisions[decision], [`carrier invoice ${decision} civ_01… --verdict over`]))
      .option('--note <text>', 'reason, or answer of the carrier (default: none)', shortText(1, 500))
      .action((id: string, options: Chosen) => decide(config(), id, decision, options))
  withLines(
    leaf(invoice, 'recheck', 'Compare open lines again, after amounts owed or known numbers have changed', [
      'carrier invoice recheck civ_01… --verdict unknown',
    ]),
  ).action((id: string, options: Chosen) => recheck(config(), id, options))
}

/** `carrier invoice …` (docs/operating/money.md#invoices-of-carriers). */
export const addInvoiceCommands = (carrier: Command, config: () => Config): void => {
  const invoice = carrier.command('invoice').description('Invoices of carriers, compared with the amounts owed')
  leaf(invoice, 'send', 'Import a CSV file of invoices of a carrier, all rows or none; shows the progress and every bad row', [
    'carrier invoice send northline november.csv',
  ])
    .argument('<carrier>', 'code of the carrier')
    .argument('<file>', `CSV file with the columns ${INVOICE_COLUMNS.join(', ')}; columns after currency are optional`)
    .action((carrier_code: string, file: string, options: Json) => send(config(), carrier_code, file, options))
  leaf(invoice, 'list', `List invoices with their totals and lines by verdict, newest first, at most ${MOST_LISTED}`, [
    'carrier invoice list',
    'carrier invoice list --open',
  ])
    .option('--carrier <code>', 'only this carrier (default: all)')
    .option('--open', 'only invoices with undecided or disputed lines')
    .action((options: Json & { carrier?: string; open?: boolean }) => list(config(), options))
  leaf(invoice, 'show', 'Show an invoice', ['carrier invoice show civ_01…'])
    .argument('<invoice_id>')
    .action((id: string, options: Json) => show(config(), id, options))
  leaf(invoice, 'lines', 'Print the lines of an invoice as CSV, with the amount owed, the evidence and the decision', [
    'carrier invoice lines civ_01… --state disputed > disputed.csv',
  ])
    .argument('<invoice_id>')
    .option('--verdict <verdict>', `only lines with this verdict: ${VERDICTS.join(', ')}`, choice(...VERDICTS))
    .option('--state <state>', `only lines in this state: ${INVOICE_LINE_STATES.join(', ')}`, choice(...INVOICE_LINE_STATES))
    .action((id: string, options: Json & { verdict?: Verdict; state?: string }) => printLines(config(), id, options))
  addDecisions(invoice, config)
  leaf(invoice, 'remove', 'Remove an invoice that was sent by mistake', ['carrier invoice remove civ_01…'])
    .argument('<invoice_id>')
    .action((id: string, options: Json) => remove(config(), id, options))
}
