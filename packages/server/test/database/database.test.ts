// Limits of database statements: how long one may run, and how many may wait for a connection. Blocked reads do not hold up other requests.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database, MAX_WAITING, STATEMENT_LIMIT_MS, Unavailable } from '../../src/database/db.ts'
import { RETURN } from '../support/client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const LIMIT_MS = 300

let service: TestService
let client: pg.Client
/**
 * Holds locks on a separate connection, because a transaction sees the list of connected sessions as it was when the transaction first read
 * it.
 */
let holder: pg.Client
beforeAll(async () => {
  service = await startTestService('api', { BACKHAUL_LOG_LEVEL: 'silent' })
  client = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string })
  holder = new pg.Client({ connectionString: service.running.service.config.databaseUrl as string })
  await Promise.all([client.connect(), holder.connect()])
})
afterAll(async () => {
  await Promise.all([client.end(), holder.end()])
  await service.close()
})

const opened = (size: number, statement_ms?: number): Database => {
  const db = new Database(service.running.service.db.config, size, '', statement_ms === undefined ? {} : { statement_ms })
  atEndOfTest(() => db.close())
  return db
}

/** Locks a table exclusively until the end of the test. */
const holdTable = async (table: string): Promise<void> => {
  await holder.query('begin')
  atEndOfTest(() => holder.query('rollback'))
  await holder.query(`lock table ${table} in access exclusive mode`)
}

const waiting = (count: number): Promise<number[]> => {
  const found = async () => {
    const { rows } = await client.query(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'",
    )
    return rows.length >= count ? rows.map(({ pid }) => pid as number) : null
  }
  return until(`${count} statements wait`, found)
}

test('every pool has a statement time limit on the server, below the 30 s of a request', async () => {
  await Promise.all([service.demo.get('/v2/claims'), service.demo.post('/v2/shipments', RETURN)])
  const text = "select current_setting('statement_timeout') as limit"
  const { db, reads } = service.running.service
  for (const pool of [db, reads]) expect(await pool.one('test_statement_limit', text)).toEqual({ limit: `${STATEMENT_LIMIT_MS / 1000}s` })
  expect(STATEMENT_LIMIT_MS).toBeLessThan(30_000)
})

test('a unique violation keeps the connection; another error does not', async () => {
  const db = opened(1)
  const backend = async () => (await db.one<{ pid: number }>('test_backend', 'select pg_backend_pid() as pid'))?.pid
  await db.query('test_unique', 'create table test_unique (id int primary key)')
  atEndOfTest(() => client.query('drop table test_unique'))
  const insert = (id: number) => db.query('test_insert', 'insert into test_unique values ($1)', [id])
  await insert(1)
  const pid = await backend()
  // The next statement is sent on the connection before PostgreSQL has reported that the connection is ready.
  const [refused, next] = await Promise.allSettled([insert(1), insert(2)])
  expect([refused, next.status]).toMatchObject([{ reason: { code: '23505' } }, 'fulfilled'])
  expect(await backend()).toBe(pid)
  await expect(db.query('test_division', 'select 1 / (id - 1) from test_unique')).rejects.toThrow('division by zero')
  expect(await backend()).not.toBe(pid)
})

test('PostgreSQL ends a statement that takes too long, and its connection stays usable', async () => {
  const db = opened(1, LIMIT_MS)
  await expect(db.query('test_long', 'select pg_sleep(20)')).rejects.toThrow(Unavailable)
  expect(await db.query('test_next', 'select 1 as n')).toEqual([{ n: 1 }])
  const left = await client.query(
    "select from pg_stat_activity where datname = current_database() and query like 'select pg_sleep(20)%' and state = 'active'",
  )
  expect(left.rows).toEqual([])
})

