// The adapter for Backhaul's small protocol, which the simulated carrier speaks (docs/operating/carriers.md#carriers-with-a-service). Like
// most carriers it has two steps: rates create a booking, which is then paid for. Nothing is idempotent.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type {
  Answer,
  CarrierAccount,
  CarrierAdapter,
  CarrierRequest,
  CarrierResponse,
  CarrierService,
  Cost,
  Failure,
  Offer,
  Operation,
  Purchase,
  RefusalCause,
  Stop,
  VoidState,
} from '@backhaul/core/carrier-adapter.ts'

const NUMBER = /^[\x21-\x7e]{1,64}$/
const MAX_CURSOR = 500
const TOLERANCE_S = 300
const DAY_MS = 24 * 3_600_000
const CAUSES: readonly string[] = ['address', 'parcel', 'customs', 'service'] satisfies RefusalCause[]
const STOPS: Readonly<Record<number, Stop>> = { 401: 'credentials', 402: 'payment', 403: 'credentials' }
const VOID_STATES: readonly string[] = ['none', 'submitted', 'settled', 'refused', 'not_needed'] satisfies VoidState[]

type Answered = Exclude<CarrierResponse, { no_answer: string }>
type Json = Record<string, unknown>

const hmac = (secret: string, text: string | Uint8Array): string => createHmac('sha256', secret).update(text).digest('hex')

/**
 * The signature of Backhaul's webhooks, and a second signature over the whole request. With the first signature alone, two requests without
 * a body would have the same signature.
 */
const signatures = (secret: string, { method, body = '' }: CarrierRequest, target: URL): Record<string, string> => {
  const timestamp_s = Math.floor(Date.now() / 1000)
  const whole = ['v2', timestamp_s, method, target.pathname + target.search, target.host, body].join('\n')
  return {
    'x-service-timestamp': String(timestamp_s),
    'x-service-signature': hmac(secret, `${timestamp_s}.${body}`),
    'x-service-signature-v2': hmac(secret, whole),
  }
}

/** Returns the object in the body. Null: the body is empty, cut or something else. */
const jsonIn = ({ bytes }: Answered): Json | null => {
  try {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString())
    return typeof json === 'object' && json !== null ? (json as Json) : null
  } catch {
    return null
  }
}

const isCost = (value: unknown): value is Cost => {
  const { amount, currency, charges } = (value ?? {}) as Partial<Cost>
  return Number.isSafeInteger(amount) && /^[A-Z]{3}$/.test(String(currency)) && Array.isArray(charges)
}

/** Returns null if the answer does not show a label. */
const purchaseIn = (json: Json | null): Purchase | null => {
  const { number, aliases = [], cost = null, label = null, void: voided = 'none' } = json ?? {}
  const numbers = [number, ...(Array.isArray(aliases) ? aliases : [null])]
  if (!numbers.every((one) => typeof one === 'string' && NUMBER.test(one))) return null
  if ((cost !== null && !isCost(cost)) || !VOID_STATES.includes(voided as string)) return null
  const bytes = typeof label === 'string' ? Buffer.from(label, 'base64') : null
  return {
    ...{ numbers: numbers as [string, ...string[]], cost, label: bytes, documents: [] },
    ...{ ids: {}, void: voided as VoidState },
  }
}

class ReplayService implements CarrierService {
  readonly #account: CarrierAccount

  constructor(account: CarrierAccount) {
    this.#account = account
  }

