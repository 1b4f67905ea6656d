// Gives each Idempotency-Key exactly one effect, with its audit line. All parts are in this file: the result of a command
// (`CommandResult`), its execution (`Execution`), the stored answer, and the line in the audit trail.
//
// The statement that writes the effect of a command also stores its answer (commit/committer.ts). The answer is keyed by principal, method,
// route and Idempotency-Key, and has a fingerprint of path, query and body. An operator's audit line is a row of the same statement.
//
// The look-up is optimistic: a first request with a new key costs no extra round trip. The key is looked up only if the request does not
// succeed at once: the body fails its schema, the command is refused, or the commit finds that another request has used the key or changed
// a row. A stored answer is then replayed byte for byte. If its fingerprint differs, the request is refused with `idempotency_key_reused`.
//
// An answer is replayed only to callers that hold the access that it gives (service/holding.ts).
//
// Stored: 2xx answers, and 404 and 409 answers of the command. Not stored: earlier refusals, 422 and 5xx. The key is a row of
// `idempotency_keys`, the body a row of `answers`. Not promised: replay after 7 days, when retention removes both rows
// (docs/guide/requests.md#idempotency).

import { ERRORS, errorBody } from '@backhaul/core/errors.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { LockTimeout } from '../commit/committer.ts'
import type { Insert, Plan, Update } from '../commit/plan.ts'
import { isFingerprint } from '../commit/stored.ts'
import { unpack } from '../commit/unpack.ts'
import { decrypt, encrypt } from '../storage/secrets.ts'
import { auditRow, operatorOf } from './audit.ts'
import { checkHolding, type Grants, needsOf } from './holding.ts'
import type { Caller } from './key-cache.ts'
import { NumbersNeeded } from './numbers.ts'
import { commit, type Service } from './service.ts'

/** The result of an attempt at a command: either an answer and the plan that must commit before the answer is sent, or a refusal. */
export type CommandResult = Outcome | Refusal

export interface Outcome {
  status: number
  body: object | string
  plan: Plan
  headers?: Record<string, string>
  /**
   * The access that a secret in the body gives. If set, the body is stored encrypted, and replayed only to callers with the same access.
   */
  grants?: Grants
}

export interface Answer {
  status: number
  /** If the body is a string, it is sent as JSON. */
  body: string | Uint8Array | null
  headers?: Record<string, string>
  /** Sent instead of the body, piece by piece as it is produced. */
  stream?: AsyncIterable<string>
}

/** The function with which a handler executes a command: `Execution.execute`. */
export type Execute = Execution['execute']

export interface IdempotencyKey {
  /** Owner of the key: a partner, or a single key of an operator. */
  principal: string
  endpoint: string
  key: string
  fingerprint: string
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/
export const isIdempotencyKey = (text: string): boolean => VISIBLE_ASCII.test(text)

interface StoredAnswer {
  fingerprint: string
  status: number
  /** Null if the body is gone. The key should then be gone too. */
  body: string | null
  /** The access that a caller must hold to see the answer (holding.ts). */
  needs: string
}

/** Prefix of an encrypted answer, which shows a secret. Other answers are stored as JSON; earlier builds stored them as packed JSON. */
export const ENCRYPTED = 'sealed:'
export const answerContext = ({ principal, endpoint, key }: Pick<IdempotencyKey, 'principal' | 'endpoint' | 'key'>): string =>
  `answer/${principal}/${endpoint}/${key}`

const IN_PROGRESS = refuse(
  'idempotency_in_progress',
  'An identical request with this Idempotency-Key is still in progress; repeat the request shortly.',
)

export const NOT_AWAITED = refuse('unavailable', 'The client closed its connection before anything was written.')

const MAX_ROUNDS = 25
const pause = (round: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** round, 40)))

const isStored = (refusal: Refusal): boolean => ERRORS[refusal.code].status === 404 || ERRORS[refusal.code].status === 409

/** Executes one command of one request, or of one line of the command line. */
export class Execution {
  readonly #service: Service
  readonly #key: IdempotencyKey | null
  readonly #caller: Caller | null
  readonly #action: string
  readonly #isAwaited: () => boolean

  /**
   * `key` is null if the request has no Idempotency-Key. `caller` and `action` are for the audit line of an operator. Without a caller, as
   * on the command line, only the command itself writes an audit line. `isAwaited` tells whether a client still waits for the answer. If no
   * client waits, no further attempt begins, but a statement that was already sent is not canceled.
   */
  constructor(
    service: Service,
    key: IdempotencyKey | null = null,
    caller: Caller | null = null,
    action = '',
    isAwaited: () => boolean = () => true,
  ) {
    this.#service = service
    this.#key = key
    this.#caller = caller
    this.#action = action
    this.#isAwaited = isAwaited
  }

