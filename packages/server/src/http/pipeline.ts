// The way of one request. Each step refuses or lets pass, and the first refusal is the answer; partners rely on the order, and it is
// written here alone:
//
//   before the body is read   `admit`    size, key or session, allowlist
//   with its bytes            `handle`   signature (of a session: origin), rate limit, scope
//   with what it says         `#answer`  JSON, idempotency key, schema; then the handler: load, decide, commit
//
// Before them comes http/server.ts (well-formed HTTP, path, method). Who asks is found in http/authenticate.ts, what is asked in
// http/reading.ts, and http/responding.ts sends what comes of it (docs/guide/requests.md#the-order-of-checks).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../domain/errors.ts'
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts'
import { Gate, PATIENCE_MS } from '../platform/gate.ts'
import { shareOf } from '../platform/machine.ts'
import { noteShortWork } from '../platform/slice.ts'
import { type Answer, Execution } from '../service/execute.ts'
import type { Caller, KnownKey } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import { checkAddress, checkScope, checkSignature, findKey, type PublicPlace, publicPlace } from './authenticate.ts'
import { Connection } from './connections.ts'
import type { Context } from './endpoint.ts'
import type { Metrics } from './metrics.ts'
import { type Quota, quotaHeaders, type Rates, takeFor } from './rate-limit.ts'
import { checkBody, header, type Prepared, readBody, readIdempotencyKey, readQuery } from './reading.ts'
import { REFUSED, Receiver } from './receive.ts'
import { ANY_ORIGIN, READ_FIRST, sendAnswer, sendRefusal, tooLarge } from './responding.ts'
import { checkOrigin, findSession, isOfPage, siteOf } from './session-cookie.ts'
import { streams } from './streams.ts'
import { unread } from './unread.ts'

/** Bodies of this size and more are worked on a few at a time: what they are parsed to and become takes ten times their size. */
const LARGE_BODY_BYTES = 64 * 1024
const MAX_LARGE = 3
/** So do lists of this many members, however few bytes they are: a thousand shipments fit into 51 KiB. */
const MANY_MEMBERS = 50

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: KnownKey | null
    startedMs: number
    /** The code of the refusal that was sent. */
    refusedWith: ErrorCode | null
  }
}

/** Of the longest list of a body: a batch, a bulk, a tender. */
const membersOf = (value: unknown): number =>
  Math.max(0, ...Object.values(value ?? {}).map((field) => (Array.isArray(field) ? field.length : 0)))

/** To whom the bytes of an answer count. */
const ownerOf = ({ partner_id, id }: KnownKey): string => partner_id ?? id

/** To whom bodies and answers of requests count that nobody signs. */
const PAGES = 'pages'

/** Whose earlier answers wait to be read is not given another long one. */
const readFirst = (key: KnownKey, { endpoint }: Prepared): Refusal | null =>
  unread.fits(ownerOf(key), endpoint.answer_limit ?? 0) ? null : READ_FIRST

export class Pipeline {
  readonly #service: Service
  /** What GET requests are given: their statements wait for one another only. */
  readonly #reading: Service
  readonly #place: PublicPlace
  readonly #rates: Rates
  readonly #receiver: Receiver
  readonly #large = new Gate(shareOf(MAX_LARGE), PATIENCE_MS)

