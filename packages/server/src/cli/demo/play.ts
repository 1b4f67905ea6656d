import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventType } from '@backhaul/core/events/catalog.ts'
import type { DemoAnswer, DemoClient, DemoRequest } from './client.ts'
import { DemoFailure } from './failure.ts'
import type { Narrator } from './narrator.ts'
import type { Arrival, WebhookReceiver } from './receiver.ts'

/** Time limit for the webhooks of a step to arrive. A failed delivery is retried after about five seconds. */
export const WEBHOOKS_LIMIT_MS = 30_000

export interface StepPlan<Json> extends DemoRequest {
  /** Expected HTTP status of the response. */
  answers: number
  /** Describes the response. Throws DemoFailure if the response is wrong. */
  tells: (answer: DemoAnswer<Json>) => string
  /** Webhooks that the step causes, in order. */
  fires?: readonly EventType[]
  /** The shipment that the webhooks are about. Defaults to the response's id. */
  about?: string
}

export interface StepRecord {
  step: number
  request: string
  status: number
  note: string
  took_ms: number
  webhooks: { event_id: string; type: string; status: string | null; latency_ms: number }[]
}

/** Runs the demo: sends each request, checks its response, waits for its webhooks and prints all of it. */
export class Play {
  readonly client: DemoClient
  readonly receiver: WebhookReceiver
  readonly narrator: Narrator
  readonly steps: StepRecord[] = []
  /** Paths of the files that the demo wrote, by kind. */
  readonly files: Record<string, string> = {}
  /** Number of expected webhooks that have arrived, by shipment. */
  readonly #seen = new Map<string, number>()
  #directory = ''

  constructor(client: DemoClient, receiver: WebhookReceiver, narrator: Narrator) {
    this.client = client
    this.receiver = receiver
    this.narrator = narrator
  }

  /** Sends one request of the demo, given as `METHOD /path`. Throws DemoFailure if its response or its webhooks are wrong. */
  async step<Json = unknown>(request: string, plan: StepPlan<Json>): Promise<DemoAnswer<Json>> {
    const [method, path] = request.split(' ') as [string, string]
    const began_ms = Date.now()
    const answer = await this.client.send<Json>(method, path, plan)
    const step = this.steps.length + 1
    if (answer.status !== plan.answers) {
      throw new DemoFailure(`step ${step}, ${request}, answered ${answer.status} instead of ${plan.answers}: ${answer.bytes.toString()}`)
    }
    const note = plan.tells(answer)
    const record: StepRecord = { step, request, status: answer.status, note, took_ms: Date.now() - began_ms, webhooks: [] }
    this.steps.push(record)
    this.narrator.step(step, request, answer.status, note)
    if (plan.fires) {
      const arrivals = await this.#await(plan.fires, plan.about ?? (answer.json as { id: string }).id)
      for (const { event_id, type, status, arrived_ms } of arrivals) {
        record.webhooks.push({ event_id, type, status, latency_ms: arrived_ms - began_ms })
        this.narrator.webhook(type, status, arrived_ms - began_ms)
      }
    }
    return answer
  }

  /** Saves the bytes of a response to a file, so that the user can open it. Returns the path. */
  save(what: string, name: string, bytes: Uint8Array): string {
    this.#directory ||= mkdtempSync(join(tmpdir(), 'backhaul-demo-files-'))
    const path = join(this.#directory, name)
    writeFileSync(path, bytes)
    this.files[what] = path
    return path
  }

  /** Returns webhooks about the demo's shipments that no step caused. */
  unexpected(): Arrival[] {
    const left = new Map(this.#seen)
    return this.receiver.arrivals.filter(({ shipment }) => {
      const count = left.get(shipment ?? '')
      if (count === undefined) return false
      left.set(shipment ?? '', count - 1)
      return count <= 0
    })
  }

  /** Waits for the next webhooks about a shipment and returns them. They must arrive in the order of their causes. */
  async #await(types: readonly EventType[], shipment: string): Promise<Arrival[]> {
    const seen = this.#seen.get(shipment) ?? 0
    const next = () => this.receiver.arrivals.filter((arrival) => arrival.shipment === shipment).slice(seen, seen + types.length)
    const inTime = await this.receiver.until(() => next().length === types.length, WEBHOOKS_LIMIT_MS)
    const arrivals = next()
    const told = arrivals.map(({ type }) => type).join(', ') || 'nothing'
    if (!inTime) throw new DemoFailure(`waited ${WEBHOOKS_LIMIT_MS / 1000} s for ${types.join(', ')} about ${shipment}, got ${told}`)
    if (arrivals.some(({ type }, i) => type !== types[i]))
      throw new DemoFailure(`expected ${types.join(', ')} about ${shipment}, got ${told}`)
    this.#seen.set(shipment, seen + types.length)
    return arrivals
  }
}
