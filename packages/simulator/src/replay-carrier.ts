// The service of an invented carrier. It accepts bookings, plays what happens to each parcel, and sends reports as real carriers do: late,
// twice, out of order, in contradiction to earlier reports, about unknown numbers, and sometimes not at all. All its data is in memory.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReportedLine } from './model.ts'
import type { Random } from './random.ts'
import type { Faults } from './replay-faults.ts'

/** Events of a parcel, in order. The codes are the carrier's own. */
const JOURNEY = ['AC', 'MV', 'MV', 'OD', 'DL'] as const
const CITIES = [
  { city: 'Columbus', state: 'OH', postal_code: '43215', country: 'US' },
  { city: 'Memphis', state: 'TN', postal_code: '38103', country: 'US' },
  { city: 'Louisville', state: 'KY', postal_code: '40202', country: 'US' },
  { city: 'Reno', state: 'NV', postal_code: '89501', country: 'US' },
] as const
const MAX_LINES = 1000
const MAX_BODY = 64 * 1024
const LATE_STEPS = 5
const TOLERANCE_S = 300

export interface ReplayOptions {
  random: Random
  faults: Faults
  /** Milliseconds between two events of a parcel. If null, no events happen automatically. */
  step_ms: number | null
  /**
   * In each period of `every_ms` there is an outage of `for_ms`: the carrier answers every request with an error, or closes the connection.
   * If null, there are no outages.
   */
  outage: { every_ms: number; for_ms: number } | null
  /** If set, only requests signed with this secret are answered. If null or absent, all requests are answered. */
  secret?: string | null
}

export interface Booking {
  /** The id that the shipper gave to the booking. */
  id: string
  number: string
  reference: string
  is_void: boolean
}

type Answer = readonly [status: number, body?: object | string, headers?: Record<string, string>]

export class ReplayCarrier {
  readonly #options: ReplayOptions
  readonly #server: Server
  readonly #bookings = new Map<string, Booking>()
  /** All reports, in the order in which they are sent. */
  readonly lines: ReportedLine[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #began_ms = performance.now()
  /** How many times a known booking was sent again. */
  told_again = 0
  /** How many of `lines` were fetched, or null if nobody has asked for them yet. */
  taken: number | null = null
  /** Prefix of the cursors of this instance. Cursors of an earlier instance are ignored, because a restart loses all data. */
  readonly #life = `${randomUUID()}-`

  constructor(options: ReplayOptions) {
    this.#options = options
    // A client gets no answer if it closes the connection early or sends an invalid URL.
    this.#server = createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()))
  }

  async listen(port = 0, host = '127.0.0.1'): Promise<string> {
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    return `http://${host}:${(this.#server.address() as AddressInfo).port}/`
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#server.close()
    this.#server.closeAllConnections()
  }

  get bookings(): readonly Booking[] {
    return [...this.#bookings.values()]
  }

  get #isOut(): boolean {
    const { outage } = this.#options
    return outage !== null && (performance.now() - this.#began_ms) % outage.every_ms > outage.every_ms - outage.for_ms
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isOut && this.#options.random.chance(0.5)) {
      // An outage either closes the connection or answers with an error.
      response.destroy()
      return
    }
    const [status, body, headers] = this.#isOut
      ? ([503, { error: 'the service is under maintenance' }] as const)
      : await this.#answerOf(request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'object' ? JSON.stringify(body) : body)
  }

  async #answerOf(request: IncomingMessage): Promise<Answer> {
    const body = await readBody(request)
    if (body === null) return [413, { error: 'the body is too long' }]
    const { secret = null } = this.#options
    if (secret !== null && !isSigned(request, body, secret)) return [401, { error: 'the request is not signed with the shared secret' }]
    const url = new URL(request.url ?? '/', 'http://replay')
    const [, what, id] = url.pathname.split('/').map(decodeURIComponent)
    if (what === 'bookings' && id && request.method === 'PUT') return this.#book(id, body)
    if (what === 'bookings' && id && request.method === 'DELETE') return this.#void(id)
    if (what === 'reports' && request.method === 'GET') return this.#report(url.searchParams.get('after') ?? '')
    return [404, { error: 'this path does not exist' }]
  }

