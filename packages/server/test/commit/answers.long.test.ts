// Bodies of stored answers are in partitions by time. Their keys are unique across all partitions (commit/stored.ts,
// delivery/retention.ts).
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openService } from '../../src/app/open-service.ts'
import { rewrap } from '../../src/app/rewrap.ts'
import { serve } from '../../src/app/serve.ts'
import { Database } from '../../src/database/db.ts'
import { makePartitions, PartitionMaintainer } from '../../src/database/partitions.ts'
import { ANSWERS, IDEMPOTENCY_DAYS } from '../../src/delivery/partitions.ts'
import { Retention } from '../../src/delivery/retention.ts'
import { readConfig } from '../../src/process/config.ts'
import { RETURN, type TestAnswer, TestClient } from '../support/client.ts'
import { pause } from '../support/deliveries.ts'
import { KEPT } from '../support/kept.ts'
import { onClientOf } from '../support/on-client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const MASTER_KEY = randomBytes(32).toString('base64')

let server: TestService
let partner: TestClient & { partnerId: string }
beforeEach(async () => {
  server = await startTestService('api', { BACKHAUL_MASTER_KEY: MASTER_KEY })
  atEndOfTest(() => server.close())
  partner = await server.partner()
})

const query = <Row>(text: string, values: readonly (string | number)[] = []) => server.running.service.db.query<Row>('', text, values)

const onClient = (work: Parameters<typeof onClientOf>[1]): Promise<void> => onClientOf(server.running.service.db.config, work)

/** Makes partitions that begin this many days ago, as if workers had made them. */
const beginDaysAgo = (days: number) => onClient((client) => makePartitions(client, ANSWERS, Date.now() - days * DAY_MS))

const create = (key: string, order_id = 'first', client: TestClient = partner) =>
  client.post('/v2/shipments', { ...RETURN, order_id }, { idempotencyKey: key })
/** Sends the request until it is answered. The answers 409 and 503 ask a client to retry. */
const settled = async (key: string, order_id = 'first', client: TestClient = partner): Promise<TestAnswer> => {
  for (;;) {
    const answer = await create(key, order_id, client)
    if (answer.status !== 409 && answer.status !== 503) return answer
  }
}
const isReplay = ({ headers }: TestAnswer): boolean => headers.get('idempotent-replayed') === 'true'

/** Makes the answers of these keys as old as `age_ms`. */
const age = async (keys: readonly string[], age_ms: number): Promise<void> => {
  const list = `{${keys.join(',')}}`
  const at = new Date(Date.now() - age_ms).toISOString()
  const moved = await query(
    `with k as materialized (select created_at, answer from idempotency_keys where key = any ($1::text[])),
          m as (update answers a set created_at = $2::timestamptz from k where a.created_at = k.created_at and a.id = k.answer returning a.id)
     update idempotency_keys set created_at = $2::timestamptz where key = any ($1::text[]) and answer in (select id from m) returning 1`,
    [list, at],
  )
  expect(moved).toHaveLength(keys.length)
}

const partitionOf = async (key: string): Promise<string | undefined> =>
  (
    await query<{ name: string }>(
      'select a.tableoid::regclass::text as name from idempotency_keys k join answers a on a.created_at = k.created_at and a.id = k.answer where k.key = $1',
      [key],
    )
  )[0]?.name

const partitions = async (): Promise<string[]> =>
  (
    await query<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'answers'::regclass order by 1",
    )
  ).map(({ name }) => name)

const setMark = (age_ms: number) =>
  query("update upkeep_marks set done_to = $1 where task = 'idempotency_keys'", [new Date(Date.now() - age_ms).toISOString()])

const keeper = () => new PartitionMaintainer(server.running.service.db, server.running.service.log, [ANSWERS])

/** Returns whether retention has checked all keys. */
const areGone = async (): Promise<boolean> => {
  const [row] = await query<{ done: boolean }>(
    "select done_to::timestamptz > now() - interval '8 days' as done from upkeep_marks where task = 'idempotency_keys'",
  )
  return row?.done === true
}