test('the time limit never interrupts a commit, however long it takes', async () => {
  const db = opened(1, LIMIT_MS)
  await client.query(`
    create table limited (n int);
    create function sleep_at_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return null; end $$;
    create constraint trigger slow after insert on limited deferrable initially deferred for each row execute function sleep_at_commit()`)
  atEndOfTest(() => client.query('drop table limited; drop function sleep_at_commit'))
  for (const n of [1, 2]) await db.query('test_commit', 'with i as (insert into limited values ($1) returning n) select n from i', [n])
  expect((await client.query('select n from limited order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('a request whose statement is ended or waits too long for a lock is answered 503', async () => {
  await holdTable('claims')
  const [ended, ...others] = Array.from({ length: 3 }, () => service.demo.get('/v2/claims'))
  const pids = await waiting(1)
  await client.query('select pg_cancel_backend($1)', [pids[0]])
  const answers = await Promise.all([ended, ...others])
  for (const answer of answers) {
    expect([answer?.status, answer?.json.error.code, answer?.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
  }
})

test('blocked reads do not hold up creates or the first use of a key', async () => {
  await holdTable('claims')
  // Reads time out after three seconds. If the creates took that long for other reasons, the attempt proves nothing and is repeated.
  let wasHeldUp = true
  for (let tries = 0; wasHeldUp && tries < 3; tries++) {
    const fresh = await service.partner()
    let isOver = false
    const reading = Array.from({ length: 60 }, () => service.demo.get('/v2/claims').finally(() => (isOver = true)))
    await waiting(4)
    expect((await service.demo.post('/v2/shipments', RETURN)).status).toBe(201)
    expect((await fresh.post('/v2/shipments', RETURN)).status).toBe(201)
    wasHeldUp = isOver
    expect(new Set((await Promise.all(reading)).map(({ status }) => status))).toEqual(new Set([503]))
  }
  expect(wasHeldUp).toBe(false)
})

test(`at most ${MAX_WAITING} statements wait for a connection; further ones are refused at once`, async () => {
  const db = opened(1)
  const busy = db.query('test_busy', 'select pg_sleep(0.7)')
  await until('there is a connection', () => db.pool.totalCount > 0)
  const all = Array.from({ length: MAX_WAITING + 20 }, (_, i) => db.query<{ i: number }>('test_many', 'select $1::int as i', [i]))
  expect(db.waiting).toBe(MAX_WAITING)
  const refused = all.slice(MAX_WAITING).map((one) => expect(one).rejects.toThrow(/statements are waiting for a connection/))
  const outcomes = await Promise.allSettled(all.slice(0, MAX_WAITING))
  await Promise.all([busy, ...refused])
  // On a busy machine some statements wait more than 3 s and fail for that reason. No statement is refused because too many are waiting.
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []))
  expect(reasons.filter((reason) => !/no connection became free/.test(reason))).toEqual([])
  expect(db.waiting).toBe(0)
})

test('a read-only database makes the service not ready and answers writes with 503, until it is writable', async () => {
  const { db } = service.running.service
  const name = new URL(service.running.service.config.databaseUrl as string).pathname.slice(1)
  const mine = (await Promise.all([client, holder].map((one) => one.query('select pg_backend_pid() as pid')))).map(
    ({ rows }) => rows[0].pid,
  )
  const set = async (mode: 'on' | 'off') => {
    await client.query(
      `begin; set local transaction_read_only = off; alter database ${name} set default_transaction_read_only = ${mode}; commit`,
    )
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> all ($1)', [
      mine,
    ])
  }
  const ready = async () => {
    const response = await fetch(`${service.url}/readyz`)
    return [response.status, ((await response.json()) as { reason?: string }).reason]
  }
  await set('on')
  await expect.poll(ready).toEqual([503, 'the database is read-only'])
  const refused = await service.demo.post('/v2/shipments', RETURN)
  expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
  await expect(db.query('test_write', "insert into settings values ('x', '1')")).rejects.toThrow(Unavailable)
  await set('off')
  await expect.poll(ready).toEqual([200, undefined])
  await expect.poll(async () => (await service.demo.post('/v2/shipments', RETURN)).status).toBe(201)
})
