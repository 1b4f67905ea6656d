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
import { isDeclared, ratesOf, type Sold, shipmentOf, soldIn } from './shipment.ts'
import { CODES, eventIn, isSigned, linesOf, pushedSince, pushSecretOf } from './tracking.ts'

const DAY_MS = 24 * 3_600_000
/** Times of the reads after a lost answer. The first leaves time to fetch the files of a label. */
const READS_MS = [120_000, 300_000, 3_600_000]
/** After this time, a label is booked without a file that did not come, so that it can be used or refunded. */
const WAIT_MS = 3_600_000
/** Labels whose trackers one call of `track` reads. */
const TRACKED = 10
/** All trackers are read once in this time. */
const ROUND_MS = 15 * 60_000
/** Statuses that are about the account, not about one tracker. */
const ACCOUNT_STATUSES = new Set([401, 402, 403, 408, 429])
/** A tracker may be changed while it is read, and clocks differ. */
const OVERLAP_MS = 10 * 60_000

/** An invented address. EasyPost stores it, which is free. */
const PLACE = { street1: '1 Main St', city: 'Reno', state: 'NV', zip: '89501', country: 'US' }
const SLOW = 'no service of EasyPost is fast enough for this parcel'

const unknown = (reason: string): Failure => ({ failed: 'unknown', reason })
const shipment = (id: string | null): string => `shipments/${encodeURIComponent(String(id))}`

/**
 * Where the reading of all trackers is. `since_ms`: trackers that were not changed after it are known. `last`: the last label read.
 * `isMissed`: a tracker could not be read, so the next round begins at the same time.
 */
interface Round {
  since_ms: number
  isMissed: boolean
  began_ms: number
  last: string | null
}

const roundAt = (after: string | null): Round => {
  const [, since = '0', began, last = '', missed] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{0,100})(!?)$/.exec(after ?? '') ?? []
  const began_ms = began === undefined ? Date.now() : Number(began)
  return { since_ms: Number(since), began_ms, last: last || null, isMissed: missed === '!' }
}
const cursorOf = ({ since_ms, began_ms, last, isMissed }: Round): string => `${since_ms}.${began_ms}.${last ?? ''}${isMissed ? '!' : ''}`

/** A report without lines has no bytes. */
const reportOf = (lines: readonly object[]): Uint8Array => Buffer.from(lines.length === 0 ? '' : JSON.stringify(lines))

class EasyPostService implements CarrierService {
  readonly #account: CarrierAccount

  constructor(account: CarrierAccount) {
    this.#account = account
  }

