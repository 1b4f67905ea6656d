// A clock advance and the webhook retries that it makes due are written together. There is no second write that could fail.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchDue } from '../../src/delivery/queries.ts'
import { runExclusive } from '../../src/process/keyed-mutex.ts'
import type { TestAnswer, TestClient } from '../support/client.ts'
import { commitEvents, deliveriesWhen, deliveryWhen, eventsOf, register } from '../support/deliveries.ts'
import { receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const DAY_S = 24 * 3600
const HOOK = { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] }
const subjects = (count: number): string[] => Array.from({ length: count }, (_, i) => `shp_${i}`)
const advance = (client: TestClient, seconds: number, idempotencyKey: string = randomUUID()) =>
  client.post('/v2/test/clock/advance', { seconds }, { idempotencyKey })

/** The API without a worker. */
let api: TestService
let server: TestService
beforeAll(async () => {
  api = await startTestService('api', { BACKHAUL_METRICS_TOKEN: 'metrics-token-of-this-test' })
  server = await startTestService('all')
})
afterAll(async () => {
  await api.close()
  await server.close()
})

/** Creates a webhook whose deliveries have failed once and are due again in two hours. */
const failedOnce = async (partner: TestClient & { partnerId: string }, count: number): Promise<string> => {
  const { db } = api.running.service
  const { json } = await partner.post('/v2/webhooks', HOOK)
  await commitEvents(api.running.service, eventsOf(partner.partnerId, subjects(count)))
  await db.query('t_due', "update deliveries set due_at = now() + interval '2 h', attempts = 1 where webhook_id = $1", [json.id])
  return json.id
}

const due = async (webhook_id: string): Promise<number> =>
  (await fetchDue(api.running.service.db, [{ webhook_id, after: -1, fresh: 100, retries: 100, known: [] }])).rows.length

const gauge = async (name: string): Promise<number> => {
  const response = await fetch(`${api.url}/metrics`, { headers: { Authorization: 'Bearer metrics-token-of-this-test' } })
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(await response.text())?.[1])
}

test('retries become due when the clock has advanced far enough, and not earlier', async () => {
  const partner = await api.partner()
  const webhookId = await failedOnce(partner, 5)
  const shown = async () =>
    (await partner.get(`/v2/webhooks/${webhookId}/deliveries`)).json.data.map((one: { next_attempt_at: string }) => one.next_attempt_at)
  const before = await shown()
  await advance(partner, 7100)
  expect([await due(webhookId), await gauge('backhaul_deliveries_due')]).toEqual([0, 0])
  await advance(partner, 101)
  expect([await due(webhookId), await gauge('backhaul_deliveries_due')]).toEqual([5, 5])
  expect(await shown()).toEqual(before)
})

test('an advance is answered immediately, even if all deliveries are locked in the opposite order', async () => {
  const partner = await api.partner()
  const webhookId = await failedOnce(partner, 2)
  const other = new pg.Client({ connectionString: api.running.service.config.databaseUrl as string })
  await other.connect()
  try {
    const lock = (order: string) =>
      other.query(
        `select from deliveries where id = (select id from deliveries where webhook_id = $1 order by id ${order} limit 1) for update`,
        [webhookId],
      )
    await other.query('begin')
    await lock('desc')
    let answer: TestAnswer | null = null
    const advancing = advance(partner, DAY_S, 'advance-locked').then((got) => {
      answer = got
    })
    const blocked = async () => {
      const text = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%due_at%'`
      return (await api.running.service.db.query('t_blocked', text)).length > 0
    }
    await until('advancing waits for the deliveries, or is done', async () => answer !== null || (await blocked()))
    await lock('asc')
    await advancing
    expect(answer).toMatchObject({ status: 200, json: { offset_seconds: DAY_S } })
  } finally {
    await other.end()
  }
  const again = await advance(partner, DAY_S, 'advance-locked')
  expect([again.status, again.json.offset_seconds, again.headers.get('idempotent-replayed')]).toEqual([200, DAY_S, 'true'])
  expect((await partner.get('/v2/test/clock')).json.offset_seconds).toBe(DAY_S)
  expect(await due(webhookId)).toBe(2)
})

