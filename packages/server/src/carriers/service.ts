// The service of a carrier, as the adapter `replay` speaks it: what those of real carriers have in common, in the plainest form
// (docs/operating.md#carriers-with-a-service). It may hang, drip, redirect or never stop, and it may be anywhere that a webhook may be.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { checkWebhookUrl, guardedLookup, systemDialer, type TargetPolicy } from '../delivery/address-guard.ts'

/** It did not do what it was asked, and may later. */
export class Outage extends Error {}

/** It does not take this parcel, and will not. */
export class Refused extends Error {}

/** A report, and after which one the next is. */
export interface Pulled {
  bytes: Buffer
  next: string
}

export interface CarrierService {
  /** Tells of a parcel; however often, it is booked once. Returns the carrier's number for it. Errors: Outage, Refused. */
  book(parcel: Parcel): Promise<string>
  /** The parcel does not come. Returns what the carrier has against that; null: nothing. Errors: Outage. */
  void(shipment_id: string): Promise<string | null>
  /** What happened after what was read before; null: nothing. Errors: Outage. */
  reports(after: string | null): Promise<Pulled | null>
}

/** What a carrier is told of a parcel. */
export interface Parcel {
  id: string
  tracking: string
  /** The number on its label, if that is from the carrier's range. */
  ltracking: string | null
  service_level: string
  parcel: object
  from_address: object | null
  to_address: object
}

/** Who it is and how it is reached. `ending`: the process stops. */
export interface Reach {
  url: string
  targets: TargetPolicy
  ending: AbortSignal
}

const PATIENCE_MS = 10_000
/** As many as a report has that is sent. */
const MOST_BYTES = 8 * 2 ** 20
const NUMBER = /^[\x21-\x7e]{1,64}$/
const MOST_CURSOR = 500
const MOST_SHOWN = 300

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
    if (size > MOST_BYTES) throw new Error(`the answer is longer than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Begins the request at a target that is allowed, whatever its name leads to by now. */
const begin = ({ url, targets, ending }: Reach, method: string, path: string, body: string | null): ClientRequest => {
  const checked = checkWebhookUrl(url, targets)
  if (!checked.ok) throw new Error('the address of the service is not allowed here')
  const base = checked.url
  base.pathname = base.pathname.replace(/\/*$/, '/')
  const target = new URL(path, base)
  return (target.protocol === 'https:' ? secure : plain)(target, {
    method,
    agent: false,
    lookup: guardedLookup(systemDialer(targets)),
    signal: AbortSignal.any([ending, AbortSignal.timeout(PATIENCE_MS)]),
    headers: body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
}

const ask = async (reach: Reach, method: string, path: string, body: string | null = null): Promise<Answered> => {
  try {
    const request = begin(reach, method, path, body)
    // What comes when the answer has begun ends the reading of it.
    request.on('error', () => {})
    request.end(body ?? undefined)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers } = response
    const bytes = await readAll(response)
    if (status < 200 || (status >= 300 && status < 400) || status === 429 || status >= 500) throw new Error(`it answered with ${status}`)
    return { status, headers, bytes }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new Outage(`${method} ${path}: ${code === 'ABORT_ERR' ? `no answer within ${PATIENCE_MS / 1000} s` : message}`)
  }
}

const shown = ({ status, bytes }: Answered): string =>
  `${status} ${bytes.toString('utf8', 0, MOST_SHOWN)}`
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
    const answered = await ask(reach, 'PUT', path(id), JSON.stringify(told))
    if (answered.status >= 400) throw new Refused(shown(answered))
    const number = numberIn(answered)
    if (number === null) throw new Outage(`PUT ${path(id)}: it answered without a number of 1 to 64 visible characters`)
    return number
  },
  void: async (id) => {
    const answered = await ask(reach, 'DELETE', path(id))
    // One that is not known is as void as it can be.
    return answered.status < 300 || answered.status === 404 ? null : shown(answered)
  },
  reports: async (after) => {
    const { status, headers, bytes } = await ask(reach, 'GET', `reports${after === null ? '' : `?after=${encodeURIComponent(after)}`}`)
    if (status === 204) return null
    const next = headers['x-next']
    if (status !== 200 || typeof next !== 'string' || next === '' || next.length > MOST_CURSOR)
      throw new Outage(
        `GET reports: it answered with ${status}${status === 200 ? ` without X-Next of 1 to ${MOST_CURSOR} characters` : ''}`,
      )
    return { bytes, next }
  },
})
