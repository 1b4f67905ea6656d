// The other ways in which a tender ends, besides a complete handover: it is canceled, or accepted without some of its members.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRows, shipmentOf, typesOf } from '../pickups/fixtures.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const tender = async (client: TestClient, shipment_ids: string[]) => {
  const { status, json, text } = await client.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
  if (status !== 201) throw new Error(text)
  return json
}
const cancel = (client: TestClient, id: string, idempotencyKey: string = randomUUID()) =>
  client.post(`/v2/tenders/${id}/cancel`, undefined, { idempotencyKey })
const accept = (client: TestClient, id: string, piece_count_received: number, missing_shipment_ids?: string[]) =>
  client.post(`/v2/tenders/${id}/accept`, { piece_count_received, missing_shipment_ids })
const several = async (client: TestClient, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => shipmentOf(client)))) as [string, ...string[]]
const shipment = async (client: TestClient, id: string) => (await client.get(`/v2/shipments/${id}`)).json

describe('canceling', () => {
  test('frees the members without moving them, fires nothing, and shows the time', async () => {
    const client = await service.partner()
    const ids = await several(client, 2)
    const made = await tender(client, ids)
    const told = await client.events()
    const { status, json } = await cancel(client, made.id)
    expect(status).toBe(200)
    expect(json).toEqual({ ...made, status: 'cancelled', cancelled_at: expect.any(String) })
    expect((await client.get(`/v2/tenders/${made.id}`)).json).toEqual(json)
    expect((await client.get('/v2/tenders?status=cancelled')).json.data).toEqual([json])
    expect((await client.get('/v2/tenders?status=created')).json.data).toEqual([])
    expect(await client.events()).toEqual(told)
    for (const id of ids) expect(await shipment(client, id)).toMatchObject({ status: 'label_ready', tender_id: null })
    const again = await tender(client, ids)
    expect((await accept(client, again.id, 2)).json.shipments).toEqual(ids.map((id) => ({ id, status: 'injected' })))
  })

  test('is refused with 409 after a cancellation or acceptance, as is accepting a cancelled tender', async () => {
    const client = await service.partner()
    const [a, b] = (await several(client, 2)) as [string, string]
    const called = (await cancel(client, (await tender(client, [a])).id)).json
    const accepted = (await accept(client, (await tender(client, [b])).id, 1)).json
    const before = await countRows(service)
    const answers = [await cancel(client, called.id), await accept(client, called.id, 1), await cancel(client, accepted.id)]
    expect(answers.map(({ status, json }) => [status, json.error.code, json.error.details])).toEqual([
      [409, 'tender_already_cancelled', { cancelled_at: called.cancelled_at }],
      [409, 'tender_already_cancelled', { cancelled_at: called.cancelled_at }],
      [409, 'tender_already_accepted', { accepted_at: accepted.accepted_at }],
    ])
    expect(await countRows(service)).toBe(before)
    expect([(await shipment(client, a)).status, (await shipment(client, b)).status]).toEqual(['label_ready', 'injected'])
  })

  test('a lost answer is replayed for the same key', async () => {
    const client = await service.partner()
    const made = await tender(client, await several(client, 1))
    const [first, second] = [await cancel(client, made.id, 'cancel'), await cancel(client, made.id, 'cancel')]
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true'])
  })

  test('frees members that moved on or ended, without changing them', async () => {
    const client = await service.partner()
    const [gone, moved] = (await several(client, 2)) as [string, string]
    const made = await tender(client, [gone, moved])
    await client.post(`/v2/shipments/${gone}/cancel`)
    await client.post('/v2/scan-events/movement', { shipment_id: moved })
    const { json } = await cancel(client, made.id)
    expect(json.shipments.map(({ status }: { status: string }) => status)).toEqual(['cancelled', 'in_transit'])
    const { db } = service.running.service
    const open = 'select id from shipments where open_tender_id = $1'
    expect(await db.query('test_open', open, [made.id])).toEqual([])
  })

  test('excludes a concurrent acceptance, and the members follow the winner', async () => {
    const client = await service.partner()
    for (let round = 0; round < 6; round++) {
      const [id] = await several(client, 1)
      const made = await tender(client, [id])
      const [called, taken] = (await Promise.all([cancel(client, made.id), accept(client, made.id, 1)])) as [
        Awaited<ReturnType<typeof cancel>>,
        Awaited<ReturnType<typeof accept>>,
      ]
      expect([called.status, taken.status].sort()).toEqual([200, 409])
      const isTaken = taken.status === 200
      expect((isTaken ? called : taken).json.error.code).toBe(isTaken ? 'tender_already_accepted' : 'tender_already_cancelled')
      expect((await shipment(client, id)).status).toBe(isTaken ? 'injected' : 'label_ready')
    }
  })

  test('an operator can cancel any tender, with an audit line; another partner cannot see it', async () => {
    const client = await service.partner()
    const made = await tender(client, await several(client, 1))
    const unknown = await cancel(await service.partner(), made.id)
    expect([unknown.status, unknown.json.error.details]).toEqual([404, { field: 'id' }])
    const reader = await service.operator(['shipments:read'])
    expect((await cancel(reader, made.id)).json.error.details).toEqual({ required: 'tenders:write' })
    const operator = await service.operator()
    expect((await cancel(operator, made.id)).json.status).toBe('cancelled')
    const { json } = await operator.get(`/v2/ops/audit?subject=${made.id}`)
    const written = expect.arrayContaining([{ table: 'tenders', id: made.id, version: 2, status: 'cancelled' }])
    expect(json.data).toMatchObject([{ subject: made.id, after: { written } }])
  })

  test('an older program that does not know cancelled tenders cannot accept one', async () => {
    const client = await service.partner()
    const made = await tender(client, await several(client, 1))
    await cancel(client, made.id)
    const earlier = service.running.service.db.query('test_earlier', "update tenders set status = 'accepted' where id = $1", [made.id])
    await expect(earlier).rejects.toThrow('tenders_cancelled_check')
  })
})

