import type { Plan } from '../platform/plan.ts'
// Exactly one effect per Idempotency-Key. The answer of a command is stored by the very statement that writes its effect
// (platform/committer.ts), keyed by principal + method and route + key, with a fingerprint of path, query and body.
//
// The look-up is optimistic: a first request with a new key costs no extra round trip. The key is looked up only when something stands
// in the way: the body fails its schema, the command is refused, or the commit finds the key (or a row) taken. Then a stored answer is
// replayed byte for byte, and another fingerprint is `idempotency_key_reused`.
//
// Stored: 2xx, and 404 and 409 outcomes of the command. Not stored: everything that is refused earlier, 422 and 5xx.
// Not promised: replay after 7 days, when upkeep removes the row. Contract §5.

import { ERRORS, errorBody } from '../domain/errors.ts'
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts'
import { LockTimeout } from '../platform/committer.ts'
import { open, seal } from '../platform/secrets.ts'
import type { Service } from './service.ts'

export interface IdempotencyKey {
  principal: string
  endpoint: string
  key: string
  fingerprint: string
}

interface StoredAnswer {
  fingerprint: string
  status: number
  body: string
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/
export const isIdempotencyKey = (text: string): boolean => VISIBLE_ASCII.test(text)

/** Marks a stored answer that shows a secret and is kept encrypted. Every other one is JSON, and so begins with a brace. */
const SEALED = 'sealed:'
const sealContext = ({ principal, endpoint, key }: IdempotencyKey): string => `answer/${principal}/${endpoint}/${key}`

const IN_PROGRESS = refuse(
  'idempotency_in_progress',
  'An equal request with this Idempotency-Key is still being worked on; repeat it shortly.',
)

/** The stored answer of this key, a refusal when the key was used for another request, null when it is new. */
export const replay = async (service: Service, key: IdempotencyKey): Promise<Answer | Refusal | null> => {
  const stored = await service.db.one<StoredAnswer>(
    'idempotent',
    'select fingerprint, status, body from idempotency_keys where principal = $1 and endpoint = $2 and key = $3',
    [key.principal, key.endpoint, key.key],
  )
  if (!stored) return null
  if (stored.fingerprint !== key.fingerprint) {
    return refuse('idempotency_key_reused', 'This Idempotency-Key was used with another request; use a new key for a new request.')
  }
  return { status: stored.status, body: fromStored(service, key, stored.body), headers: { 'idempotent-replayed': 'true' } }
}

const MAX_ATTEMPTS = 25
const pause = (attempt: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 40)))

const isStored = (refusal: Refusal): boolean => ERRORS[refusal.code].status === 404 || ERRORS[refusal.code].status === 409

/**
 * Loads, decides and commits until it holds. Conflicts with other writers are resolved by deciding again on what they wrote.
 * Errors: the attempt's refusal; `idempotency_in_progress` after 5 s behind an equal request; Unavailable.
 */
export const execute = async (service: Service, key: IdempotencyKey | null, attempt: () => Promise<Attempt>): Promise<Answer | Refusal> => {
  for (let round = 1; round <= MAX_ATTEMPTS; round++) {
    const outcome = await attempt()
    const refused = isRefusal(outcome)
    if (refused && !key) return outcome
    if (refused && key) {
      const earlier = await replay(service, key)
      if (earlier) return earlier
      if (!isStored(outcome)) return outcome
    }
    const status = refused ? ERRORS[outcome.code].status : outcome.status
    const body = refused ? errorBody(outcome.code, outcome.message, outcome.details) : toText(outcome.body)
    const plan = refused ? {} : outcome.plan
    const isSecret = !refused && outcome.shows_secret === true
    const answer = key && { ...key, status, body: isSecret ? toStored(service, key, body) : body }
    try {
      const nothingToWrite = !key && !plan.inserts?.length && !plan.updates?.length && !plan.events?.length
      const committed = nothingToWrite || (await service.committer.commit({ ...plan, answer }))
      if (committed) return { status, body, headers: refused ? {} : (outcome.headers ?? {}) }
    } catch (error) {
      if (error instanceof LockTimeout && key) return IN_PROGRESS
      throw error
    }
    const earlier = key ? await replay(service, key) : null
    if (earlier) return earlier
    await pause(round)
  }
  return refuse('unavailable', 'The resource is being changed by too many requests at once; try again.')
}

const toStored = (service: Service, key: IdempotencyKey, body: string): string =>
  SEALED + seal(service.masterKey, body, sealContext(key)).toString('base64')

const fromStored = (service: Service, key: IdempotencyKey, stored: string): string =>
  stored.startsWith(SEALED) ? open(service.masterKey, Buffer.from(stored.slice(SEALED.length), 'base64'), sealContext(key)) : stored

const toText = (body: object | string): string => (typeof body === 'string' ? body : JSON.stringify(body))

export interface Answer {
  status: number
  /** A string is sent as JSON. */
  body: string | Uint8Array | null
  headers?: Record<string, string>
}

/** What a command's attempt comes to: an answer and the plan that must commit before it is given, or a refusal. */
export type Attempt = Outcome | Refusal

export interface Outcome {
  status: number
  body: object | string
  plan: Plan
  headers?: Record<string, string>
  /** The body shows a secret that is shown once: for replays it is kept encrypted. */
  shows_secret?: boolean
}

/** Runs an attempt until it commits, with idempotency; see service/execute.ts. */
export type Execute = (attempt: () => Promise<Attempt>) => Promise<Answer | Refusal>