/** Runs retention until it has checked all keys once more and has dropped the old partitions. */
const retain = async (): Promise<void> => {
  const { db, log } = server.running.service
  const retention = new Retention(db, log, KEPT)
  await setMark(30 * DAY_MS)
  const run = retention.run()
  await until('all keys were looked at', areGone)
  retention.stop()
  await run
}

/** Returns keys whose answers are missing. */
const orphans = () =>
  query<{ key: string }>(
    `select key from idempotency_keys k
      where fingerprint <> repeat('x', 500) and not exists (select from answers a where a.created_at = k.created_at and a.id = k.answer)`,
  )

test('a key stays used across a partition boundary, in every process, even while the boundary passes', async () => {
  const other = await serve(server.running.service.config, 'api', false)
  atEndOfTest(() => other.close())
  const clients = [partner, new TestClient(other.url as string, partner.credentials)]
  const began_ms = Date.now()
  // There is a partition boundary every second, so that some boundaries are crossed while requests go to both processes, however long these
  // requests take.
  await onClient(async (client) => {
    for (let n = 0; n < 60; n++) {
      const [from, to] = [n, n + 1].map((seconds) => `'${new Date(began_ms + seconds * 1000).toISOString()}'`)
      await client.query(`create table answers_${n} partition of answers for values from (${n === 0 ? 'minvalue' : from}) to (${to})`)
    }
  })
  const before = await settled('before')
  expect(before.status).toBe(201)
  const first = await partitionOf('before')
  const seen = new Set<string | undefined>()
  for (let n = 0; seen.size < 4; n++) {
    const key = `pair-${n}`
    const pair = await Promise.all(clients.map((client) => settled(key, 'first', client)))
    expect(pair.map(({ status }) => status)).toEqual([201, 201])
    expect(pair.some(isReplay)).toBe(true)
    expect(pair[1]?.text).toBe(pair[0]?.text)
    seen.add(await partitionOf(key))
  }
  expect(await query("select 1 from shipments where order_id = 'first'")).toHaveLength(
    (await query<object>('select 1 from idempotency_keys')).length,
  )
  expect([...seen].at(-1)).not.toBe(first)
  for (const client of clients) {
    const again = await settled('before', 'first', client)
    expect([again.status, isReplay(again), again.text]).toEqual([201, true, before.text])
    const different = await settled('before', 'second', client)
    expect([different.status, different.json.error.code]).toEqual([422, 'idempotency_key_reused'])
  }
})

test('answers stored by one statement stay separate, and a used key stores no second answer', async () => {
  const keys = Array.from({ length: 60 }, (_, n) => `together-${n}`)
  const made = await Promise.all(keys.map((key) => settled(key, key)))
  const again = await Promise.all(keys.map((key) => settled(key, key)))
  expect(again.map(({ text }) => text)).toEqual(made.map(({ text }) => text))
  const [most] = await query<{ n: number }>('select count(*)::int as n from answers group by created_at order by 1 desc limit 1')
  expect(most?.n).toBeGreaterThan(1)
  const [counts] = await query<{ keys: number; answers: number }>(
    'select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from answers) as answers',
  )
  expect(counts?.answers).toBe(counts?.keys)
})

test('a command that changes rows and a stored refusal are replayed from their partition', async () => {
  await beginDaysAgo(30)
  const { json } = await settled('made')
  const hold = await partner.post(`/v2/shipments/${json.id}/hold`, undefined, { idempotencyKey: 'hold' })
  const unknown = await partner.post('/v2/shipments/shp_00000000000000000000000000/hold', undefined, { idempotencyKey: 'unknown' })
  expect([hold.status, unknown.status]).toEqual([200, 404])
  await age(['hold', 'unknown'], 6 * DAY_MS)
  const again = await partner.post(`/v2/shipments/${json.id}/hold`, undefined, { idempotencyKey: 'hold' })
  expect([isReplay(again), again.text]).toEqual([true, hold.text])
  const missing = await partner.post('/v2/shipments/shp_00000000000000000000000000/hold', undefined, { idempotencyKey: 'unknown' })
  expect([isReplay(missing), missing.text]).toEqual([true, unknown.text])
})

