import { ACCESSES, type Access } from '@backhaul/core/access.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { World } from '../coverage/world.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { startReceiver } from '../support/receiver.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'
import { signIn } from '../support/session.ts'
import { until } from '../support/until.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

// biome-ignore lint/suspicious/noExplicitAny: the answer
type Today = any
const read = async (reader: TestClient): Promise<Today> => {
  await world.owner.settle()
  const { json, status } = await reader.get('/v2/today')
  expect(status).toBe(200)
  return json
}
const needOf = (today: Today, kind: string, stage: string | null = null) =>
  today.needs.find((need: { kind: string; stage: string | null }) => need.kind === kind && need.stage === stage)
const sql = (text: string, values: unknown[] = []) => world.service.running.service.db.pool.query(text, values)
const HOUR_MS = 3_600_000

test('activity is counted at once for its partner and for operators, and for no other partner', async () => {
  const before = await read(world.operator)
  const { id } = await world.shipment('label_ready')
  await world.owner.post('/v2/scan-events/arrive', { shipment_id: id })
  const counts = (today: Today) => today.funnel.map(({ count }: { count: number }) => count)
  const own = await read(world.owner)
  expect([own.complete, own.as_of]).toEqual([true, own.now])
  const found = Object.fromEntries(own.funnel.map(({ status, count }: { status: string; count: number }) => [status, count]))
  expect(found).toMatchObject({ created: 1, label_ready: 1, at_sort_center: 1, delivered: 0 })
  expect(own.scans_per_hour).toHaveLength(168)
  // A new hour may have begun since the scan.
  expect(own.scans_per_hour.slice(-2).map(({ count }: { count: number }) => count)).toContain(1)
  const all = await read(world.operator)
  expect(counts(all).map((n: number, i: number) => n - counts(before)[i])).toEqual(counts(own))
  expect(counts(await read(world.other)).every((n: number) => n === 0)).toBe(true)
})

test('every status count and hourly count matches its list, for partners and operators, even with clocks ahead', async () => {
  const ahead = await world.service.partner()
  const { json: far } = await ahead.post('/v2/shipments', RETURN)
  expect((await ahead.post('/v2/test/clock/advance', { seconds: 90_000 })).status).toBe(200)
  await ahead.post('/v2/scan-events/arrive', { shipment_id: far.id })
  const { id } = await world.shipment('label_ready')
  await world.owner.post('/v2/scan-events/arrive', { shipment_id: id })
  await ahead.settle()
  for (const reader of [world.owner, ahead, world.operator]) {
    const { funnel, scans_per_hour } = await read(reader)
    for (const { status, count, list } of funnel) {
      const { json } = await reader.get(`${list}&limit=500`)
      expect([status, list, json.data?.length]).toEqual([status, list, count])
    }
    const base = reader === world.operator ? '/v2/ops/events' : '/v2/events'
    for (const { hour, count } of scans_per_hour.filter((one: { count: number }, i: number) => one.count > 0 || i > 160)) {
      const at = Date.parse(hour)
      const hours = `created_after=${new Date(at - 1).toISOString()}&created_before=${new Date(at + HOUR_MS).toISOString()}`
      const { json } = await reader.get(`${base}?scans=true&order=newest&limit=500&${hours}`)
      expect([hour, json.data?.length]).toEqual([hour, count])
    }
  }
})

test('the window covers 168 hours that end now, in whole hours', async () => {
  const { window, now, scans_per_hour } = await read(world.owner)
  expect(window.to).toBe(now)
  expect(window.from).toMatch(/:00:00\.000Z$/)
  expect(Math.floor((Date.parse(now) - Date.parse(window.from)) / HOUR_MS)).toBe(167)
  const hours = scans_per_hour.map(({ hour }: { hour: string }) => Date.parse(hour))
  expect(hours).toEqual(hours.map((_: number, i: number) => Date.parse(window.from) + i * HOUR_MS))
})

