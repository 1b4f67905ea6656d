// Looks up a code. The result is the service's answer. Without a connection, it is what the device can tell from the code.
import type { FoundParcel } from '@backhaul/client'
import { LineLost, Refused, request } from '../../shared/api.ts'
import { type Advice, adviceOf, UNASKED } from '../scan/code-texts.ts'
import { type Code, problemOf, readCode } from '../scan/read-code.ts'

/** The clerk is holding a parcel and does not wait longer than this for an answer. After this time, the connection counts as lost. */
const PATIENCE_MS = 5_000

export type UnseenCode = Extract<Code, { kind: 'parcel' }>
export type Finding =
  | { kind: 'parcel'; parcel: FoundParcel }
  /** The service did not answer. It is known only that the code can belong to a parcel. */
  | { kind: 'unseen'; code: UnseenCode }
  | { kind: 'tender'; id: string }
  | { kind: 'advice'; advice: Advice }

/** Returns what this device can tell from a code without asking the service. */
export const readHere = (text: string): Finding => {
  const code = readCode(text)
  if (code.kind === 'parcel') return { kind: 'unseen', code }
  if (code.kind === 'tender') return { kind: 'tender', id: code.value }
  return { kind: 'advice', advice: code.problem === 'unknown' ? UNASKED : adviceOf(code, text) }
}

const findingOf = (text: string, error: Refused): Finding => {
  const code = readCode(text)
  if (code.kind === 'tender') return { kind: 'tender', id: code.value }
  const problem = problemOf(text, error)
  return { kind: 'advice', advice: problem ? adviceOf(problem, text) : { title: 'The service refused the code', remedy: error.message } }
}

/** Refusals that say nothing about the code. After such a refusal, the scan is queued as if there were no connection. */
const isElsewhere = ({ status }: Refused): boolean => status >= 500 || status === 429 || status === 401

/** Throws only if `signal` is aborted. */
export const findParcel = async (text: string, signal: AbortSignal): Promise<Finding> => {
  const code = readCode(text)
  if (code.kind === 'problem' && code.problem === 'empty') return readHere(text)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  try {
    const parcel = await request('GET', '/v2/parcels/find', { query: { code: text.trim() }, signal: limit })
    return { kind: 'parcel', parcel }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof LineLost || limit.aborted || (error instanceof Refused && isElsewhere(error))) return readHere(text)
    if (error instanceof Refused) return findingOf(text, error)
    throw error
  }
}
