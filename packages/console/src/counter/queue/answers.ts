// Interprets the answer to a sent entry. A pure function: the sender acts on the result.
import { LONGEST_RETRY_AFTER_MS } from './limits.ts'
import { remedyOf } from './remedies.ts'
import type { Outcome, Problem } from './types.ts'

/** An answer of the service. It is null if no answer came, or if the answer did not come from the service. */
export interface Answer {
  status: number
  /** Null if the body is not a JSON object. */
  json: Record<string, unknown> | null
  retry_after: string | null
  replayed: boolean
}

/**
 * The entry is sent again later, because nothing is wrong with it. `wait_ms` is the wait that the service asked for. If it is null, the
 * sender chooses the wait.
 */
export interface Later {
  kind: 'later'
  wait_ms: number | null
  line: 'no-connection' | 'slow-down'
}

export type Verdict =
  | { kind: 'done'; json: Record<string, unknown>; outcome: Outcome }
  | Later
  | { kind: 'signed-out' }
  /** The service itself failed. It may or may not have stored the entry. */
  | { kind: 'failed'; problem: Problem }
  /** The entry has no effect and never will. */
  | { kind: 'refused'; problem: Problem }

const LATER: Later = { kind: 'later', wait_ms: null, line: 'no-connection' }

/** Parses delta seconds or a date (RFC 9110 §10.2.3). */
const waitOf = (retry_after: string | null): number | null => {
  if (retry_after === null) return null
  const ms = /^\d+$/.test(retry_after.trim()) ? Number(retry_after) * 1_000 : Date.parse(retry_after) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS) : null
}

/** Returns the error object that every refusal of the service contains. */
const errorOf = (json: Answer['json']): { code: string; message: string; details: Record<string, unknown> } | null => {
  const error = json?.error as { code?: unknown; message?: unknown; details?: unknown } | undefined
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') return null
  const details = error.details !== null && typeof error.details === 'object' ? (error.details as Record<string, unknown>) : {}
  return { code: error.code, message: error.message, details }
}

/**
 * Accepts an answer only if it can come from the service. A network with a login page answers every request with that page. A proxy whose
 * service is down answers with its own page.
 */
export const verdictOn = (answer: Answer | null): Verdict => {
  if (answer?.status === 204) return { kind: 'done', json: {}, outcome: outcomeOf(answer) }
  if (answer === null || answer.json === null) return LATER
  if (answer.status >= 200 && answer.status < 300) return { kind: 'done', json: answer.json, outcome: outcomeOf(answer) }
  const error = errorOf(answer.json)
  if (!error) return LATER
  const wait_ms = waitOf(answer.retry_after)
  if (answer.status === 429) return { kind: 'later', wait_ms: wait_ms ?? 1_000, line: 'slow-down' }
  if (answer.status === 401) return { kind: 'signed-out' }
  if (error.code === 'idempotency_in_progress') return { kind: 'later', wait_ms: wait_ms ?? 1_000, line: 'no-connection' }
  // The connection or its configuration is the cause, not this entry. All entries are affected.
  if (error.code === 'cross_origin' || error.code === 'forbidden') return LATER
  const problem: Problem = { status: answer.status, ...error, remedy: remedyOf(error.code) }
  if (answer.status === 500) return { kind: 'failed', problem }
  if (answer.status > 500 || answer.status === 408) return { ...LATER, wait_ms }
  return { kind: 'refused', problem }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Reads the outcome of a scan or of any other record. */
const outcomeOf = ({ json, replayed }: Answer): Outcome => {
  const scan = json?.scan as Record<string, unknown> | undefined
  return {
    shipment_id: text(scan?.shipment_id ?? json?.shipment_id),
    status: text(scan?.status ?? json?.status),
    applied: typeof json?.applied === 'boolean' ? json.applied : null,
    replayed,
  }
}
