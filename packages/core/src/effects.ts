// What the decisions take and give. A decision is a pure function (row, input, env) -> Effects | Refusal: the clock, the actor and the
// ids come in, the rows to write and the events to fire go out, and the caller commits all of it or nothing.

import type { AdjustmentRow } from './adjustment.ts'
import type { Calendar } from './calendar.ts'
import type { CustomsRow } from './customs.ts'
import type { DiscrepancyRow } from './discrepancy.ts'
import type { EventDraft } from './events/catalog.ts'
import type { Actor } from './events/draft.ts'
import type { IdKind } from './ids.ts'
import type { Policy } from './policy.ts'
import type { RateTables } from './rating.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { LabelRow, QrRow, ScanRow, Shipment } from './shipment.ts'
import { isTerminal, type Move, RULES, type Rule, type ShipmentCommand, stateOf, verdictOf } from './transitions.ts'

export interface Ids {
  next(kind: IdKind): string
  tracking(): string
  /** Null: the operator's numbers are used up. */
  barcode(): string | null
  /** A tracking number of this onward carrier; null: those that it gave are used up. */
  ltracking(carrier: string): string | null
  /** What a QR carries: unguessable. */
  token(): string
}

export interface DecisionContext {
  /** The partner's virtual now, ISO 8601 UTC with milliseconds. */
  now: string
  actor: Actor
  ids: Ids
  rates: RateTables
  policy: Policy
  /** Of markets, by country; absent: nobody has any. */
  calendars?: ReadonlyMap<string, Calendar>
  /** What a counter's scale may differ by without an adjustment; absent: nothing. */
  reweigh_tolerance?: { lb: number; percent: number }
  /** By what barcodes begin that are SSCCs. */
  sscc_heads: readonly string[]
}

export interface Effects {
  /** The row to write; the same object that came in if it neither changes nor fires events. */
  shipment: Shipment
  /** In the order in which they are delivered. */
  events: EventDraft[]
  /** False for a scan that is only recorded, and for a command with nothing left to do. */
  applied: boolean
  /** Rows to insert. */
  label?: LabelRow
  scan?: ScanRow
  adjustments?: AdjustmentRow[]
  discrepancy?: DiscrepancyRow
  qr_issued?: QrRow
  /** A row to insert if its version is 1, else to update. */
  customs?: CustomsRow
  /** A row to update, with its version already raised. */
  qr_changed?: QrRow
  /** Rows the decision depends on: the commit fails if they changed. */
  guarded_adjustments?: readonly AdjustmentRow[]
}

/**
 * Completes a decision: a changed shipment gets its next version and time, and the time of its end if this ends it. An unchanged one that fires events gets its next version only,
 * so that no two commands can fire events of one shipment at once (commit/committer.ts).
 */
export const effects = (
  before: Shipment,
  after: Shipment,
  env: DecisionContext,
  rest: Omit<Partial<Effects>, 'shipment'> = {},
): Effects => {
  const decided = { events: [], applied: after !== before, ...rest }
  const version = before.version + 1
  if (after !== before) {
    const ended_at = isTerminal(stateOf(before)) || !isTerminal(stateOf(after)) ? after.ended_at : (rest.scan?.occurred_at ?? env.now)
    return { ...decided, shipment: { ...after, ended_at, updated_at: env.now, version } }
  }
  return { ...decided, shipment: decided.events.length > 0 ? { ...before, version } : before }
}

/** Looks the command up in the table: the move to make, `late` or `nothing`, or the refusal to answer. */
export const permit = (command: ShipmentCommand, shipment: Shipment): Move | 'late' | 'nothing' | Refusal => {
  const verdict = verdictOf(command, stateOf(shipment))
  if (verdict.kind === 'late' || verdict.kind === 'nothing') return verdict.kind
  const rule: Rule = RULES[command]
  const { status } = shipment
  if (verdict.kind === 'refused') return refuse(verdict.code, `The shipment is ${status}; ${rule.remedy}.`, { status, command })
  if (rule.stoppedByHold && shipment.held) return heldRefusal(shipment, command)
  return verdict.move
}

export const heldRefusal = ({ id, status }: Shipment, command: string): Refusal =>
  refuse('shipment_held', 'The shipment is on hold; release it first.', { shipment_id: id, status, command })

const DAY_MS = 86_400_000
/** `days` after an ISO time. */
export const daysAfter = (time: string, days: number): string => new Date(Date.parse(time) + days * DAY_MS).toISOString()
