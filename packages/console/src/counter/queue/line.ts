// Sends this page's requests to its service, with the session's cookie.
import { type Answer, type Later, verdictOn } from './answers.ts'
import { ANSWER_LIMIT_MS } from './limits.ts'
import type { QueueSession } from './types.ts'

export interface Line {
  /** Resolves to null if no answer came. The service refuses the request if the signed-in session is not `session_id`. */
  post(
    path: string,
    body: string | Blob,
    content_type: string,
    key: string,
    session_id: string,
    signal: AbortSignal,
  ): Promise<Answer | null>
  session(signal: AbortSignal): Promise<SessionReading>
}

export interface SessionReading {
  /** `unknown` means that there was no answer, or that the answer was not from the service. */
  state: 'signed-in' | 'signed-out' | 'unknown'
  session: QueueSession | null
  /** The service's time in the answer, and how long the answer took. */
  clock: { stamp_ms: number; precision_ms: number; took_ms: number } | null
  /** How long to wait before the session is requested again, and why. */
  later: Later
}

const jsonOf = (body: string): Answer['json'] => {
  try {
    const value: unknown = JSON.parse(body)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const ask = async (path: string, init: RequestInit, signal: AbortSignal): Promise<{ answer: Answer; date: string | null } | null> => {
  try {
    const response = await fetch(path, {
      ...init,
      headers: { 'X-Backhaul-Console': '1', ...init.headers },
      credentials: 'same-origin',
      cache: 'no-store',
      // The service never redirects, but the login page of a network does.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    })
    // The answer's body may be cut off. A cut-off body counts as no answer.
    const json = jsonOf(await response.text())
    const { status, headers } = response
    const answer = { status, json, retry_after: headers.get('retry-after'), replayed: headers.get('idempotent-replayed') === 'true' }
    return { answer, date: headers.get('date') }
  } catch {
    return null
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const sessionOf = (json: Record<string, unknown>): QueueSession | null => {
  const [id, access, environment] = [textOf(json.id), textOf(json.access), textOf(json.environment)]
  if (!id || !access) return null
  const partner_id = textOf(json.partner_id)
  return {
    id,
    access,
    store_id: textOf(json.store_id),
    partner_id,
    environment: environment ?? '',
    name: textOf(json.name) ?? '',
    email: textOf(json.email) ?? '',
    principal: partner_id ?? textOf(json.made_by),
  }
}

/**
 * Returns the service's time. It is exact to the millisecond if it comes from the body, and to the second if it comes from the Date header.
 */
const clockOf = (json: Record<string, unknown>, date: string | null, took_ms: number): SessionReading['clock'] => {
  const exact_ms = Date.parse(textOf(json.server_time) ?? '')
  if (Number.isFinite(exact_ms)) return { stamp_ms: exact_ms, precision_ms: 1, took_ms }
  const second_ms = Date.parse(date ?? '')
  return Number.isFinite(second_ms) ? { stamp_ms: second_ms, precision_ms: 1_000, took_ms } : null
}

export const line: Line = {
  async post(path, body, content_type, key, session_id, signal) {
    const headers = { 'Content-Type': content_type, 'Idempotency-Key': key, 'X-Backhaul-Session': session_id }
    const init = { method: 'POST', body, headers }
    return (await ask(path, init, signal))?.answer ?? null
  },

  async session(signal) {
    const begun_ms = performance.now()
    const found = await ask('/v2/console-sessions/current', {}, signal)
    const verdict = verdictOn(found?.answer ?? null)
    const later: Later = verdict.kind === 'later' ? verdict : { kind: 'later', wait_ms: null, line: 'no-connection' }
    const nothing: SessionReading = { state: 'unknown', session: null, clock: null, later }
    if (!found?.answer.json) return nothing
    if (verdict.kind === 'signed-out') return { ...nothing, state: 'signed-out' }
    const { status, json } = found.answer
    const session = status === 200 ? sessionOf(json) : null
    if (!session) return nothing
    return { ...nothing, state: 'signed-in', session, clock: clockOf(json, found.date, performance.now() - begun_ms) }
  },
}
