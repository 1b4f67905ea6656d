// The adapter for EasyPost. It buys in two steps: a shipment is created with its rates, and one of the rates is paid for. EasyPost has no
// idempotency keys, so after a lost answer the shipment is read. Label files have public addresses: they are fetched once and never shown.
import type {
  Answer,
  CarrierAccount,
  CarrierAdapter,
  CarrierService,
  Failure,
  HeldLabel,
  Purchase,
  Rates,
} from '@backhaul/core/carrier-adapter.ts'
import { ask, causeOf, isObject, type Json } from './api.ts'
import { ratesOf, type Sold, shipmentOf, soldIn } from './shipment.ts'
import { CODES, eventIn, isSigned, linesOf, pushSecretOf } from './tracking.ts'

const DAY_MS = 24 * 3_600_000
/** Labels whose trackers one call of `track` reads. */
const TRACKED = 10
/** All trackers are read once in this time. */
const ROUND_MS = 15 * 60_000
/** A tracker may be changed while it is read, and clocks differ. */
const OVERLAP_MS = 10 * 60_000

const unknown = (reason: string): Failure => ({ failed: 'unknown', reason })
const shipment = (id: string | null): string => `shipments/${encodeURIComponent(String(id))}`

/** Where the reading of all trackers is. `since_ms`: trackers that were not changed after it are known. `last`: the last label read. */
interface Round {
  since_ms: number
  began_ms: number
  last: string | null
}

const roundAt = (after: string | null): Round => {
  const [, since = '0', began, last = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{0,100})$/.exec(after ?? '') ?? []
  return { since_ms: Number(since), began_ms: began === undefined ? Date.now() : Number(began), last: last || null }
}
const cursorOf = ({ since_ms, began_ms, last }: Round): string => `${since_ms}.${began_ms}.${last ?? ''}`

class EasyPostService implements CarrierService {
  readonly #account: CarrierAccount

  constructor(account: CarrierAccount) {
    this.#account = account
  }