test('answers are dropped with their partition after seven days; old keys become free and newer keys stay used', async () => {
  await beginDaysAgo(40)
  const old = await settled('old')
  const young = await settled('young')
  await age(['old'], 20 * DAY_MS)
  await age(['young'], 7 * DAY_MS - 3_600_000)
  const count = (await partitions()).length
  const gone = (await partitionOf('old')) as string
  const kept = (await partitionOf('young')) as string
  await retain()
  expect(await partitions()).not.toContain(gone)
  expect(await partitions()).toContain(kept)
  expect((await partitions()).length).toBeLessThan(count)
  expect(await orphans()).toEqual([])
  const anew = await settled('old')
  expect([anew.status, isReplay(anew)]).toEqual([201, false])
  expect(anew.json.id).not.toBe(old.json.id)
  const again = await settled('young')
  expect([isReplay(again), again.text]).toEqual([true, young.text])
})

test('an old partition stays while a key with an answer in it may exist', async () => {
  await beginDaysAgo(40)
  const made = await settled('left')
  await age(['left'], 20 * DAY_MS)
  const table = (await partitionOf('left')) as string
  // The last pass over the keys was made when this partition was young, or by a process whose clock was ahead.
  for (const mark_ms of [21 * DAY_MS, 20 * DAY_MS + 1000, -DAY_MS]) {
    await setMark(mark_ms)
    await keeper().drop(ANSWERS, IDEMPOTENCY_DAYS)
    expect(await partitions()).toContain(table)
  }
  const again = await settled('left')
  expect([isReplay(again), again.text]).toEqual([true, made.text])
  await query("delete from idempotency_keys where key = 'left'")
  await setMark(8 * DAY_MS)
  await keeper().drop(ANSWERS, IDEMPOTENCY_DAYS)
  expect(await partitions()).not.toContain(table)
})

/** Runs one retention pass. Returns how many keys it removed. */
const passed = async (): Promise<number> => {
  const { service } = server.running
  const db = new Database(service.db.config, 2)
  let isOver = false
  const one = db.one.bind(db)
  db.one = ((name: string, text: string, values: string[]) => {
    isOver ||= name === 'retention_deliveries'
    return one(name, text, values)
  }) as typeof db.one
  const retention = new Retention(db, service.log, KEPT)
  const run = retention.run()
  await until('a pass has ended', () => isOver)
  retention.stop()
  await run
  await db.close()
  return retention.removed.idempotency ?? 0
}

const mark = async (): Promise<string | undefined> =>
  (await query<{ done_to: string }>("select done_to from upkeep_marks where task = 'idempotency_keys'"))[0]?.done_to

test('keys are checked once a day, and all keys older than a week are removed with their answers', async () => {
  await beginDaysAgo(70)
  for (const [key, days] of Object.entries({ week: 8, month: 29, older: 31 })) {
    await settled(key)
    await age([key], days * DAY_MS)
  }
  await setMark(32 * DAY_MS)
  expect(await passed()).toBe(3)
  expect(await orphans()).toEqual([])
  expect((await query<{ n: number }>("select count(*)::int as n from answers where created_at < now() - interval '15 days'"))[0]?.n).toBe(0)
  for (const key of ['week', 'older']) expect(isReplay(await settled(key))).toBe(false)
  const late = await settled('late')
  await age(['late'], 7.2 * DAY_MS)
  // The last pass over the keys was half a day before the answer expired.
  await setMark(7.5 * DAY_MS)
  const before = await mark()
  expect(await passed()).toBe(0)
  expect(await mark()).toBe(before)
  const again = await settled('late')
  expect([isReplay(again), again.text]).toEqual([true, late.text])
  await setMark(8.5 * DAY_MS)
  expect(await passed()).toBe(1)
  expect(isReplay(await settled('late'))).toBe(false)
})