  constructor(service: Service, metrics: Metrics, rates: Rates) {
    this.#service = service
    this.#place = publicPlace(service.config)
    this.#rates = rates
    this.#receiver = new Receiver(service.ledger)
    this.#large.register(service.ledger, 'large_requests')
    unread.register(service.ledger)
    streams.register(service.ledger)
    metrics.gauge('backhaul_http_body_bytes', 'Bytes of request bodies kept now', () => this.#receiver.kept)
    metrics.gauge('backhaul_http_unread_bytes', 'Bytes of long answers that wait to be read', () => unread.kept)
    metrics.gauge('backhaul_http_queued_requests', 'Requests that wait behind another of their connection', () => Connection.queued)
    this.#reading = { ...service, db: service.reads }
  }

  /** Size, key, allowlist: before the body is read, as a stranger should not make us read megabytes. */
  async admit(request: FastifyRequest, reply: FastifyReply, { endpoint, limit }: Prepared): Promise<FastifyReply | undefined> {
    if (endpoint.auth === 'key') reply.headers(ANY_ORIGIN)
    // The router takes `/v2/shipments/` for a shipment without an id.
    if (Object.values(request.params as Record<string, string>).includes('')) {
      reply.callNotFound()
      return reply
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) return sendRefusal(reply, tooLarge(limit))
    if (endpoint.auth === 'page') return undefined
    const text = header(request, 'x-api-key')
    const key = await (text === undefined && isOfPage(request) ? findSession(this.#service, request) : findKey(this.#service, text))
    if (isRefusal(key)) return sendRefusal(reply, key)
    // Shown on every keyed answer, also on those that use nothing up.
    const quota = this.#rates.look(key.id, key.rate_limit)
    reply.headers(quotaHeaders({ ...(quota instanceof Promise ? await quota : quota), allowed: true }))
    const outside = checkAddress(key, request.ip)
    if (outside) return sendRefusal(reply, outside)
    request.apiKey = key
    return undefined
  }

  /** The steps after those of `admit`, once the body is here. Its bytes count as the key's until the request has been worked on. */
  handle(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): Promise<FastifyReply> {
    const key = request.apiKey
    if (!key) return this.#handleOfPage(request, reply, prepared)
    // Known already, answered in its turn: what will be refused anyway may not occupy as much.
    const outOfScope = checkScope(prepared.endpoint, key, this.#service.config.environment)
    const owner = outOfScope ? REFUSED : key.id
    return this.#receiver.receive(request.raw, owner, prepared.limit, (bytes) =>
      this.#handle(request, reply, prepared, key, outOfScope, bytes),
    )
  }

  /** What a page sends for somebody who has no session yet: nothing but its origin can be checked before what it says. */
  #handleOfPage(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): Promise<FastifyReply> {
    if (prepared.endpoint.auth !== 'page') throw new Error('a request reached its handler without a key')
    return this.#receiver.receive(request.raw, PAGES, prepared.limit, async (bytes) => {
      const foreign = checkOrigin(request, siteOf(this.#service.config, request))
      if (foreign) return sendRefusal(reply, foreign)
      const outcome = await this.#answer(request, bytes, prepared, null, true)
      return isRefusal(outcome) ? sendRefusal(reply, outcome) : sendAnswer(reply, outcome, PAGES)
    })
  }

  /** Signature or origin, rate limit, scope. */
  async #handle(
    request: FastifyRequest,
    reply: FastifyReply,
    prepared: Prepared,
    key: KnownKey,
    outOfScope: Refusal | null,
    bytes: Buffer,
  ): Promise<FastifyReply> {
    const unsigned = this.#checkSignature(request, prepared, key, bytes)
    if (unsigned) return sendRefusal(reply, unsigned)
    this.#service.keyUses.note(key.id)
    // Signed requests and tracking draw on one bucket: the limit is the key's.
    const quota = key.session ? takeFor(this.#rates, key) : this.#rates.take(key.id, key.rate_limit)
    const refused = this.#useQuota(reply, quota instanceof Promise ? await quota : quota) ?? outOfScope ?? readFirst(key, prepared)
    if (refused) return sendRefusal(reply, refused)
    const caller = await this.#callerOf(key)
    const isLarge = bytes.length >= LARGE_BODY_BYTES
    const answer = () => this.#answer(request, bytes, prepared, caller, isLarge)
    const outcome = await (isLarge ? this.#large.run(key.partner_id, answer) : answer())
    return isRefusal(outcome) ? sendRefusal(reply, outcome) : sendAnswer(reply, outcome, ownerOf(key))
  }

  /** JSON, idempotency key, schema; then the handler loads and decides, and what it executes commits. */
  async #answer(
    request: FastifyRequest,
    bytes: Buffer,
    prepared: Prepared,
    caller: Caller | null,
    hasPlace: boolean,
  ): Promise<Answer | Refusal> {
    const { endpoint } = prepared
    const service = endpoint.method === 'GET' ? this.#reading : this.#service
    const body = readBody(request, bytes, prepared)
    // Text that cannot be stored is a schema's concern, and comes after the idempotency key; malformed JSON comes before it.
    if (isRefusal(body) && body.code !== 'validation_failed') return body
    const key = caller && readIdempotencyKey(request, bytes, prepared, caller)
    if (isRefusal(key)) return key
    const execution = new Execution(service, key, caller, prepared.name, () => !request.raw.socket.destroyed)
    if (isRefusal(body)) return (await execution.replay()) ?? body
    const query = readQuery(request, prepared)
    if (isRefusal(query)) return (await execution.replay()) ?? query
    const unfit = checkBody(body.value, prepared)
    if (unfit) return (await execution.replay()) ?? unfit
    const site = () => siteOf(service.config, request)
    const context = { service, caller, site, accept: header(request, 'accept') ?? '', request_id: request.id } as Context
    const input = { params: request.params, query: query.value, body: body.value, execute: execution.execute }
    const work = () => endpoint.handle(context, input)
    if (hasPlace) return work()
    if (membersOf(body.value) >= MANY_MEMBERS) return this.#large.run(caller?.key.partner_id ?? null, work)
    noteShortWork()
    return work()
  }

  /** Or the origin, if a session takes the place of key and signature. */
  #checkSignature(request: FastifyRequest, { endpoint }: Prepared, key: KnownKey, bytes: Buffer): Refusal | null {
    if (key.session) return checkOrigin(request, siteOf(this.#service.config, request))
    if (endpoint.auth === 'key') return null
    const signed = {
      method: request.method,
      target: request.url,
      // Not what a proxy says that it was, as the framework's own property would have it.
      host: request.headers.host,
      timestamp: header(request, 'x-service-timestamp'),
      v1: header(request, 'x-service-signature'),
      v2: header(request, 'x-service-signature-v2'),
    }
    return checkSignature(key, signed, this.#place, bytes, this.#service.clock.now())
  }

  #useQuota(reply: FastifyReply, quota: Quota): Refusal | null {
    reply.headers(quotaHeaders(quota))
    if (quota.allowed) return null
    return refuse(
      'rate_limited',
      `This key or session, or all sessions of its partner, made the ${quota.limit} requests of the last 60 s; wait for Retry-After seconds.`,
      { limit: quota.limit },
    )
  }

  async #callerOf(key: KnownKey): Promise<Caller> {
    if (!key.partner_id) return { key, partner: null }
    const partner = await this.#service.keyCache.partner(key.partner_id)
    if (!partner) throw new Error(`${key.id} belongs to no partner`)
    return { key, partner }
  }
}
