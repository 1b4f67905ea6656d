// Attempt records as a partner reads them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/database/db.ts'
import { Lane } from '../../src/database/lane.ts'
import { WebhookBacklog } from '../../src/delivery/backlog.ts'
import type { HeldWebhook } from '../../src/delivery/claim.ts'
import { type AttemptRow, type DeliveryRow, fetchDue, RECORDING, record, recordFirst } from '../../src/delivery/queries.ts'
import { Recorder } from '../../src/delivery/recorder.ts'
import { ONE_DELIVERY } from '../../src/kinds/webhooks/model.ts'
import { listAttempts } from '../../src/kinds/webhooks/queries.ts'
import type { TestClient } from '../support/client.ts'
import { commitEvents, deliveriesOf, eventsOf, register } from '../support/deliveries.ts'
import { Holder } from '../support/holder.ts'
import { readsIn } from '../support/reads.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let server: TestService
let lane: Lane
beforeAll(async () => {
  server = await startTestService('api')
  lane = new Lane(server.running.service.db, RECORDING)
  await lane.open()
})
afterAll(async () => {
  lane.close()
  await server.close()
})

const success = { at_ms: Date.UTC(2026, 10, 21, 8, 30, 0, 123), address: '127.0.0.1', status: 200, duration_ms: 7, answer: 'ok' }

const attemptAt = ({ id, version }: DeliveryRow, at_ms: number, ok: boolean): AttemptRow => ({
  ...success,
  ...{ id, version, at_ms, attempt: 1, delivery_status: ok ? 'delivered' : 'pending', delay_ms: ok ? null : 60_000, trigger: 'schedule' },
  ...{ clock_offset_s: 0, error_class: ok ? null : 'reset', error_message: ok ? null : 'gone', next_attempt_at: null },
})

/** Returns the deliveries of this many new events to a new webhook. */
const waiting = async (count: number): Promise<{ partner: TestClient; webhookId: string; rows: DeliveryRow[] }> => {
  const { service } = server.running
  const partner = await server.partner()
  const { id } = await register(partner, await receiverFor())
  await commitEvents(service, eventsOf(partner.partnerId, Array(count).fill('shp_1')))
  const { rows } = await fetchDue(service.db, [{ webhook_id: id, after: -1, fresh: count, retries: 0, known: [] }])
  return { partner, webhookId: id, rows }
}

test('an answer is shown unchanged, with the time and address of its attempt', async () => {
  const answers = ['ok', '', 'two\nlines\r\n', '{"a":[1,"b"]}', '{NULL,"', '\\n \\" \'', 'naïve – 🚚 \u2028', '\ttab']
  const { partner, webhookId, rows } = await waiting(answers.length)
  const successes = answers.map((answer, i) => ({ ...success, at_ms: success.at_ms + i, answer }))
  expect(
    await recordFirst(
      lane,
      rows.map(({ id }) => id),
      successes,
    ),
  ).toBe(answers.length)
  const found = new Map((await deliveriesOf(partner, webhookId, 'delivered')).map((delivery) => [delivery.id, delivery.attempts]))
  expect(rows.map(({ id }) => found.get(id))).toEqual(
    answers.map((answer, i) => [
      expect.objectContaining({
        ...{ attempt: 1, trigger: 'schedule', at: `2026-11-21T08:30:00.${123 + i}Z`, address: '127.0.0.1' },
        ...{ status: 200, duration_ms: 7, error_class: null, error_message: null, answer, next_attempt_at: null },
      }),
    ]),
  )
})

test('a statement repeated after a lost answer writes nothing twice', async () => {
  const { partner, webhookId, rows } = await waiting(2)
  const [first, second] = rows as [DeliveryRow, DeliveryRow]
  expect([await recordFirst(lane, [first.id], [success]), await recordFirst(lane, [first.id], [success])]).toEqual([1, 0])
  await record(lane, [attemptAt(first, success.at_ms, true)])
  const failed = attemptAt(second, success.at_ms, false)
  for (let i = 0; i < 2; i++) await record(lane, [failed])
  const [delivered] = await deliveriesOf(partner, webhookId, 'delivered')
  const [pending] = await deliveriesOf(partner, webhookId, 'pending')
  expect([delivered.id, delivered.attempts.length, pending.id, pending.attempts.length]).toEqual([first.id, 1, second.id, 1])
})

test('an attempt of a worker that lost its lease is kept in addition to the recorded one', async () => {
  const { partner, webhookId, rows } = await waiting(1)
  const [row] = rows as [DeliveryRow]
  await recordFirst(lane, [row.id], [success])
  expect(await recordFirst(lane, [row.id], [{ ...success, at_ms: success.at_ms + 5 }])).toBe(0)
  await record(lane, [attemptAt(row, success.at_ms + 5, true)])
  const [delivery] = await deliveriesOf(partner, webhookId, 'delivered')
  expect(delivery.attempts.map(({ at }: { at: string }) => at)).toEqual(['2026-11-21T08:30:00.123Z', '2026-11-21T08:30:00.128Z'])
})

