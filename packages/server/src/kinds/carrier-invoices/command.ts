// Decisions of operators about the lines of an invoice.
import { isDeepStrictEqual } from 'node:util'
import {
  agreedCents,
  INVOICE_WAYS,
  type InvoiceDecision,
  type InvoiceLineState,
  isDisputable,
  type Verdict,
} from '@backhaul/core/carrier-invoice.ts'
import { invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Update } from '../../commit/plan.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import { mergePlans } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import { Numbers } from '../carriers/match.ts'
import { calledIn, matchLine } from './match.ts'
import { type InvoiceRow, type LineRow, MAX_LINES } from './model.ts'
import { PriceLines } from './price-lines.ts'
import { findInvoice, findLines, findSome, readSiblings } from './queries.ts'
import { type Line, reconcile } from './reconcile.ts'
import { invoiceResource } from './resource.ts'
import { retotal } from './totals.ts'

/** The lines to decide: the named ones, or the first lines that have this verdict and can be decided in this way. */
export interface Chosen {
  line_ids?: readonly string[]
  verdict?: Verdict
}

export const invoiceNotFound = (): Refusal =>
  refuse('not_found', 'No carrier invoice has this id; GET /v2/ops/carrier-invoices lists the invoices.', { field: 'id' })

const wrongState = (lines: readonly LineRow[], from: readonly InvoiceLineState[]): Refusal => {
  const line_ids = lines.map(({ id }) => id)
  const states = [...new Set(lines.map(({ state }) => state))].join(', ')
  const message = `${lines.length} of these lines are ${states}, but they must be ${from.join(' or ')}. Leave them out, or reopen them first.`
  return refuse('invoice_line_decided', message, { line_ids })
}

/**
 * Returns the chosen lines. All of them are in one of the given states. Errors: `validation_failed`, `not_found`, `invoice_line_decided`.
 */
const choose = async (
  service: Service,
  invoice: InvoiceRow,
  { line_ids, verdict }: Chosen,
  states: readonly InvoiceLineState[],
  after = '',
): Promise<LineRow[] | Refusal> => {
  if (line_ids && verdict) return invalidField('/verdict', 'exclusive', 'cannot be combined with line_ids; send either verdict or line_ids')
  if (!line_ids && !verdict) return invalidField('/line_ids', 'required', 'is required unless verdict is sent')
  if (!line_ids) return findSome(service.db, invoice.id, { states, verdict: verdict as Verdict, after, limit: MAX_LINES })
  const lines = await findLines(service.db, invoice.id, line_ids)
  if (lines.length < line_ids.length) {
    const found = new Set(lines.map(({ id }) => id))
    const missing = line_ids.filter((id) => !found.has(id))
    return refuse('not_found', `Not found among the lines of the invoice: ${missing.slice(0, 5).join(', ')}.`, {
      field: 'line_ids',
      line_ids: missing,
    })
  }
  const others = lines.filter(({ state }) => !states.includes(state))
  return others.length > 0 ? wrongState(others, states) : lines
}

const written = (invoice: InvoiceRow, before: readonly LineRow[], after: readonly LineRow[]) => {
  const summed = retotal(invoice, before, after)
  const updates: Update[] = [['carrier_invoices', summed], ...after.map((line): Update => ['carrier_invoice_lines', line])]
  return { summed, updates }
}

export interface Deciding extends Chosen {
  decision: InvoiceDecision
  note?: string | undefined
}

/** One attempt at deciding lines of an invoice. Errors: `not_found`, `invoice_line_decided`, `invoice_line_not_disputable`. */
export const decideLines = async (service: Service, actor: OperatorActor, id: string, input: Deciding): Promise<CommandResult> => {
  const { decision, note = null } = input
  const invoice = await findInvoice(service.db, id)
  if (!invoice) return invoiceNotFound()
  const { from, to } = INVOICE_WAYS[decision]
  const before = await choose(service, invoice, input, from)
  if (isRefusal(before)) return before
  if (decision === 'dispute') {
    const fair = before.filter((line) => !isDisputable(line))
    const message = `${fair.length} of these lines charge no more than is owed, so they cannot be disputed; approve them.`
    if (fair.length > 0) return refuse('invoice_line_not_disputable', message, { line_ids: fair.map((line) => line.id) })
  }
  const decided = to === 'open' ? { decided_at: null, decided_by: null } : { decided_at: iso(service.clock.now()), decided_by: actor }
  const after = before.map((line): LineRow => {
    return { ...line, ...decided, state: to, agreed_cents: agreedCents(to, line), note, version: line.version + 1 }
  })
  if (after.length === 0) return { status: 200, body: { ...invoiceResource(invoice), decided_lines: 0 }, plan: {} }
  const { summed, updates } = written(invoice, before, after)
  const what = { lines: after.length, line_ids: after.map((line) => line.id), note }
  const audit = auditPlan(service, { actor, action: `carrier_invoice.${to}`, subject: id, before: null, after: what })
  return { status: 200, body: { ...invoiceResource(summed), decided_lines: after.length }, plan: mergePlans([audit, { updates }]) }
}

