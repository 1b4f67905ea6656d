// The second half of request handling, starting with the value of the body. (http/pipeline.ts has the first half, and the order of all
// steps.) It does not need the connection of the request, so another process of the machine can do it (http/large.ts).
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import { Gate, PATIENCE_MS } from '../process/gate.ts'
import { shareOf } from '../process/machine.ts'
import { noteShortWork } from '../process/slice.ts'
import { hideContacts } from '../service/contacts.ts'
import { type Answer, Execution } from '../service/execute.ts'
import type { Caller } from '../service/key-cache.ts'
import { reachOf } from '../service/reach.ts'
import type { Service } from '../service/service.ts'
import { openCursor, sealCursor } from './cursors.ts'
import type { Context, Endpoint, Site } from './endpoint.ts'
import type { Rates } from './rate-limit.ts'
import { type Asked, checkBody, header, type Prepared, readBody, readIdempotencyKey, readQuery } from './reading.ts'

/** Only a few bodies of this size or more are processed at a time, because parsing and processing take ten times their size. */
export const LARGE_BODY_BYTES = 64 * 1024
export const MAX_LARGE = 3
/** Lists with this many members also count as large, regardless of their bytes: a thousand shipments fit into 51 KiB. */
const MANY_MEMBERS = 50

/** Returns the length of the longest list in a body, such as the items of a batch. */
const membersOf = (value: unknown): number =>
  Math.max(0, ...Object.values(value ?? {}).map((field) => (Array.isArray(field) ? field.length : 0)))

/** A request with everything that is known about it. */
export interface Work<Who extends Caller | null = Caller> {
  asked: Asked
  bytes: Buffer
  prepared: Prepared
  /** Null for a visitor of one of Backhaul's pages who has no session yet. */
  caller: Who
  /** The address at which the client found the service. */
  site: () => Site
  /** Whether a client still waits for the answer. */
  isAwaited: () => boolean
  /** The trace that the request belongs to, if there is one. */
  traceparent?: string | undefined
}

/** Sends large work to another process. Resolves with null when there is none. */
export type Elsewhere = (work: Work) => Promise<Answer | Refusal | null>

type Body = ReturnType<typeof readBody>

export class Answering {
  readonly #service: Service
  readonly #large = new Gate(shareOf(MAX_LARGE), PATIENCE_MS)
  readonly #rates: Rates
  readonly #elsewhere: Elsewhere

  constructor(service: Service, rates: Rates, elsewhere: Elsewhere = async () => null) {
    this.#service = service
    this.#rates = rates
    this.#elsewhere = elsewhere
    this.#large.register(service.ledger, 'large_requests')
  }

  /** Answers a request. Large work is done in another process, or waits for a place here. */
  async answer(work: Work): Promise<Answer | Refusal> {
    const { asked, bytes, prepared } = work
    if (bytes.length >= LARGE_BODY_BYTES) return this.#answerLarge(work, () => this.answerInPlace(work))
    const body = readBody(asked, bytes, prepared)
    if (!isRefusal(body) && membersOf(body.value) >= MANY_MEMBERS) return this.#answerLarge(work, () => this.#answer(work, body))
    // An answer that is read in one piece temporarily takes several times its size. So the code that reads such answers limits how many are
    // read at a time.
    const readsMuch = (prepared.endpoint.answer_limit ?? 0) >= LARGE_BODY_BYTES
    const there = readsMuch ? await this.#elsewhere(work) : null
    if (there) return there
    noteShortWork()
    return this.#answer(work, body)
  }

  /** Answers a request that already has its place, or needs none. */
  answerInPlace(work: Work<Caller | null>): Promise<Answer | Refusal> {
    return this.#answer(work, readBody(work.asked, work.bytes, work.prepared))
  }

  async #answerLarge(work: Work, here: () => Promise<Answer | Refusal>): Promise<Answer | Refusal> {
    const there = await this.#elsewhere(work)
    // While the request waited for a place here, another process may have become available.
    return there ?? this.#large.run(work.caller.key.partner_id, async () => (await this.#elsewhere(work)) ?? here())
  }

  async #answer(work: Work<Caller | null>, body: Body): Promise<Answer | Refusal> {
    const outcome = await this.#decide(work, body)
    if (isRefusal(outcome) || !work.caller || typeof outcome.body !== 'string') return outcome
    // A repeated answer may have been stored for a caller that may see more than this one.
    const isReplayed = outcome.headers?.['idempotent-replayed'] !== undefined
    return isReplayed && reachOf(work.caller).hands !== null ? { ...outcome, body: hideContacts(outcome.body) } : outcome
  }

  /**
   * Reads the idempotency key and checks the schema. Then the handler loads data and decides, and the commands that it executes are
   * committed.
   */
  async #decide({ asked, bytes, prepared, caller, site, isAwaited }: Work<Caller | null>, body: Body): Promise<Answer | Refusal> {
    const { endpoint } = prepared
    const service = this.#serviceFor(endpoint, caller)
    // Text that cannot be stored is a schema error and comes after the idempotency key. Malformed JSON comes before it.
    if (isRefusal(body) && body.code !== 'validation_failed') return body
    const key = caller && readIdempotencyKey(asked, bytes, prepared, caller)
    if (isRefusal(key)) return key
    const execution = new Execution(service, key, caller, prepared.name, isAwaited)
    if (isRefusal(body)) return (await execution.replay()) ?? body
    const query = readQuery(asked, prepared)
    if (isRefusal(query)) return (await execution.replay()) ?? query
    const unfit = checkBody(body.value, prepared)
    if (unfit) return (await execution.replay()) ?? unfit
    const accept = header(asked, 'accept') ?? ''
    const context = { service, caller, site, accept, request_id: asked.id, rates: this.#rates } as Context
    const given = { params: asked.params, query: query.value, body: body.value, execute: execution.execute }
    return prepared.has_cursor ? this.#page(endpoint, context, given) : endpoint.handle(context, given)
  }

  /** Answers a page of a list. Cursors are bound to the list when they are read and written. */
  async #page(endpoint: Endpoint, context: Context, given: Parameters<Endpoint['handle']>[1]): Promise<Answer | Refusal> {
    const query = given.query as { cursor?: string }
    const partner_id = context.caller?.key.partner_id ?? null
    const list = { partner_id, path: endpoint.path, params: given.params as object, query }
    const cursor = query.cursor === undefined ? undefined : openCursor(list, query.cursor)
    if (isRefusal(cursor)) return cursor
    const outcome = await endpoint.handle(context, { ...given, query: { ...query, ...(cursor !== undefined && { cursor }) } })
    return isRefusal(outcome) ? outcome : sealCursor(list, outcome)
  }

  /**
   * Returns the service for this caller. Its statements are scheduled round-robin with those of other callers. GET requests use separate
   * connections.
   */
  #serviceFor({ method }: Endpoint, caller: Caller | null): Service {
    const connections = method === 'GET' ? this.#service.reads : this.#service.db
    if (!caller) return { ...this.#service, db: connections }
    return { ...this.#service, db: connections.for(caller.key.partner_id ?? caller.key.id) }
  }
}
