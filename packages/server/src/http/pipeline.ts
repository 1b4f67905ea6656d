// The way of one request. Each step refuses or lets pass, and the first refusal is the answer; partners rely on the order, and it is
// written here alone:
//
//   before the body is read   `admit`    size, key or session, allowlist
//   with its bytes            `handle`   signature (of a session: origin), rate limit, scope
//   with what it says         http/answering.ts  JSON, idempotency key, schema; then the handler: load, decide, commit
//
// Before them comes http/server.ts (well-formed HTTP, path, method). Who asks is found in http/authenticate.ts, what is asked in
// http/reading.ts, and http/responding.ts sends what comes of it (docs/guide/requests.md#the-order-of-checks).

import type { ErrorCode } from '@backhaul/core/errors.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Span } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, KnownKey } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import { Answering, type Elsewhere, type Work } from './answering.ts'
import { checkAddress, checkScope, checkSignature, findKey, type PublicPlace, publicPlace } from './authenticate.ts'
import { Connection } from './connections.ts'
import type { Metrics } from './metrics.ts'
import { type Quota, quotaHeaders, type Rates, takeFor } from './rate-limit.ts'
import { header, type Prepared } from './reading.ts'
import { REFUSED, Receiver } from './receive.ts'
import { ANY_ORIGIN, READ_FIRST, sendAnswer, sendRefusal, tooLarge } from './responding.ts'
import { checkOrigin, findSession, isOfPage, siteOf } from './session-cookie.ts'
import type { Strangers } from './strangers.ts'
import { streams } from './streams.ts'
import { unread } from './unread.ts'

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: KnownKey | null
    startedMs: number
    /** Its span; null: there are no traces. */
    span: Span | null
    /** The code of the refusal that was sent. */
    refusedWith: ErrorCode | null
  }
}

/** To whom the bytes of an answer count. */
const ownerOf = ({ partner_id, id }: KnownKey): string => partner_id ?? id

/** To whom bodies and answers of requests count that nobody signs. */
const PAGES = 'pages'

/** Whose earlier answers wait to be read is not given another long one. */
const readFirst = (key: KnownKey, { endpoint }: Prepared): Refusal | null =>
  unread.fits(ownerOf(key), endpoint.answer_limit ?? 0) ? null : READ_FIRST

export class Pipeline {
  readonly #service: Service
  readonly #place: PublicPlace
  readonly #rates: Rates
  readonly #strangers: Strangers
  readonly #receiver: Receiver
  readonly #answering: Answering

  constructor(service: Service, metrics: Metrics, rates: Rates, strangers: Strangers, elsewhere?: Elsewhere) {
    this.#service = service
    this.#place = publicPlace(service.config)
    this.#rates = rates
    this.#strangers = strangers
    this.#receiver = new Receiver(service.ledger)
    this.#answering = new Answering(service, rates, elsewhere)
    unread.register(service.ledger)
    streams.register(service.ledger)
    metrics.gauge('backhaul_http_body_bytes', 'Bytes of request bodies kept now', () => this.#receiver.kept)
    metrics.gauge('backhaul_http_unread_bytes', 'Bytes of long answers that wait to be read', () => unread.kept)
    metrics.gauge('backhaul_http_queued_requests', 'Requests that wait behind another of their connection', () => Connection.queued)
  }

  /** Size, key, allowlist: before the body is read, as a stranger should not make us read megabytes. */
  async admit(request: FastifyRequest, reply: FastifyReply, { endpoint, limit }: Prepared): Promise<FastifyReply | undefined> {
    if (endpoint.auth === 'key') reply.headers(ANY_ORIGIN)
    // The router takes `/v2/shipments/` for a shipment without an id.
    if (Object.values(request.params as Record<string, string>).includes('')) {
      reply.callNotFound()
      return reply
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) return this.#refuseStranger(request, reply, tooLarge(limit))
    if (endpoint.auth === 'page') return undefined
    const text = header(request, 'x-api-key')
    const key = await (text === undefined && isOfPage(request) ? findSession(this.#service, request) : findKey(this.#service, text))
    if (isRefusal(key)) return this.#refuseStranger(request, reply, key)
    // Shown on every keyed answer, also on those that use nothing up.
    const quota = this.#rates.look(key.id, key.rate_limit)
    reply.headers(quotaHeaders({ ...(quota instanceof Promise ? await quota : quota), allowed: true }))
    const outside = checkAddress(key, request.ip)
    if (outside) return this.#refuseStranger(request, reply, outside)
    request.apiKey = key
    return undefined
  }

  /** Refuses somebody who has not shown a right to anything: the id of a key, which browsers show, is not enough. */
  #refuseStranger(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    return sendRefusal(reply, this.#strangers.take(request) ?? refusal)
  }

  /** The steps after those of `admit`, once the body is here. Its bytes count as the key's until the request has been worked on. */
  handle(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): Promise<FastifyReply> {
    const { tracing } = this.#service
    const work = () => this.#receive(request, reply, prepared)
    return tracing && request.span ? tracing.within(request.span, work) : work()
  }

  #receive(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): Promise<FastifyReply> {
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
      if (foreign) return this.#refuseStranger(request, reply, foreign)
      const outcome = await this.#answering.answerInPlace(this.#workOf(request, bytes, prepared, null))
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
    if (unsigned) return this.#refuseStranger(request, reply, unsigned)
    this.#service.keyUses.note(key.id)
    // Signed requests and tracking draw on one bucket: the limit is the key's.
    const quota = takeFor(this.#rates, key)
    const refused = this.#useQuota(reply, quota instanceof Promise ? await quota : quota) ?? outOfScope ?? readFirst(key, prepared)
    if (refused) return sendRefusal(reply, refused)
    const caller = await this.#service.keyCache.caller(key)
    const outcome = await this.#answering.answer(this.#workOf(request, bytes, prepared, caller))
    return isRefusal(outcome) ? sendRefusal(reply, outcome) : sendAnswer(reply, outcome, ownerOf(key))
  }

  #workOf<Who extends Caller | null>(request: FastifyRequest, bytes: Buffer, prepared: Prepared, caller: Who): Work<Who> {
    const site = () => siteOf(this.#service.config, request)
    return {
      asked: request,
      bytes,
      prepared,
      caller,
      site,
      isAwaited: () => !request.raw.socket.destroyed,
      traceparent: this.#service.tracing?.traceparent,
    }
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
      forwarded_host: header(request, 'x-forwarded-host'),
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
}
