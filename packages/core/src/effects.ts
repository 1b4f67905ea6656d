// The inputs and results of decisions. A decision is a pure function (row, input, env) -> Effects | Refusal. Its inputs include the clock,
// the actor and the ids. Its result has the rows to write and the events to fire. The caller commits all of it or nothing.

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
  /** Returns a tracking number of this onward carrier. Null: all numbers that the carrier provided are used up. */
  ltracking(carrier: string): string | null
  /** An unguessable token, which the QR encodes. */
  token(): string
}

export interface DecisionContext {
  /** The partner's virtual now, ISO 8601 UTC with milliseconds. */
  now: string
  actor: Actor
  ids: Ids
  rates: RateTables
  policy: Policy
  /** Calendars of markets, by country. Absent: no market has one. */
  calendars?: ReadonlyMap<string, Calendar>
  /** Difference in weight that a counter's scale may measure without an adjustment. Absent: there is no tolerance. */
  reweigh_tolerance?: { lb: number; percent: number }
  /** Prefixes of the barcodes that are SSCCs. */
  sscc_heads: readonly string[]
}

export interface Effects {
  /** The row to write. If the decision changes nothing and fires no events, this is the same object that came in. */
  shipment: Shipment
  /** In order of delivery. */
  events: EventDraft[]
  /** False for a scan that is only recorded, and for a command that has nothing left to do. */
  applied: boolean
  /** Rows to insert. */
  label?: LabelRow
  scan?: ScanRow
  adjustments?: AdjustmentRow[]
  discrepancy?: DiscrepancyRow
  qr_issued?: QrRow
  /** Inserted if its version is 1, else updated. */
  customs?: CustomsRow
  /** A row to update. Its version is already raised. */
  qr_changed?: QrRow
  /** Rows that the decision depends on. The commit fails if they changed. */
  guarded_adjustments?: readonly AdjustmentRow[]
}

/**
 * Completes a decision. A changed shipment gets its next version and its time of change, and also its end time if the decision ends it. An
 * unchanged shipment that fires events gets only its next version, so that two commands cannot fire events of one shipment at the same time
 * (commit/committer.ts).
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

/** Looks the command up in the table. Returns the move to make, `late`, `nothing`, or a refusal. */
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
/** Returns the time `days` after an ISO time. */
export const daysAfter = (time: string, days: number): string => new Date(Date.parse(time) + days * DAY_MS).toISOString()
