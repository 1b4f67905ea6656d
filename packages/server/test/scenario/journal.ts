import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestAnswer, TestClient } from '../support/client.ts'

/** One acknowledged write, as the auditor saw it from outside. */
export interface Write {
  path: string
  body: unknown
  key: string
  answer: TestAnswer
}

/** Writes through the API and remembers what was acknowledged: what the invariants are checked against. */
export class Journal {
  readonly writes: Write[] = []
  readonly client: TestClient

  constructor(client: TestClient) {
    this.client = client
  }

  /** A POST with a key of its own that must be answered with `status`; returns the answer's JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every endpoint
  async post(path: string, body: unknown, status: number): Promise<any> {
    const key = randomUUID()
    const answer = await this.client.post(path, body, { idempotencyKey: key })
    expect(answer.status, `${path}: ${answer.text}`).toBe(status)
    this.writes.push({ path, body, key, answer })
    return answer.json
  }

  /** The last state of each shipment that any answer acknowledged, by id. */
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
