// No request to any endpoint, with any key, is answered with a 5xx. Each answer is one that the endpoint's contract declares. FUZZ_RUNS
// sets the number of requests per endpoint, and FUZZ_SEED the seed. If a request fails, the test prints the seed and the smallest request
// that fails.
import { EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import fc, { type Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Schema } from '../../../docs-site/src/examples.ts'
import type { OpenApi } from '../../../docs-site/src/openapi-document.ts'
import { ENDPOINTS } from '../../src/app/routes.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { FAULTS } from '../../src/kinds/sandbox/rehearsals.ts'
import { QR_RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { faultOf } from './answers.ts'
import { bodies, type Pool, pathValues, queries } from './generate.ts'
import { PNG, World } from './world.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 8)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)

let world: World
let pool: Pool
beforeAll(async () => {
  world = await World.open()
  pool = await fill(world)
})
afterAll(() => world.close())

const WEBHOOK = { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] }
const SOON = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
const HOURS = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['09:00', '18:00', '24:00']]))

/** Texts that have a meaning for the service, by field. */
const MEANT: Pool = {
  ...HOURS,
  timezone: ['America/New_York', 'Europe/Berlin', 'Mars/Olympus'],
  url: [WEBHOOK.url, 'https://partner.example/hook', 'http://[::1]:1/', 'https://user:secret@partner.example/', 'ftp://partner.example/'],
  allow_ip: ['203.0.113.0/24', '::1', '300.1.1.1', '10.0.0.0/33'],
  date: [SOON, SOON, '2026-02-28'],
  window_start: ['09:00'],
  window_end: ['12:00', '09:00'],
}
const CSV = `code,name,line1,city,state,postal_code,country,lat,lon,timezone
FUZZ-1,Corner,1 Main St,Reno,NV,89501,US,39.5,-119.8,America/Los_Angeles
`

/** Creates records of every kind in every state, so that requests get past the existence check. */
const fill = async (world: World): Promise<Pool> => {
  const statuses = [
    ...Array(12).fill('label_ready'),
    'ready_for_pickup',
    'in_possession',
    'sorted',
    'injected',
    'in_transit',
    'out_for_delivery',
    'delivered',
  ]
  const shipments = [await world.shipment('created', QR_RETURN)]
  for (const status of statuses) shipments.push(await world.shipment(status))
  const retired = await world.make('/v2/ops/partners', { name: 'Retired' }, world.operator)
  const pickup = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
  const tender = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [(await world.shipment()).id] })
  const delivery = await world.delivery()
  const dispute = await world.dispute()
  const ids: Record<string, string[]> = {
    shipments: shipments.map(({ id }) => id),
    sweep_id: [pickup.sweep_id],
    tender_id: [tender.id],
    qr: shipments.flatMap(({ qr_id }) => (qr_id ? [qr_id] : [])),
    tracking: shipments.map(({ tracking }) => tracking),
    barcode: shipments.map(({ barcode }) => barcode),
    documents: [await world.document()],
    pickups: [pickup.id],
    sweeps: [pickup.sweep_id],
    tenders: [tender.id],
    manifests: [await world.manifest()],
    stores: [world.storeId],
    webhooks: await Promise.all(Array.from({ length: 8 }, async () => (await world.make('/v2/webhooks', WEBHOOK)).id)),
    'webhook-deliveries': [delivery.id],
    adjustments: [dispute.id, (await world.adjustment()).id],
    discrepancies: [(await world.make('/v2/discrepancies', await world.discrepancyBody())).id],
    claims: [(await world.claim()).id],
    events: [...EVENT_TYPES],
    faults: [...FAULTS],
    // Excludes the partner that sends the requests, because an operator's request could lower its rate limit to nothing.
    partners: [retired.partner_id],
    keys: [retired.key_id],
    carriers: ['northline'],
    facilities: ['EWR-SORT'],
    countries: ['US', 'CA', 'FR'],
  }
  const fields = {
    shipment_id: ids.shipments,
    store_id: ids.stores,
    drop_off_store_id: ids.stores,
    qr_id: ids.qr,
    partner_id: ids.partners,
  }
  const more = { pod_document_id: ids.documents, carrier: ids.carriers, facility: ids.facilities, country: ids.countries }
  return { ...MEANT, ...ids, ...fields, ...more, 'drop-off-locations': [world.storeId] } as Record<string, string[]>
}

