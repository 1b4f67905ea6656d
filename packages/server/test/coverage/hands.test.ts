// Tests every endpoint that core/src/access.ts opens to counters and handlers. A counter sees the parcels in its own custody and nothing of
// another counter, whichever partner created the counter's link. A handler sees the parcels of the whole network. Every endpoint that is
// opened to counters or handlers needs a row here.
import { ACCESS } from '@backhaul/core/access.ts'
import { SCAN_KINDS } from '@backhaul/core/transitions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { operationOf } from '../../src/kinds/scans/bounds.ts'
import * as SCAN_ENDPOINTS from '../../src/kinds/scans/scan.endpoint.ts'
import { ADDRESS, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { type SessionClient, signIn } from '../support/session.ts'
import { faultOf } from './answers.ts'
import type { Request } from './case.ts'
import type { EndpointName } from './cases.ts'
import { PNG, World } from './world.ts'

/** Contact data that no answer to a counter or a handler may contain, even for a parcel in its custody. */
const CONTACTS = {
  from: { line1: '1 Sendersecret St', line2: 'Sendersecret Apt', email: 'sendersecret@example.com', phone: '555-0142' },
  to: { line1: '2 Recipientsecret St', line2: 'Recipientsecret Dock', email: 'recipientsecret@example.com', phone: '555-0143' },
}
const CONTACT = /secret|555-014/i
/** An answer that contains one of these values leaks private data. */
const PRIVATE = {
  from: { ...ADDRESS, name: 'Priva Tename', ...CONTACTS.from },
  to: { ...ADDRESS, ...CONTACTS.to },
  order_id: 'private-order',
  rma: 'private-rma',
  ship_ext_id: 'private-ext',
  customer: 'customersecret',
  metadata: { note: 'notesecret' },
}
const TELLTALES = /Privat|Priva T|private|secret|555-014/i

let world: World
let foreignStore: string
beforeAll(async () => {
  world = await World.open()
  const { data } = (await world.operator.get('/v2/ops/stores?limit=100')).json
  foreignStore = data.find((store: { id: string; country: string }) => store.country === 'US' && store.id !== world.storeId).id
})
afterAll(() => world.close())

/** Another partner's parcel that the counter accepted, with all data of its partner. */
const takenIn = async (kind = 'accept'): Promise<{ id: string; manifest_id: string; barcode: string }> => {
  const { id } = await world.make('/v2/shipments', { ...RETURN, ...PRIVATE })
  const scan = { shipment_id: id, store_id: world.storeId, ...(kind === 'reject' && { reject_reason_note: 'private-reason' }) }
  return (await world.make(`/v2/scan-events/${kind}`, scan)).shipment
}
const pickup = async (): Promise<{ id: string; sweep_id: string }> => world.make('/v2/pickups', world.pickupBody((await takenIn()).id))
const uploaded = (client: TestClient): Promise<TestAnswer> =>
  client.post('/v2/documents', new Uint8Array(PNG), { headers: { 'Content-Type': 'image/png' } })

type Row = () => Request | Promise<Request>
const onTaken =
  (command: string): Row =>
  async () => {
    const { id } = await takenIn()
    return { path: `/v2/shipments/${id}${command}`, owned: [id] }
  }
const listOf =
  (path: string, make: () => Promise<string>): Row =>
  async () => ({ path, owned: [await make()] })
const scanOf =
  (kind: string): Row =>
  async () => ({ path: `/v2/scan-events/${kind}`, body: { shipment_id: (await takenIn()).id } })

/** Endpoints for a parcel, a pickup or a document of the counter `world.storeId`. */
const COUNTER: Partial<Record<EndpointName, Row>> = {
  readShipment: onTaken(''),
  listShipments: listOf('/v2/shipments?limit=100', async () => (await takenIn()).id),
  listShipmentScans: onTaken('/scans'),
  readLabel: onTaken('/label?format=json'),
  readDocument: async () => {
    const { id } = (await uploaded(world.owner)).json
    const parcel = await world.make('/v2/shipments', RETURN)
    await world.make('/v2/scan-events/reject', { shipment_id: parcel.id, store_id: world.storeId, photo_document_id: id })
    return { path: `/v2/documents/${id}`, owned: [id] }
  },
  listParcelsAtStore: listOf('/v2/parcels?limit=100', async () => (await takenIn()).id),
  listManifests: listOf('/v2/manifests?limit=100', async () => (await takenIn()).manifest_id),
  readManifest: async () => {
    const { manifest_id } = await takenIn()
    return { path: `/v2/manifests/${manifest_id}`, owned: [manifest_id] }
  },
  closeManifest: async () => {
    const { manifest_id } = await takenIn()
    return { path: `/v2/manifests/${manifest_id}/close`, owned: [manifest_id] }
  },
  listPickups: listOf('/v2/pickups?limit=100', async () => (await pickup()).id),
  readPickup: async () => {
    const { id } = await pickup()
    return { path: `/v2/pickups/${id}`, owned: [id] }
  },
  listSweeps: listOf('/v2/sweeps?limit=100', async () => (await pickup()).sweep_id),
  readSweep: async () => {
    const { sweep_id } = await pickup()
    return { path: `/v2/sweeps/${sweep_id}`, owned: [sweep_id] }
  },
}
/**
 * Endpoints with which a person who has the parcel in hand can find and scan it anywhere. The answer contains only the data needed to
 * accept the parcel.
 */
const OF_ANY_PARCEL: Partial<Record<EndpointName, Row>> = {
  findParcel: async () => ({ path: `/v2/parcels/find?code=${(await takenIn()).barcode}` }),
  scanAccept: scanOf('accept'),
  scanWalkIn: scanOf('walk-in'),
  scanReject: scanOf('reject'),
  scanCollect: scanOf('collect'),
}
/** Each scan of a bulk request has the same limits as a single scan. */
const MANY = 'scanBulk'
const SCANS_OF_HANDLER: Partial<Record<EndpointName, Row>> = {
  scanCollect: scanOf('collect'),
  scanCustody: scanOf('custody'),
  scanArrive: scanOf('arrive'),
  scanSort: scanOf('sort'),
  scanInject: scanOf('inject'),
  scanMovement: scanOf('movement'),
}
/** Endpoints with results that belong to the network or to the caller. */
const NOBODYS: Partial<Record<EndpointName, string>> = {
  readConsoleSession: 'its own, test/sign-in',
  endConsoleSession: 'its own, test/sign-in',
  createDocument: 'what it makes belongs to whoever asks',
  listDropOffLocations: "stores are the network's",
  readDropOffLocation: "stores are the network's",
}
/** Endpoints with which a handler reads records other than parcels. The records may be the partner's or everyone's; see below. */
const OF_NETWORK = ['listTenders', 'readTender', 'acceptTender', 'listScanFacilities']

const opened = (access: 'counter' | 'handler'): string[] => {
  const { endpoints } = ACCESS[access]
  if (endpoints === 'all' || endpoints.reads) throw new Error(`${access} has more than it names`)
  return [...endpoints.also].sort()
}

test('exactly the endpoints that are open to counters and handlers have a row', () => {
  const counter = [...[COUNTER, OF_ANY_PARCEL, NOBODYS].flatMap((rows) => Object.keys(rows)), MANY]
  expect(counter.sort()).toEqual(opened('counter'))
  const handler = [
    ...Object.keys(SCANS_OF_HANDLER),
    ...Object.keys(NOBODYS),
    ...OF_NETWORK,
    'findParcel',
    'readShipment',
    'readLabel',
    MANY,
  ]
  expect(handler.sort()).toEqual(opened('handler'))
  expect(opened('counter').filter((name) => !(name in ENDPOINTS))).toEqual([])
})

const MAKERS = { partner: () => world.owner, operator: () => world.operator } as const
const counterAt = (maker: keyof typeof MAKERS, store_id: string): Promise<SessionClient> =>
  signIn(MAKERS[maker](), { access: 'counter', store_id })

const send = (client: TestClient, name: EndpointName, { path, body, headers }: Request): Promise<TestAnswer> => {
  const { method } = ENDPOINTS[name] as Endpoint
  const options = { ...(headers && { headers }), body }
  return method === 'POST' ? client.post(path, body, options) : client.send(method, path, options)
}
const rowsOf = (rows: Partial<Record<EndpointName, Row>>) => Object.entries(rows) as [EndpointName, Row][]

describe.each(['partner', 'operator'] as const)('a counter with a link of the %s', (maker) => {
  let own: SessionClient
  let foreign: SessionClient
  beforeAll(async () => {
    own = await counterAt(maker, world.storeId)
    foreign = await counterAt(maker, foreignStore)
  })

  test.each(rowsOf(COUNTER))('sees its own records and none of another counter: %s', async (name, row) => {
    const request = await row()
    const [id] = request.owned as [string]
    // The request of the foreign counter is sent first, because some requests can succeed only once.
    const theirs = await send(foreign, name, request)
    const mine = await send(own, name, request)
    expect([mine.status < 300 ? '' : mine.text, faultOf(ENDPOINTS[name], mine)]).toEqual(['', null])
    expect(mine.text).not.toMatch(CONTACT)
    if (!request.path.includes(id)) {
      expect([theirs.status, mine.text.includes(id), theirs.text.includes(id)]).toEqual([200, true, false])
    } else {
      const unknown = await send(foreign, name, { ...request, path: request.path.replace(id, `${id.slice(0, -8)}00000000`) })
      expect([theirs.status, theirs.text]).toEqual([404, unknown.text])
      expect(faultOf(ENDPOINTS[name], theirs)).toBeNull()
    }
    expect(theirs.text).not.toMatch(TELLTALES)
    expect(theirs.text).not.toContain(world.storeId)
  })

  test.each(rowsOf(OF_ANY_PARCEL))("sees of another counter's parcel only what it needs to accept it: %s", async (name, row) => {
    const request = await row()
    const theirs = await send(foreign, name, request)
    expect([theirs.status, faultOf(ENDPOINTS[name], theirs)]).toEqual([200, null])
    expect(theirs.text).not.toMatch(TELLTALES)
    expect(theirs.text).not.toContain(world.storeId)
    const mine = await send(own, name, request)
    expect([mine.status, CONTACT.test(mine.text)]).toEqual([200, false])
    if (name !== 'findParcel') expect(mine.json.shipment).toMatchObject({ order_id: 'private-order', store_id: world.storeId })
    else
      expect([mine.json.in_hand, theirs.json.in_hand, mine.json.store_id, theirs.json.store_id]).toEqual([true, false, world.storeId, null])
  })

  test.each(rowsOf(OF_ANY_PARCEL).filter(([name]) => name !== 'findParcel'))('can scan only at its own counter: %s', async (name, row) => {
    const request = await row()
    const before = (await world.owner.get(`/v2/shipments/${(request.body as { shipment_id: string }).shipment_id}/scans`)).json.data.length
    for (const elsewhere of [{ store_id: foreignStore }, { store_id: 'sto_unknown' }]) {
      const refused = await send(own, name, { ...request, body: { ...(request.body as object), ...elsewhere } })
      expect([refused.status, refused.json.error.details, faultOf(ENDPOINTS[name], refused)]).toEqual([404, { field: 'store_id' }, null])
    }
    const facility = await send(own, name, { ...request, body: { ...(request.body as object), facility: 'ORD' } })
    expect([facility.status, facility.json.error.details.errors[0].path]).toEqual([422, '/facility'])
    for (const body of [{}, { store_id: world.storeId }]) {
      const { json } = await send(own, name, { ...request, body: { ...(request.body as object), ...body } })
      expect(json.scan).toMatchObject({ store_id: world.storeId, scanner_name: 'Cleo Clerk' })
    }
    const after = (await world.owner.get(`/v2/shipments/${(request.body as { shipment_id: string }).shipment_id}/scans`)).json.data.length
    expect(after - before).toBe(2)
  })

  test('sees a parcel fully after accepting or rejecting it, until another counter has it', async () => {
    const { id } = await world.make('/v2/shipments', { ...RETURN, ...PRIVATE })
    const read = async (client: TestClient) => (await client.get(`/v2/shipments/${id}`)).status
    expect([await read(own), await read(foreign)]).toEqual([404, 404])
    const refusal = await own.post('/v2/scan-events/reject', {
      shipment_id: id,
      reject_reason: 'oversize',
      reject_reason_note: 'private-reason',
    })
    expect(refusal.json.shipment).toMatchObject({ order_id: 'private-order', reject_reason: 'oversize' })
    expect([await read(own), await read(foreign)]).toEqual([200, 404])
    await foreign.post('/v2/scan-events/reject', { shipment_id: id })
    expect([await read(own), await read(foreign)]).toEqual([404, 200])
    await own.post('/v2/scan-events/accept', { shipment_id: id })
    expect([await read(own), await read(foreign)]).toEqual([200, 404])
    // The counter sees only its own part of the parcel's history.
    const kinds = async (client: TestClient) =>
      (await client.get(`/v2/shipments/${id}/scans`)).json.data?.map((one: { kind: string }) => one.kind)
    expect([await kinds(own), await kinds(world.owner)]).toEqual([
      ['accept', 'reject'],
      ['accept', 'reject', 'reject'],
    ])
  })

  test('sees no street, phone or email in any format', async () => {
    const { id } = await takenIn()
    const taken = {
      order_id: 'private-order',
      from: { name: 'Priva Tename', line1: '', city: ADDRESS.city },
      to: { line1: '', phone: null },
    }
    expect((await own.get(`/v2/shipments/${id}`)).json).toMatchObject({ ...taken, parcel_url: null, customer: null, metadata: {} })
    const csv = await own.get('/v2/shipments?limit=100', { headers: { Accept: 'text/csv' } })
    expect([csv.status, csv.text.includes(id), CONTACT.test(csv.text)]).toEqual([200, true, false])
    const { manifest_id } = (await own.get(`/v2/shipments/${id}`)).json
    for (const path of [`/v2/manifests/${manifest_id}?format=pdf`, '/v2/console-sessions/current', '/v2/parcels?limit=100']) {
      const answer = await own.get(path)
      expect([path, answer.status, CONTACT.test(answer.text)]).toEqual([path, 200, false])
    }
    // The label of a parcel in custody is the exception: it contains contact data.
    const label = await own.get(`/v2/shipments/${id}/label?format=zpl`)
    expect([label.status, CONTACT.test(label.text)]).toEqual([200, true])
  })

  test("sees no contact data in a replay of its partner's answer either", async () => {
    if (maker === 'operator') return
    for (const [path, rest] of [
      ['/v2/scan-events/accept', {}],
      ['/v2/scan-events/bulk', null],
    ] as const) {
      const { id } = await world.make('/v2/shipments', { ...RETURN, ...PRIVATE })
      const scan = { shipment_id: id, store_id: world.storeId, ...rest }
      const body = rest ? scan : { scans: [{ kind: 'accept', ...scan }] }
      const whole = await world.owner.post(path, body, { idempotencyKey: `key-${id}` })
      expect([whole.status, CONTACT.test(whole.text)]).toEqual([200, true])
      const again = await own.post(path, body, { idempotencyKey: `key-${id}` })
      expect([again.status, again.json.error?.code, CONTACT.test(again.text)]).toEqual([403, 'insufficient_scope', false])
      expect((await world.owner.post(path, body, { idempotencyKey: `key-${id}` })).text).toBe(whole.text)
    }
  })

  test('has the same rights in bulk scans as in single ones', async () => {
    const { id } = await takenIn()
    const scans = [
      ...SCAN_KINDS.map((kind) => ({ kind, shipment_id: id })),
      { kind: 'accept', shipment_id: id, store_id: world.storeId },
      { kind: 'accept', shipment_id: id, facility: 'ORD' },
    ]
    const { json, text } = await foreign.post('/v2/scan-events/bulk', { scans })
    const outcomes = json.data.map((one: { status: number; error?: { code: string } }) => one.error?.code ?? one.status)
    const its = ['walk-in', 'accept', 'reject', 'collect']
    const alone = SCAN_KINDS.map((kind) => (its.includes(kind) ? 200 : 'insufficient_scope'))
    expect(outcomes).toEqual([...alone, 'not_found', 'validation_failed'])
    expect([TELLTALES.test(text), text.includes(world.storeId)]).toEqual([false, false])
    const mine = await own.post('/v2/scan-events/bulk', { scans: [{ kind: 'accept', shipment_id: id }] })
    expect(mine.text).not.toMatch(CONTACT)
    expect(mine.json.data[0].result).toMatchObject({ shipment: { order_id: 'private-order' }, scan: { store_id: world.storeId } })
  })

  test('gets a refusal before any lookup at every endpoint that is not open to it', async () => {
    const { id } = await takenIn()
    const named = opened('counter')
    for (const [name, { method, path, auth }] of Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]) {
      if (named.includes(name) || auth === 'page') continue
      const answer = await own.send(method, path.replaceAll(/:[a-z_]+/g, id))
      expect([name, answer.status, answer.json?.error.code]).toEqual([name, 403, 'insufficient_scope'])
    }
  })
})