describe('accepting a tender without its missing parcels', () => {
  test('leaves the missing members free for another tender and hands over the others', async () => {
    const client = await service.partner()
    const [a, b, c] = (await several(client, 3)) as [string, string, string]
    const made = await tender(client, [a, b, c])
    const { status, json } = await accept(client, made.id, 2, [b])
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: 'accepted', missing_shipment_ids: [b], discrepancy: { type: 'short', delta: -1 } })
    expect(json.shipments).toEqual([
      { id: a, status: 'injected' },
      { id: b, status: 'label_ready' },
      { id: c, status: 'injected' },
    ])
    expect((await client.get(`/v2/tenders/${made.id}`)).json).toEqual(json)
    const events = (await client.events()).slice(-4)
    expect(typesOf(events)).toEqual(['tender.accepted', 'tender.discrepancy', 'shipment.injected', 'shipment.injected'])
    expect(events.slice(2).map((event) => event.identifiers.shipment)).toEqual([a, c])
    expect(await shipment(client, b)).toMatchObject({ status: 'label_ready', tender_id: null })
    expect((await tender(client, [b])).status).toBe('created')
  })

  test('allows fewer names than missing parcels; unnamed parcels are handed over', async () => {
    const client = await service.partner()
    const [a, b, c] = (await several(client, 3)) as [string, string, string]
    const { json } = await accept(client, (await tender(client, [a, b, c])).id, 1, [c])
    expect(json.shipments.map(({ status }: { status: string }) => status)).toEqual(['injected', 'injected', 'label_ready'])
    const whole = (await accept(client, (await tender(client, [c])).id, 1, [])).json
    expect([whole.status, whole.missing_shipment_ids, whole.discrepancy]).toEqual(['accepted', [], null])
  })

  const REFUSED: [name: string, received: number, missing: (ids: string[]) => unknown, path: string, rule: string, message: RegExp][] = [
    [
      'more names than missing parcels',
      2,
      ([a, b]) => [a, b],
      '',
      'maximum',
      /lists 2, but the count is 2 and the expected count is 3, so list at most 1/,
    ],
    [
      'a name if no parcel is missing',
      3,
      ([a]) => [a],
      '',
      'maximum',
      /the count is 3 and the expected count is 3, so no shipment is missing; omit this field/,
    ],
    [
      'a name if there are too many parcels',
      4,
      ([a]) => [a],
      '',
      'maximum',
      /the count is 4 and the expected count is 3, so no shipment is missing/,
    ],
    ['a parcel that is not a member', 1, ([a]) => [a, 'shp_00000000000000000000000000'], '/1', 'member', /is not a member of the tender/],
    ['a member twice', 1, ([a]) => [a, a], '', 'uniqueItems', /./],
    ['a list as text', 1, ([a]) => a, '', 'type', /./],
  ]
  test.each(REFUSED)(
    'rejects %s with 422 naming the field and leaves the tender open',
    async (_name, received, missing, place, rule, message) => {
      const client = await service.partner()
      const ids = await several(client, 3)
      const made = await tender(client, ids)
      const before = await countRows(service)
      const body = { piece_count_received: received, missing_shipment_ids: missing(ids) }
      const { status, json } = await client.post(`/v2/tenders/${made.id}/accept`, body)
      expect([status, json.error.code]).toEqual([422, 'validation_failed'])
      expect(json.error.details.errors).toMatchObject([{ path: `/missing_shipment_ids${place}`, rule }])
      expect(json.error.details.errors[0].message).toMatch(message)
      expect(await countRows(service)).toBe(before)
      expect((await client.get(`/v2/tenders/${made.id}`)).json).toEqual(made)
    },
  )
})