  async mode(): Promise<Answer<'test' | 'live'>> {
    const asked = await ask(this.#account, 'find', { method: 'POST', path: 'addresses', body: { address: PLACE } })
    if ('failure' in asked) return asked.failure
    const { mode } = asked.json
    if (mode === 'test') return { done: 'test' }
    return mode === 'production' ? { done: 'live' } : unknown('POST addresses: its answer does not name the mode of the key')
  }

  async rates(parcel: Parameters<CarrierService['rates']>[0]): Promise<Answer<Rates>> {
    if (parcel.from === null) return { failed: 'refused', reason: 'EasyPost needs the address of the sender', cause: 'address' }
    if (parcel.customs && !isDeclared(parcel.customs))
      return { failed: 'refused', reason: 'EasyPost needs the currency, quantity, value and weight of all items', cause: 'customs' }
    const body = shipmentOf(parcel, parcel.from)
    const asked = await ask(this.#account, 'rates', { method: 'POST', path: 'shipments', body })
    if ('failure' in asked) return asked.failure
    const found = ratesOf(asked.json, parcel)
    if (!found) return unknown('POST shipments: it answered without an id and rates')
    const { words, isSlow, ...rates } = found
    const reason = this.#account.shown(words)
    if (rates.offers.length > 0 || !rates.is_complete) return { done: rates }
    if (isSlow) return { failed: 'refused', reason: SLOW, cause: 'service' }
    if (words !== '') return { failed: 'refused', reason, cause: causeOf(words) }
    return { done: rates }
  }

  async buy({ carrier_shipment_id, offer }: Parameters<CarrierService['buy']>[0]): Promise<Answer<Purchase>> {
    const path = `${shipment(carrier_shipment_id)}/buy`
    const asked = await ask(this.#account, 'buy', { method: 'POST', path, body: { rate: { id: offer } } })
    if ('failure' in asked) return asked.failure
    const sold = soldIn(asked.json)
    if (sold === null || sold === 'none' || !sold.isWhole) return unknown(`POST ${path}: it answered without a label`)
    const { label, reason } = await this.#labelOf(sold)
    if (label === null) return unknown(reason)
    return { done: { ...sold.purchase, label, documents: await this.#formsOf(sold) } }
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
    const isNew = Date.now() - sold.created_ms < WAIT_MS
    if (isNew && !sold.isWhole) return unknown(`GET ${path}: it answered with a part of a purchase`)
    const { label, reason } = await this.#labelOf(sold)
    if (label === null && isNew) return unknown(reason)
    return { done: [{ ...sold.purchase, label, documents: await this.#formsOf(sold) }] }
  }

  /** The bytes of a label. `reason`: why there are none. */
  async #labelOf({ purchase, label }: Sold): Promise<{ label: Uint8Array | null; reason: string }> {
    const missing = (why: string) => ({
      label: null,
      reason: `label ${purchase.numbers[0]} was bought, but its file cannot be fetched: ${why}`,
    })
    if (label === null) return missing('EasyPost shows no file')
    if ('inline' in label) return { label: label.inline, reason: '' }
    const fetched = await this.#account.download(label.url)
    if ('no_answer' in fetched) return missing(fetched.no_answer)
    return fetched.status === 200 && fetched.bytes.length > 0 ? { label: fetched.bytes, reason: '' } : missing(`status ${fetched.status}`)
  }

  /** The other papers. A paper that cannot be fetched is left out, because the label is needed without it. */
  async #formsOf({ forms }: Sold): Promise<Purchase['documents']> {
    const documents: Purchase['documents'] = []
    for (const { name, url } of forms) {
      const fetched = await this.#account.download(url)
      if (!('no_answer' in fetched) && fetched.status === 200 && fetched.bytes.length > 0) documents.push({ name, content: fetched.bytes })
    }
    return documents
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
      const since_ms = round.isMissed ? round.since_ms : Math.max(0, round.began_ms - OVERLAP_MS)
      round = { since_ms, began_ms: Date.now(), last: null, isMissed: false }
      labels = await this.#account.held(null, TRACKED)
    }
    const lines: object[] = []
    const before = round.last
    let outage: Failure | null = null
    let read = 0
    for (const label of labels) {
      const asked = await this.#readTracker(label)
      // An error about one tracker does not keep the others from being read.
      if ('failure' in asked && asked.isSkipped) {
        outage = asked.failure
        round = { ...round, last: label.id, isMissed: true }
        continue
      }
      if ('failure' in asked) {
        // What was read so far is not read again.
        if (round.last !== before) break
        return asked.failure
      }
      read++
      const changed_ms = Date.parse(String(asked.tracker.updated_at))
      if (!(changed_ms < round.since_ms)) lines.push(...linesOf(asked.tracker, label.bought_at))
      round = { ...round, last: label.id }
    }
    // If all of several labels fail, the fault is not in one of them.
    if (outage && read === 0 && labels.length > 1) return outage
    return { done: { bytes: reportOf(lines), next: cursorOf(round) } }
  }

  async #readTracker({ ids, carrier_shipment_id }: HeldLabel): Promise<{ tracker: Json } | { failure: Failure; isSkipped: boolean }> {
    const path = ids.tracker === undefined ? shipment(carrier_shipment_id) : `trackers/${encodeURIComponent(ids.tracker)}`
    const asked = await ask(this.#account, 'track', { method: 'GET', path })
    if ('failure' in asked) {
      const { status = 0, failure, isExplained = false } = asked
      // EasyPost says why it does not show this tracker, such as that it was deleted.
      if (isExplained && status < 500 && !ACCOUNT_STATUSES.has(status)) return { tracker: {} }
      return { failure: failure.failed === 'refused' ? unknown(failure.reason) : failure, isSkipped: status >= 500 }
    }
    const tracker = ids.tracker === undefined ? asked.json.tracker : asked.json
    return { tracker: isObject(tracker) ? tracker : {} }
  }

  async readPush({ headers, body }: Parameters<CarrierService['readPush']>[0]): ReturnType<CarrierService['readPush']> {
    const key = await this.#account.secret().catch(() => null)
    if (key === null || !isSigned(body, headers['x-hmac-signature'], pushSecretOf(key))) return null
    const event = eventIn(body)
    if (!event) return null
    const lines = event.tracker ? linesOf(event.tracker, pushedSince(event.tracker)) : []
    return { bytes: reportOf(lines), next: event.id }
  }
}

const adapter: CarrierAdapter = {
  seam: 2,
  url: 'https://api.easypost.com/v2/',
  // The same storage has two spellings.
  file_hosts: ['easypost-files.s3.us-west-2.amazonaws.com', 'easypost-files.s3-us-west-2.amazonaws.com'],
  codes: CODES,
  deadline_ms: { rates: 20_000, buy: 90_000, find: 15_000, void: 15_000, track: 15_000 },
  reads_ms: READS_MS,
  absence_proves: true,
  quota: { burst: 25, per_s: 5 },
  // USPS refunds for 30 days. A refund settles after days.
  voids: { window_ms: 30 * DAY_MS, again_ms: DAY_MS, poll_ms: 6 * 3_600_000 },
  open: (account) => new EasyPostService(account),
}
export default adapter