/**
 * One attempt at rechecking open lines. A recheck is useful if the amount owed for a parcel has changed, or if a line's number now leads to
 * another parcel. A line is rechecked together with all open lines of its parcel on the invoice. Errors: `not_found`,
 * `invoice_line_decided`.
 */
export const recheckLines = async (
  service: Service,
  actor: OperatorActor,
  id: string,
  { after: begin, ...chosen }: Chosen & { after?: string | undefined },
): Promise<CommandResult> => {
  const invoice = await findInvoice(service.db, id)
  if (!invoice) return invoiceNotFound()
  const picked = await choose(service, invoice, chosen, ['open'], begin)
  if (isRefusal(picked)) return picked
  const read = service.db.query.bind(service.db)
  const numbers = await Numbers.read(service.db, invoice.carrier, picked.map(calledIn))
  const matched = picked.map((line): Line => ({ ...line, currency: invoice.currency, ...matchLine(numbers, line) }))
  const parcels = [...new Set(matched.flatMap(({ shipment_id }) => shipment_id ?? []))]
  const given = new Set(picked.map((line) => line.id))
  const siblings = (await readSiblings(read, id, parcels)).filter((line) => !given.has(line.id))
  const lines = [...matched, ...siblings.map((line): Line => ({ ...line, currency: invoice.currency }))].sort((a, b) => a.line - b.line)
  const now = await reconcile(read, new PriceLines(service, invoice.carrier), invoice.carrier, lines)
  const was = new Map([...picked, ...siblings].map((line) => [line.id, line]))
  const after = now.flatMap(({ currency: _, ...line }): LineRow[] => {
    return isSame(line, was.get(line.id) as LineRow) ? [] : [{ ...line, version: line.version + 1 }]
  })
  const next_after = !chosen.line_ids && picked.length === MAX_LINES ? (picked.at(-1)?.id ?? null) : null
  const counts = { rechecked_lines: now.length, changed_lines: after.length, next_after }
  if (after.length === 0) return { status: 200, body: { ...invoiceResource(invoice), ...counts }, plan: {} }
  const { summed, updates } = written(
    invoice,
    after.map((line) => was.get(line.id) as LineRow),
    after,
  )
  const audit = auditPlan(service, { actor, action: 'carrier_invoice.rechecked', subject: id, before: null, after: counts })
  return { status: 200, body: { ...invoiceResource(summed), ...counts }, plan: mergePlans([audit, { updates }]) }
}

const RECONCILED = ['shipment_id', 'verdict', 'reason', 'doubled_of', 'expected_cents'] as const
const isSame = (line: LineRow, was: LineRow): boolean =>
  RECONCILED.every((name) => line[name] === was[name]) && isDeepStrictEqual(line.evidence, was.evidence)

const REMOVE = `
  with gone as (delete from carrier_invoices where id = $1 and open_lines = line_count returning *),
       lines as (delete from carrier_invoice_lines where invoice_id in (select id from gone))
  insert into operator_audit (id, at, actor, action, subject, before, after)
  select $2, $3::timestamptz, $4, 'carrier_invoice.removed', id,
         jsonb_build_object('carrier', carrier, 'number', number, 'line_count', line_count, 'billed_cents', billed_cents), null from gone
  returning id`

/** Removes an invoice that was imported by mistake. Errors: `not_found`, `invoice_line_decided`. */
export const removeInvoice = async (service: Service, actor: OperatorActor, id: string): Promise<Refusal | null> => {
  const values = [id, newId('audit'), iso(service.clock.now()), actor]
  const gone = await service.db.query('carrier_invoice_remove', REMOVE, values)
  if (gone.length > 0) return null
  const invoice = await findInvoice(service.db, id)
  if (!invoice) return invoiceNotFound()
  const decided = invoice.line_count - invoice.open_lines
  const message = `${decided} lines of this invoice are decided; reopen them first (GET /v2/ops/carrier-invoices/{id}/lines shows their states).`
  return refuse('invoice_line_decided', message, { lines: decided })
}
