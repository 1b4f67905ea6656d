// Deliveries in partitions. Partitions are made ahead of time and removed when they are old: under load, by two processes at once, and when
// the working process dies.
import { beforeEach, expect, test } from 'vitest'
import { Unavailable } from '../../src/database/db.ts'
import { makePartitions, nextStep, type Partition, PartitionMaintainer, type Partitions } from '../../src/database/partitions.ts'
import { DELIVERIES } from '../../src/delivery/partitions.ts'
import { Retention } from '../../src/delivery/retention.ts'
import { DeliveryWorker } from '../../src/delivery/worker.ts'
import { deliveryIdOf } from '../../src/process/ids.ts'
import { commitEvents, deliveriesWhen, eventIds, eventsOf, pause, register } from '../support/deliveries.ts'
import { KEPT } from '../support/kept.ts'
import { killedKeepers } from '../support/killed-keepers.ts'
import { onClientOf } from '../support/on-client.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const RETENTION_DAYS = 90
const { period_ms: PERIOD_MS } = DELIVERIES

let server: TestService
beforeEach(async () => {
  server = await startTestService('api')
  // Workers that a test started must end before the server does.
  atEndOfTest(() => server.close())
})

const query = <Row>(text: string, values: readonly (string | number)[] = []) => server.running.service.db.query<Row>('', text, values)
const keeper = () => new PartitionMaintainer(server.running.service.db, server.running.service.log, [DELIVERIES])

/** Partition names with their bounds, in order of time. */
const partitions = async (): Promise<string[]> =>
  (
    await query<{ name: string; bound: string | null }>(
      `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits join pg_class c on c.oid = inhrelid
        where inhparent = 'deliveries'::regclass order by substring(pg_get_expr(c.relpartbound, c.oid) from 'TO (.*)') nulls last`,
    )
  )
    // The bound is null if the partition is just being removed.
    .flatMap(({ name, bound }) => (bound === null ? [] : [`${name} ${bound.replace('FOR VALUES ', '')}`]))

const onClient = (work: Parameters<typeof onClientOf>[1]): Promise<void> => onClientOf(server.running.service.db.config, work)

/** Inserts one row for each of these creation times and returns their ids. */
const insert = async (made_ms: readonly number[], status = 'delivered', event_age = '1 day'): Promise<string[]> => {
  const ids = made_ms.map((ms) => `${deliveryIdOf(Math.floor(ms))}${Math.random().toString(16).slice(2, 10).padEnd(14, '0')}`)
  await query(
    `insert into deliveries (id, webhook_id, partner_id, event_id, event_seq, subject, status, created_at)
     select id, 'whk_1', 'par_1', 'evt_1', 1, 'shp_1', $2, now() - $3::interval from unnest($1::text[]) id`,
    [`{${ids.join(',')}}`, status, event_age],
  )
  return ids
}

const tableOf = async (id: string): Promise<string | undefined> =>
  (await query<{ table: string }>('select tableoid::regclass::text as table from deliveries where id = $1', [id]))[0]?.table

const boundary = (ms: number): number => Math.floor(ms / PERIOD_MS) * PERIOD_MS

test('the old table becomes the first partition with its rows; later rows go into the next', async () => {
  const old = await insert([Date.now() - 200 * DAY_MS, Date.now() - DAY_MS, Date.now()])
  expect(await partitions()).toEqual(['deliveries_before DEFAULT'])
  await keeper().keep()
  const found = await partitions()
  const [, end_ms] = [null, Number.parseInt(/TO \('dlv_(\w+)'\)/.exec(found[0] as string)?.[1] as string, 16)]
  expect(end_ms % PERIOD_MS).toBe(0)
  expect(end_ms).toBeGreaterThanOrEqual(Date.now() + 14 * DAY_MS)
  const name = (ms: number) => `deliveries_to_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`
  expect(found[0]).toBe(`${name(end_ms)} FROM (MINVALUE) TO ('${deliveryIdOf(end_ms)}')`)
  expect(found.at(-1)).toBe('deliveries_others DEFAULT')
  const last_ms = boundary(Date.now()) + 2 * PERIOD_MS
  expect(found.at(-2)).toMatch(new RegExp(`TO \\('${deliveryIdOf(last_ms)}'\\)$`))
  for (const id of old) expect(await tableOf(id)).toBe(name(end_ms))
  const [last, next] = await insert([end_ms - 1, end_ms])
  expect([await tableOf(last as string), await tableOf(next as string)]).toEqual([name(end_ms), name(end_ms + PERIOD_MS)])
  expect(await query("select 1 from pg_constraint where conname = 'deliveries_until'")).toEqual([])
  await keeper().keep()
  expect(await partitions()).toEqual(found)
})