test('each kind of scan belongs to the endpoint of the same name', () => {
  expect(SCAN_KINDS.map(operationOf).sort()).toEqual(Object.keys(SCAN_ENDPOINTS).sort())
})

test("a partner's counter finds only parcels of that partner, and an operator's counter finds all", async () => {
  const { id, barcode } = await world.make('/v2/shipments', RETURN, world.other)
  const [ofPartner, ofOperator] = [await counterAt('partner', world.storeId), await counterAt('operator', world.storeId)]
  expect((await ofPartner.get(`/v2/parcels/find?code=${barcode}`)).status).toBe(404)
  expect((await ofPartner.post('/v2/scan-events/accept', { shipment_id: id })).status).toBe(404)
  expect((await ofOperator.get(`/v2/parcels/find?code=${barcode}`)).json).toMatchObject({ shipment_id: id, in_hand: false })
  expect((await ofOperator.post('/v2/scan-events/accept', { shipment_id: id })).json.shipment.status).toBe('ready_for_pickup')
  const here = (await ofOperator.get('/v2/parcels?limit=100')).json.data.map((one: { shipment_id: string }) => one.shipment_id)
  expect(here).toContain(id)
})

describe('a handler', () => {
  let handler: SessionClient
  beforeAll(async () => {
    handler = await signIn(world.owner, { access: 'handler' })
  })

  test('finds any parcel, and sees all of it once the network has it', async () => {
    const { id, barcode } = await world.make('/v2/shipments', { ...RETURN, ...PRIVATE })
    const look = async () => {
      const [found, whole, label] = [
        await handler.get(`/v2/parcels/find?code=${barcode}`),
        await handler.get(`/v2/shipments/${id}`),
        await handler.get(`/v2/shipments/${id}/label?format=json`),
      ]
      expect([found.status, TELLTALES.test(found.text)]).toEqual([200, false])
      expect([whole, label].filter(({ text }) => CONTACT.test(text))).toEqual([])
      return [found.json.in_hand, whole.status, label.status]
    }
    expect(await look()).toEqual([false, 404, 404])
    await handler.post('/v2/scan-events/arrive', { shipment_id: id, facility: 'ORD' })
    expect(await look()).toEqual([true, 200, 200])
    await world.make('/v2/scan-events/deliver', { shipment_id: id })
    expect(await look()).toEqual([false, 404, 404])
  })

  test.each(rowsOf(SCANS_OF_HANDLER))('can scan at its facility: %s', async (name, row) => {
    const request = await row()
    const { status, json, text } = await send(handler, name, { ...request, body: { ...(request.body as object), facility: 'ORD' } })
    expect([status, json.scan?.facility, CONTACT.test(text)]).toEqual([200, 'ORD', false])
  })

  test('sees of a parcel that has left the network only what it needs to pass it on', async () => {
    const { id } = await world.make('/v2/shipments', { ...RETURN, ...PRIVATE })
    await world.make('/v2/scan-events/deliver', { shipment_id: id })
    const late = await handler.post('/v2/scan-events/sort', { shipment_id: id, facility: 'ORD' })
    expect([late.status, late.json.applied, TELLTALES.test(late.text)]).toEqual([200, false, false])
  })

  test("accepts its partner's tenders with a piece count, and sees no others", async () => {
    const tender = async (client: TestClient) => {
      const { id } = await world.make('/v2/shipments', { ...RETURN, ...PRIVATE }, client)
      return (await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [id] }, client)).id
    }
    const [mine, theirs] = [await tender(world.owner), await tender(world.other)]
    const listed = await handler.get('/v2/tenders?status=created&limit=100')
    expect([listed.text.includes(mine), listed.text.includes(theirs)]).toEqual([true, false])
    expect((await handler.get(`/v2/tenders/${theirs}`)).status).toBe(404)
    expect((await handler.post(`/v2/tenders/${theirs}/accept`, { piece_count_received: 1 })).status).toBe(404)
    expect((await handler.get(`/v2/tenders/${mine}`)).json.piece_count).toBe(1)
    const accepted = await handler.post(`/v2/tenders/${mine}/accept`, { piece_count_received: 1 })
    expect([accepted.json.status, CONTACT.test(accepted.text + listed.text)]).toEqual(['accepted', false])
  })

  test('cannot use the lists of counters', async () => {
    for (const path of ['/v2/shipments', '/v2/parcels', '/v2/manifests', '/v2/pickups', '/v2/sweeps']) {
      expect([path, (await handler.get(path)).status]).toEqual([path, 403])
    }
  })
})