  /** Sends a request. A failure means what the status says of an operation that costs nothing. */
  async #ask(operation: Operation, request: CarrierRequest): Promise<Answered | { failure: Failure }> {
    const secret = await this.#account.secret().catch((error: Error) => error)
    if (secret instanceof Error)
      return { failure: { failed: 'later', reason: this.#account.shown(`${request.method} ${request.path}: ${secret.message}`) } }
    const signed = secret === null ? {} : { headers: (target: URL) => signatures(secret, request, target) }
    const answered = await this.#account.call(operation, { ...request, ...signed })
    if ('no_answer' in answered) return { failure: { failed: answered.was_sent ? 'unknown' : 'later', reason: answered.no_answer } }
    const { status, headers, bytes } = answered
    if (status >= 200 && status < 300) return answered
    const reason = `${request.method} ${request.path}: it answered with ${status}`
    if (operation === 'rates' && (status === 404 || status === 405))
      return { failure: { failed: 'later', reason: `${reason}, so it does not speak this version of the protocol` } }
    const stop = STOPS[status]
    if (stop) return { failure: { failed: 'stopped', reason, stop } }
    if (status === 429) {
      const after = Number(headers['retry-after'])
      return { failure: { failed: 'later', reason, ...(after > 0 && { retry_after_s: after }) } }
    }
    const json = jsonIn(answered)
    // A 404 that a proxy made says nothing about a booking.
    const isOfCarrier = status !== 404 || typeof json?.error === 'string'
    if (status < 400 || status >= 500 || status === 408 || !isOfCarrier) return { failure: { failed: 'unknown', reason } }
    const cause = CAUSES.find((one) => one === json?.cause) ?? 'other'
    const words = this.#account.shown(`${status} ${Buffer.from(bytes).toString()}`)
    return { failure: { failed: 'refused', reason: words, cause: cause as RefusalCause } }
  }

  async rates({ reference, tracking, number, service_level, parcel, from, to, customs }: Parameters<CarrierService['rates']>[0]) {
    const told = { attempt: reference, reference: tracking, number, service_level, parcel, from, to, customs }
    const answered = await this.#ask('rates', { method: 'POST', path: 'bookings', body: JSON.stringify(told) })
    if ('failure' in answered) return answered.failure
    const json = jsonIn(answered)
    const offers = Array.isArray(json?.rates) ? (json.rates as Offer[]) : null
    const isWhole = typeof json?.id === 'string' && offers?.every(({ id, service, cost }) => id && service && isCost(cost))
    if (!isWhole || !offers) return unreadable('POST bookings: it answered without an id and rates')
    return { done: { carrier_shipment_id: json.id as string, offers, is_complete: json.is_complete !== false } }
  }

  async buy({ carrier_shipment_id, offer }: Parameters<CarrierService['buy']>[0]): Promise<Answer<Purchase>> {
    const path = `bookings/${encodeURIComponent(String(carrier_shipment_id))}/buy`
    const answered = await this.#ask('buy', { method: 'POST', path, body: JSON.stringify({ rate: offer }) })
    if ('failure' in answered) {
      const { failure } = answered
      // The booking is paid for, or is about to be: only a read tells.
      return failure.failed === 'refused' && failure.reason.startsWith('409 ') ? { failed: 'unknown', reason: failure.reason } : failure
    }
    const purchase = purchaseIn(jsonIn(answered))
    return purchase ? { done: purchase } : unreadable(`POST ${path}: it answered without a number of 1 to 64 visible characters`)
  }

  async find({ carrier_shipment_id }: Parameters<CarrierService['find']>[0]): Promise<Answer<Purchase[]>> {
    const path = `bookings/${encodeURIComponent(String(carrier_shipment_id))}`
    const answered = await this.#ask('find', { method: 'GET', path })
    if ('failure' in answered) return answered.failure.reason.startsWith('404 ') ? { done: [] } : answered.failure
    const labels = jsonIn(answered)?.labels
    const purchases = Array.isArray(labels) ? labels.map((one) => purchaseIn(one as Json)) : [null]
    return purchases.includes(null) ? unreadable(`GET ${path}: it answered without labels`) : { done: purchases as Purchase[] }
  }

  async void({ carrier_shipment_id }: Parameters<CarrierService['void']>[0], number: string): ReturnType<CarrierService['void']> {
    const path = `bookings/${encodeURIComponent(String(carrier_shipment_id))}/void`
    const answered = await this.#ask('void', { method: 'POST', path, body: JSON.stringify({ number }) })
    // A carrier that does not know the label does not charge for it.
    if ('failure' in answered) return answered.failure.reason.startsWith('404 ') ? { done: 'not_needed' } : answered.failure
    const state = jsonIn(answered)?.void
    return state === 'submitted' || state === 'settled' || state === 'not_needed'
      ? { done: state }
      : unreadable(`POST ${path}: it answered without a state`)
  }

  async track(after: string | null): ReturnType<CarrierService['track']> {
    const query = after === null ? {} : { query: `after=${encodeURIComponent(after)}` }
    const answered = await this.#ask('track', { method: 'GET', path: 'reports', ...query })
    if ('failure' in answered)
      return answered.failure.failed === 'refused' ? unreadable(`GET reports: ${answered.failure.reason}`) : answered.failure
    if (answered.status === 204) return { done: null }
    const next = answered.headers['x-next']
    if (typeof next !== 'string' || next === '' || next.length > MAX_CURSOR)
      return unreadable(`GET reports: it answered with ${answered.status} without X-Next of 1 to ${MAX_CURSOR} characters`)
    return { done: { bytes: answered.bytes, next } }
  }

  async readPush({ headers, body }: Parameters<CarrierService['readPush']>[0]): ReturnType<CarrierService['readPush']> {
    const { 'x-service-timestamp': timestamp = '', 'x-service-signature': signature = '', 'x-next': next } = headers
    const secret = await this.#account.secret()
    if (secret === null || next === undefined || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return null
    const [expected, given] = [Buffer.from(hmac(secret, Buffer.concat([Buffer.from(`${timestamp}.`), body]))), Buffer.from(signature)]
    return given.length === expected.length && timingSafeEqual(given, expected) ? { bytes: body, next } : null
  }
}

const unreadable = (reason: string): Failure => ({ failed: 'unknown', reason })

const adapter: CarrierAdapter = {
  seam: 2,
  deadline_ms: { rates: 10_000, buy: 10_000, find: 10_000, void: 10_000, track: 10_000 },
  reads_ms: [10_000, 20_000, 40_000],
  absence_proves: true,
  quota: null,
  voids: { window_ms: 30 * DAY_MS, again_ms: DAY_MS, poll_ms: 60_000 },
  open: (account) => new ReplayService(account),
}
export default adapter