test('the key of every partition has a fill factor of 90 %, including the default partition', async () => {
  const keys = () =>
    query(`select i.relname as name, i.reloptions as options from pg_inherits h join pg_class i on i.oid = h.inhrelid
            where h.inhparent = 'deliveries_pkey'::regclass`)
  const filled = { name: expect.any(String), options: ['fillfactor=90'] }
  const before = await keys()
  expect(before).toEqual([filled])
  await keeper().keep()
  const after = await keys()
  expect(after.length).toBeGreaterThan(before.length)
  expect(after).toEqual(after.map(() => filled))
})

test('after a time without workers, rows in the default partition get their own, and none was refused', async () => {
  await keeper().keep()
  const last_ms = boundary(Date.now()) + 2 * PERIOD_MS
  const late = await insert([last_ms, last_ms + DAY_MS])
  const others = (await partitions()).at(-1)
  for (const id of late) expect(`${await tableOf(id)} DEFAULT`).toBe(others)
  await keeper().keep()
  for (const id of late) expect(await tableOf(id)).toMatch(/^deliveries_to_\d{8}$/)
  const [later] = await insert([last_ms + 5 * PERIOD_MS])
  expect(`${await tableOf(later as string)} DEFAULT`).toBe((await partitions()).at(-1))
})

test('a row written while its partition is made ends up in it', async () => {
  const id = `${deliveryIdOf(Date.now())}${'0'.repeat(14)}`
  // The insert is planned with the partitions that exist when it starts. It is still running when they change.
  const written = query(
    `insert into deliveries (id, webhook_id, partner_id, event_id, event_seq, subject, status, created_at)
     select $1, 'whk_1', 'par_1', 'evt_1', 1, 'shp_1', 'pending', now() from (select pg_sleep(3)) s`,
    [id],
  )
  const sleeping = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
  await until('it is being written', async () => (await query(sleeping)).length === 1)
  await keeper().keep()
  await written
  await keeper().keep()
  expect(await tableOf(id)).toMatch(/^deliveries_to_\d{8}$/)
})

const state = (given: Partial<Partitions>): Partitions => ({
  parts: [],
  others: 'deliveries_others',
  othersHasRows: false,
  check: null,
  now_ms: 100 * PERIOD_MS,
  ...given,
})

const part = (from: number | null, to: number): Partition => ({
  name: `p${to}`,
  from_ms: from === null ? null : from * PERIOD_MS,
  to_ms: to * PERIOD_MS,
})

const stepOf = (given: Partial<Partitions>): string => (nextStep(DELIVERIES, state(given), 100 * PERIOD_MS) ?? []).join('; ')

test('a row that fits no current partition does not prevent other rows from being inserted', async () => {
  await beginLongAgo()
  await query(`drop table ${(await partitions())[0]?.split(' ')[0]}`)
  await insert([Date.now() - 400 * DAY_MS])
  const own = keeper()
  await own.keep()
  expect(await query("select 1 from pg_constraint where conname = 'deliveries_until'")).toEqual([])
  await insert([Date.now() + 400 * DAY_MS, Date.now()])
  await own.keep()
  expect(await query('select 1 from deliveries')).toHaveLength(3)
})

