// The service of an invented carrier. It sells labels as real carriers do: in two steps, without idempotency, with answers that are lost,
// purchases that appear late, and voids that are refused or settle later. It plays what happens to each parcel, and sends reports: late,
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
/** A purchase with the fault `appearing` is made this long after its answer was lost; a submitted void settles after the same time. */
const LATE_MS = 4_000
/** Cents: a base price, the fuel surcharge, and the price of each pound. */
const PRICES = { base: 410, fuel: 62, pound: 95 }

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

/** A label that was sold. */
export interface Label {
  number: string
  void: 'none' | 'submitted' | 'settled' | 'refused'
}

/** What a shipper asked rates for. It has a label for each time that it was paid. */
export interface Booking {
  id: string
  reference: string
  /** The shipper's reference for the attempt. */
  attempt: string
  cost: { amount: number; currency: string; charges: { name: string; amount: number }[] }
  /** The number that the shipper printed already. */
  printed: string | null
  labels: Label[]
}

type Answer = readonly [status: number, body?: object | string, headers?: Record<string, string>]

/** Not a status of HTTP: the connection is closed instead of an answer. */
const LOST = 0

export class ReplayCarrier {
  readonly #options: ReplayOptions
  readonly #server: Server
  readonly #bookings = new Map<string, Booking>()
  /** All reports, in the order in which they are sent. */
  readonly lines: ReportedLine[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #began_ms = performance.now()
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
    if (status === LOST) {
      response.destroy()
      return
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'object' ? JSON.stringify(body) : body)
  }

  async #answerOf(request: IncomingMessage): Promise<Answer> {
    const body = await readBody(request)
    if (body === null) return [413, { error: 'the body is too long' }]
    const { secret = null } = this.#options
    if (secret !== null && !isSigned(request, body, secret)) return [401, { error: 'the request is not signed with the shared secret' }]
    const url = new URL(request.url ?? '/', 'http://replay')
    const [, what, id = '', deed = ''] = url.pathname.split('/').map(decodeURIComponent)
    if (what === 'reports' && request.method === 'GET') return this.#report(url.searchParams.get('after') ?? '')
    if (what === 'bookings' && id === '' && request.method === 'POST') return this.#rate(body)
    const booking = this.#bookings.get(id)
    if (what !== 'bookings' || !booking) return [404, { error: 'this booking or path does not exist' }]
    if (deed === '' && request.method === 'GET') return [200, this.#shown(booking)]
    if (deed === 'buy' && request.method === 'POST') return this.#buy(booking)
    if (deed === 'void' && request.method === 'POST') return this.#void(booking, body)
    return [405, { error: 'a booking can be read, bought and voided' }]
  }

  #shown({ id, reference, attempt, cost, labels }: Booking): object {
    return { id, reference, attempt, labels: labels.map((label) => ({ ...label, cost, label: labelOf(label.number) })) }
  }

  /** Costs nothing, so it may be repeated: each time, a new booking is made. */
  #rate(text: string): Answer {
    const given = readBooking(text)
    if (!given) return [400, { error: 'a booking must be an object with a reference' }]
    const fuel = { name: 'Fuel', amount: PRICES.fuel }
    const transport = { name: 'Transport', amount: PRICES.base + Math.ceil(given.weight) * PRICES.pound }
    const cost = { amount: transport.amount + fuel.amount, currency: 'USD', charges: [transport, fuel] }
    const booking: Booking = { ...given, id: `rpb_${this.#bookings.size + 1}`, cost, labels: [] }
    this.#bookings.set(booking.id, booking)
    return [201, { id: booking.id, rates: [{ id: 'ground', service: 'Ground', cost }] }]
  }

  #buy(booking: Booking): Answer {
    const { random, faults } = this.#options
    if (booking.labels.length > 0) return [409, { error: 'this booking is bought already' }]
    if (random.chance(faults.declined)) return [422, { error: 'the address cannot be served', cause: 'address' }]
    if (random.chance(faults.appearing)) {
      this.#after(LATE_MS, () => this.#sell(booking))
      return [LOST]
    }
    const label = this.#sell(booking)
    if (random.chance(faults.lost)) return [LOST]
    return [200, { ...label, cost: booking.cost, label: labelOf(label.number) }]
  }

  #sell(booking: Booking): Label {
    const count = this.bookings.reduce((n, { labels }) => n + labels.length, 0)
    const label: Label = { number: booking.printed ?? `RPL${String(count + 1).padStart(12, '0')}`, void: 'none' }
    booking.labels.push(label)
    this.#play(booking, label)
    return label
  }

  #void(booking: Booking, text: string): Answer {
    const { random, faults } = this.#options
    const label = booking.labels.find(({ number }) => number === readObject(text)?.number)
    if (!label) return [404, { error: 'this label does not exist' }]
    if (label.void === 'settled' || label.void === 'submitted') return [200, label]
    if (label.void === 'none' && random.chance(faults.unvoidable)) {
      label.void = 'refused'
      return [409, { error: 'the label cannot be voided now' }]
    }
    const isLater = random.chance(faults.settling)
    label.void = isLater ? 'submitted' : 'settled'
    if (isLater) this.#after(LATE_MS, () => (label.void = 'settled'))
    return [200, { ...label }]
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

  #play(booking: Booking, label: Label): void {
    const { step_ms } = this.#options
    if (step_ms === null) return
    for (const [i, code] of JOURNEY.entries())
      this.#after((i + 1) * step_ms, () => {
        if (label.void === 'none' || label.void === 'refused') this.#happen(booking, label, code, step_ms)
      })
  }

  #happen({ reference }: Booking, { number }: Label, code: string, step_ms: number): void {
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

const readObject = (text: string): Record<string, unknown> | null => {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' ? (json as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

const readBooking = (text: string): (Pick<Booking, 'reference' | 'attempt' | 'printed'> & { weight: number }) | null => {
  const { reference, attempt = '', number, parcel } = readObject(text) ?? {}
  const { weight = 1 } = (parcel ?? {}) as { weight?: number }
  if (typeof reference !== 'string' || typeof attempt !== 'string') return null
  return { reference, attempt, printed: typeof number === 'string' ? number : null, weight }
}

/** The label's bytes in base64: ZPL with the number as text and barcode. */
const labelOf = (number: string): string =>
  Buffer.from(`^XA^PW812^LL1218^FO60,80^A0N,40,40^FDNorthline^FS^FO60,200^BCN,200^FD${number}^FS^XZ`).toString('base64')