test('sixty concurrent advances on a backlog of failures all succeed, and each moves the clock', async () => {
  const partner = await api.partner()
  const webhookId = await failedOnce(partner, 500)
  const answers = await Promise.all(Array.from({ length: 60 }, () => advance(partner, 120)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const offsets = answers.map(({ json }) => json.offset_seconds).toSorted((one, other) => one - other)
  expect(offsets).toEqual(Array.from({ length: 60 }, (_, i) => (i + 1) * 120))
  expect(await due(webhookId)).toBe(100)
})

test('advances of one clock run one after another and do not delay another clock', async () => {
  const [mine, others] = [await api.partner(), await api.partner()]
  let release = () => {}
  const held = runExclusive(`clock/${mine.partnerId}`, () => new Promise<void>((resolve) => (release = resolve)))
  const waiting = advance(mine, 60)
  expect((await advance(others, 60)).status).toBe(200)
  // The first request has had as much time as the second, but it still waits for its turn.
  expect((await mine.get('/v2/test/clock')).json.offset_seconds).toBe(0)
  release()
  await held
  expect((await waiting).json.offset_seconds).toBe(60)
})

test('while failures are recorded, every advance succeeds and moves the clock once, and retries follow', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  target.answer({ kind: 'reply', status: 500 })
  await commitEvents(server.running.service, eventsOf(partner.partnerId, subjects(600)))
  await target.received(100)
  for (let i = 1; i <= 15; i++) {
    const key = randomUUID()
    const answers = [await advance(partner, 60, key), await advance(partner, 60, key)]
    expect(answers.map(({ status, json }) => [status, json.offset_seconds])).toEqual(Array(2).fill([200, i * 60]))
  }
  expect((await partner.get('/v2/test/clock')).json.offset_seconds).toBe(900)
  await target.received(700)
  target.answer({ kind: 'reply', status: 200 })
  await advance(partner, 5 * DAY_S)
  const all = await deliveriesWhen(partner, webhook.id, (now) => now.length === 600 && now.every(({ status }) => status === 'delivered'))
  expect(all.every(({ attempt_count }) => attempt_count >= 1)).toBe(true)
})

test('an attempt that fails on an advanced clock is retried after the usual delay', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  target.answer({ kind: 'reply', status: 500 })
  const webhook = await register(partner, target)
  await advance(partner, 30 * DAY_S)
  const [event] = await commitEvents(server.running.service, eventsOf(partner.partnerId, ['shp_later']))
  const { id } = await deliveryWhen(partner, webhook.id, String(event?.id), ({ attempt_count }) => attempt_count >= 1)
  const text = 'select extract(epoch from due_at - now()) as wait_s from deliveries where id = $1'
  const row = await server.running.service.db.one<{ wait_s: number }>('t_wait', text, [id])
  expect(Number(row?.wait_s)).toBeGreaterThan(30 * DAY_S)
  expect(target.requests).toHaveLength(1)
})

test('a delivery sent again on an advanced clock is due immediately and shows the virtual time', async () => {
  const partner = await server.partner()
  const target = await receiverFor()
  const webhook = await register(partner, target)
  await advance(partner, 30 * DAY_S)
  const [event] = await commitEvents(server.running.service, eventsOf(partner.partnerId, ['shp_again']))
  const { id } = await deliveryWhen(partner, webhook.id, String(event?.id), ({ status }) => status === 'delivered')
  target.answer({ kind: 'reply', status: 200, delay_ms: 10_000 })
  expect((await partner.post(`/v2/webhook-deliveries/${id}/redeliver`)).status).toBe(202)
  await target.received(2)
  const { json } = await partner.get(`/v2/webhook-deliveries/${id}`)
  expect(Math.abs(Date.parse(json.next_attempt_at) - Date.now() - 30 * DAY_S * 1000)).toBeLessThan(60_000)
  await deliveryWhen(partner, webhook.id, String(event?.id), ({ status, attempt_count }) => status === 'delivered' && attempt_count === 2)
})
