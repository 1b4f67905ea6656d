// Sends the outcome of a request: an answer, a refusal, or a refusal made from a thrown error.
import { ERRORS, errorBody } from '@backhaul/core/errors.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LockTimeout } from '../commit/committer.ts'
import { Blocked, Unavailable } from '../database/db.ts'
import { Busy } from '../process/gate.ts'
import type { Answer } from '../service/execute.ts'
import type { Service } from '../service/service.ts'
import { ArchiveAway } from '../storage/event-archive.ts'
import { ObjectsAway } from '../storage/objects.ts'
import { warnOfOutage } from '../telemetry/outage-log.ts'
import { callersIds } from './callers-ids.ts'
import { LONG_ANSWER_BYTES, limitReading } from './connections.ts'
import { BodyTooLarge, ReceivingTooMuch } from './receive.ts'
import { type Full, streams } from './streams.ts'
import { unread } from './unread.ts'

const RETRY_AFTER_S = 1
const JSON_TYPE = 'application/json; charset=utf-8'

/** Pages of any site may read the answers to requests that need only a key, also if the answer is a refusal. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy',
}

/**
 * Prevents caches from storing an answer: it is for one key, and a cache that ignores X-Api-Key would give it to another. Also prevents
 * browsers from guessing the content type.
 */
export const PRIVATE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** The headers of an answer to a CORS preflight request. */
export const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'x-api-key',
  'access-control-max-age': '86400',
}

export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const { status } = ERRORS[refusal.code]
  reply.request.refusedWith = refusal.code
  const { retry_after_s } = refusal.details
  if (status === 503 || refusal.code === 'idempotency_in_progress') reply.header('retry-after', String(RETRY_AFTER_S))
  else if (typeof retry_after_s === 'number') reply.header('retry-after', String(retry_after_s))
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .send(errorBody(refusal.code, refusal.message, refusal.details))
}

const RECORD_ID = /^[a-z]+_[0-9a-z]{26}$/

/**
 * The path of a request in a form that may be logged: the route with Backhaul's ids filled in, but without tokens, tracking numbers and the
 * query.
 */
export const loggedPath = ({ routeOptions: { url }, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>): string | undefined =>
  url?.replace(/:([a-z_]+)/g, (whole, name) => {
    const value = (params as Record<string, string> | undefined)?.[name] ?? ''
    return RECORD_ID.test(value) ? value : whole
  })

/** Logs a thrown error for the operator. `url` must not contain anything that may not be logged. */
export const logThrown = (
  log: Service['log'],
  refusal: Refusal,
  error: unknown,
  request: FastifyRequest,
  url: string | undefined,
): void => {
  const facts = { request_id: request.id, ...callersIds(request.headers), url }
  if (refusal.code === 'internal_error') log.error({ err: error, ...facts }, 'request failed')
  else if (refusal.code === 'unavailable')
    warnOfOutage(log, { reason: (error as Error).message, ...facts }, 'request refused: service unavailable')
}

export const READ_FIRST = refuse('unavailable', 'Too many answers are waiting to be read; read your answers, then try again.')

const noPlace = ({ whose, limit }: Full): Refusal =>
  whose === 'owner'
    ? refuse(
        'unavailable',
        `You are already reading the maximum number of CSV lists at one time (${limit}); finish reading a list, then try again.`,
        {
          limit,
        },
      )
    : refuse('unavailable', `All ${limit} slots for CSV lists are in use; try again later.`, { limit })

/** Sends a list that is produced while it is sent. */
const sendStream = (reply: FastifyReply, { status, headers, stream }: Answer & { stream: AsyncIterable<string> }, owner: string) => {
  const full = streams.makeRoom(owner)
  if (full) return sendRefusal(reply, noPlace(full))
  reply.code(status).headers(headers ?? {})
  const { request } = reply
  if (request.method === 'HEAD') return reply.send()
  return streams.send(reply, stream, owner, (error) =>
    logThrown(request.server.log as Service['log'], refusalOf(error), error, request, loggedPath(request)),
  )
}

/** @param owner the owner of the answer's bytes. The answer to a command is sent in any case, because the command has taken effect. */
export const sendAnswer = (reply: FastifyReply, answer: Answer, owner: string): FastifyReply => {
  const { stream } = answer
  if (stream) return sendStream(reply, { ...answer, stream }, owner)
  const bytes = answer.body?.length ?? 0
  if (bytes >= LONG_ANSWER_BYTES && reply.request.method === 'GET' && !unread.fits(owner, bytes)) return sendRefusal(reply, READ_FIRST)
  reply.code(answer.status)
  if (answer.body !== null) reply.header('content-type', JSON_TYPE)
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value)
  if (answer.body === null) return reply.send()
  limitReading(reply.raw, bytes, owner)
  return reply.send(
    typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength),
  )
}

export const tooLarge = (limit: number): Refusal =>
  refuse('payload_too_large', `The body is larger than the ${limit} bytes that this endpoint accepts; send a smaller body.`, {
    limit_bytes: limit,
  })

/** Turns an error thrown by Fastify, Node or Backhaul into a refusal. Any unknown error becomes a 500 without internal details. */
export const refusalOf = (error: unknown): Refusal => {
  const { statusCode } = error as { statusCode?: number }
  if (error instanceof Blocked || error instanceof LockTimeout) return refuse('unavailable', 'The resource is busy; try again.')
  if (error instanceof Unavailable) return refuse('unavailable', 'The database of the service is not available now; try again.')
  if (error instanceof ArchiveAway) return refuse('unavailable', 'Events of the archive cannot be read now; try again.')
  if (error instanceof ObjectsAway) return refuse('unavailable', 'Documents cannot be stored or read now; try again.')
  if (error instanceof Busy) return refuse('unavailable', 'The service is busy with too many requests of this kind; try again.')
  if (error instanceof ReceivingTooMuch) return refuse('unavailable', 'The service cannot receive more request bodies now; try again.')
  if (error instanceof BodyTooLarge) return tooLarge(error.limit)
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return refuse('bad_request', 'The request is not well-formed HTTP; check its length and headers.')
  }
  return refuse('internal_error', 'Something failed on our side; quote the X-Request-Id of this answer.')
}
