// The well-behaved partner: it sends 20 requests a second, on time even if earlier requests are slow, and has a webhook. It runs in a
// process of its own, so that it measures the service and not the other programs of the siege.
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, Client, type Credentials, SHIPMENT as PARCEL } from '../lib/client.ts'
import { openReceiver, type Receiver } from '../lib/receiver.ts'
import { percentile, seeded, UnderWay } from '../lib/run.ts'

export interface Times {
  requests: number
  p50_ms: number
  p99_ms: number
  most_ms: number
}

/** Measurements of the partner. */
export interface Work extends Times {
  kinds: ({ kind: string } & Times)[]
  /** The slowest requests, with the time at which each was due. */
  slowest: { kind: string; due_s: number; ms: number }[]
  refused: { text: string; due_s: number }[]
  webhook_p50_ms: number
  webhook_most_ms: number
  /** How long the partner's own process had to wait for a processor. */
  own_p50_ms: number
  own_p99_ms: number
}

/** The messages to this process: first `open`, then `seconds` of work any number of times, finally `end`. */
export interface Job {
  open?: { port: number; credentials: Credentials; seed: number }
  seconds?: number
  end?: true
}

const MS = 1e6
const RATE_PER_S = 20
const SHIPMENT = { ...PARCEL, parcel: { weight: 2.5, length: 12, width: 9, height: 5 } }
/** A webhook that has not arrived after this time counts as missing. */
const LATEST_MS = 15_000
/** The number of slowest requests that are shown. Among the requests of a minute, these decide the 99th percentile. */
const SLOWEST_SHOWN = 12

const now_ms = () => performance.now()
const summary = (took_ms: number[]): Times => {
  took_ms.sort((a, b) => a - b)
  return { requests: took_ms.length, p50_ms: percentile(took_ms, 0.5), p99_ms: percentile(took_ms, 0.99), most_ms: took_ms.at(-1) ?? 0 }
}

class Victim {
  readonly #client: Client
  readonly #random: () => number
  readonly #ids: string[] = []
  /** The times at which each shipment's create was sent (`#sent`) and its event first arrived (`#came`). */
  readonly #sent = new Map<string, number>()
  readonly #came = new Map<string, number>()
  #receiver: Receiver | undefined

  constructor({ port, credentials, seed }: NonNullable<Job['open']>) {
    this.#client = new Client(port, credentials, '127.0.0.1', 256)
    this.#random = seeded(seed)
  }

  async open(): Promise<void> {
    this.#receiver = await openReceiver(({ body }) => {
      const shipment = /"shipment":"(\w+)"/.exec(body.toString())?.[1]
      if (shipment && !this.#came.has(shipment)) this.#came.set(shipment, now_ms())
    })
    await this.#client.json('POST', '/v2/webhooks', { url: `${this.#receiver.url}/`, enabled_events: ['shipment.created'] })
    for (let i = 0; i < 20; i++) await this.#create()
  }

  async #create(): Promise<Answer> {
    const sent_ms = now_ms()
    const answer = await this.#client.send('POST', '/v2/shipments', SHIPMENT, { key: randomUUID() })
    if (answer.status === 201) {
      const { id } = JSON.parse(answer.body.toString())
      this.#ids.push(id)
      this.#sent.set(id, sent_ms)
    }
    return answer
  }

  /** Sends a request. Returns its kind and the answer. */
  #request(): [string, Promise<Answer>] {
    const which = this.#random()
    const id = this.#ids[Math.floor(this.#random() * this.#ids.length)]
    const read = (path: string) => this.#client.send('GET', path)
    if (which < 0.4) return ['create', this.#create()]
    if (which < 0.7) return ['read', read(`/v2/shipments/${id}`)]
    if (which < 0.8) return ['list', read('/v2/shipments?limit=20')]
    if (which < 0.9) return ['label', read(`/v2/shipments/${id}/label`)]
    return ['events', read('/v2/events?limit=20')]
  }

  /** Works for this many seconds, then waits for the webhooks of that work. */
  async work(seconds: number): Promise<Omit<Work, 'own_p50_ms' | 'own_p99_ms'>> {
    const [took, refused, sent_before]: [Work['slowest'], Work['refused'], Set<string>] = [[], [], new Set(this.#sent.keys())]
    const began_ms = now_ms()
    const underWay = new UnderWay()
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
        // The time is measured from the moment when the request was due, so that waiting for an earlier request counts too.
        .finally(() => took.push({ kind, due_s, ms: now_ms() - due_ms }))
      underWay.add(one)
    }
    await underWay.ended()
    const created = [...this.#sent.keys()].filter((id) => !sent_before.has(id))
    for (const until_ms = now_ms() + LATEST_MS; now_ms() < until_ms && created.some((id) => !this.#came.has(id)); ) await sleep(50)
    const webhooks_ms = created.map((id) => (this.#came.get(id) ?? Number.POSITIVE_INFINITY) - (this.#sent.get(id) ?? 0))
    webhooks_ms.sort((a, b) => a - b)
    const kinds = [...new Set(took.map(({ kind }) => kind))].sort()
    const timesOf = (some: Work['slowest']) => summary(some.map(({ ms }) => ms))
    return {
      ...timesOf(took),
      kinds: kinds.map((kind) => ({ kind, ...timesOf(took.filter((one) => one.kind === kind)) })),
      slowest: took.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN),
      refused,
      webhook_p50_ms: percentile(webhooks_ms, 0.5),
      webhook_most_ms: webhooks_ms.at(-1) ?? 0,
    }
  }

  close(): void {
    this.#client.close()
    this.#receiver?.close()
  }
}

const lateness = monitorEventLoopDelay({ resolution: 5 })

const work = async (victim: Victim | null, seconds: number): Promise<Work> => {
  if (!victim) throw new Error('open must be the first message')
  lateness.reset()
  lateness.enable()
  const result = await victim.work(seconds)
  lateness.disable()
  // The histogram's values include the 5 ms between two measurements, so these are subtracted.
  return { ...result, own_p50_ms: lateness.percentile(50) / MS - 5, own_p99_ms: lateness.percentile(99) / MS - 5 }
}

let victim: Victim | null = null
process.on('message', async ({ open, seconds }: Job) => {
  if (open) {
    victim = new Victim(open)
    await victim.open()
    process.send?.('open')
  } else if (seconds) process.send?.(await work(victim, seconds))
  else {
    victim?.close()
    process.send?.('closed', () => process.exit(0))
  }
})
process.send?.('ready')
