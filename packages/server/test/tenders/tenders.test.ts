import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRows, setClock, shipmentOf, typesOf } from '../pickups/fixtures.ts'
import { ADDRESS, QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const NORTHLINE = { carrier: 'northline', handoff: 'inject' }
const UNKNOWN = 'shp_00000000000000000000000000'

const tender = (client: TestClient, shipment_ids: string[], more: object = {}) =>
  client.post('/v2/tenders', { ...NORTHLINE, shipment_ids, ...more })
const accept = (client: TestClient, id: string, piece_count_received: number, more: object = {}) =>
  client.post(`/v2/tenders/${id}/accept`, { piece_count_received, ...more })
const several = (client: TestClient, count: number) => Promise.all(Array.from({ length: count }, () => shipmentOf(client)))
const statusOf = async (client: TestClient, id: string): Promise<string> => (await client.get(`/v2/shipments/${id}`)).json.status

describe('creating', () => {
  test('counts the members itself, ignores piece_count and fires one event', async () => {
    const client = await service.partner()
    const ids = await several(client, 3)
    const { status, json } = await tender(client, ids, { piece_count: 99, facility: 'EWR-SORT' })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^tnd_/),
      object: 'tender',
      carrier: 'northline',
      handoff: 'inject',
      facility: 'EWR-SORT',
      status: 'created',
      piece_count: 3,
      piece_count_received: null,
      shipment_ids: ids,
      shipments: ids.map((id) => ({ id, status: 'label_ready' })),
      accepted_by: null,
      accepted_at: null,
      discrepancy: null,
      missing_shipment_ids: [],
      cancelled_at: null,
      dismissal: null,
      created_at: expect.any(String),
    })
    expect((await client.get(`/v2/tenders/${json.id}`)).json).toEqual(json)
    const [event, ...rest] = (await client.events()).filter(({ type }) => type.startsWith('tender.'))
    expect(rest).toEqual([])
    expect(event.identifiers).toEqual({ tender: json.id, partner: client.partnerId, facility: 'EWR-SORT' })
    expect(event.event_info.status).toBe('created')
    expect(event.eventSpecific).toEqual({ carrier: 'northline', handoff: 'inject', pieceCount: 3, shipmentCount: 3 })
    const [first] = ids as [string]
    expect((await client.get(`/v2/shipments/${first}`)).json).toMatchObject({ status: 'label_ready', tender_id: null })
    expect(typesOf(await client.events(first))).toEqual(['shipment.created', 'shipment.label_ready'])
  })

  test.each([1, 'many', null, { a: 1 }])('piece_count %j is ignored', async (piece_count) => {
    const answer = await tender(service.demo, [await shipmentOf(service.demo)], { piece_count })
    expect([answer.status, answer.json.piece_count]).toEqual([201, 1])
  })

  test.each([
    ['a carrier without a name', { carrier: '' }, '/carrier'],
    ['no carrier', { carrier: undefined }, '/carrier'],
    ['an unknown handoff', { handoff: 'throw' }, '/handoff'],
    ['no handoff', { handoff: undefined }, '/handoff'],
    ['a facility without a name', { facility: '' }, '/facility'],
    ['no members', { shipment_ids: [] }, '/shipment_ids'],
    ['members as text', { shipment_ids: UNKNOWN }, '/shipment_ids'],
    ['a member that is not text', { shipment_ids: [1] }, '/shipment_ids/0'],
    ['a member twice', { shipment_ids: [UNKNOWN, UNKNOWN] }, '/shipment_ids'],
    ['1,001 members', { shipment_ids: Array.from({ length: 1001 }, (_, i) => `shp_${i}`) }, '/shipment_ids'],
    ['a field that does not exist', { pieces: 1 }, '/pieces'],
  ])('rejects %s with 422 naming the field and writes nothing', async (_name, change, path) => {
    const shipment = await shipmentOf(service.demo)
    const before = await countRows(service)
    const { status, json } = await tender(service.demo, [shipment], change)
    expect(status).toBe(422)
    expect(json.error.details.errors.map((error: { path: string }) => error.path)).toEqual([path])
    expect(await countRows(service)).toBe(before)
  })

  test('accepts an unregistered carrier and facility as given', async () => {
    const { status, json } = await tender(service.demo, [await shipmentOf(service.demo)], { carrier: 'acme', facility: 'DOCK-9' })
    expect([status, json.carrier, json.facility]).toEqual([201, 'acme', 'DOCK-9'])
    const accepted = await service.demo.post(`/v2/tenders/${json.id}/accept`, { piece_count_received: 1 })
    expect(accepted.status).toBe(200)
    const shipment = (await service.demo.get(`/v2/shipments/${json.shipment_ids[0]}`)).json
    expect([shipment.status, shipment.carrier, typeof shipment.ltracking]).toEqual(['injected', 'acme', 'string'])
  })

  test('rejects a carrier that an operator deactivated', async () => {
    const { db, network } = service.running.service
    await db.query('test_carrier', "update carriers set active = false where code = 'swiftpost'")
    network.forget()
    const { status, json } = await tender(service.demo, [await shipmentOf(service.demo)], { carrier: 'swiftpost' })
    expect([status, json.error.details.errors[0].path]).toEqual([422, '/carrier'])
    await db.query('test_carrier_back', "update carriers set active = true where code = 'swiftpost'")
    network.forget()
  })

  test('answers an unknown, malformed or foreign member with 404 naming its index; the others stay free', async () => {
    const foreign = await shipmentOf(await service.partner())
    const own = await shipmentOf(service.demo)
    const before = await countRows(service)
    const answers = []
    for (const id of [UNKNOWN, 'nonsense', foreign]) answers.push(await tender(service.demo, [own, id]))
    for (const { status, json } of answers) {
      expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: '/shipment_ids/1' }])
      expect(json).toEqual(answers[0]?.json)
    }
    expect(await countRows(service)).toBe(before)
    expect((await tender(service.demo, [own])).status).toBe(201)
  })

  test('names every member in a status that cannot be tendered', async () => {
    const client = await service.partner()
    const fine = await shipmentOf(client)
    const created = await shipmentOf(client, QR_RETURN)
    const cancelled = await shipmentOf(client)
    await client.post(`/v2/shipments/${cancelled}/cancel`)
    const held = await shipmentOf(client)
    await client.post(`/v2/shipments/${held}/hold`)
    const before = await countRows(service)
    const { status, json } = await tender(client, [fine, created, held, cancelled])
    expect([status, json.error.code]).toEqual([409, 'invalid_transition'])
    expect(json.error.details).toMatchObject({
      command: 'tender',
      status: 'created',
      shipments: [
        { id: created, status: 'created' },
        { id: cancelled, status: 'cancelled' },
      ],
    })
    const onHold = await tender(client, [fine, held])
    expect([onHold.status, onHold.json.error.code]).toEqual([409, 'shipment_held'])
    expect(onHold.json.error.details.shipments).toEqual([{ id: held, status: 'label_ready' }])
    expect(await countRows(service)).toBe(before)
  })

  test('rejects a member of another open tender with 409 naming both', async () => {
    const client = await service.partner()
    const [a, b] = (await several(client, 2)) as [string, string]
    const open = (await tender(client, [a])).json
    const { status, json } = await tender(client, [b, a])
    expect([status, json.error.code]).toEqual([409, 'shipment_already_tendered'])
    expect(json.error.details.shipments).toEqual([{ id: a, status: 'label_ready', tender_id: open.id }])
    await accept(client, open.id, 1)
    expect((await tender(client, [b])).status).toBe(201)
  })

  test('succeeds for one of two concurrent tenders with a common member', async () => {
    const client = await service.partner()
    const [a, b, c] = (await several(client, 3)) as [string, string, string]
    const answers = await Promise.all([tender(client, [a, b]), tender(client, [c, b])])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    expect(answers.find((answer) => answer.status === 409)?.json.error.code).toBe('shipment_already_tendered')
    expect((await client.get('/v2/tenders')).json.data).toHaveLength(1)
  })

  test('is refused for an operator and for a key without the scope', async () => {
    const shipment = await shipmentOf(service.demo)
    expect((await tender(await service.operator(), [shipment])).json.error.code).toBe('insufficient_scope')
    const reader = await service.partner({ scopes: ['shipments:read', 'shipments:write'] })
    const refused = await tender(reader, [await shipmentOf(reader)])
    expect(refused.json.error.details).toEqual({ required: 'tenders:write' })
  })
})