test('when processes remove keys simultaneously, a removed key takes effect once more, and no key lacks its answer', async () => {
  await beginDaysAgo(60)
  const keys = ['a', 'b', 'c']
  for (const key of keys) await settled(key)
  await settled('young')
  await age(keys, 20 * DAY_MS)
  await setMark(40 * DAY_MS)
  let isOver = false
  const found: unknown[] = []
  const looking = async () => {
    for (; !isOver; await pause(10)) found.push(...(await orphans()))
  }
  const looks = looking()
  // If a process finds that another process is doing this work, it waits a minute before it tries again. Here it tries again soon.
  const removing = async () => {
    const { db, log } = server.running.service
    while (!isOver) {
      const retention = new Retention(db, log, KEPT)
      const run = retention.run()
      await pause(200)
      retention.stop()
      await run
    }
  }
  const works = [removing(), removing(), removing(), removing(), looks]
  await until('those of a week are gone', areGone).finally(() => {
    isOver = true
  })
  await Promise.all(works)
  expect(found).toEqual([])
  // A further pass has nothing left to remove, and the recorded progress of retention stays the same.
  const before = await mark()
  for (let n = 0; n < 3; n++) expect(await passed()).toBe(0)
  expect(await mark()).toBe(before)
  const orders = await Promise.all(keys.flatMap((key) => [settled(key), settled(key)]))
  expect(orders.filter((answer) => !isReplay(answer))).toHaveLength(keys.length)
  expect(isReplay(await settled('young'))).toBe(true)
})

/** Inserts keys whose answers are gone. The keys are long, so that they fill many pages. */
const insertKeys = (prefix: string, count: number, age_ms: number) =>
  query(
    `insert into idempotency_keys (principal, endpoint, key, fingerprint, status, answer, needs, created_at)
     select 'par_1', 'POST /v2/x', $1 || n, repeat('x', 500), 200, n, '', $2::timestamptz from generate_series(1, $3::int) n`,
    [prefix, new Date(Date.now() - age_ms).toISOString(), count],
  )
const countOf = async (prefix: string) =>
  (await query<{ n: number }>("select count(*)::int as n from idempotency_keys where key like $1 || '%'", [prefix]))[0]?.n

test('all pages of keys are checked, and no old key is missed if the table is rewritten during the check', async () => {
  // These keys fill more pages than one statement covers.
  await insertKeys('young-', 2000, 6 * DAY_MS)
  await insertKeys('old-', 2000, 8 * DAY_MS)
  const { db, log } = server.running.service
  let isRewritten = false
  const marks: unknown[] = []
  const one = db.one.bind(db)
  db.one = (async (name: string, text: string, values: string[]) => {
    const row = await one(name, text, values)
    if (name === 'retention_idempotency' && !isRewritten) {
      isRewritten = true
      // Moves old keys to pages that the pass has already covered.
      await query("delete from idempotency_keys where key like 'young-%'")
      await query('vacuum full idempotency_keys')
    }
    if (name === 'retention_deliveries') marks.push(await areGone())
    return row
  }) as typeof db.one
  await setMark(30 * DAY_MS)
  const retention = new Retention(db, log, KEPT)
  const run = retention.run()
  await until('a pass has ended', () => marks.length > 0)
  retention.stop()
  await run
  expect(isRewritten).toBe(true)
  // This pass does not report that all old keys are gone. The next pass reports it, when they are gone.
  expect(marks[0]).toBe(false)
  expect(await countOf('old-')).toBeGreaterThan(0)
  db.one = one
  await retain()
  expect(await countOf('old-')).toBe(0)
})

/** Minimum number of kills. With fewer kills the test would prove little. */
const FEWEST_KILLS = 4

