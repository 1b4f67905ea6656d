// A small EasyPost on this machine. It matches method and path template, checks the fields that Backhaul must send, and answers with the
// recorded bodies, with ids and numbers of its own. What was never recorded is marked synthetic.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Json, labelFile, type Recording, recorded } from './recordings.ts'

const TEMPLATES = [
  'POST /v2/addresses',
  'POST /v2/shipments',
  'POST /v2/shipments/{id}/buy',
  'POST /v2/shipments/{id}/refund',
  'GET /v2/shipments/{id}',
  'GET /v2/trackers/{id}',
  'GET /files/{id}',
] as const
export type Template = (typeof TEMPLATES)[number]
const PATTERNS = TEMPLATES.map((template) => [template, new RegExp(`^${template.replace('{id}', '([\\w.-]+)')}$`)] as const)

export interface Got {
  template: Template | null
  line: string
  authorization: string | undefined
  body: Json
}

/** Synthetic: EasyPost's 429, 5xx, timeouts and cut answers were never recorded. `after`: the request takes effect, and the answer is lost. */
export type Fault = { status: number; body?: string; headers?: Record<string, string> } | 'no answer' | 'cut' | 'after'

interface Held {
  id: string
  body: Json
  /** Our number for the label, once it is bought. */
  number: string | null
}

type Answer = { status: number; body: Json | Buffer }
const error = (status: number, code: string, message: string): Answer => ({ status, body: { error: { code, message, errors: [] } } })
const says = (name: Recording): Answer => recorded(name)

export class EasyPostServer {
  readonly key: string
  readonly got: Got[] = []
  readonly shipments = new Map<string, Held>()
  /** The faults of coming requests, by template. */
  readonly faults = new Map<Template, Fault>()
  mode: 'test' | 'production' = 'test'
  /** What is answered to the next request for rates. */
  rates: Recording = 'shipment-01-create-with-rates'
  /** What trackers show: all of them, and by label number. */
  tracker: Json = {}
  readonly trackers = new Map<string, Json>()
  /** Changes to what the next purchases show. */
  sold: Json = {}
  /** State of new refunds. Only `submitted` was recorded. */
  refund = 'submitted'
  readonly #server: Server
  #count = 0

  constructor(key: string) {
    this.key = key
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `${this.origin}/v2/`
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const piece of request) text += piece
    const line = `${request.method} ${request.url}`
    const [template, pattern] = PATTERNS.find(([, one]) => one.test(line)) ?? [null, null]
    const body = text === '' ? {} : JSON.parse(text)
    this.got.push({ template, line, authorization: request.headers.authorization, body })
    const fault = template && this.faults.get(template)
    if (template) this.faults.delete(template)
    if (fault === 'no answer') return
    if (fault && typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers)
      response.end(fault.body ?? '')
      return
    }
    const answer = this.#decide(template, pattern?.exec(line)?.[1] ?? '', body, request.headers.authorization)
    if (fault === 'after') return void request.socket.destroy()
    const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(JSON.stringify(answer.body))
    response.writeHead(answer.status, { 'content-length': bytes.length })
    if (fault === 'cut') response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
    else response.end(bytes)
  }

  #decide(template: Template | null, id: string, body: Json, authorization: string | undefined): Answer {
    if (template === 'GET /files/{id}')
      return authorization ? error(400, 'SYNTHETIC', 'a key was sent') : { status: 200, body: labelFile() }
    if (authorization !== `Basic ${Buffer.from(`${this.key}:`).toString('base64')}`)
      return error(401, 'UNAUTHORIZED', `synthetic: no such key: ${authorization}`)
    if (template === 'POST /v2/addresses') {
      const { street1, city, zip, country } = body.address ?? {}
      return street1 && city && zip && country ? this.#inMode(says('address-01-create')) : says('error-01-422-parameter-required')
    }
    if (template === 'POST /v2/shipments') return this.#create(body)
    const tracked = [...this.shipments.values()].find(({ number }) => number !== null && id === `trk_${number}`)
    if (template === 'GET /v2/trackers/{id}')
      return tracked ? { status: 200, body: this.#trackerOf(tracked.number as string) } : says('error-04-404-not-found')
    const held = this.shipments.get(id)
    if (!held || template === null) return says('error-04-404-not-found')
    if (template === 'POST /v2/shipments/{id}/buy') return this.#buy(held, body)
    if (template === 'POST /v2/shipments/{id}/refund') {
      if (held.number === null) return error(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'synthetic: nothing was bought')
      held.body.refund_status = this.refund
      return { status: 200, body: held.body }
    }
    return { status: 200, body: held.body }
  }

  #inMode({ status, body }: Answer): Answer {
    return { status, body: { ...(body as Json), mode: this.mode } }
  }

  #create({ shipment }: Json): Answer {
    const places = [shipment?.from_address, shipment?.to_address]
    const isWhole = places.every((one) => one?.street1 && one.city && one.country) && shipment.parcel?.weight > 0 && shipment.reference
    if (!isWhole || shipment.service) return says('error-01-422-parameter-required')
    const id = `shp_local${++this.#count}`
    const { status, body } = says(this.rates)
    const rates = (body as Json).rates.map((rate: Json) => ({ ...rate, id: `${rate.id}_${this.#count}`, shipment_id: id }))
    const created_at = new Date().toISOString()
    const held = { id, number: null, body: { ...body, id, created_at, mode: this.mode, rates, reference: shipment.reference } }
    this.shipments.set(id, held)
    return { status, body: held.body }
  }

  #trackerOf(number: string): Json {
    return {
      ...recorded('tracker-02-read').body,
      ...this.tracker,
      ...this.trackers.get(number),
      id: `trk_${number}`,
      tracking_code: number,
    }
  }

  #buy(held: Held, { rate }: Json): Answer {
    const selected = held.body.rates.find(({ id }: Json) => id === rate?.id)
    if (!selected) return error(422, 'SHIPMENT.MISSING_RATE', 'synthetic: no such rate')
    if (held.number !== null) return error(422, 'SHIPMENT.POSTAGE.EXISTS', 'synthetic: postage was bought already')
    held.number = `94001${String(this.#count).padStart(17, '0')}`
    const { status, body } = says('shipment-02-buy')
    const { id, number } = held
    const label = { ...(body as Json).postage_label, label_url: `${this.origin}/files/${number}.png` }
    const { reference, rates, created_at } = held.body
    const facts = { id, reference, rates, created_at, selected_rate: selected, postage_label: label }
    held.body = { ...body, ...facts, mode: this.mode, tracking_code: number, tracker: this.#trackerOf(number), ...this.sold }
    return { status, body: held.body }
  }
}