test('durations of steps are accurate to a tenth, and simultaneous steps of one command do not count', async () => {
  const partner = await world.service.partner()
  // 19 of 20 steps take an hour, and one takes a day.
  await sql(
    `insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
     select 'evt_' || lpad($2 || n || t.type, 26, '0'), $1, 'shipment.' || t.type, 's' || n, 's' || n || $1, now() - interval '30 hours' + t.after * interval '1 second', '{}'
       from generate_series(1, 20) n
      cross join lateral (values ('created', 0), ('label_ready', 0), ('picked_up', case when n = 7 then 86400 else 3600 end)) t(type, after) order by n, t.after`,
    [partner.partnerId, 'step'],
  )
  const { stages } = await read(partner)
  expect(stages).toHaveLength(1)
  const [{ median_s, p95_s, ...step }] = stages
  expect(step).toEqual({ from: 'label_ready', to: 'picked_up', count: 20, list: '/v2/today/steps?from=label_ready&to=picked_up' })
  expect(Math.abs(median_s / 3600 - 1)).toBeLessThan(0.1)
  expect(p95_s / 3600).toBeLessThan(1.1)
})

test('events before the shown days do not use up the limit of checked steps', async () => {
  const partner = await world.service.partner()
  await sql(
    `insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
     select 'evt_before' || n || $2, $1, 'shipment.at_sort_center', 's' || n, 's' || n || $2, now() - interval '20 days' + n * interval '1 second', '{}'
       from generate_series(1, 201) n`,
    [partner.partnerId, 'before'],
  )
  const { json } = await partner.post('/v2/shipments', RETURN)
  await partner.post('/v2/scan-events/arrive', { shipment_id: json.id })
  await partner.settle()
  const steps = (await partner.get('/v2/today/steps?from=label_ready&to=at_sort_center')).json
  expect([steps.is_all, steps.data.map(({ shipment_id }: { shipment_id: string }) => shipment_id)]).toEqual([true, [json.id]])
})

test('every step lists its parcels, slowest first, for their partner and for operators', async () => {
  const [partner, other] = [await world.service.partner(), await world.service.partner()]
  const ids: string[] = []
  for (const after_s of [7_200, 60, 600]) {
    const { json } = await partner.post('/v2/shipments', RETURN)
    await partner.post('/v2/scan-events/arrive', { shipment_id: json.id })
    ids.push(json.id)
    await sql(
      "update events set created_at = created_at + $2 * interval '1 second' - interval '3 hours' where shipment_id = $1 and type like '%at_sort%'",
      [json.id, after_s],
    )
    await sql("update events set created_at = created_at - interval '3 hours' where shipment_id = $1 and type not like '%at_sort%'", [
      json.id,
    ])
  }
  const today = await read(partner)
  const step = today.stages.find(({ to }: { to: string }) => to === 'at_sort_center')
  expect(step.count).toBe(3)
  const { json } = await partner.get(step.list)
  expect(json).toMatchObject({ object: 'today_steps', from: 'label_ready', to: 'at_sort_center', is_all: true })
  expect(json.data.map(({ shipment_id }: { shipment_id: string }) => shipment_id)).toEqual([ids[0], ids[2], ids[1]])
  const [{ from_at, to_at, seconds, partner_id }] = json.data
  expect([(Date.parse(to_at) - Date.parse(from_at)) / 1000, partner_id]).toEqual([expect.closeTo(seconds, 1), undefined])
  expect(seconds).toBeGreaterThan(7_199)
  expect((await other.get(step.list)).json.data).toEqual([])
  const all = (await world.operator.get(step.list)).json.data
  expect(all).toContainEqual(expect.objectContaining({ shipment_id: ids[0], partner_id: partner.partnerId }))
  expect((await partner.get('/v2/today/steps?from=created&to=at_sort_center')).json.data).toEqual([])
})

