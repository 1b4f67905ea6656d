// The path of one request. Each step refuses the request or lets it pass. The first refusal is the answer. Partners rely on this order,
// which is defined only here:
//
//   before the body is read   `admit`    size, key or session, allowlist
//   with its bytes            `handle`   signature (of a session: origin), rate limit, scope
//   with its content          http/answering.ts  JSON, idempotency key, schema; then the handler: load, decide, commit
//
// http/server.ts checks what comes before: well-formed HTTP, path, method. http/authenticate.ts identifies the caller,
// http/reading.ts reads the request, and http/responding.ts sends the outcome (docs/guide/requests.md#the-order-of-checks).

import type { ErrorCode } from '@backhaul/core/errors.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Span } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, KnownKey } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import type { AnonymousLimits } from './anonymous-limits.ts'
import { Answering, type Elsewhere, type Work } from './answering.ts'
import { checkAddress, checkScope, checkSignature, findKey, type PublicPlace, publicPlace } from './authenticate.ts'
import { Connection } from './connections.ts'
import type { Metrics } from './metrics.ts'
import { chargeQuota, type Quota, quotaHeaders, type Rates } from './rate-limit.ts'
import { header, type Prepared } from './reading.ts'
import { REFUSED, Receiver } from './receive.ts'
import { ANY_ORIGIN, READ_FIRST, sendAnswer, sendRefusal, tooLarge } from './responding.ts'
import { checkOrigin, findSession, isOfPage, siteOf } from './session-cookie.ts'
import { streams } from './streams.ts'
import { unread } from './unread.ts'

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: KnownKey | null
    startedMs: number
    /** The request's span. Null if tracing is off. */
    span: Span | null
    /** Error code of the refusal that was sent. */
    refusedWith: ErrorCode | null
  }
}

/** Owner of the bytes of an answer. */
const ownerOf = ({ partner_id, id }: KnownKey): string => partner_id ?? id

/** Quota owner for unsigned requests. */
const PAGES = 'pages'

/** Refuses another long answer to an owner whose clients have not yet read the earlier ones. */
const readFirst = (key: KnownKey, { endpoint }: Prepared): Refusal | null =>
  unread.fits(ownerOf(key), endpoint.answer_limit ?? 0) ? null : READ_FIRST

export class Pipeline {
  readonly #service: Service
  readonly #place: PublicPlace
  readonly #rates: Rates
  readonly #anonymous: AnonymousLimits
  readonly #receiver: Receiver
  readonly #answering: Answering

