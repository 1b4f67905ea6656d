// The well-behaved partner: 20 requests a second, whatever happens to the earlier ones, and a webhook.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.mjs'

const RATE_PER_S = 20
const SHIPMENT = {
  direction: 'return',
  fulfillment: 'print_label',
  from: { name: 'Ada Example', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' },
  parcel: { weight: 2.5, length: 12, width: 9, height: 5 },
}
/** A shipment whose webhook has not come after so long has none. */
const LATEST_MS = 15_000
/** As many as decide the 99th percentile of a minute. */
const SLOWEST_SHOWN = 12

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const now_ms = () => performance.now()
const summary = (took_ms) => {
  took_ms.sort((a, b) => a - b)
  return { requests: took_ms.length, p50_ms: quantile(took_ms, 0.5), p99_ms: quantile(took_ms, 0.99), most_ms: took_ms.at(-1) }
}

export class Victim {
  #client
  #server
  #random
  #ids = []
  /** By shipment: when its create was sent, and when its event came first. */
  #sent = new Map()
  #came = new Map()

  constructor(port, credentials, random) {
    this.#client = new Client(port, credentials, '127.0.0.1', 256)
    this.#random = random
  }

  async open() {
    this.#server = http.createServer((request, response) => {
      const chunks = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const shipment = /"shipment":"(\w+)"/.exec(Buffer.concat(chunks).toString())?.[1]
        if (shipment && !this.#came.has(shipment)) this.#came.set(shipment, now_ms())
        response.end('ok')
      })
      request.on('error', () => {})
    })
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const url = `http://127.0.0.1:${this.#server.address().port}/`
    await this.#client.json('POST', '/v2/webhooks', { url, enabled_events: ['shipment.created'] })
    for (let i = 0; i < 20; i++) await this.#create()
  }

  async #create() {
    const sent_ms = now_ms()
    const answer = await this.#client.send('POST', '/v2/shipments', SHIPMENT, { idempotency_key: randomUUID() })
    if (answer.status === 201) {
      const { id } = JSON.parse(answer.body.toString())
      this.#ids.push(id)
      this.#sent.set(id, sent_ms)
    }
    return answer
  }

  /** @returns which kind it is, and its answer */
  #request() {
    const which = this.#random()
    const id = this.#ids[Math.floor(this.#random() * this.#ids.length)]
    const read = (path) => this.#client.send('GET', path)
    if (which < 0.4) return ['create', this.#create()]
    if (which < 0.7) return ['read', read(`/v2/shipments/${id}`)]
    if (which < 0.8) return ['list', read('/v2/shipments?limit=20')]
    if (which < 0.9) return ['label', read(`/v2/shipments/${id}/label`)]
    return ['events', read('/v2/events?limit=20')]
  }

  /**
   * Works for so long. Resolves with its latencies, in all and by kind of request, with the slowest requests and when they were due, what was
   * refused, and how late its webhooks came.
   */
  async work(seconds) {
    const [took, refused, sent_before] = [[], [], new Set(this.#sent.keys())]
    const began_ms = now_ms()
    const under_way = new Set()
    for (let n = 0; n < seconds * RATE_PER_S; n++) {
      const due_ms = began_ms + (n * 1000) / RATE_PER_S
      if (due_ms > now_ms()) await sleep(due_ms - now_ms())
      const due_s = (due_ms - began_ms) / 1000
      const [kind, answer] = this.#request()
      const one = answer
        .then(({ status, body }) => {
          if (status >= 300) refused.push({ text: `${status} ${body.toString().slice(0, 120)}`, due_s })
        })
        .catch((error) => refused.push({ text: String(error.message), due_s }))
        // From when it was due: a request that waits for the one before it has waited.
        .finally(() => took.push({ kind, due_s, ms: now_ms() - due_ms }))
      under_way.add(one)
      one.finally(() => under_way.delete(one))
    }
    await Promise.all(under_way)
    const created = [...this.#sent.keys()].filter((id) => !sent_before.has(id))
    for (const until_ms = now_ms() + LATEST_MS; now_ms() < until_ms && created.some((id) => !this.#came.has(id)); ) await sleep(50)
    const webhooks_ms = created.map((id) => (this.#came.get(id) ?? Number.POSITIVE_INFINITY) - this.#sent.get(id))
    webhooks_ms.sort((a, b) => a - b)
    const kinds = [...new Set(took.map(({ kind }) => kind))].sort()
    const timesOf = (some) => summary(some.map(({ ms }) => ms))
    return {
      ...timesOf(took),
      kinds: kinds.map((kind) => ({ kind, ...timesOf(took.filter((one) => one.kind === kind)) })),
      slowest: took.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN),
      refused,
      webhook_p50_ms: quantile(webhooks_ms, 0.5),
      webhook_most_ms: webhooks_ms.at(-1),
    }
  }

  close() {
    this.#client.close()
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