/** Returns values for a path parameter: ids of the kind that the segment before it names. */
const known = (path: string, parameter: string): readonly string[] => {
  const segments = path.split('/')
  const before = segments[segments.indexOf(`:${parameter}`) - 1] ?? ''
  return pool[parameter] ?? pool[before] ?? ['unknown']
}

interface Sent {
  path: string
  body: string | Uint8Array<ArrayBuffer> | undefined
  type: string
  key: string | undefined
}

const paths = (endpoint: Endpoint): Arbitrary<string> => {
  const names = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name as string)
  const values = fc.tuple(...names.map((name) => pathValues(known(endpoint.path, name))))
  const filled = values.map((all) =>
    names.reduce((path, name, i) => path.replace(`:${name}`, encodeURIComponent(all[i] as string)), endpoint.path),
  )
  const query = endpoint.query ? queries(endpoint.query as TSchema as Schema, pool) : fc.constantFrom('', '', '', 'unheard_of=1')
  return fc.tuple(filled, query).map(([path, text]) => (text === '' ? path : `${path}?${text}`))
}

const rawBodies = (endpoint: Endpoint): Arbitrary<Sent['body']> => {
  if (endpoint.binary) {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((random) => new Uint8Array(random))
    return fc.oneof(fc.constantFrom<Sent['body']>(new Uint8Array(PNG), CSV, CSV.replace('89501', '"'), CSV.replace('39.5', 'north')), bytes)
  }
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return fc.constant(undefined)
  return fc.oneof(
    { weight: 20, arbitrary: bodies((endpoint.body ?? { type: 'object' }) as Schema, pool) },
    fc.constant(new Uint8Array([0x7b, 0xff, 0x7d])),
  )
}

const requests = (endpoint: Endpoint): Arbitrary<Sent> =>
  fc.record({
    path: paths(endpoint),
    body: rawBodies(endpoint),
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constant(endpoint.binary?.[0] ?? 'application/json') },
      fc.constantFrom('text/plain', 'application/json; charset=utf-8', ';'),
    ),
    key: fc.option(
      fc.nat(40).map((n) => `key-${n}`),
      { nil: undefined, freq: 2 },
    ),
  })

const send = (client: TestClient, { method }: Endpoint, { path, body, type, key }: Sent): Promise<TestAnswer> =>
  client.send(method, path, {
    ...(body !== undefined && { body, headers: { 'Content-Type': type } }),
    ...(key !== undefined && method === 'POST' && { idempotencyKey: key }),
  })

const endpoints = Object.entries(ENDPOINTS) as [string, Endpoint][]

// Runs first, while the markets and rate cards that the document's examples name still exist.
describe('the examples of the API document', () => {
  test('are never refused for their content, only for missing records or the wrong state', async () => {
    const document = (await (await fetch(`${world.service.url}/v2/openapi.json`)).json()) as OpenApi
    const refused: unknown[] = []
    for (const [name, endpoint] of endpoints) {
      const path = endpoint.path.replaceAll(/:([a-z_]+)/g, '{$1}')
      const content = document.paths[path]?.[endpoint.method.toLowerCase()]?.requestBody?.content['application/json']
      if (!content) continue
      const client = endpoint.scope === 'ops' ? world.operator : await world.service.partner()
      const { status, json } = await client.send(endpoint.method, endpoint.path.replaceAll(/:[a-z_]+/g, 'unknown'), {
        body: content.example,
      })
      if (status === 422 || status === 400) refused.push([name, json.error.details])
    }
    expect(refused).toEqual([])
  })
})

// Requests that remove records run last, so that the other requests still find these records.
const isTakingAway = ([name, { method }]: [string, Endpoint]): boolean => method === 'DELETE' || name === 'revokeKey'
const inOrder = [...endpoints.filter((one) => !isTakingAway(one)), ...endpoints.filter(isTakingAway)]

test.each(inOrder)('%s: no request causes a server error, and every answer is declared', async (_name, endpoint) => {
  const client = endpoint.scope === 'ops' ? world.operator : world.owner
  const property = fc.asyncProperty(requests(endpoint), async (sent) => {
    const answer = await send(client, endpoint, sent)
    const fault = answer.status >= 500 ? `status ${answer.status}` : faultOf(endpoint, answer)
    expect(fault && `${fault} for ${endpoint.method} ${sent.path} ${sent.body ?? ''}`).toBeNull()
  })
  await fc.assert(property, { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 50_000 })
})