  /**
   * Loads, decides and commits, repeatedly if necessary. After a conflict with another writer, it decides again on the new state. So
   * `attempt` may run several times. This is a bound function, because handlers destructure their input. If `actsOutside` is true, the
   * attempt writes something before its plan commits, so a stored answer is looked up before the attempt. Errors: the attempt's refusal;
   * `idempotency_in_progress` after waiting 5 s for an identical request; Unavailable.
   */
  readonly execute = async (attempt: () => Promise<CommandResult>, actsOutside = false): Promise<Answer | Refusal> => {
    const made = actsOutside ? await this.replay() : null
    if (made) return made
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      if (!this.#isAwaited()) return NOT_AWAITED
      const outcome = await decide(attempt)
      const refused = isRefusal(outcome)
      if (refused) {
        if (!this.#key) return outcome
        const earlier = await this.replay()
        if (earlier) return earlier
        if (!isStored(outcome)) return outcome
      }
      const status = refused ? ERRORS[outcome.code].status : outcome.status
      const body = refused ? errorBody(outcome.code, outcome.message, outcome.details) : toText(outcome.body)
      const plan = refused ? {} : this.#withAuditLine(outcome.plan)
      const grants = refused ? undefined : outcome.grants
      if (!this.#isAwaited()) return NOT_AWAITED
      try {
        if (await this.#commit(plan, status, body, grants)) return { status, body, headers: refused ? {} : (outcome.headers ?? {}) }
      } catch (error) {
        if (error instanceof LockTimeout && this.#key) return IN_PROGRESS
        throw error
      }
      const earlier = this.#key ? await this.replay() : null
      if (earlier) return earlier
      await pause(round)
    }
    return refuse('unavailable', 'Too many requests are changing this resource at the same time; try again.')
  }

  /**
   * Returns the stored answer of the key, or a refusal if the key was used for another request. Returns null if the key is new, or if the
   * request has no key.
   */
  async replay(): Promise<Answer | Refusal | null> {
    const key = this.#key
    if (!key) return null
    const stored = await this.#find(key)
    if (!stored) return null
    if (!isFingerprint(stored.fingerprint, key.fingerprint)) {
      return refuse(
        'idempotency_key_reused',
        'This Idempotency-Key was used with a different request; use a new Idempotency-Key for this request.',
      )
    }
    return this.#replayOf(key, stored)
  }

  #find({ principal, endpoint, key }: IdempotencyKey): Promise<StoredAnswer | null> {
    return this.#service.db.one<StoredAnswer>(
      'idempotent',
      `select k.fingerprint, k.status, k.needs,
              (select a.body from answers a where a.created_at = k.created_at and a.id = k.answer) as body
         from idempotency_keys k where k.principal = $1 and k.endpoint = $2 and k.key = $3`,
      [principal, endpoint, key],
    )
  }

  #replayOf(key: IdempotencyKey, { status, body, needs }: StoredAnswer): Answer | Refusal {
    if (body === null) throw new Error(`the stored response of the key ${key.key} is missing`)
    const text = this.#fromStored(key, body)
    const refused = this.#caller && checkHolding(this.#caller, needs)
    return refused ?? { status, body: text, headers: { 'idempotent-replayed': 'true' } }
  }

  /** Writes the effect and its stored answer in one statement. Returns false if another request has changed a row or used the key first. */
  #commit(plan: Plan, status: number, body: string, grants: Grants | undefined): true | Promise<boolean> {
    const key = this.#key
    if (!key && !plan.inserts?.length && !plan.updates?.length && !plan.events?.length) return true
    if (!key) return commit(this.#service, { ...plan, answer: null })
    const { principal, endpoint, key: text, fingerprint } = key
    const needs = needsOf(this.#caller, grants)
    const answer = { principal, endpoint, key: text, fingerprint, status, needs, body: grants ? this.#toStored(key, body) : body }
    return commit(this.#service, { ...plan, answer })
  }

  /**
   * Adds an audit line to the plan when an operator's key changes a partner's data through an endpoint that partners use too. The line
   * names the partner and lists the written rows by id, version and status. The previous version of a row shows its earlier state. Plans
   * that are empty or already have an audit line stay unchanged.
   */
  #withAuditLine(plan: Plan): Plan {
    const actor = this.#caller && operatorOf(this.#caller)
    if (!actor) return plan
    const { inserts = [] } = plan
    // Rows of `objects` say where bytes are stored, which is not a partner's data.
    const updates = (plan.updates ?? []).filter(([table]) => table !== 'objects')
    const first = updates[0] ?? inserts[0]
    if (!first || inserts.some(([table]) => table === 'operator_audit')) return plan
    const written = [...updates, ...inserts]
    const owned = written.find((one) => 'partner_id' in one[1] && one[1].partner_id !== null)
    const partner_id = owned && 'partner_id' in owned[1] ? owned[1].partner_id : undefined
    const after = { partner_id, written: written.map(summaryOf) }
    const audit = auditRow(this.#service, { actor, action: this.#action, subject: idOf(first), before: null, after })
    return { ...plan, inserts: [...inserts, ['operator_audit', audit]] }
  }

  #toStored(key: IdempotencyKey, body: string): string {
    return ENCRYPTED + encrypt(this.#service.masterKey, body, answerContext(key)).toString('base64')
  }

  #fromStored(key: IdempotencyKey, stored: string): string {
    if (!stored.startsWith(ENCRYPTED)) return unpack(stored)
    return decrypt(this.#service.masterKey, Buffer.from(stored.slice(ENCRYPTED.length), 'base64'), answerContext(key))
  }
}

/** Decides, and fetches serial numbers first if the attempt needs some. */
const decide = async (attempt: () => Promise<CommandResult>): Promise<CommandResult> => {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof NumbersNeeded)) throw error
      await error.refill()
    }
  }
}

const toText = (body: object | string): string => (typeof body === 'string' ? body : JSON.stringify(body))

const idOf = ([, row]: Insert | Update): string => ('id' in row ? row.id : row.webhook_id)

/** A row's version and status, if the table has them. */
const summaryOf = (written: Insert | Update) => ({
  table: written[0],
  id: idOf(written),
  version: 'version' in written[1] ? written[1].version : undefined,
  status: 'status' in written[1] ? written[1].status : undefined,
})
