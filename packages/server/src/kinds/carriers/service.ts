// Client for a carrier's service, in the protocol of the adapter `replay`. The protocol has only what the services of real carriers have in
// common (docs/operating/carriers.md#carriers-with-a-service). The service may hang, respond slowly, redirect or never end its answer. It
// may be at any address that a webhook may have.

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { checkWebhookUrl, guardedLookup, systemDialer, type TargetPolicy } from '../../delivery/address-guard.ts'
import { Signer } from '../../delivery/sign.ts'

/** The service failed to do the request. A retry may work. */
export class Outage extends Error {}

/** The service refuses this parcel for good. */
export class Refused extends Error {}

/** A report, and the cursor for the next one. */
export interface Pulled {
  bytes: Buffer
  next: string
}

export interface CarrierService {
  /** Books a parcel and returns the carrier's number for it. Repeated calls book the parcel once. Errors: Outage, Refused. */
  book(parcel: Parcel): Promise<string>
  /** Voids the booking of a parcel that does not come. Returns the carrier's objection, or null if there is none. Errors: Outage. */
  void(shipment_id: string): Promise<string | null>
  /** Fetches the report of what happened after the last report. Null if nothing happened. Errors: Outage. */
  reports(after: string | null): Promise<Pulled | null>
}

/** The data of a parcel sent to a carrier. `ltracking`: the number on its label, if it is from the carrier's range. */
export type Parcel = Pick<Shipment, 'id' | 'tracking' | 'ltracking' | 'service_level' | 'parcel' | 'from_address' | 'to_address'>

/** The data needed to reach the service. `ending` is aborted when the process stops. */
export interface Reach {
  url: string
  targets: TargetPolicy
  /** Reads the secret that signs requests. Null if requests are not signed. */
  secret: () => Promise<string | null>
  ending: AbortSignal
}

const PATIENCE_MS = 10_000
/** Size limit of an answer. Uploaded reports have the same limit. */
const MAX_BYTES = 8 * 2 ** 20
const NUMBER = /^[\x21-\x7e]{1,64}$/
const MAX_CURSOR = 500
const MAX_SHOWN = 300
/** Minimum length of a query value that is treated as a secret. Shorter values occur in ordinary words. */
const LEAST_HIDDEN = 4

interface Answered {
  status: number
  headers: IncomingMessage['headers']
  bytes: Buffer
}

const readAll = async (response: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    size += part.length
    if (size > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A request to the service, relative to its URL. */
interface Question {
  method: string
  path: string
  query?: string
  body?: string
}

/** Appends the path to the path of the URL, and the query to the URL's own query, which stays unchanged. */
const targetOf = (base: URL, { path, query }: Question): URL => {
  const target = new URL(base)
  target.pathname = `${base.pathname.replace(/\/*$/, '/')}${path}`
  if (query !== undefined) target.search = base.search === '' ? `?${query}` : `${base.search}&${query}`
  return target
}

/**
 * Adds the signature of Backhaul's webhooks, and a second signature over the whole request. With the first signature alone, two requests
 * without a body would have the same signature.
 */
const signatures = (secret: string, target: URL, { method, body = '' }: Question): Record<string, string> => {
  const timestamp_s = Math.floor(Date.now() / 1000)
  const whole = ['v2', timestamp_s, method, target.pathname + target.search, target.host, body].join('\n')
  return {
    'x-service-timestamp': String(timestamp_s),
    'x-service-signature': new Signer(secret).sign(timestamp_s, body),
    'x-service-signature-v2': createHmac('sha256', secret).update(whole).digest('hex'),
  }
}

/** Starts the request. The target must be allowed, whatever address its name resolves to at this moment. */
const begin = async ({ url, targets, secret, ending }: Reach, question: Question): Promise<ClientRequest> => {
  const { method, body } = question
  const checked = checkWebhookUrl(url, targets)
  if (!checked.ok) throw new Error('the address of the service is not allowed here')
  const target = targetOf(checked.url, question)
  const key = await secret()
  return (target.protocol === 'https:' ? secure : plain)(target, {
    method,
    agent: false,
    lookup: guardedLookup(systemDialer(targets)),
    signal: AbortSignal.any([ending, AbortSignal.timeout(PATIENCE_MS)]),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(key !== null && signatures(key, target, question)),
    },
  })
}

/** An error text of the service may repeat the query of its URL. */
const withoutSecrets = (text: string, { url }: Reach): string => {
  const query = URL.canParse(url) ? new URL(url).search.slice(1) : ''
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1))
  const all = [query, ...values, ...new URLSearchParams(query).values()].filter((value) => value.length >= LEAST_HIDDEN)
  return all.reduce((shown, value) => shown.replaceAll(value, '***'), text)
}

const ask = async (reach: Reach, question: Question): Promise<Answered> => {
  try {
    const request = await begin(reach, question)
    // Errors after the start of the answer need no handling here, because they also end the reading of the answer.
    request.on('error', () => {})
    request.end(question.body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers } = response
    const bytes = await readAll(response)
    // A 401 answer is about the signature, not about the parcel.
    if (status < 200 || (status >= 300 && status < 400) || status === 401 || status === 429 || status >= 500)
      throw new Error(`it answered with ${status}`)
    return { status, headers, bytes }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    const reason = code === 'ABORT_ERR' ? `no answer within ${PATIENCE_MS / 1000} s` : withoutSecrets(message, reach)
    throw new Outage(`${question.method} ${question.path}: ${reason}`)
  }
}

const shown = (reach: Reach, { status, bytes }: Answered): string =>
  // Secrets are removed before the text is cut, because a partial secret at the cut would not be found.
  withoutSecrets(`${status} ${bytes.toString('utf8')}`, reach)
    .slice(0, MAX_SHOWN)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()

const numberIn = ({ bytes }: Answered): string | null => {
  try {
    const { number } = JSON.parse(bytes.toString()) as { number?: unknown }
    return typeof number === 'string' && NUMBER.test(number) ? number : null
  } catch {
    return null
  }
}

const path = (id: string): string => `bookings/${encodeURIComponent(id)}`

export const carrierService = (reach: Reach): CarrierService => ({
  book: async ({ id, tracking, ltracking, service_level, parcel, from_address, to_address }) => {
    const told = { reference: tracking, number: ltracking, service_level, parcel, from: from_address, to: to_address }
    const answered = await ask(reach, { method: 'PUT', path: path(id), body: JSON.stringify(told) })
    if (answered.status >= 400) throw new Refused(shown(reach, answered))
    const number = numberIn(answered)
    if (number === null) throw new Outage(`PUT ${path(id)}: it answered without a number of 1 to 64 visible characters`)
    return number
  },
  void: async (id) => {
    const answered = await ask(reach, { method: 'DELETE', path: path(id) })
    // An unknown booking counts as void.
    return answered.status < 300 || answered.status === 404 ? null : shown(reach, answered)
  },
  reports: async (after) => {
    const query = after === null ? {} : { query: `after=${encodeURIComponent(after)}` }
    const { status, headers, bytes } = await ask(reach, { method: 'GET', path: 'reports', ...query })
    if (status === 204) return null
    const next = headers['x-next']
    if (status !== 200 || typeof next !== 'string' || next === '' || next.length > MAX_CURSOR)
      throw new Outage(`GET reports: it answered with ${status}${status === 200 ? ` without X-Next of 1 to ${MAX_CURSOR} characters` : ''}`)
    return { bytes, next }
  },
})