  constructor(service: Service, metrics: Metrics, rates: Rates, anonymous: AnonymousLimits, elsewhere?: Elsewhere) {
    this.#service = service
    this.#place = publicPlace(service.config)
    this.#rates = rates
    this.#anonymous = anonymous
    this.#receiver = new Receiver(service.ledger)
    this.#answering = new Answering(service, rates, elsewhere)
    unread.register(service.ledger)
    streams.register(service.ledger)
    metrics.gauge('backhaul_http_body_bytes', 'Bytes of request bodies in memory now', () => this.#receiver.kept)
    metrics.gauge('backhaul_http_unread_bytes', 'Bytes of long answers that clients have not read yet', () => unread.kept)
    metrics.gauge('backhaul_http_queued_requests', 'Requests that wait behind another request of their connection', () => Connection.queued)
  }

  /** Checks size, key and allowlist before the body is read, so that an anonymous caller cannot make the service read megabytes. */
  async admit(request: FastifyRequest, reply: FastifyReply, { endpoint, limit }: Prepared): Promise<FastifyReply | undefined> {
    if (endpoint.auth === 'key') reply.headers(ANY_ORIGIN)
    // The router matches `/v2/shipments/` as a shipment with an empty id.
    if (Object.values(request.params as Record<string, string>).includes('')) {
      reply.callNotFound()
      return reply
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) return this.#refuseAnonymous(request, reply, tooLarge(limit))
    if (endpoint.auth === 'page') return undefined
    const text = header(request, 'x-api-key')
    const key = await (text === undefined && isOfPage(request) ? findSession(this.#service, request) : findKey(this.#service, text))
    if (isRefusal(key)) return this.#refuseAnonymous(request, reply, key)
    // Quota headers are sent on every answer to a key, even if the request used no quota.
    const quota = this.#rates.look(key.id, key.rate_limit)
    reply.headers(quotaHeaders({ ...(quota instanceof Promise ? await quota : quota), allowed: true }))
    const outside = checkAddress(key, request.ip)
    if (outside) return this.#refuseAnonymous(request, reply, outside)
    request.apiKey = key
    return undefined
  }

  /** Refuses a caller who has not proved any right. A key id alone is no proof, because browsers show it. */
  #refuseAnonymous(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    return sendRefusal(reply, this.#anonymous.take(request) ?? refusal)
  }

  /** The steps after `admit`, once the body has arrived. Its bytes count toward the key until the request has been processed. */
  handle(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): Promise<FastifyReply> {
    const { tracing } = this.#service
    const work = () => this.#receive(request, reply, prepared)
    return tracing && request.span ? tracing.within(request.span, work) : work()
  }

  #receive(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): Promise<FastifyReply> {
    const key = request.apiKey
    if (!key) return this.#handleOfPage(request, reply, prepared)
    // At this point it is known whether the key has the scope. If it does not, the body counts against a smaller limit. The request is
    // refused later, in the promised order.
    const outOfScope = checkScope(prepared.endpoint, key, this.#service.config.environment)
    const owner = outOfScope ? REFUSED : key.id
    return this.#receiver.receive(request.raw, owner, prepared.limit, (bytes) =>
      this.#handle(request, reply, prepared, key, outOfScope, bytes),
    )
  }

  /** Handles a form from a page that has no session yet. Only the origin can be checked before the content. */
  #handleOfPage(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): Promise<FastifyReply> {
    if (prepared.endpoint.auth !== 'page') throw new Error('a request reached its handler without a key')
    return this.#receiver.receive(request.raw, PAGES, prepared.limit, async (bytes) => {
      const foreign = checkOrigin(request, siteOf(this.#service.config, request))
      if (foreign) return this.#refuseAnonymous(request, reply, foreign)
      const outcome = await this.#answering.answerInPlace(this.#workOf(request, bytes, prepared, null))
      return isRefusal(outcome) ? sendRefusal(reply, outcome) : sendAnswer(reply, outcome, PAGES)
    })
  }

  /** Checks signature or origin, rate limit and scope. */
  async #handle(
    request: FastifyRequest,
    reply: FastifyReply,
    prepared: Prepared,
    key: KnownKey,
    outOfScope: Refusal | null,
    bytes: Buffer,
  ): Promise<FastifyReply> {
    const unsigned = this.#checkSignature(request, prepared, key, bytes)
    if (unsigned) return this.#refuseAnonymous(request, reply, unsigned)
    this.#service.keyUses.note(key.id)
    // Signed requests and tracking share one bucket, because the limit is for the key as a whole.
    const quota = chargeQuota(this.#rates, key)
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

  /** Checks the signature. If a session replaces key and signature, checks the origin instead. */
  #checkSignature(request: FastifyRequest, { endpoint }: Prepared, key: KnownKey, bytes: Buffer): Refusal | null {
    if (key.session) return checkOrigin(request, siteOf(this.#service.config, request))
    if (endpoint.auth === 'key') return null
    const signed = {
      method: request.method,
      target: request.url,
      // Uses the header itself. Fastify's own property would trust the host that a proxy reports.
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
      `The limit of ${quota.limit} requests in 60 s was reached for this key or session, or for all sessions of the partner; wait for the seconds that Retry-After gives.`,
      { limit: quota.limit },
    )
  }
}