  async mode(): Promise<Answer<'test' | 'live'>> {
    const asked = await ask(this.#account, 'find', { method: 'POST', path: 'addresses', body: { address: { country: 'US' } } })
    if ('failure' in asked) return asked.failure
    const { mode } = asked.json
    if (mode === 'test') return { done: 'test' }
    return mode === 'production' ? { done: 'live' } : unknown('POST addresses: its answer does not name the mode of the key')
  }

  async rates(parcel: Parameters<CarrierService['rates']>[0]): Promise<Answer<Rates>> {
    if (parcel.from === null) return { failed: 'refused', reason: 'EasyPost needs the address of the sender', cause: 'address' }
    const body = shipmentOf(parcel, parcel.from)
    const asked = await ask(this.#account, 'rates', { method: 'POST', path: 'shipments', body })
    if ('failure' in asked) return asked.failure
    const found = ratesOf(asked.json, parcel)
    if (!found) return unknown('POST shipments: it answered without an id and rates')
    const { words, ...rates } = found
    const reason = this.#account.shown(words)
    if (rates.offers.length === 0 && rates.is_complete && words !== '') return { failed: 'refused', reason, cause: causeOf(words) }
    return { done: rates }
  }

  async buy({ carrier_shipment_id, offer }: Parameters<CarrierService['buy']>[0]): Promise<Answer<Purchase>> {
    const path = `${shipment(carrier_shipment_id)}/buy`
    const asked = await ask(this.#account, 'buy', { method: 'POST', path, body: { rate: { id: offer } } })
    if ('failure' in asked) return asked.failure
    const sold = soldIn(asked.json)
    if (sold === null || sold === 'none') return unknown(`POST ${path}: it answered without a label`)
    return this.#withPapers(sold, true)
  }

  async find({ carrier_shipment_id }: Parameters<CarrierService['find']>[0]): Promise<Answer<Purchase[]>> {
    const path = shipment(carrier_shipment_id)
    const asked = await ask(this.#account, 'find', { method: 'GET', path })
    if ('failure' in asked) return asked.failure.failed === 'refused' ? unknown(asked.failure.reason) : asked.failure
    const sold = soldIn(asked.json)
    if (sold === null) return unknown(`GET ${path}: it answered with a part of a purchase`)
    if (sold === 'none') return { done: [] }
    // Nobody needs the papers of a label that is void.
    if (sold.purchase.void !== 'none') return { done: [{ ...sold.purchase, label: null, documents: [] }] }
    const whole = await this.#withPapers(sold, false)
    return 'done' in whole ? { done: [whole.done] } : whole
  }

  /**
   * Fetches the files of a label. If a file does not come, the answer is `unknown`, so that the label is read again. `isNew`: a file that is
   * missing may still be written; later it is gone.
   */
  async #withPapers({ purchase, label, forms }: Sold, isNew: boolean): Promise<Answer<Purchase>> {
    const missing = (why: string) => unknown(`label ${purchase.numbers[0]} was bought, but a file of it cannot be fetched: ${why}`)
    const files = [...('url' in label ? [{ name: 'label', url: label.url }] : []), ...forms]
    const found: { name: string; content: Uint8Array }[] = []
    for (const { name, url } of files) {
      const fetched = await this.#account.fetch(url)
      if ('no_answer' in fetched) return missing(fetched.no_answer)
      const { status, bytes } = fetched
      if (status === 200 && bytes.length > 0) found.push({ name, content: bytes })
      else if (isNew || status < 400 || status >= 500 || status === 408 || status === 429) return missing(`status ${status}`)
    }
    const own = 'url' in label ? (found.find(({ name }) => name === 'label')?.content ?? null) : label.inline
    return { done: { ...purchase, label: own, documents: found.filter(({ name }) => name !== 'label') } }
  }

  async void({ carrier_shipment_id }: Parameters<CarrierService['void']>[0], number: string): ReturnType<CarrierService['void']> {
    const path = `${shipment(carrier_shipment_id)}/refund`
    const asked = await ask(this.#account, 'void', { method: 'POST', path, body: {} })
    if ('failure' in asked) return asked.failure
    const sold = soldIn(asked.json)
    if (sold === null || sold === 'none' || sold.purchase.void === 'none' || !sold.purchase.numbers.includes(number))
      return unknown(`POST ${path}: it answered without the state of the refund of ${number}`)
    if (sold.purchase.void === 'refused') return { failed: 'refused', reason: 'the carrier rejected the refund', cause: 'other' }
    return { done: sold.purchase.void }
  }

  /** Reads the trackers of a few labels after the last one that was read. */
  async track(after: string | null): ReturnType<CarrierService['track']> {
    let round = roundAt(after)
    let labels = await this.#account.held(round.last, TRACKED)
    if (labels.length === 0) {
      if (round.last === null || Date.now() - round.began_ms < ROUND_MS) return { done: null }
      round = { since_ms: Math.max(0, round.began_ms - OVERLAP_MS), began_ms: Date.now(), last: null }
      labels = await this.#account.held(null, TRACKED)
    }
    const lines: object[] = []
    const before = round.last
    for (const label of labels) {
      const asked = await this.#readTracker(label)
      if ('failure' in asked) {
        // What was read so far is not read again.
        if (round.last !== before) break
        return asked.failure.failed === 'refused' ? unknown(asked.failure.reason) : asked.failure
      }
      const changed_ms = Date.parse(String(asked.tracker.updated_at))
      if (!(changed_ms < round.since_ms)) lines.push(...linesOf(asked.tracker, label.bought_at))
      round = { ...round, last: label.id }
    }
    return { done: { bytes: lines.length === 0 ? Buffer.alloc(0) : Buffer.from(JSON.stringify(lines)), next: cursorOf(round) } }
  }

  async #readTracker({ ids, carrier_shipment_id }: HeldLabel): Promise<{ tracker: Json } | { failure: Failure }> {
    const path = ids.tracker === undefined ? shipment(carrier_shipment_id) : `trackers/${encodeURIComponent(ids.tracker)}`
    const asked = await ask(this.#account, 'track', { method: 'GET', path })
    // A tracker that was deleted does not keep the others from being read.
    if ('failure' in asked) return asked.status === 404 ? { tracker: {} } : asked
    const tracker = ids.tracker === undefined ? asked.json.tracker : asked.json
    return { tracker: isObject(tracker) ? tracker : {} }
  }

  async readPush({ headers, body }: Parameters<CarrierService['readPush']>[0]): ReturnType<CarrierService['readPush']> {
    const key = await this.#account.secret()
    if (key === null || !isSigned(body, headers['x-hmac-signature'], pushSecretOf(key))) return null
    const event = eventIn(body)
    if (!event) return null
    const lines = event.tracker ? linesOf(event.tracker, String(event.tracker.created_at)) : []
    return { bytes: lines.length === 0 ? Buffer.alloc(0) : Buffer.from(JSON.stringify(lines)), next: event.id }
  }
}

const adapter: CarrierAdapter = {
  seam: 2,
  url: 'https://api.easypost.com/v2/',
  // The same storage has two spellings.
  file_hosts: ['easypost-files.s3.us-west-2.amazonaws.com', 'easypost-files.s3-us-west-2.amazonaws.com'],
  codes: CODES,
  deadline_ms: { rates: 20_000, buy: 90_000, find: 15_000, void: 15_000, track: 15_000 },
  // The first read leaves time to fetch the files of a label.
  reads_ms: [120_000, 300_000, 3_600_000],
  absence_proves: true,
  quota: { burst: 25, per_s: 5 },
  // USPS refunds for 30 days. A refund settles after days.
  voids: { window_ms: 30 * DAY_MS, again_ms: DAY_MS, poll_ms: 6 * 3_600_000 },
  open: (account) => new EasyPostService(account),
}
export default adapter