describe('accepting', () => {
  test('inject fires accepted, then injected for each member in order, with its tender and carrier', async () => {
    const client = await service.partner()
    const [a, b] = (await several(client, 2)) as [string, string]
    const made = (await tender(client, [b, a], { facility: 'ORD-SORT' })).json
    const { status, json } = await accept(client, made.id, 2, { accepted_by: 'Dock 4' })
    expect(status).toBe(200)
    expect(json).toEqual({
      ...made,
      status: 'accepted',
      piece_count_received: 2,
      accepted_by: 'Dock 4',
      accepted_at: expect.any(String),
      shipments: [
        { id: b, status: 'injected' },
        { id: a, status: 'injected' },
      ],
    })
    expect((await client.get(`/v2/tenders/${made.id}`)).json).toEqual(json)
    const events = (await client.events()).slice(-3)
    expect(typesOf(events)).toEqual(['tender.accepted', 'shipment.injected', 'shipment.injected'])
    expect(events.map((event) => event.identifiers.shipment)).toEqual([undefined, b, a])
    expect(events[0].event_info.status).toBe('accepted')
    expect(events[0].identifiers).toEqual({ tender: made.id, partner: client.partnerId, facility: 'ORD-SORT' })
    expect(events[0].eventSpecific).toEqual({
      carrier: 'northline',
      handoff: 'inject',
      pieceCount: 2,
      pieceCountReceived: 2,
      shipmentCount: 2,
      acceptedBy: 'Dock 4',
      acceptedAt: json.accepted_at,
    })
    expect(events[1].identifiers).toMatchObject({ tender: made.id, shipment: b, facility: 'ORD-SORT' })
    expect(events[1].eventSpecific).toEqual({ 'scan-type': 'injected', scantime: json.accepted_at, carrier: 'northline' })
    expect((await client.get(`/v2/shipments/${a}`)).json).toMatchObject({ tender_id: made.id, carrier: 'northline' })
    expect((await client.get(`/v2/shipments?tender_id=${made.id}`)).json.data).toHaveLength(2)
  })

  test.each([
    ['short', 1, -2],
    ['short', 0, -3],
    ['over', 5, 2],
  ])('a %s count with %i of 3 fires a discrepancy between accepted and injected', async (type, received, delta) => {
    const client = await service.partner()
    const made = (await tender(client, await several(client, 3))).json
    const { json } = await accept(client, made.id, received)
    expect(json).toMatchObject({ discrepancy: { type, delta }, piece_count: 3, piece_count_received: received })
    const events = (await client.events()).slice(-5)
    expect(typesOf(events)).toEqual(['tender.accepted', 'tender.discrepancy', ...Array(3).fill('shipment.injected')])
    expect(events[1].eventSpecific).toEqual({
      ...events[0].eventSpecific,
      discrepancyType: type,
      expectedPieceCount: 3,
      receivedPieceCount: received,
      delta,
    })
    expect(events[1].event_info.status).toBe('accepted')
    expect(Object.keys(events[0].eventSpecific)).not.toContain('delta')
  })

  test('tenders with a discrepancy since a time are listed by acceptance time, page by page', async () => {
    const [client, operator] = [await service.partner(), await service.operator()]
    const make = async (): Promise<string> => {
      await sleep(5)
      return (await tender(client, await several(client, 1))).json.id
    }
    const [first, second, third] = [await make(), await make(), await make()]
    const acceptedAt = async (id: string, received: number): Promise<string> => {
      await sleep(5)
      return (await accept(client, id, received)).json.accepted_at
    }
    const times = [await acceptedAt(third, 0), await acceptedAt(second, 2), await acceptedAt(first, 0)]
    const read = async (by: TestClient, type: string, since: string, more = ''): Promise<[string[], string | null]> => {
      const { json } = await by.get(`/v2/tenders?discrepancy=${type}&accepted_after=${since}${more}`)
      return [json.data.map(({ id }: { id: string }) => id), json.next_cursor]
    }
    const before = new Date(Date.parse(times[0] as string) - 1).toISOString()
    for (const [by, own] of [
      [client, ''],
      [operator, ''],
      [operator, `&partner_id=${client.partnerId}`],
    ] as const) {
      expect(await read(by, 'short', before, own)).toEqual([[first, third], null])
      expect(await read(by, 'over', before, own)).toEqual([[second], null])
      expect(await read(by, 'short', times[0] as string, own)).toEqual([[first], null])
      const [page, cursor] = await read(by, 'short', before, `${own}&limit=1`)
      expect(page).toEqual([first])
      expect(await read(by, 'short', before, `${own}&limit=1&cursor=${cursor}`)).toEqual([[third], null])
    }
  })

  test('collect makes the members ready and fires nothing for them', async () => {
    const client = await service.partner()
    const [a] = (await several(client, 1)) as [string]
    const made = (await tender(client, [a], { handoff: 'collect' })).json
    const { json } = await accept(client, made.id, 1)
    expect(json.shipments).toEqual([{ id: a, status: 'made_ready' }])
    expect(typesOf((await client.events()).slice(-2))).toEqual(['tender.created', 'tender.accepted'])
    const again = (await tender(client, [a])).json
    expect((await accept(client, again.id, 1)).json.shipments).toEqual([{ id: a, status: 'injected' }])
  })

  test('a marketplace parcel gets the carrier of the tender', async () => {
    const client = await service.partner()
    const to = { ...ADDRESS, state: 'ON', postal_code: 'M5V 2A5', country: 'CA' }
    const a = await shipmentOf(client, { direction: 'outbound', to })
    const made = (await tender(client, [a], { carrier: 'swiftpost' })).json
    await accept(client, made.id, 1)
    expect((await client.get(`/v2/shipments/${a}`)).json).toMatchObject({ status: 'injected', carrier: 'swiftpost' })
  })

  test('members that moved on or ended stay unchanged; held members are handed over', async () => {
    const client = await service.partner()
    const [gone, held, fine] = (await several(client, 3)) as [string, string, string]
    const made = (await tender(client, [gone, held, fine])).json
    await client.post(`/v2/shipments/${gone}/cancel`)
    await client.post(`/v2/shipments/${held}/hold`)
    expect((await client.get(`/v2/tenders/${made.id}`)).json.shipments[0]).toEqual({ id: gone, status: 'cancelled' })
    const { json } = await accept(client, made.id, 3)
    expect(json.shipments.map((member: { status: string }) => member.status)).toEqual(['cancelled', 'injected', 'injected'])
    expect(json.piece_count).toBe(3)
    expect(typesOf(await client.events(gone))).not.toContain('shipment.injected')
    expect((await client.get(`/v2/shipments/${gone}`)).json.tender_id).toBeNull()
  })

  test('is refused with 409 tender_not_acceptable if no member can be handed over', async () => {
    const client = await service.partner()
    const ids = await several(client, 2)
    const made = (await tender(client, ids)).json
    for (const id of ids) await client.post(`/v2/shipments/${id}/cancel`)
    const before = await countRows(service)
    const { status, json } = await accept(client, made.id, 0)
    expect([status, json.error.code]).toEqual([409, 'tender_not_acceptable'])
    expect(json.error.details.shipments).toEqual(ids.map((id) => ({ id, status: 'cancelled' })))
    expect(await countRows(service)).toBe(before)
  })

  test('one of several concurrent acceptances succeeds; the others get 409 and fire nothing', async () => {
    const client = await service.partner()
    for (let round = 0; round < 5; round++) {
      const made = (await tender(client, await several(client, 1))).json
      const answers = await Promise.all([1, 2, 3, 4].map(() => accept(client, made.id, 1)))
      const codes = answers.map(({ status, json }) => json.error?.code ?? status)
      expect(codes.sort()).toEqual([200, ...Array.from({ length: 3 }, () => 'tender_already_accepted')])
    }
    const told = typesOf(await client.events()).filter((type) => type === 'tender.accepted' || type === 'shipment.injected')
    expect(told).toEqual(Array.from({ length: 5 }, () => ['tender.accepted', 'shipment.injected']).flat())
  })

  test('a lost answer is replayed for the same key', async () => {
    const client = await service.partner()
    const made = (await tender(client, await several(client, 1))).json
    const [first, second] = [1, 2].map(() =>
      client.post(`/v2/tenders/${made.id}/accept`, { piece_count_received: 1 }, { idempotencyKey: 'accept' }),
    )
    expect((await first)?.text).toBe((await second)?.text)
    expect((await second)?.status).toBe(200)
  })

  test.each([
    ['no count', {}, '/piece_count_received'],
    ['a negative count', { piece_count_received: -1 }, '/piece_count_received'],
    ['half a piece', { piece_count_received: 0.5 }, '/piece_count_received'],
    ['a count as text', { piece_count_received: '1' }, '/piece_count_received'],
    ['an empty name', { piece_count_received: 1, accepted_by: '' }, '/accepted_by'],
    ['a field that does not exist', { piece_count_received: 1, pieces: 1 }, '/pieces'],
  ])('rejects %s with 422 naming the field and leaves the tender open', async (_name, body, path) => {
    const made = (await tender(service.demo, [await shipmentOf(service.demo)])).json
    const before = await countRows(service)
    const { status, json } = await service.demo.post(`/v2/tenders/${made.id}/accept`, body)
    expect([status, json.error.details.errors[0].path]).toEqual([422, path])
    expect(await countRows(service)).toBe(before)
    expect((await service.demo.get(`/v2/tenders/${made.id}`)).json.status).toBe('created')
  })

  test("an operator accepts any partner's tender and is named by default; another partner gets 404", async () => {
    const client = await service.partner()
    const stranger = await service.partner()
    const made = (await tender(client, await several(client, 1))).json
    const unknown = await accept(stranger, 'tnd_00000000000000000000000000', 1)
    expect([unknown.status, unknown.json.error.details]).toEqual([404, { field: 'id' }])
    for (const id of [made.id, 'nonsense']) {
      expect((await accept(stranger, id, 1)).json).toEqual(unknown.json)
      expect((await stranger.get(`/v2/tenders/${id}`)).json).toEqual(unknown.json)
    }
    expect((await accept(await service.operator(['shipments:read']), made.id, 1)).json.error.details).toEqual({ required: 'tenders:write' })
    const { status, json } = await accept(await service.operator(), made.id, 1)
    expect([status, json.accepted_by]).toEqual([200, 'Olive Operator'])
    const told = (await client.events()).find(({ type }) => type === 'tender.accepted')
    expect(told.eventSpecific.acceptedBy).toBe('Olive Operator')
    expect(told.identifiers.partner).toBe(client.partnerId)
  })

  test('every member is injected despite concurrent scans, and none falls back', async () => {
    const client = await service.partner()
    const ids = await several(client, 6)
    const made = (await tender(client, ids)).json
    const scans = ids.map((shipment_id) => client.post('/v2/scan-events/sort', { shipment_id, facility: 'EWR-SORT' }))
    const answers = await Promise.all([accept(client, made.id, 6), ...scans])
    expect(answers.map((answer) => answer.status)).toEqual(Array(7).fill(200))
    for (const id of ids) {
      expect(await statusOf(client, id)).toBe('injected')
      expect(typesOf(await client.events(id)).at(-1)).toBe('shipment.injected')
    }
  })

  test('1,000 members are accepted in one transaction, with their events in order', async () => {
    const client = await service.partner()
    const shipments = Array.from({ length: 1000 }, () => RETURN)
    const ids = (await client.post('/v2/shipments/batch', { shipments })).json.data.map((row: { id: string }) => row.id)
    const made = await tender(client, ids)
    expect([made.status, made.json.piece_count]).toEqual([201, 1000])
    const accepted = await accept(client, made.json.id, 1000)
    expect(accepted.status).toBe(200)
    expect(accepted.json.shipments).toEqual(ids.map((id: string) => ({ id, status: 'injected' })))
    const events = (await client.events()).slice(-1001)
    expect(events[0].type).toBe('tender.accepted')
    expect(events.slice(1).map((event) => event.identifiers.shipment)).toEqual(ids)
    const rows = await service.running.service.db.query<{ n: number }>(
      'test_transactions',
      'select count(distinct xid) as n from (select xid from events where id = any($1::text[])) e',
      [events.map((event) => event.eventID)],
    )
    expect(rows[0]?.n).toBe(1)
  })
})

