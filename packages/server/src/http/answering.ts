// The second half of a request's way, from the value of its body on (http/pipeline.ts has the first, and the order of all of it). It needs
// nothing of the connection that the request came on, so it can be done in another process of the machine (http/large.ts).
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { Gate, PATIENCE_MS } from '../platform/gate.ts'
import { shareOf } from '../platform/machine.ts'
import { noteShortWork } from '../platform/slice.ts'
import { type Answer, Execution } from '../service/execute.ts'
import type { Caller } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import type { Context } from './endpoint.ts'
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
export interface Work {
  asked: Asked
  bytes: Buffer
  prepared: Prepared
  caller: Caller
  /** Whether somebody still waits for the answer. */
  isAwaited: () => boolean
}

/** Another process that does what is large; null: there is none now. */
export type Elsewhere = (work: Work) => Promise<Answer | Refusal | null> | null

export class Answering {
  readonly #service: Service
  readonly #large = new Gate(shareOf(MAX_LARGE), PATIENCE_MS)
  readonly #elsewhere: Elsewhere

  constructor(service: Service, elsewhere: Elsewhere = () => null) {
    this.#service = service
    this.#elsewhere = elsewhere
    this.#large.register(service.ledger, 'large_requests')
  }

  /** JSON, idempotency key, schema; then the handler loads and decides, and what it executes commits. What is large waits for a place. */
  async answer(work: Work): Promise<Answer | Refusal> {
    const isLarge = work.bytes.length >= LARGE_BODY_BYTES
    // What is read in one piece takes several times its size on the way.
    const readsMuch = (work.prepared.endpoint.answer_limit ?? 0) >= LARGE_BODY_BYTES
    const there = isLarge || readsMuch ? await this.#elsewhere(work) : null
    if (there) return there
    return isLarge ? this.#inPlace(work, () => this.answerInPlace(work)) : this.#answer(work, false)
  }

  /** The same for work that has its place. */
  answerInPlace(work: Work): Promise<Answer | Refusal> {
    return this.#answer(work, true)
  }

  /** By the time that there is a place, another process may be there for it. */
  #inPlace(work: Work, then: () => Promise<Answer | Refusal>): Promise<Answer | Refusal> {
    return this.#large.run(work.caller.key.partner_id, async () => (await this.#elsewhere(work)) ?? then())
  }

  async #answer(work: Work, hasPlace: boolean): Promise<Answer | Refusal> {
    const { asked, bytes, prepared, caller, isAwaited } = work
    const { endpoint } = prepared
    // Those of GET requests wait for one another only.
    const connections = endpoint.method === 'GET' ? this.#service.reads : this.#service.db
    const service = { ...this.#service, db: connections.for(caller.key.partner_id ?? caller.key.id) }
    const body = readBody(asked, bytes, prepared)
    // Text that cannot be stored is a schema's concern, and comes after the idempotency key; malformed JSON comes before it.
    if (isRefusal(body) && body.code !== 'validation_failed') return body
    const isLong = !hasPlace && !isRefusal(body) && membersOf(body.value) >= MANY_MEMBERS
    // There it begins anew: here it has done nothing yet.
    const there = isLong ? await this.#elsewhere(work) : null
    if (there) return there
    const key = readIdempotencyKey(asked, bytes, prepared, caller)
    if (isRefusal(key)) return key
    const execution = new Execution(service, key, caller, prepared.name, isAwaited)
    if (isRefusal(body)) return (await execution.replay()) ?? body
    const query = readQuery(asked, prepared)
    if (isRefusal(query)) return (await execution.replay()) ?? query
    const unfit = checkBody(body.value, prepared)
    if (unfit) return (await execution.replay()) ?? unfit
    const context: Context = { service, caller, accept: header(asked, 'accept') ?? '', request_id: asked.id }
    const input = { params: asked.params, query: query.value, body: body.value, execute: execution.execute }
    const handle = () => endpoint.handle(context, input)
    if (isLong) return this.#inPlace(work, handle)
    if (!hasPlace) noteShortWork()
    return handle()
  }
}