  #book(id: string, text: string): Answer {
    const known = this.#bookings.get(id)
    if (known) {
      this.told_again++
      known.is_void = false
      return [200, { number: known.number }]
    }
    const given = readBooking(text)
    if (!given) return [400, { error: 'a booking must be an object with a reference' }]
    const number = given.number ?? `RPL${String(this.#bookings.size + 1).padStart(12, '0')}`
    const booking = { id, number, reference: given.reference, is_void: false }
    this.#bookings.set(id, booking)
    this.#play(booking)
    return [201, { number }]
  }

  #void(id: string): Answer {
    const booking = this.#bookings.get(id)
    if (!booking) return [404, { error: 'this booking does not exist' }]
    booking.is_void = true
    return [204]
  }

  #report(after: string): Answer {
    const from = after.startsWith(this.#life) ? Number(after.slice(this.#life.length)) : 0
    if (!Number.isSafeInteger(from) || from < 0) return [400, { error: 'the parameter after has a value that this carrier did not return' }]
    this.taken = Math.max(this.taken ?? 0, from)
    const part = this.lines.slice(from, from + MAX_LINES)
    if (part.length === 0) return [204]
    return [200, `${part.map((line) => JSON.stringify(line)).join('\n')}\n`, { 'x-next': `${this.#life}${from + part.length}` }]
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    this.#timers.add(timer)
  }

  #play(booking: Booking): void {
    const { step_ms } = this.#options
    if (step_ms === null) return
    for (const [i, code] of JOURNEY.entries())
      this.#after((i + 1) * step_ms, () => {
        if (!booking.is_void) this.#happen(booking, code, step_ms)
      })
  }

  #happen({ number, reference }: Booking, code: string, step_ms: number): void {
    const { random, faults } = this.#options
    const place = random.pick(CITIES)
    const line: ReportedLine = { number, code, occurred_at: new Date().toISOString(), ...(random.chance(0.5) && { reference }), ...place }
    const report = (one: ReportedLine) => {
      if (random.chance(faults.disordered)) this.#after(step_ms, () => this.lines.push(one))
      else this.lines.push(one)
    }
    const delay_ms = random.chance(faults.late) ? LATE_STEPS * step_ms * random.next() : 0
    this.#after(delay_ms, () => {
      report(line)
      if (random.chance(faults.doubled)) this.#after(step_ms * random.next(), () => report(line))
      if (random.chance(faults.contradicting))
        report({ ...line, ...random.pick(CITIES), occurred_at: new Date(Date.parse(line.occurred_at) - 1000).toISOString() })
      if (random.chance(faults.unknown)) report({ ...line, number: `NOBODYS${random.whole(1, 999_999_999)}`, reference: 'NOTHING-OF-OURS' })
    })
  }
}

/** Returns null if the body is too long. */
const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length > MAX_BODY) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** Whether the signature over the whole request is valid. */
const isSigned = ({ method, url, headers }: IncomingMessage, body: string, secret: string): boolean => {
  const { 'x-service-timestamp': timestamp, 'x-service-signature-v2': signature } = headers
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false
  const whole = ['v2', timestamp, method, url, headers.host, body].join('\n')
  const expected = Buffer.from(createHmac('sha256', secret).update(whole).digest('hex'))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const readBooking = (text: string): { reference: string; number: string | null } | null => {
  try {
    const { reference, number } = JSON.parse(text) as { reference?: unknown; number?: unknown }
    return typeof reference === 'string' ? { reference, number: typeof number === 'string' ? number : null } : null
  } catch {
    return null
  }
}
