// The second half of a request's way, from the value of its body on (http/pipeline.ts has the first, and the order of all of it). It needs
// nothing of the connection that the request came on, so it can be done in another process of the machine (http/large.ts).
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

/** Bodies of this size and more are worked on a few at a time: what they are parsed to and become takes ten times their size. */
export const LARGE_BODY_BYTES = 64 * 1024
export const MAX_LARGE = 3
/** So do lists of this many members, however few bytes they are: a thousand shipments fit into 51 KiB. */
const MANY_MEMBERS = 50

/** Of the longest list of a body: a batch, a bulk, a tender. */
const membersOf = (value: unknown): number =>
  Math.max(0, ...Object.values(value ?? {}).map((field) => (Array.isArray(field) ? field.length : 0)))

/** One request with what was found out about it. */
export interface Work<Who extends Caller | null = Caller> {
  asked: Asked
  bytes: Buffer
  prepared: Prepared
  /** Null: somebody at a page of ours, who has no session yet. */
  caller: Who
  /** Where the client found the service. */
  site: () => Site
  /** Whether somebody still waits for the answer. */
  isAwaited: () => boolean
  /** The request that it is part of, where there are traces. */
  traceparent?: string | undefined
}

/** Another process that does what is large; null: there is none now. */
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

  /** What is large is done elsewhere, or waits for a place here. */
  async answer(work: Work): Promise<Answer | Refusal> {
    const { asked, bytes, prepared } = work
    if (bytes.length >= LARGE_BODY_BYTES) return this.#answerLarge(work, () => this.answerInPlace(work))
    const body = readBody(asked, bytes, prepared)
    if (!isRefusal(body) && membersOf(body.value) >= MANY_MEMBERS) return this.#answerLarge(work, () => this.#answer(work, body))
    // What is read in one piece takes several times its size on the way, and has places of its own where it is read.
    const readsMuch = (prepared.endpoint.answer_limit ?? 0) >= LARGE_BODY_BYTES
    const there = readsMuch ? await this.#elsewhere(work) : null
    if (there) return there
    noteShortWork()
    return this.#answer(work, body)
  }

  /** For work that has its place, or needs none. */
  answerInPlace(work: Work<Caller | null>): Promise<Answer | Refusal> {
    return this.#answer(work, readBody(work.asked, work.bytes, work.prepared))
  }

  async #answerLarge(work: Work, here: () => Promise<Answer | Refusal>): Promise<Answer | Refusal> {
    const there = await this.#elsewhere(work)
    // By the time that there is a place here, another process may be there for it.
    return there ?? this.#large.run(work.caller.key.partner_id, async () => (await this.#elsewhere(work)) ?? here())
  }

  async #answer(work: Work<Caller | null>, body: Body): Promise<Answer | Refusal> {
    const outcome = await this.#decide(work, body)
    if (isRefusal(outcome) || !work.caller || typeof outcome.body !== 'string') return outcome
    // The answer may have been stored for a caller that sees more.
    const isReplayed = outcome.headers?.['idempotent-replayed'] !== undefined
    return isReplayed && reachOf(work.caller).hands !== null ? { ...outcome, body: hideContacts(outcome.body) } : outcome
  }

  /** Idempotency key, schema; then the handler loads and decides, and what it executes commits. */
  async #decide({ asked, bytes, prepared, caller, site, isAwaited }: Work<Caller | null>, body: Body): Promise<Answer | Refusal> {
    const { endpoint } = prepared
    const service = this.#serviceFor(endpoint, caller)
    // Text that cannot be stored is a schema's concern, and comes after the idempotency key; malformed JSON comes before it.
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

  /** A page of a list: cursors are read and written as bound to it. */
  async #page(endpoint: Endpoint, context: Context, given: Parameters<Endpoint['handle']>[1]): Promise<Answer | Refusal> {
    const query = given.query as { cursor?: string }
    const partner_id = context.caller?.key.partner_id ?? null
    const list = { partner_id, path: endpoint.path, params: given.params as object, query }
    const cursor = query.cursor === undefined ? undefined : openCursor(list, query.cursor)
    if (isRefusal(cursor)) return cursor
    const outcome = await endpoint.handle(context, { ...given, query: { ...query, ...(cursor !== undefined && { cursor }) } })
    return isRefusal(outcome) ? outcome : sealCursor(list, outcome)
  }

  /** Its statements take turns with those of others, and those of GET requests wait for one another only. */
  #serviceFor({ method }: Endpoint, caller: Caller | null): Service {
    const connections = method === 'GET' ? this.#service.reads : this.#service.db
    if (!caller) return { ...this.#service, db: connections }
    return { ...this.#service, db: connections.for(caller.key.partner_id ?? caller.key.id) }
  }
}