test('of thousands of attempts of a delivery, only those shown are read', async () => {
  const { rows } = await waiting(1)
  const [{ id }] = rows as [DeliveryRow]
  const db = new Database(server.running.service.db.config, 1)
  atEndOfTest(() => db.close())
  await recordFirst(lane, [id], [success])
  await db.query(
    'test_many',
    `insert into delivery_attempts (delivery_id, attempt, trigger, at, duration_ms) select $1, n, 'redeliver', now(), 1 from generate_series(2, 3000) n`,
    [id],
  )
  await db.query('test_analyze', 'analyze delivery_attempts')
  let shown: Awaited<ReturnType<typeof listAttempts>> = []
  const { rows: read } = await readsIn(db, async () => {
    shown = await listAttempts(db, [id], ONE_DELIVERY)
  })
  expect(shown.map(({ attempt }) => attempt)).toEqual(Array.from({ length: ONE_DELIVERY.attempts }, (_, i) => 2951 + i))
  // The rows read are one for each attempt and one for the delivery.
  expect(read).toBe(ONE_DELIVERY.attempts + 1)
})

/** Records a success for each row, for attempts that started at `at_ms`. Resolves when all are recorded. */
const recordSuccesses = (rows: DeliveryRow[], at_ms: number, onHandedOver: (webhook: HeldWebhook) => void = () => {}) => {
  const { clock, db, log } = server.running.service
  const webhook = { clock_offset_s: 0 } as HeldWebhook
  const backlog = new WebhookBacklog(webhook, Number.POSITIVE_INFINITY, 0)
  const attempts = rows.map((row) => backlog.start(row, at_ms, 0))
  let recorded = 0
  const recorder = new Recorder(db, clock, log, {
    onHandedOver: () => onHandedOver(webhook),
    onRecorded: (batch) => {
      recorded += batch.length
    },
  })
  atEndOfTest(() => recorder.stop())
  const result = { ok: true, status: 200, duration_ms: 7, address: '127.0.0.1', body_bytes: 2, body_kept: 'ok' }
  for (const attempt of attempts) {
    backlog.end(attempt, false)
    recorder.add({ backlog, attempt, result: { ...result, error_class: null, error_message: null, retry_after_s: null } })
  }
  return until('all results are recorded', () => recorded === rows.length)
}

test('advancing the clock while results are written duplicates none of them', async () => {
  const { partner, webhookId, rows } = await waiting(2)
  const [known] = rows as [DeliveryRow, DeliveryRow]
  // One success is already recorded, so the batch needs both statements.
  await recordFirst(lane, [known.id], [success])
  await recordSuccesses(rows, success.at_ms, (webhook) => {
    webhook.clock_offset_s = 3600
  })
  const counts = (await deliveriesOf(partner, webhookId, 'delivered')).map(({ attempts }) => attempts.length)
  expect(counts).toEqual([1, 1])
})

test('no result of a batch is lost if another worker recorded an attempt before', async () => {
  const { partner, webhookId, rows } = await waiting(2)
  const [known, fresh] = rows as [DeliveryRow, DeliveryRow]
  await recordFirst(lane, [known.id], [success])
  await recordSuccesses(rows, success.at_ms + 5)
  const found = new Map((await deliveriesOf(partner, webhookId, 'delivered')).map(({ id, attempts }) => [id, attempts.length]))
  expect([found.get(known.id), found.get(fresh.id)]).toEqual([2, 1])
})

test('a result is written even if its connection is lost', async () => {
  const { partner, webhookId, rows } = await waiting(1)
  const holder = await Holder.begin(server.running.service.db.config)
  await holder.query('select from deliveries where id = $1 for update', [rows[0]?.id])
  const recorded = recordSuccesses(rows, success.at_ms)
  await holder.heldUp(recorded)
  await holder.query('select pg_terminate_backend(pid) from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))')
  await holder.query('rollback')
  await recorded
  const [delivery] = await deliveriesOf(partner, webhookId, 'delivered')
  expect(delivery.attempts).toHaveLength(1)
})

test('an attempt recorded late is kept and does not reset the count of later ones', async () => {
  const { partner, webhookId, rows } = await waiting(1)
  const [row] = rows as [DeliveryRow]
  await record(lane, [attemptAt(row, success.at_ms, false)])
  await record(lane, [{ ...attemptAt(row, success.at_ms + 1000, true), version: row.version + 1, attempt: 2 }])
  await record(lane, [attemptAt(row, success.at_ms + 5, false)])
  const [delivery] = await deliveriesOf(partner, webhookId)
  expect([delivery.status, delivery.attempt_count, delivery.attempts.length]).toEqual(['delivered', 2, 3])
})
