// A service whose market US is in direct mode, with carriers that sell labels.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Random } from '@backhaul/simulator/random.ts'
import { ReplayCarrier } from '@backhaul/simulator/replay-carrier.ts'
import { NO_FAULTS } from '@backhaul/simulator/replay-faults.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { Exchange } from '../../src/kinds/carriers/exchange.ts'
import { reportWork } from '../../src/kinds/carriers/work.ts'
import { findOpen } from '../../src/kinds/imports/queries.ts'
import { label, rates, type Step, stepOf } from '../carriers/protocol.ts'
import { backdate } from '../support/backdate.ts'
import { ADDRESS, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

const CODES = { AC: 'inject', MV: 'movement', OD: 'out-for-delivery', DL: 'deliver' }
const NEVER_MS = 1_000_000
export const PRINTED = { ...RETURN, from: ADDRESS }

export let service: TestService
export let operator: TestClient
export let exchange: Exchange
let ahead_ms = 0
/** Moves the clock of the exchange. */
export const wait = (ms: number): void => {
  ahead_ms += ms
}
const closing: (() => Promise<unknown>)[] = []

export const open = (): Exchange => {
  const one = new Exchange({ ...service.running.service, clock: { now: () => Date.now() + ahead_ms } }, 20)
  closing.unshift(() => one.stop())
  return one
}

/** Starts a service for each test of the file that calls this. Files share this module, so importing it is not enough. */
export const withDirectMode = (): void => {
  beforeEach(async () => {
    ahead_ms = 0
    service = await startTestService('api')
    operator = await service.operator()
    exchange = open()
    expect((await setMode('direct')).json).toMatchObject({ country: 'US', mode: 'direct' })
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await service.close()
  })
}

export const setMode = (mode?: string, kind = 'fixed'): Promise<TestAnswer> =>
  operator.send('PUT', '/v2/ops/markets/US', {
    body: { kind, currency: 'USD', ...(kind === 'fixed' && { carrier: 'northline' }), ...(mode && { mode }) },
  })
export const setService = async (url: string | null) => {
  const { status, text } = await operator.send('PUT', '/v2/ops/carriers/northline', {
    body: { name: 'Northline', adapter: url === null ? 'house' : 'replay', codes: CODES, url },
  })
  expect({ status, text }).toMatchObject({ status: 200 })
}
export const replay = async (faults: Partial<typeof NO_FAULTS> = {}, step_ms = NEVER_MS): Promise<ReplayCarrier> => {
  const carrier = new ReplayCarrier({ random: new Random(7), faults: { ...NO_FAULTS, ...faults }, step_ms, outage: null })
  await setService(await carrier.listen())
  closing.push(() => carrier.close())
  return carrier
}
/** A carrier that answers each step as the test says, or else sells a label with these bytes. Returns the steps that it was asked for. */
export const scripted = async (answers: Partial<Record<Step, (response: ServerResponse) => void>>, bytes = '^XA^XZ'): Promise<Step[]> => {
  const asked: Step[] = []
  const server = createServer((request, response) => {
    const step = stepOf(request)
    asked.push(step)
    request.resume()
    const sold = { ...JSON.parse(label('DIRECT-1')), label: Buffer.from(bytes, 'latin1').toString('base64') }
    const texts = { rates: rates(), buy: JSON.stringify(sold), find: '{"labels":[]}', void: '{"void":"settled"}' }
    if (answers[step]) answers[step](response)
    else if (step === 'reports') response.writeHead(204).end()
    else response.writeHead(200).end(texts[step])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  await setService(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return asked
}

export const parcel = async (body: object = PRINTED): Promise<Json> => {
  const { status, json, text } = await service.demo.post('/v2/shipments', body)
  expect({ status, text }).toMatchObject({ status: 201 })
  await backdate(service, json.id)
  return json
}
export const shipment = async (id: string): Promise<Json> => (await service.demo.get(`/v2/shipments/${id}`)).json
export const order = ({ id }: Json, request = {}): Promise<TestAnswer> =>
  service.demo.post(`/v2/shipments/${id}/carrier-label`, undefined, request)
export const fetch = ({ id }: Json): Promise<TestAnswer> => service.demo.get(`/v2/shipments/${id}/carrier-label`)
export const bookings = async (): Promise<Json[]> => (await operator.get('/v2/ops/carrier-bookings?limit=100&order=oldest')).json.data
export const typesOf = async (id: string): Promise<string[]> => (await service.demo.events(id)).map(({ type }) => type)
export const labelsOf = (carrier: ReplayCarrier) => carrier.bookings.flatMap(({ labels }) => labels)
/** Processes the fetched reports, because no worker runs here. */
export const work = async (): Promise<void> => {
  const id = await findOpen(service.running.service.db, 'carrier-report')
  if (id !== null) await reportWork(service.running.service).work(id, () => false)
}