describe('reading', () => {
  test('an expired member shows as expired, by the partner’s virtual clock', async () => {
    const client = await service.partner()
    const id = await shipmentOf(client)
    const made = (await tender(client, [id])).json
    await setClock(service, client.partnerId, 31 * 86_400)
    expect((await client.get(`/v2/tenders/${made.id}`)).json.shipments).toEqual([{ id, status: 'expired' }])
    expect(await statusOf(client, id)).toBe('expired')
    expect((await accept(client, made.id, 1)).json.error.code).toBe('tender_not_acceptable')
  })

  test('lists show live statuses newest first, can be filtered, and exclude other partners', async () => {
    const client = await service.partner()
    await tender(service.demo, [await shipmentOf(service.demo)])
    const made = []
    for (let i = 0; i < 3; i++) made.push((await tender(client, await several(client, 1), i === 1 ? { carrier: 'maplego' } : {})).json)
    await accept(client, made[0].id, 1)
    const first = (await client.get('/v2/tenders?limit=2')).json
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual([made[2].id, made[1].id])
    const second = (await client.get(`/v2/tenders?limit=2&cursor=${first.next_cursor}`)).json
    expect([second.has_more, second.data.length]).toEqual([false, 1])
    expect(second.data[0]).toMatchObject({ id: made[0].id, shipments: [{ status: 'injected' }] })
    const ids = async (query: string) => (await client.get(query)).json.data.map((row: { id: string }) => row.id)
    expect(await ids('/v2/tenders?status=accepted')).toEqual([made[0].id])
    expect(await ids('/v2/tenders?status=created&carrier=maplego')).toEqual([made[1].id])
    expect((await client.get('/v2/tenders?status=open')).json.error.details.errors[0].path).toBe('?status')
  })
})