describe('dismissing a discrepancy', () => {
  const NOTE = { note: 'The carrier corrected its count' }
  const short = async (client: TestClient) => {
    const made = await tender(client, await several(client, 2))
    return (await accept(client, made.id, 1)).json
  }
  const dismiss = (client: TestClient, id: string, body: unknown = NOTE, idempotencyKey: string = randomUUID()) =>
    client.post(`/v2/tenders/${id}/dismiss-discrepancy`, body, { idempotencyKey })
  const needs = async (client: TestClient) => {
    const { json } = await client.get('/v2/today')
    const { count, list } = json.needs.find(({ kind }: { kind: string }) => kind === 'tender_short')
    return { count, ids: (await client.get(list)).json.data.map(({ id }: { id: string }) => id), list }
  }

  test('keeps the discrepancy, note, person and time, fires nothing, and takes the tender off the list of needs', async () => {
    const client = await service.partner({ name: 'Acme' })
    const [made, kept] = [await short(client), await short(client)]
    const told = await client.events()
    expect(await needs(client)).toMatchObject({ count: 2, ids: [kept.id, made.id] })
    const { status, json } = await dismiss(client, made.id)
    expect(status).toBe(200)
    const dismissal = { ...NOTE, dismissed_by: expect.any(String), dismissed_at: expect.stringMatching(/Z$/) }
    expect(json).toEqual({ ...made, dismissal })
    expect((await client.get(`/v2/tenders/${made.id}`)).json).toEqual(json)
    expect(await client.events()).toEqual(told)
    const { list, ...left } = await needs(client)
    expect(left).toEqual({ count: 1, ids: [kept.id] })
    const all = await client.get(list.replace('dismissed=false&', ''))
    expect(all.json.data.map(({ id }: { id: string }) => id)).toEqual([kept.id, made.id])
    const operator = await service.operator()
    expect((await needs(operator)).ids).not.toContain(made.id)
    expect((await dismiss(operator, kept.id)).json.dismissal).toMatchObject(NOTE)
    const { data } = (await operator.get('/v2/ops/audit?limit=1')).json
    expect(data[0]).toMatchObject({ subject: kept.id })
  })

  test('records one of two concurrent dismissals and tells the other who made it', async () => {
    const client = await service.partner()
    const made = await short(client)
    const answers = await Promise.all(['one', 'two'].map((note) => dismiss(client, made.id, { note })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = answers.sort((a, b) => a.status - b.status).map(({ json }) => json)
    expect(lost.error).toMatchObject({ code: 'discrepancy_already_dismissed', details: { dismissal: won.dismissal } })
    expect(lost.error.message).toContain(won.dismissal.dismissed_by)
    expect((await client.get(`/v2/tenders/${made.id}`)).json.dismissal).toEqual(won.dismissal)
  })

  test('is refused with the status of a tender without a discrepancy, and needs a note', async () => {
    const client = await service.partner()
    const [a, b, c] = (await several(client, 3)) as [string, string, string]
    const [open, counted, cancelled] = [await tender(client, [a]), await tender(client, [b]), await tender(client, [c])]
    await accept(client, counted.id, 1)
    await cancel(client, cancelled.id)
    for (const [id, status] of [
      [open.id, 'created'],
      [counted.id, 'accepted'],
      [cancelled.id, 'cancelled'],
    ])
      expect((await dismiss(client, id)).json.error).toMatchObject({ code: 'tender_without_discrepancy', details: { status } })
    const made = await short(client)
    for (const body of [{}, { note: '' }, { note: 'x'.repeat(501) }, { note: 1 }])
      expect((await dismiss(client, made.id, body)).status).toBe(422)
    const alone = await client.get('/v2/tenders?discrepancy=short&dismissed=false')
    expect([alone.status, alone.json.error.details.errors[0].path]).toEqual([422, '?dismissed'])
  })
})
