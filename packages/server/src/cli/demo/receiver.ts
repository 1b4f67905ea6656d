import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@backhaul/client'

/** A verified webhook. Only the first arrival of its event is recorded. */
export interface Arrival {
  event_id: string
  type: string
  /** `event_info.status`; null for event types without a status. */
  status: string | null
  shipment: string | null
  delivery_id: string
  attempt: number
  /** Unix time. */
  arrived_ms: number
  /** The raw bytes of the request body. */
  body: string
}

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '')

/**
 * Shows what a partner's webhook endpoint has to do: check the signature over the raw bytes, answer 2xx at once, and process each eventID
 * once, since a delivery may be repeated.
 */
export class WebhookReceiver {
  /** In order of arrival. */
  readonly arrivals: Arrival[] = []
  received = 0
  verified = 0
  duplicates = 0
  readonly #server: Server
  readonly #known = new Map<string, Arrival>()
  readonly #waiting = new Set<() => void>()
  #secret = ''

  constructor() {
    this.#server = createServer((request, response) => {
      this.#receive(request, response).catch(() => response.destroy())
    })
  }

  /** Listens on a free loopback port; resolves with the URL to register. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/webhooks`
  }

  /** Sets the secret that the webhook registration returned. */
  trust(secret: string): void {
    this.#secret = secret
  }

  /** Resolves true as soon as `holds` returns true, or false when the time limit has passed. */
  async until(holds: () => boolean, limit_ms: number): Promise<boolean> {
    const end_ms = Date.now() + limit_ms
    while (!holds()) {
      const left_ms = end_ms - Date.now()
      if (left_ms <= 0) return false
      await this.#change(left_ms)
    }
    return true
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #change(limit_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, limit_ms)
      this.#waiting.add(done)
    })
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    this.received++
    const isGenuine = await verifyWebhook(body, request.headers, this.#secret).then(
      () => true,
      () => false,
    )
    if (isGenuine) {
      this.verified++
      this.#take(request, body.toString())
      response.writeHead(200).end()
    } else {
      response.writeHead(401).end()
    }
    for (const done of this.#waiting) done()
  }

  #take(request: IncomingMessage, body: string): void {
    const record = JSON.parse(body)
    if (this.#known.has(record.eventID)) {
      this.duplicates++
      return
    }
    const arrival: Arrival = {
      event_id: record.eventID,
      type: record.type,
      status: record.event_info.status ?? null,
      shipment: record.identifiers.shipment ?? null,
      delivery_id: header(request, 'x-service-delivery-id'),
      attempt: Number(header(request, 'x-service-attempt')),
      arrived_ms: Date.now(),
      body,
    }
    this.#known.set(arrival.event_id, arrival)
    this.arrivals.push(arrival)
  }
}