test('each kind of need is counted for its partner and for operators, and its list matches', async () => {
  const [{ owner, operator, other }, none] = [world, await read(world.other)]
  const before = await read(operator)
  await world.dispute()
  await world.dispute()
  const claim = await world.claim()
  const members = [(await world.shipment()).id, (await world.shipment()).id]
  const tender = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'collect', shipment_ids: members })
  await world.make(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 1 })
  const lost = await world.shipment('in_transit')
  await world.make(`/v2/shipments/${lost.id}/disposition`, { disposition: 'rts' })
  const kept = await world.shipment('in_transit')
  const soon = new Date(Date.now() + 24 * HOUR_MS).toISOString()
  await world.make(`/v2/shipments/${kept.id}/disposition`, { disposition: 'unclaimed' })
  await sql('update shipments set dispose_after = $2 where id = $1', [kept.id, soon])
  const far = await world.shipment('in_transit')
  const later = new Date(Date.now() + 24 * 30 * HOUR_MS).toISOString()
  await world.make(`/v2/shipments/${far.id}/disposition`, { disposition: 'unclaimed' })
  await sql('update shipments set dispose_after = $2 where id = $1', [far.id, later])
  const hook = await world.webhook()
  await sql("update webhooks set status = 'disabled' where id = $1", [hook.id])
  const [own, all] = [await read(owner), await read(operator)]
  const expected = {
    dispute_open: 2,
    claim_open: 1,
    tender_short: 1,
    tender_over: 0,
    undeliverable: 1,
    unclaimed_dispose_soon: 1,
    webhook_failing: 0,
    webhook_disabled: 1,
  }
  for (const [kind, count] of Object.entries(expected)) {
    expect([kind, needOf(own, kind)]).toMatchObject([kind, { count, is_more: false }])
    expect([kind, needOf(all, kind).count]).toEqual([kind, needOf(before, kind).count + count])
    expect([kind, needOf(await read(other), kind)]).toMatchObject([kind, { count: 0, oldest_at: null }])
    for (const [reader, today] of [
      [owner, own],
      [operator, all],
    ] as const) {
      const { list, count: n } = needOf(today, kind)
      const answer = await reader.get(list)
      expect([kind, list, answer.status]).toEqual([kind, list, 200])
      expect([kind, list, answer.json.data.length]).toEqual([kind, list, n])
    }
  }
  expect(needOf(own, 'claim_open').oldest_at).toBe(claim.created_at)
  // The parcel was reported unclaimed 30 days before its disposal date.
  const reported = new Date(Date.parse(soon) - 30 * 24 * HOUR_MS).toISOString()
  expect(needOf(own, 'unclaimed_dispose_soon').oldest_at).toBe(reported)
  expect(none.needs.map(({ kind }: { kind: string }) => kind)).toEqual(own.needs.map(({ kind }: { kind: string }) => kind))
})

test('needs at carriers are counted for operators only, and their lists match', async () => {
  const before = await read(world.operator)
  const undecided = (id: string, open_lines: number, disputed_cents: number) =>
    sql(
      `insert into carrier_invoices (id, carrier, number, currency, import_id, actor, line_count, open_lines, billed_cents, expected_cents,
         agreed_cents, open_cents, disputed_cents, credited_cents, verdicts, created_at, version)
       values ($1, 'northline', $1, 'USD', 'imp_1', 'test', 2, $2, 100, 0, 0, 0, $3, 0, '{}', now() - interval '1 day', 1)`,
      [id, open_lines, disputed_cents],
    )
  await undecided('civ_00000000000000000000000001', 2, 0)
  await undecided('civ_00000000000000000000000002', 0, 50)
  await undecided('civ_00000000000000000000000003', 0, 0)
  await sql(
    `insert into carrier_bookings (id, carrier, shipment_id, state, error, tries, due_at, created_at, updated_at, version)
     select 'cbk_' || state, 'northline', 'shp_' || state, state, '422 no', 0, now(), now() - interval '1 day', now(), 1
       from unnest('{refused,undecided,booked}'::text[]) state`,
  )
  await sql("update carriers set url = 'http://127.0.0.1:1' where code = 'northline'")
  await sql(
    `insert into carrier_exchanges (carrier, url, since, asked_at, failing_since, last_error)
     values ('northline', 'http://127.0.0.1:1', now(), now(), now(), 'down'), ('northline', 'http://127.0.0.1:2', now(), now(), now(), 'old')`,
  )
  const all = await read(world.operator)
  for (const kind of ['carrier_invoice_undecided', 'carrier_booking_refused', 'carrier_booking_undecided', 'carrier_failing']) {
    const need = needOf(all, kind)
    expect([kind, need.count, need.is_more]).toEqual([kind, needOf(before, kind).count + 1, false])
    const { data } = (await world.operator.get(need.list)).json
    expect([kind, data.length, data[0].created_at ?? data[0].service.failing_since]).toEqual([kind, need.count, need.oldest_at])
    expect(needOf(await read(world.owner), kind)).toBe(undefined)
  }
  await sql("update carriers set url = null where code = 'northline'")
})