test('a check is dropped before it refuses rows; its successor ends at least two weeks ahead', () => {
  const ended = (days: number) => ({ to_ms: 100 * PERIOD_MS + days * DAY_MS, isValid: true })
  expect(stepOf({ check: ended(6), othersHasRows: true })).toBe('alter table deliveries_others drop constraint deliveries_until')
  expect(stepOf({ check: ended(8), othersHasRows: true })).toContain('attach partition deliveries_others for values')
  const now_ms = 100 * PERIOD_MS + 15 * DAY_MS
  const check = `id < '${deliveryIdOf(102 * PERIOD_MS)}'`
  expect(stepOf({ now_ms, othersHasRows: true })).toContain(check)
  expect(stepOf({ now_ms, othersHasRows: true, parts: [part(null, 99)] })).toContain(`id >= '${deliveryIdOf(99 * PERIOD_MS)}' and ${check}`)
})

test('partitions exist for the next four weeks, even if those of the last months are missing', () => {
  expect(nextStep(DELIVERIES, state({ parts: [part(null, 100), part(100, 101)] }), 0)).toBeNull()
  expect(stepOf({ parts: [part(null, 100)] })).toContain(
    `from ('${deliveryIdOf(100 * PERIOD_MS)}') to ('${deliveryIdOf(101 * PERIOD_MS)}')`,
  )
  expect(stepOf({ parts: [part(null, 90)] })).toContain(`from ('${deliveryIdOf(90 * PERIOD_MS)}') to ('${deliveryIdOf(91 * PERIOD_MS)}')`)
})

/** Makes partitions that begin half a year ago, as if workers had made them. */
const beginLongAgo = () => onClient((client) => makePartitions(client, DELIVERIES, Date.now() - 180 * DAY_MS))

test('an old partition is dropped whole, unless it has pending or recently skipped rows, which it keeps', async () => {
  await beginLongAgo()
  const [gone_ms, pending_ms, skipped_ms] = [5, 6, 7].map((n) => boundary(Date.now()) - (n - 0.5) * PERIOD_MS) as [number, number, number]
  const cutoff_ms = Date.now() - RETENTION_DAYS * DAY_MS
  const young = await insert([boundary(cutoff_ms), (boundary(cutoff_ms) + cutoff_ms) / 2, Date.now()])
  await insert([gone_ms, pending_ms, skipped_ms])
  const kept = [...(await insert([pending_ms], 'pending')), ...(await insert([skipped_ms], 'skipped', '29 days'))]
  await insert([gone_ms], 'skipped', '31 days')
  const tables = await Promise.all(kept.map(tableOf))
  const count = (await partitions()).length

  const { gone, before: singly } = await keeper().drop(DELIVERIES, RETENTION_DAYS)
  expect(gone).toBeGreaterThanOrEqual(0)
  expect(singly).toBe(deliveryIdOf(boundary(Date.now() - RETENTION_DAYS * DAY_MS)))
  expect(await tableOf(kept[0] as string)).toBe(tables[0])
  expect((await partitions()).length).toBeLessThan(count)

  const retention = new Retention(server.running.service.db, server.running.service.log, { ...KEPT, deliveries: RETENTION_DAYS })
  const run = retention.run()
  const left = async () => (await query<{ id: string }>('select id from deliveries order by id')).map(({ id }) => id)
  await until('only what is to be kept is left', async () => (await left()).length === young.length + kept.length)
  retention.stop()
  await run
  expect(await left()).toEqual([...young, ...kept].toSorted())

  await query("update deliveries set status = 'delivered' where id = any ($1)", [`{${kept.join(',')}}`])
  await keeper().drop(DELIVERIES, RETENTION_DAYS)
  expect((await partitions()).filter((one) => tables.includes(one.split(' ')[0]))).toEqual([])
  expect(await left()).toEqual(young.toSorted())
})