test('no key ever lacks its answer while two workers remove old data and are killed repeatedly', async () => {
  await beginDaysAgo(60)
  await insertKeys('old-', 3000, 8 * DAY_MS)
  await insertKeys('young-', 3000, 6 * DAY_MS)
  let isOver = false
  let kills = 0
  const found: unknown[] = []
  const { db, log } = server.running.service
  const removing = async () => {
    while (!isOver) {
      const retention = new Retention(db, log, KEPT)
      const run = retention.run()
      await pause(400)
      retention.stop()
      await run
    }
  }
  const killing = async () => {
    for (; !isOver; await pause(20))
      kills += await query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            and (application_name = 'backhaul partitions' or state = 'active' and query like '%delete from idempotency_keys%')`,
      ).then(
        (killed) => killed.length,
        () => 0,
      )
  }
  const looking = async () => {
    for (; !isOver; await pause(20)) found.push(...(await orphans().catch(() => [])))
  }
  const works = [removing(), removing(), killing(), looking()]
  const answers = new Map<string, string>()
  // On a slow machine the loop continues until there have been enough kills.
  for (let n = 0; n < 30 || kills < FEWEST_KILLS; n++) {
    const key = `made-${n}`
    const made = await settled(key)
    answers.set(key, made.text)
    // Makes every second key old, each by a different number of days.
    if (n % 2 === 0) {
      await setMark(30 * DAY_MS)
      await age([key], (8 + (n % 30)) * DAY_MS).then(
        () => answers.delete(key),
        () => {},
      )
    }
  }
  isOver = true
  await Promise.all(works)
  expect(found).toEqual([])
  await retain()
  expect([await countOf('old-'), await countOf('young-')]).toEqual([0, 3000])
  expect(answers.size).toBeGreaterThan(5)
  for (const [key, text] of answers) {
    const again = await create(key)
    expect([key, isReplay(again), again.text]).toEqual([key, true, text])
  }
  expect(await orphans()).toEqual([])
})

test('secrets in answers are re-encrypted in every partition', async () => {
  await beginDaysAgo(40)
  const operator = await server.operator()
  const make = (key: string) => operator.post('/v2/ops/partners', { name: key }, { idempotencyKey: key })
  const keys = ['now', 'earlier']
  const shown = new Map<string, string>()
  for (const key of keys) shown.set(key, (await make(key)).text)
  // A partition covers a week, and the key of an answer also stays for a week. This answer is in the previous partition, but it is not yet
  // due for removal.
  await age(['earlier'], (Date.now() % ANSWERS.period_ms) + 1000)
  expect(await partitionOf('earlier')).not.toBe(await partitionOf('now'))
  const after = randomBytes(32).toString('base64')
  const { databaseUrl, dataDir } = server.running.service.config
  const envOf = (key: string, others: string) => ({
    ...{ DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir, PORT: '0', BACKHAUL_LOG_LEVEL: 'error' },
    ...{ BACKHAUL_MASTER_KEY: key, BACKHAUL_MASTER_KEY_OTHERS: others },
  })
  const tool = await openService(readConfig(envOf(after, MASTER_KEY)), 'tool')
  try {
    const rewrapped = async (isWriting: boolean) => (await rewrap(tool, isWriting)).find(({ kind }) => kind === 'stored_answers')
    const none = { kind: 'stored_answers', current: 0, rewrapped: 0, unreadable: 0 }
    expect(await rewrapped(true)).toEqual({ ...none, rewrapped: keys.length })
    expect(await rewrapped(true)).toEqual({ ...none, current: keys.length })
  } finally {
    await tool.close()
  }
  // A server that has only the new key can read all answers.
  const fresh = await serve(readConfig(envOf(after, '')), 'api', false)
  atEndOfTest(() => fresh.close())
  const client = new TestClient(fresh.url as string, operator.credentials)
  for (const key of keys) {
    const again = await client.post('/v2/ops/partners', { name: key }, { idempotencyKey: key })
    expect([isReplay(again), again.text]).toEqual([true, shown.get(key)])
  }
})
