import { afterEach, beforeEach, expect, test } from 'vitest'
import { Retention } from '../../src/delivery/retention.ts'
import { KEPT } from '../support/kept.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let server: TestService
beforeEach(async () => {
  server = await startTestService('api')
})
afterEach(() => server.close())

/** `days` is the number of days for which attempts are kept. */
const oldRows = (days: number): string => `
  with a as (
    insert into delivery_attempts (delivery_id, attempt, trigger, at, duration_ms, recorded_at)
    select 'dlv_' || lpad(to_hex((extract(epoch from now() - interval '${days + 8} days') * 1000)::bigint + n / 2), 12, '0') || lpad(n::text, 14, '0'),
           1, 'schedule', now(), 1, now() - case when n % 100 > 0 then interval '${days} days 1 minute' else interval '${days - 1} days 23 hours' end
      from generate_series(1, 2530) n
  ), f as (
    insert into deliveries (id, webhook_id, partner_id, event_id, event_seq, subject, status, created_at, first_success)
    select 'dlv_' || lpad(to_hex((extract(epoch from now() - s.age::interval) * 1000)::bigint), 12, '0') || lpad(n::text, 14, '0'),
           'whk_2', 'par_1', 'evt_' || n, n, 'shp_1', 'delivered', now(), '{"at_ms":1}'
      from generate_series(1, 1300) n cross join (values ('${days + 1} days 1 minute'), ('${days} days 23 hours')) s(age)
  ), c as (
    insert into deliveries (webhook_id, partner_id, event_id, event_seq, subject, status, created_at)
    select 'whk_1', 'par_1', 'evt_' || n, n, 'shp_1', s.status, now() - s.age::interval
      from generate_series(1, 1200) n cross join (values ('skipped', '31 days'), ('skipped', '29 days'), ('delivered', '31 days')) s(status, age)
  )
  insert into idempotency_keys (principal, endpoint, key, fingerprint, status, answer, needs, created_at)
  select 'par_1', 'POST /v2/x', s.age || n, 'f', 200, n, '', now() - s.age::interval
    from generate_series(1, 1100) n cross join (values ('7 days 1 minute'), ('6 days 23 hours')) s(age)`

const COUNTS = `
  select (select count(*) from delivery_attempts) as attempts,
         (select count(*) from deliveries where status = 'skipped') as skipped,
         (select count(*) from deliveries where status = 'delivered' and webhook_id = 'whk_1') as delivered,
         (select count(*) from deliveries where webhook_id = 'whk_2') as succeeded,
         (select count(*) from deliveries where first_success is not null) as successes,
         (select count(*) from idempotency_keys) as keys`

test.each([30, 45])('two processes remove everything past its retention and nothing younger: attempts %i days', async (days) => {
  const { db, log } = server.running.service
  await db.query('test_old', oldRows(days))
  // Moves back the marks that store how far retention has come, so that it starts again with the oldest rows.
  await db.query('test_mark', `update upkeep_marks set done_to = '' where task in ('first_successes', 'documents')`)
  await db.query('test_keys_mark', `update upkeep_marks set done_to = '2020-01-01T00:00:00Z' where task = 'idempotency_keys'`)
  const kept = { attempts: 25, skipped: 1200, delivered: 1200, succeeded: 2600, successes: 1300, keys: 1100 }
  const retentions = [new Retention(db, log, { ...KEPT, attempts: days }), new Retention(db, log, { ...KEPT, attempts: days })]
  const runs = retentions.map((retention) => retention.run())
  const counts = async () => (await db.one<typeof kept>('test_counts', COUNTS)) as typeof kept
  const done = async () => {
    const left = await counts()
    return (Object.keys(kept) as (keyof typeof kept)[]).every((what) => left[what] <= kept[what])
  }
  await until('what is old is removed', done)
  for (const retention of retentions) retention.stop()
  await Promise.all(runs)
  expect(await counts()).toEqual(kept)
})

test('a person who scanned no unknown code for 90 days is forgotten', async () => {
  const { db, log } = server.running.service
  await db.query(
    'test_misses',
    `insert into person_misses (person, misses, recent, recent_foreign, looked_up_at)
     select age || ' days ' || n, 1, '{}', '{}', now() - age * interval '1 day' from unnest(array[89, 91]) age, generate_series(1, 1100) n`,
  )
  const retention = new Retention(db, log, KEPT)
  const run = retention.run()
  const left = () =>
    db.query<{ age: string; n: number }>(
      'test_left',
      'select left(person, 2) as age, count(*)::int as n from person_misses group by 1 order by 1',
    )
  await until('the old ones are removed', async () => (await left()).length === 1)
  retention.stop()
  await run
  expect(await left()).toEqual([{ age: '89', n: 1_100 }])
  expect(retention.removed.person_misses).toBe(1_100)
})
