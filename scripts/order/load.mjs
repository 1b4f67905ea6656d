// Offers creates at a fixed rate to several APIs in turn, each repeated with its Idempotency-Key until it is acknowledged; every fifth shipment
// is then held, released and cancelled, each as soon as the one before was acknowledged and through the other API.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { RequestSigner } from '../../packages/client/dist/index.js'

const MAX_IN_FLIGHT = 300
const TICK_MS = 5
const TIMEOUT_MS = 10_000
const RETRY_MS = 100
const SHIPMENT = {
  direction: 'return',
  fulfillment: 'print_label',
  from: { name: 'Ada Example', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' },
}

/** A signed request; resolves with status and JSON, rejects when no whole answer comes. */
const exchange = async (agent, port, { api_key, signer }, method, path, body, key) => {
  const bytes = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    'X-Api-Key': api_key,
    ...(await signer.headers(bytes)),
    ...(key && { 'Idempotency-Key': key }),
    ...(bytes && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bytes) }),
  }
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, port, host: '127.0.0.1', method, path, headers, timeout: TIMEOUT_MS }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('close', () => response.complete || reject(new Error('the answer was cut')))
      response.on('end', () => {
        try {
          resolve({ status: response.statusCode, json: JSON.parse(Buffer.concat(chunks).toString()) })
        } catch (error) {
          reject(error)
        }
      })
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', reject)
    request.end(bytes)
  })
}

/** Whether the same request may succeed later. */
const isPassing = ({ status, json }) => status >= 500 || status === 429 || json.error?.code === 'idempotency_in_progress'

export class Load {
  created = 0
  /** Creates that were due while MAX_IN_FLIGHT were under way. */
  left_out = 0
  /** Requests that had to be sent again. */
  repeated = 0
  #agent = new http.Agent({ keepAlive: true, maxSockets: MAX_IN_FLIGHT })
  #apis
  #credentials
  #turn = 0
  #in_flight = new Set()
  #failure = null

  constructor({ apis, credentials }) {
    this.#apis = apis
    this.#credentials = { api_key: credentials.api_key, signer: new RequestSigner(credentials.signing_secret) }
  }

  /** Sends it to one API after another until an answer settles it. Errors: one that no repetition would change. */
  async call(method, path, body) {
    const key = method === 'POST' ? randomUUID() : undefined
    for (;;) {
      const { port } = this.#apis[this.#turn++ % this.#apis.length]
      const answer = await exchange(this.#agent, port, this.#credentials, method, path, body, key).catch(() => null)
      if (answer && answer.status < 300) return answer.json
      if (answer && !isPassing(answer)) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
      this.repeated++
      await sleep(RETRY_MS * (0.5 + Math.random()))
    }
  }

  async #life(n) {
    const { id } = await this.call('POST', '/v2/shipments', { ...SHIPMENT, order_id: `order-${n}` })
    this.created++
    if (n % 5 > 0) return
    for (const command of ['hold', 'release', 'cancel']) await this.call('POST', `/v2/shipments/${id}/${command}`)
  }

  /** Resolves when all that was begun has been acknowledged. Errors: an answer that should not be. */
  async run(seconds, rate_per_s) {
    const began_ms = performance.now()
    for (let n = 0; performance.now() - began_ms < seconds * 1000 && !this.#failure; await sleep(TICK_MS)) {
      for (; n < ((performance.now() - began_ms) / 1000) * rate_per_s; n++) {
        if (this.#in_flight.size >= MAX_IN_FLIGHT) {
          this.left_out++
          continue
        }
        const life = this.#life(n).catch((error) => {
          this.#failure ??= error
        })
        this.#in_flight.add(life)
        life.finally(() => this.#in_flight.delete(life))
      }
    }
    await Promise.all(this.#in_flight)
    if (this.#failure) throw this.#failure
  }

  /** [eventID, subject] of every event, in the order of the feed. */
  async feed() {
    const events = []
    for (let after = ''; ; after = `&after=${events.at(-1)[0]}`) {
      const { data, has_more } = await this.call('GET', `/v2/events?limit=500${after}`)
      for (const { eventID, identifiers } of data) events.push([eventID, identifiers.shipment])
      if (!has_more) return events
    }
  }

  close() {
    this.#agent.destroy()
  }
}