test('parcels that did not move for 48 hours are counted by stage, by the clock of their partner', async () => {
  const partner = await world.service.partner()
  const { json } = await partner.post('/v2/shipments', RETURN)
  await partner.post('/v2/scan-events/arrive', { shipment_id: json.id })
  const arrived = (await partner.get(`/v2/shipments/${json.id}`)).json.updated_at
  const before = needOf(await read(world.operator), 'not_moved', 'at_sort_center').count
  expect(needOf(await read(partner), 'not_moved', 'at_sort_center')).toMatchObject({ count: 0, oldest_at: null })
  await partner.post('/v2/test/clock/advance', { seconds: 47 * 3600 })
  expect(needOf(await read(partner), 'not_moved', 'at_sort_center').count).toBe(0)
  await partner.post('/v2/test/clock/advance', { seconds: 2 * 3600 })
  const need = needOf(await read(partner), 'not_moved', 'at_sort_center')
  expect(need).toMatchObject({ count: 1, oldest_at: arrived })
  expect((await partner.get(need.list)).json.data.map(({ id }: { id: string }) => id)).toEqual([json.id])
  const all = needOf(await read(world.operator), 'not_moved', 'at_sort_center')
  expect(all.count).toBe(before + 1)
  // The operator's list uses the real clock and contains the shipment too.
  expect((await world.operator.get(all.list)).json.data.map(({ id }: { id: string }) => id)).toContain(json.id)
  // A scan counts as a move.
  await partner.post('/v2/scan-events/sort', { shipment_id: json.id })
  expect(needOf(await read(partner), 'not_moved', 'at_sort_center').count).toBe(0)
})

test('the pickups of today are those whose date is today at some store', async () => {
  const partner = await world.service.partner()
  const { rows } = await sql('select (now() at time zone timezone)::date::text as day from stores where id = $1', [world.storeId])
  const day = rows[0].day
  const { json } = await partner.post('/v2/shipments', RETURN)
  const tomorrow = new Date(Date.now() + 2 * 24 * HOUR_MS).toISOString().slice(0, 10)
  const booked = await partner.post('/v2/pickups', {
    shipment_id: json.id,
    store_id: world.storeId,
    date: tomorrow,
    window_start: '09:00',
    window_end: '12:00',
  })
  expect(booked.status).toBe(201)
  const of = (today: Today) =>
    today.needs.filter(({ kind, count }: { kind: string; count: number }) => kind === 'pickup_today' && count > 0)
  expect(of(await read(partner))).toEqual([])
  await sql('update pickups set date = $2 where id = $1', [booked.json.id, day])
  const [need, ...more] = of(await read(partner))
  expect(more).toEqual([])
  expect(need).toMatchObject({ day, count: 1, oldest_at: booked.json.created_at, list: `/v2/pickups?date=${day}&status=scheduled` })
  expect((await partner.get(need.list)).json.data).toHaveLength(1)
  expect(of(await read(world.operator)).find((one: { day: string }) => one.day === day).count).toBeGreaterThanOrEqual(1)
})

