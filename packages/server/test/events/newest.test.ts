// The feed read from its end: the same events in reverse order, each once, with every filter.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

type Partner = TestClient & { partnerId: string }

let service: TestService
let client: pg.Client
beforeAll(async () => {
  service = await startTestService()
  client = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await service.close()
})

const COUNT = 3_000
const START_MS = Date.parse('2026-01-01T00:00:00.000Z')
const at = (second: number): string => new Date(START_MS + second * 1000).toISOString()

/** Inserts events from two clocks a minute apart, of several types and shipments. */
const fill = async (partner: Partner): Promise<void> => {
  for (let first = 1; first <= COUNT; first += 500) {
    await client.query(
      `insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
       select 'evt_' || right($1, 12) || lpad(n::text, 14, '0'), $1, (array['shipment.created', 'shipment.held', 'shipment.released'])[1 + n % 3],
              's', right($1, 6) || n % 40, $2::timestamptz + (n + 60 * (n % 2)) * interval '1 second',
              json_build_object('eventID', 'evt_' || right($1, 12) || lpad(n::text, 14, '0'))
         from generate_series($3::int, $3::int + 499) n order by n`,
      [partner.partnerId, at(0), first],
    )
  }
  await partner.settle()
}

/** Returns all events that a paging reader gets. */
const read = async (partner: Partner, search: string, limit: number): Promise<string[]> => {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { json, status, text } = await partner.get(`/v2/events?limit=${limit}&${search}${cursor && `&cursor=${cursor}`}`)
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    seen.push(...json.data.map(({ eventID }: { eventID: string }) => eventID))
    if (!json.has_more) return seen
    cursor = json.next_cursor
  }
}

let filled: Partner
beforeAll(async () => {
  filled = await service.partner()
  await fill(filled)
})

test.each([
  ['everything', () => ''],
  ['one type', () => 'type=shipment.held'],
  ['two types', () => 'type=shipment.held&type=shipment.created'],
  ['one shipment', () => `shipment=${filled.partnerId.slice(-6)}7`],
  ['a period in the middle', () => `created_after=${at(1_000)}&created_before=${at(1_900)}`],
  ['a period until the end', () => `created_after=${at(2_500)}`],
  ['a period from the beginning', () => `created_before=${at(700)}`],
  ['a type in a period', () => `type=shipment.held&created_after=${at(500)}&created_before=${at(2_800)}`],
  ['a period without events', () => `created_after=${at(90_000)}`],
])('%s, newest first, is the same list reversed', async (_, filters) => {
  const forward = await read(filled, filters(), 500)
  expect(await read(filled, `order=newest&${filters()}`, 97)).toEqual(forward.reverse())
})

test('an unsettled event is left out until it settles, then appears at the top, so nobody misses it', async () => {
  const partner = await service.partner()
  await partner.post('/v2/shipments', RETURN)
  await partner.settle()
  const before = await read(partner, 'order=newest', 100)
  expect(before).toHaveLength(2)
  await client.query('begin')
  try {
    await client.query(
      `insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
       values ('evt_00000000000000000000000002', $1, 'shipment.held', 's', null, now(), '{"eventID":"evt_00000000000000000000000002"}')`,
      [partner.partnerId],
    )
    await partner.post('/v2/shipments', RETURN)
    expect(await read(partner, 'order=newest', 100)).toEqual(before)
  } finally {
    await client.query('commit')
  }
  await partner.settle()
  const after = await read(partner, 'order=newest', 100)
  expect([after.length, after.slice(3), after[2]]).toEqual([5, before, 'evt_00000000000000000000000002'])
})

test('a page in the newest order cannot start after an event, only at a cursor', async () => {
  const [first] = await read(filled, '', 500)
  const { status, json } = await filled.get(`/v2/events?order=newest&after=${first}`)
  expect([status, json.error.details.errors[0]]).toMatchObject([422, { path: '/after', rule: 'absent' }])
})
