import { reportWork } from '../../src/kinds/carriers/work.ts'
import { backdate } from '../support/backdate.ts'
import { RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import type { TestService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

export const CODES = { PU: 'inject', MV: 'movement', OD: 'out-for-delivery', DL: 'deliver', MA: null }
const HEADER = ['number', 'code', 'occurred_at', 'reference', 'facility', 'city', 'state', 'postal_code', 'country', 'signed_by']

export interface Line {
  number: string
  code: string
  occurred_at: string
  reference?: string
  facility?: string
  city?: string
  state?: string
  postal_code?: string
  country?: string
  signed_by?: string
}

export const csv = (...lines: Line[]): string =>
  [HEADER.join(','), ...lines.map((line) => HEADER.map((field) => line[field as keyof Line] ?? '').join(',')), ''].join('\n')

/** A carrier that sends reports, and the operator's actions on them. */
export class Desk {
  readonly service: TestService
  readonly operator: TestClient
  readonly carrier: string
  readonly #work: ReturnType<typeof reportWork>

  constructor(service: TestService, operator: TestClient, carrier: string) {
    this.service = service
    this.operator = operator
    this.carrier = carrier
    this.#work = reportWork(service.running.service)
  }

  static async open(service: TestService, carrier: string): Promise<Desk> {
    const operator = await service.operator()
    await operator.send('PUT', `/v2/ops/carriers/${carrier}`, { body: { name: `The ${carrier}`, adapter: 'file', codes: CODES } })
    return new Desk(service, operator, carrier)
  }

  send(report: string | Uint8Array, type = 'text/csv'): Promise<TestAnswer> {
    return this.operator.post(`/v2/ops/carriers/${this.carrier}/reports?file_name=day`, report, { headers: { 'Content-Type': type } })
  }

  /** Uploads a report and processes it, because no worker runs here. */
  async report(report: string | Uint8Array, type?: string): Promise<Json> {
    const { status, json, text } = await this.send(report, type)
    if (status !== 202) throw new Error(text)
    await this.work(json.id)
    return (await this.operator.get(`/v2/ops/imports/${json.id}`)).json
  }

  async work(id: string, isOver = () => false): Promise<void> {
    await this.#work.work(id, isOver)
  }

  /** Returns the unmatched scans of a number, oldest first. */
  async inbox(number: string, state = 'open'): Promise<Json[]> {
    return (await this.operator.get(`/v2/ops/unmatched-scans?carrier=${this.carrier}&number=${number}&order=oldest&state=${state}`)).json
      .data
  }

  /**
   * Creates a parcel. If the parcel has a label of another carrier, this carrier accepts the parcel for collection, so that it belongs to
   * this carrier.
   */
  async parcel(body: object = RETURN): Promise<Json> {
    const made = (await this.service.demo.post('/v2/shipments', body)).json
    if (made.id) await backdate(this.service, made.id)
    if (made.label_id !== null && made.carrier !== this.carrier) await this.promise([made.id])
    return made
  }

  /** The carrier accepts parcels for collection, but does not have them yet. */
  async promise(shipment_ids: string[]): Promise<void> {
    const offer = { carrier: this.carrier, handoff: 'collect', shipment_ids }
    const tender = (await this.service.demo.post('/v2/tenders', offer)).json
    const { status, text } = await this.operator.post(`/v2/tenders/${tender.id}/accept`, { piece_count_received: shipment_ids.length })
    if (status !== 200) throw new Error(text)
  }

  async shipment(id: string): Promise<Json> {
    return (await this.service.demo.get(`/v2/shipments/${id}`)).json
  }

  /** Returns the scans of a parcel, oldest first. */
  async scans(id: string): Promise<Json[]> {
    return (await this.service.demo.get(`/v2/shipments/${id}/scans?order=oldest&limit=100`)).json.data
  }
}

/** The fields of a scan that describe the fact. They do not include the time at which the service learned it. */
export const fact = ({ kind, occurred_at, facility, location, details }: Json) => ({ kind, occurred_at, facility, location, details })