test('no kind is counted beyond 9,999, and the answer says that there are more', async () => {
  const partner = await world.service.partner()
  const many = (count: number) =>
    sql(
      `insert into claims (id, partner_id, shipment_id, type, status, currency, history, created_at, updated_at, version)
       select 'clm_' || lpad($1::text || n, 40, '0'), $1, 'shp_' || n || $1, 'lost', 'open', 'USD', '[]', now() - n * interval '1 second', now(), 1
         from generate_series(1, $2::int) n on conflict do nothing`,
      [partner.partnerId, count],
    )
  await many(9_999)
  expect(needOf(await read(partner), 'claim_open')).toMatchObject({ count: 9_999, is_more: false })
  await many(10_000)
  const { rows } = await sql('select min(created_at) as oldest from claims where partner_id = $1', [partner.partnerId])
  const need = needOf(await read(partner), 'claim_open')
  expect(need).toMatchObject({ count: 9_999, is_more: true, oldest_at: rows[0].oldest })
  expect(needOf(await read(world.operator), 'claim_open')).toMatchObject({ count: 9_999, is_more: true })
  await sql('delete from claims where partner_id = $1', [partner.partnerId])
})

const REFUSED: readonly Access[] = ['counter', 'handler']
test.each(ACCESSES)('an access sees the numbers of its partner or operator, or is refused: %s', async (access) => {
  const session = await world.signedIn(access)
  const answer = await session.get('/v2/today')
  if (REFUSED.includes(access)) {
    expect([answer.status, answer.json.error.code]).toEqual([403, 'insufficient_scope'])
    return
  }
  const of = (today: Today) => [today.funnel, today.needs.map(({ kind, count }: Today) => [kind, count])]
  const same = access === 'operator' || access === 'support' ? world.operator : world.owner
  expect(of(answer.json)[1]).toEqual(of(await read(same))[1])
})

test('a counter is refused, whether an operator or a partner made its link', async () => {
  for (const maker of [world.operator, world.owner]) {
    const session = await signIn(maker, { access: 'counter', store_id: world.storeId })
    expect((await session.get('/v2/today')).status).toBe(403)
  }
})

test('deliveries are counted by outcome: accepted with their latency, and failed attempts', async () => {
  const service = await startTestService('all')
  const receiver = await startReceiver()
  atEndOfTest(() => service.close())
  atEndOfTest(() => receiver.close())
  const partner = await service.partner()
  const { json: hook } = await partner.post('/v2/webhooks', { url: receiver.url('/'), enabled_events: ['shipment.created'] })
  expect(hook.id).toBeDefined()
  for (let i = 0; i < 5; i++) await partner.post('/v2/shipments', RETURN)
  const deliveriesOf = async (reader: TestClient) => (await reader.get('/v2/today')).json.deliveries
  const found = await until('five are counted', async () => {
    const deliveries = await deliveriesOf(partner)
    return deliveries.delivered >= 5 && deliveries
  })
  expect(found).toMatchObject({ delivered: 5, failed: 0, exhausted: 0 })
  expect(found.median_ms).toBeGreaterThan(0)
  expect(found.p95_ms).toBeGreaterThanOrEqual(found.median_ms)
  receiver.answer({ kind: 'reply', status: 500 })
  await partner.post('/v2/shipments', RETURN)
  await until('a failure is counted', async () => (await deliveriesOf(partner)).failed >= 1)
  expect(await deliveriesOf(await service.operator())).toMatchObject({ delivered: 5, failed: expect.toSatisfy((n: number) => n >= 1) })
  for (const reader of [partner, await service.operator()]) {
    const { delivered, exhausted } = (await deliveriesOf(reader)).lists
    const { data } = (await reader.get(delivered)).json
    expect(data.map(({ status, webhook_id }: Today) => [status, webhook_id])).toEqual(Array(5).fill(['delivered', hook.id]))
    expect((await reader.get(exhausted)).json.data).toEqual([])
    const list = reader === partner ? '/v2/webhook-deliveries' : '/v2/ops/webhook-deliveries'
    expect((await reader.get(list)).json.data).toHaveLength(6)
    expect((await reader.get(`${list}?created_before=${data[0].created_at}`)).json.data).toHaveLength(4)
    const first = (await reader.get(`${list}?limit=4`)).json
    expect((await reader.get(`${list}?limit=4&cursor=${first.next_cursor}`)).json.data).toHaveLength(2)
  }
  expect((await (await service.partner()).get('/v2/webhook-deliveries')).json.data).toEqual([])
})