test('a delivery sent again while its partition is removed is kept', async () => {
  await beginLongAgo()
  const [id] = (await insert([boundary(Date.now()) - 5.5 * PERIOD_MS], 'pending')) as [string]
  // The other partitions are dropped first, so that `drop` waits only for the lock of this one.
  await keeper().drop(DELIVERIES, RETENTION_DAYS)
  await query("update deliveries set status = 'delivered' where id = $1", [id])
  await onClient(async (client) => {
    await client.query('begin')
    await client.query("update deliveries set status = 'pending' where id = $1", [id])
    const dropped = keeper().drop(DELIVERIES, RETENTION_DAYS)
    const waits = "select 1 from pg_locks where relation = 'deliveries'::regclass and mode = 'AccessExclusiveLock' and not granted"
    while ((await client.query(waits)).rows.length === 0) await pause(1)
    await client.query('commit')
    await dropped
  })
  expect(await tableOf(id)).toBeDefined()
  await keeper().drop(DELIVERIES, RETENTION_DAYS)
  expect(await tableOf(id)).toBeDefined()
})

test('while a transaction uses the table, making partitions never blocks others for long and loses no commit', async () => {
  await insert([Date.now()])
  await onClient(async (client) => {
    await client.query('begin')
    await client.query(
      "insert into deliveries (webhook_id, partner_id, event_id, event_seq, subject, status, created_at) values ('whk_2', 'par_1', 'evt_1', 1, 's', 'delivered', now())",
    )
    const kept = keeper().keep()
    // An insert that waits for a lock longer than the statement timeout would fail.
    for (let i = 0; i < 20; i++) {
      await insert([Date.now()])
      await pause(10)
    }
    await kept
    expect(await partitions()).toEqual(['deliveries_before DEFAULT'])
    await client.query('commit')
  })
  await keeper().keep()
  expect((await partitions()).length).toBeGreaterThanOrEqual(2)
  expect(await query("select 1 from deliveries where webhook_id = 'whk_2'")).toHaveLength(1)
})

test('two workers deliver everything once, in order, while partitions change and their keepers are killed', async () => {
  const { service } = server.running
  const partner = await server.partner()
  const receiver = await receiverFor()
  const webhook = await register(partner, receiver)
  await beginLongAgo()
  const workers = [new DeliveryWorker(service), new DeliveryWorker(service)]
  for (const worker of workers) atEndOfTest(() => worker.stop())
  for (const worker of workers) worker.start()

  const endKeepers = killedKeepers(service.db, keeper, DELIVERIES, RETENTION_DAYS)
  const subjects = ['shp_1', 'shp_2', 'shp_3']
  const events: string[] = []
  const stray: string[] = []
  const [first] = await partitions()
  for (let round = 0; round < 40; round++) {
    const committed = await commitEvents(service, eventsOf(partner.partnerId, subjects))
    events.push(...committed.map(({ id }) => id))
    // These rows are beyond the last partition. The next pass of the keeper makes a partition for them.
    const now = await partitions()
    const last = now.at(-2) as string
    const end_ms = Number.parseInt(/TO \('dlv_(\w+)'\)/.exec(last)?.[1] as string, 16)
    if (round % 4 === 0) {
      const [id] = (await insert([end_ms + DAY_MS])) as [string]
      await until('it gets a partition', async () => /^deliveries_to_/.test((await tableOf(id)) ?? ''))
      stray.push(id)
    }
    await pause(20)
  }
  await deliveriesWhen(partner, webhook.id, (all) => all.length === events.length && all.every(({ status }) => status === 'delivered'))
  const failures = await endKeepers()
  await keeper().keep()

  expect(eventIds(receiver).toSorted()).toEqual(events.toSorted())
  for (const [i] of subjects.entries()) {
    const own = new Set(events.filter((_, n) => n % subjects.length === i))
    expect(eventIds(receiver).filter((id) => own.has(id))).toEqual([...own])
  }
  for (const failure of failures) expect(failure).toBeInstanceOf(Unavailable)
  expect(await partitions()).not.toContain(first)
  for (const id of stray) expect(await tableOf(id), id).toMatch(/^deliveries_to_\d{8}$/)
  expect(await query('select 1 from deliveries_others')).toEqual([])
})
