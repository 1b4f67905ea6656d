import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayAhead, shipmentOf, storesByCode, typesOf } from '../pickups/fixtures.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { consolidate, type Json, PATH, stateOf, sweepOf, tenderOf, whenAccepted } from './support.ts'

let service: TestService
let operator: TestClient
let store: string
beforeAll(async () => {
  service = await startTestService('all')
  operator = await service.operator()
  store = [...(await storesByCode(service)).values()][0] as string
})
afterAll(() => service.close())

let one: TestClient & { partnerId: string }
let other: TestClient & { partnerId: string }
let docks = 0
let dock: string
beforeEach(async () => {
  ;[one, other] = [await service.partner({ name: 'One' }), await service.partner({ name: 'Other' })]
  dock = `DOCK-${++docks}`
})

const accept = (id: string, body: object) => operator.post(`${PATH}/${id}/accept`, body)
const fault = ({ status, json }: { status: number; json: Json }) => [
  status,
  json.error.code,
  json.error.details.errors?.map(({ path, rule }: Json) => `${path} ${rule}`),
]
const eventsOf = async (client: TestClient) => typesOf(await client.events()).filter((type) => !type.startsWith('shipment.'))

describe('creation', () => {
  test('a consolidation lists the open tenders of a carrier at a facility, with expected counts by partner', async () => {
    const [a, b, c] = [
      await tenderOf(one, 2, { facility: dock }),
      await tenderOf(other, 1, { facility: dock }),
      await tenderOf(one, 1, { facility: dock }),
    ]
    await tenderOf(one, 1, { facility: 'ELSEWHERE' })
    await tenderOf(one, 1, { facility: dock, carrier: 'swiftship' })
    await one.post(`/v2/tenders/${(await tenderOf(one, 1, { facility: dock })).id}/cancel`)
    const made = await consolidate(operator, { facility: dock })
    expect(made).toMatchObject({
      object: 'consolidation',
      status: 'open',
      facility: dock,
      piece_count: 4,
      member_count: 3,
      partner_count: 2,
    })
    expect(made.members.map(({ id, kind, partner_id, piece_count }: Json) => [id, kind, partner_id, piece_count])).toEqual([
      [a.id, 'tender', one.partnerId, 2],
      [b.id, 'tender', other.partnerId, 1],
      [c.id, 'tender', one.partnerId, 1],
    ])
    expect(made.partners).toEqual([
      { partner_id: one.partnerId, member_count: 2, piece_count: 3, piece_count_received: null },
      { partner_id: other.partnerId, member_count: 1, piece_count: 1, piece_count_received: null },
    ])
    expect((await operator.get(`${PATH}/${made.id}`)).json).toEqual(made)
    const { piece_count: _p, partners: _q, members: _m, ...listed } = made
    expect((await operator.get(`${PATH}?facility=${dock}&status=open&carrier=northline`)).json.data).toEqual([listed])
    expect((await operator.get(`${PATH}?member=${b.id}`)).json.data).toEqual([listed])
    expect((await operator.get(`${PATH}?facility=${dock}&status=accepted`)).json.data).toEqual([])
    expect((await operator.get(`/v2/ops/audit?subject=${made.id}`)).json.data).toMatchObject([
      { action: 'consolidation.created', after: { members: [a.id, b.id, c.id] } },
    ])
  })

  test('a tender is in one consolidation at a time; canceling the consolidation only frees its tenders', async () => {
    const [a, b] = [await tenderOf(one, 1, { facility: dock }), await tenderOf(other, 1, { facility: dock })]
    const first = await consolidate(operator, { facility: dock, tender_ids: [a.id] })
    const again = await operator.post(PATH, { carrier: 'northline', facility: dock, tender_ids: [b.id, a.id] })
    expect([again.status, again.json.error.code]).toEqual([409, 'already_consolidated'])
    expect(again.json.error.details).toEqual({ members: [{ id: a.id, consolidation_id: first.id }] })
    expect(stateOf(await consolidate(operator, { facility: dock }))).toEqual([[b.id, 'open']])
    const none = await operator.post(PATH, { carrier: 'northline', facility: dock })
    expect(fault(none).slice(0, 2)).toEqual([409, 'nothing_to_consolidate'])
    const cancelled = (await operator.post(`${PATH}/${first.id}/cancel`)).json
    expect([cancelled.status, stateOf(cancelled), cancelled.ended_at]).toEqual(['cancelled', [[a.id, 'released']], expect.any(String)])
    expect((await one.get(`/v2/tenders/${a.id}`)).json).toMatchObject({ status: 'created' })
    expect(fault(await operator.post(`${PATH}/${first.id}/cancel`)).slice(0, 2)).toEqual([409, 'consolidation_not_open'])
    expect(fault(await accept(first.id, { piece_count_received: 1 })).slice(0, 2)).toEqual([409, 'consolidation_not_open'])
    expect(stateOf(await consolidate(operator, { facility: dock }))).toEqual([[a.id, 'open']])
  })

  test('of many concurrent creates one succeeds, so each tender is in exactly one consolidation', async () => {
    for (let i = 0; i < 4; i++) await tenderOf(i % 2 ? one : other, 1, { facility: dock })
    const answers = await Promise.all(Array.from({ length: 6 }, () => operator.post(PATH, { carrier: 'northline', facility: dock })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  const UNKNOWN = 'tnd_00000000000000000000000000'
  const REFUSED: [string, () => Promise<object>, unknown[]][] = [
    ['no place', async () => ({}), [422, 'validation_failed', ['/facility required']]],
    ['a store without a day', async () => ({ store_id: store }), [422, 'validation_failed', ['/date required']]],
    ['a day without a store', async () => ({ facility: dock, date: dayAhead(30) }), [422, 'validation_failed', ['/store_id required']]],
    ['a store that does not exist', async () => ({ store_id: 'sto_x', date: dayAhead(30) }), [404, 'not_found', undefined]],
    ['a tender that does not exist', async () => ({ facility: dock, tender_ids: [UNKNOWN] }), [404, 'not_found', undefined]],
    [
      'a sweep among the tenders',
      async () => ({ facility: dock, tender_ids: [(await sweepOf(one, store, 1)).id] }),
      [404, 'not_found', undefined],
    ],
    [
      "another carrier's tender",
      async () => ({ facility: dock, tender_ids: [(await tenderOf(one, 1, { carrier: 'swiftship' })).id] }),
      [422, 'validation_failed', ['/tender_ids/0 carrier']],
    ],
    [
      'a tender for another facility',
      async () => ({ facility: dock, tender_ids: [(await tenderOf(one, 1, { facility: 'ELSE' })).id] }),
      [422, 'validation_failed', ['/tender_ids/0 facility']],
    ],
    [
      'a tender that has ended',
      async () => {
        const { id } = await tenderOf(one, 1)
        await one.post(`/v2/tenders/${id}/cancel`)
        return { facility: dock, tender_ids: [id] }
      },
      [422, 'validation_failed', ['/tender_ids/0 open']],
    ],
    [
      'a sweep of another day',
      async () => ({ store_id: store, date: dayAhead(30), sweep_ids: [(await sweepOf(one, store, 1)).id] }),
      [422, 'validation_failed', ['/sweep_ids/0 carrier', '/sweep_ids/0 store']],
    ],
  ]
  test.each(REFUSED)('%s is refused by name, and nothing is created', async (_name, body, refusal) => {
    const sent = await operator.post(PATH, { carrier: 'northline', ...(await body()) })
    const [status, code, errors] = fault(sent)
    expect([status, code]).toEqual(refusal.slice(0, 2))
    if (refusal[2]) expect(refusal[2]).toEqual(expect.arrayContaining(errors as string[]))
    const rows = await service.running.service.db.query('test_none', 'select id from consolidations where facility = $1', [dock])
    expect(rows).toEqual([])
  })
})

describe('acceptance', () => {
  test('a count that equals the sum accepts each tender as if it were accepted alone', async () => {
    const [a, b, alone] = [
      await tenderOf(one, 2, { facility: dock }),
      await tenderOf(other, 1, { facility: dock, handoff: 'collect' }),
      await tenderOf(one, 2, { facility: 'ALONE' }),
    ]
    const { id } = await consolidate(operator, { facility: dock })
    const begun = await accept(id, { piece_count_received: 3, accepted_by: 'Dora Dock' })
    expect([begun.status, begun.json.status, begun.json.accepting_count]).toEqual([202, 'accepting', 2])
    const done = await whenAccepted(operator, id)
    expect(done).toMatchObject({ piece_count: 3, piece_count_received: 3, unattributed: 0, accepting_count: 0, refused_count: 0 })
    expect(stateOf(done)).toEqual([
      [a.id, 'accepted'],
      [b.id, 'accepted'],
    ])
    const own = (await operator.post(`/v2/tenders/${alone.id}/accept`, { piece_count_received: 2, accepted_by: 'Dora Dock' })).json
    const taken = (await one.get(`/v2/tenders/${a.id}`)).json
    const alike = ({ status, piece_count_received, accepted_by, discrepancy, shipments }: Json) => {
      return { status, piece_count_received, accepted_by, discrepancy, shipments: shipments.map((member: Json) => member.status) }
    }
    expect(alike(taken)).toEqual(alike(own))
    expect((await other.get(`/v2/tenders/${b.id}`)).json.shipments[0].status).toBe('made_ready')
    const events = (await one.events()).filter(({ identifiers }: Json) => identifiers.tender)
    const about = (tender: string) => events.filter(({ identifiers }: Json) => identifiers.tender === tender)
    expect(typesOf(about(a.id))).toEqual(['tender.created', 'tender.accepted', 'shipment.injected', 'shipment.injected'])
    expect(about(a.id).map(({ eventSpecific }: Json) => Object.keys(eventSpecific))).toEqual(
      about(alone.id).map(({ eventSpecific }: Json) => Object.keys(eventSpecific)),
    )
    expect(about(a.id).map(({ event_info }: Json) => event_info.actor ?? null)).toEqual(
      about(alone.id).map(({ event_info }: Json) => event_info.actor ?? null),
    )
    expect(await eventsOf(other)).toEqual(['tender.created', 'tender.accepted'])
    expect((await operator.get(`/v2/ops/audit?subject=${a.id}`)).json.data).toMatchObject([
      { action: 'tender.accepted', after: { consolidation_id: id, piece_count_received: 2 } },
    ])
    expect(fault(await accept(id, { piece_count_received: 3 })).slice(0, 2)).toEqual([409, 'consolidation_not_open'])
  })

  test('a count that differs is refused until it is attributed; only the affected partner gets a discrepancy', async () => {
    const [a, b] = [await tenderOf(one, 3, { facility: dock }), await tenderOf(other, 2, { facility: dock })]
    const { id } = await consolidate(operator, { facility: dock })
    const refused = await accept(id, { piece_count_received: 4 })
    expect(fault(refused)).toEqual([422, 'validation_failed', ['/piece_count_received sum']])
    expect(refused.json.error.message).toMatch(/is 4, but the expected number is 5; send a count .* send -1 as unattributed/)
    const half = { piece_count_received: 4, counts: [{ id: a.id, piece_count_received: 1 }] }
    expect((await accept(id, half)).json.error.message).toMatch(/add up to 3 \(expected: 5\).* send 1 as unattributed/)
    const missing = a.shipment_ids[1]
    const counts = [{ id: a.id, piece_count_received: 2, missing_shipment_ids: [missing] }]
    expect((await accept(id, { piece_count_received: 4, counts })).status).toBe(202)
    const done = await whenAccepted(operator, id)
    expect(done.partners).toEqual([
      { partner_id: one.partnerId, member_count: 1, piece_count: 3, piece_count_received: 2 },
      { partner_id: other.partnerId, member_count: 1, piece_count: 2, piece_count_received: 2 },
    ])
    expect(await eventsOf(one)).toEqual(['tender.created', 'tender.accepted', 'tender.discrepancy'])
    expect(await eventsOf(other)).toEqual(['tender.created', 'tender.accepted'])
    expect((await one.get(`/v2/shipments/${missing}`)).json).toMatchObject({ status: 'label_ready', tender_id: null })
    expect((await other.get(`/v2/tenders/${b.id}`)).json).toMatchObject({ discrepancy: null, piece_count_received: 2 })
  })

  test('an unattributed surplus stays with the operator: its numbers go to the inbox, and no partner is told', async () => {
    await tenderOf(one, 1, { facility: dock })
    const { id } = await consolidate(operator, { facility: dock })
    const many = { piece_count_received: 3, unattributed: 2, surplus_numbers: ['X 1', 'X2', 'X3'] }
    expect(fault(await accept(id, many))).toEqual([422, 'validation_failed', ['/surplus_numbers maximum']])
    expect((await accept(id, { ...many, surplus_numbers: ['X 1'] })).status).toBe(202)
    expect(await whenAccepted(operator, id)).toMatchObject({ unattributed: 2, piece_count: 1, piece_count_received: 3 })
    expect(await eventsOf(one)).toEqual(['tender.created', 'tender.accepted'])
    const { data } = (await operator.get('/v2/ops/unmatched-scans?number=X1')).json
    const [scan] = data.filter(({ number }: Json) => number === 'X1')
    expect(scan).toMatchObject({ carrier: 'northline', reason: 'surplus', tender_id: null, kind: 'inject' })
    const lost = await shipmentOf(other)
    expect((await operator.post(`/v2/ops/unmatched-scans/${scan.id}/match`, { shipment: lost })).status).toBe(200)
    expect((await other.get(`/v2/shipments/${lost}`)).json.status).toBe('injected')
  })

  test('a tender that ended meanwhile is named, and the others are accepted', async () => {
    const [a, b, c] = [
      await tenderOf(one, 1, { facility: dock }),
      await tenderOf(other, 2, { facility: dock }),
      await tenderOf(one, 4, { facility: dock }),
    ]
    const { id } = await consolidate(operator, { facility: dock })
    await one.post(`/v2/tenders/${a.id}/cancel`)
    const now = (await operator.get(`${PATH}/${id}`)).json
    expect([now.piece_count, now.members[0].status, now.members[0].piece_count]).toEqual([6, 'cancelled', 0])
    expect((await accept(id, { piece_count_received: 7 })).status).toBe(422)
    const dead = [{ id: a.id, piece_count_received: 1 }]
    expect(fault(await accept(id, { piece_count_received: 7, counts: dead }))).toEqual([422, 'validation_failed', ['/counts/0/id open']])
    expect((await accept(id, { piece_count_received: 6 })).status).toBe(202)
    const done = await whenAccepted(operator, id)
    expect(stateOf(done)).toEqual([
      [a.id, 'refused'],
      [b.id, 'accepted'],
      [c.id, 'accepted'],
    ])
    expect(done.members[0]).toMatchObject({ reason: 'tender_already_cancelled', message: expect.stringMatching(/cancelled/) })
    expect(done.refused_count).toBe(1)
  })

  test('if all members have ended, acceptance is refused because nothing is left', async () => {
    const { id: tender } = await tenderOf(one, 1, { facility: dock })
    const { id } = await consolidate(operator, { facility: dock })
    await one.post(`/v2/tenders/${tender}/accept`, { piece_count_received: 1 })
    const none = await accept(id, { piece_count_received: 0 })
    expect(fault(none).slice(0, 2)).toEqual([409, 'nothing_to_consolidate'])
    expect((await operator.post(`${PATH}/${id}/cancel`)).status).toBe(200)
  })

  const COUNTS: [string, (a: Json) => Json[], string[]][] = [
    ['no member', () => [{ id: 'tnd_x', piece_count_received: 1 }], ['/counts/0/id member']],
    ['a member twice', ({ id }) => [1, 2].map((piece_count_received) => ({ id, piece_count_received })), ['/counts/1/id unique']],
    [
      'more missing than the count lacks',
      ({ id, shipment_ids }) => [{ id, piece_count_received: 1, missing_shipment_ids: shipment_ids }],
      ['/counts/0/missing_shipment_ids maximum'],
    ],
    [
      'a foreign shipment as missing',
      ({ id }) => [{ id, piece_count_received: 1, missing_shipment_ids: ['shp_x'] }],
      ['/counts/0/missing_shipment_ids/0 member'],
    ],
    [
      'a surplus without one',
      ({ id }) => [{ id, piece_count_received: 2, surplus_numbers: ['A1'] }],
      ['/counts/0/surplus_numbers maximum'],
    ],
  ]
  test.each(COUNTS)('a count of %s is refused by its path, and nothing is accepted', async (_name, counts, errors) => {
    const tender = await tenderOf(one, 2, { facility: dock })
    const { id } = await consolidate(operator, { facility: dock })
    expect(fault(await accept(id, { piece_count_received: 2, counts: counts(tender) }))).toEqual([422, 'validation_failed', errors])
    expect((await one.get(`/v2/tenders/${tender.id}`)).json.status).toBe('created')
    expect((await operator.get(`${PATH}/${id}`)).json.status).toBe('open')
  })
})

describe('sweeps', () => {
  test('one visit to a store counts the sweeps of all partners together and leaves the sweeps unchanged', async () => {
    const [a, b] = [await sweepOf(one, store, 3, 9), await sweepOf(other, store, 2, 9)]
    await sweepOf(other, store, 5, 10)
    const tender = await tenderOf(one, 1, { carrier: a.dp })
    const visit = { carrier: a.dp, store_id: store, date: a.sweep_date }
    expect((await consolidate(operator, visit)).members.map(({ id }: Json) => id)).toEqual([a.id, b.id])
    const taken = await operator.post(PATH, { ...visit, sweep_ids: [a.id] })
    expect(taken.json.error.code).toBe('already_consolidated')
    const [{ id: first }] = (await operator.get(`${PATH}?store_id=${store}&date=${a.sweep_date}`)).json.data
    await operator.post(`${PATH}/${first}/cancel`)
    const made = await consolidate(operator, { ...visit, sweep_ids: [a.id, b.id], tender_ids: [tender.id] })
    expect(made.members.map(({ kind, piece_count }: Json) => [kind, piece_count])).toEqual([
      ['tender', 1],
      ['sweep', 3],
      ['sweep', 2],
    ])
    const named = { piece_count_received: 5, counts: [{ id: b.id, piece_count_received: 1, missing_shipment_ids: ['shp_x'] }] }
    expect(fault(await accept(made.id, named))).toEqual([422, 'validation_failed', ['/counts/0/id tender']])
    expect((await accept(made.id, { piece_count_received: 5, counts: [{ id: b.id, piece_count_received: 1 }] })).status).toBe(202)
    const done = await whenAccepted(operator, made.id)
    expect(done.members.map(({ piece_count_received, state }: Json) => [piece_count_received, state])).toEqual([
      [1, 'accepted'],
      [3, 'accepted'],
      [1, 'accepted'],
    ])
    expect((await other.get(`/v2/sweeps/${b.id}`)).json).toEqual(b)
  })

  test('a consolidation of sweeps alone is accepted with its count', async () => {
    const a = await sweepOf(one, store, 4, 12)
    const { id } = await consolidate(operator, { carrier: a.dp, store_id: store, date: a.sweep_date })
    expect((await accept(id, { piece_count_received: 4 })).json).toMatchObject({ status: 'accepted', ended_at: expect.any(String) })
  })
})

test('no partner sees another partner or the consolidation, in answers or events', async () => {
  const [a, b] = [await tenderOf(one, 2, { facility: dock }), await tenderOf(other, 3, { facility: dock })]
  const { id } = await consolidate(operator, { facility: dock })
  await accept(id, { piece_count_received: 6, unattributed: 1 })
  await whenAccepted(operator, id)
  for (const [client, own, foreign, stranger] of [
    [one, a, b, other],
    [other, b, a, one],
  ] as const) {
    const answers = await Promise.all(
      ['/v2/tenders', `/v2/tenders/${own.id}`, '/v2/shipments?limit=100', `/v2/shipments/${own.shipment_ids[0]}`, '/v2/sweeps'].map(
        (path) => client.get(path),
      ),
    )
    const scans = await client.get(`/v2/shipments/${own.shipment_ids[0]}/scans`)
    const all = [...answers, scans].map(({ text }) => text).join() + JSON.stringify(await client.events())
    expect(all).toContain(own.id)
    const secrets = [id, foreign.id, stranger.partnerId, ...foreign.shipment_ids, 'consolidation', 'unattributed', 'cnm_']
    for (const secret of secrets) expect(all).not.toContain(secret)
    for (const path of [PATH, `${PATH}/${id}`]) expect((await client.get(path)).json.error.code).toBe('insufficient_scope')
  }
})
