import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestAnswer, TestClient } from '../support/client.ts'

/** One acknowledged write, as an outside auditor sees it. */
export interface Write {
  path: string
  body: unknown
  key: string
  answer: TestAnswer
}

/** Writes through the API and records the acknowledged answers, from which the invariants are checked. */
export class Journal {
  readonly writes: Write[] = []
  readonly client: TestClient

  constructor(client: TestClient) {
    this.client = client
  }

  /** Sends a POST with a new idempotency key that must be answered with `status`. Returns the JSON of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every endpoint
  async post(path: string, body: unknown, status: number): Promise<any> {
    const key = randomUUID()
    const answer = await this.client.post(path, body, { idempotencyKey: key })
    expect(answer.status, `${path}: ${answer.text}`).toBe(status)
    this.writes.push({ path, body, key, answer })
    return answer.json
  }

  /** Returns the last acknowledged state of each shipment, by id. */
  // biome-ignore lint/suspicious/noExplicitAny: resources of the API
  shipments(): Map<string, any> {
    // biome-ignore lint/suspicious/noExplicitAny: resources of the API
    const last = new Map<string, any>()
    for (const { answer } of this.writes) {
      for (const one of answer.json?.data ?? [answer.json]) {
        const shipment = one?.object === 'shipment' ? one : one?.shipment
        if (shipment && shipment.version >= (last.get(shipment.id)?.version ?? 0)) last.set(shipment.id, shipment)
      }
    }
    return last
  }
}
