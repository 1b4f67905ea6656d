// Partitions of attempts and scans, which depend on their deliveries and shipments. test/delivery/partitions.test.ts covers what all tables
// have in common: two processes at once, and the death of the working process.
import { beforeEach, describe, expect, test } from 'vitest'
import { Database, Unavailable } from '../../src/database/db.ts'
import { makePartitions, type PartitionedTable, PartitionMaintainer } from '../../src/database/partitions.ts'
import { ATTEMPTS, PARTITIONED, SCANS } from '../../src/delivery/partitions.ts'
import { Retention } from '../../src/delivery/retention.ts'
import { DeliveryWorker } from '../../src/delivery/worker.ts'
import { listScans } from '../../src/kinds/scans/queries.ts'
import { findShipment } from '../../src/kinds/shipments/queries.ts'
import { listAttempts } from '../../src/kinds/webhooks/queries.ts'
import { deliveryIdOf, idAt, idMade_ms, newId } from '../../src/process/ids.ts'
import { RETURN } from '../support/client.ts'
import { commitEvents, deliveriesWhen, eventsOf, pause, register } from '../support/deliveries.ts'
import { KEPT } from '../support/kept.ts'
import { killedKeepers } from '../support/killed-keepers.ts'
import { onClientOf } from '../support/on-client.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
/** Attempts are kept for 30 days, plus seven days for scheduled retries. */
const OLD_DAYS = 37

let server: TestService
beforeEach(async () => {
  server = await startTestService('api')
  atEndOfTest(() => server.close())
})

const query = <Row>(text: string, values: readonly (string | number)[] = []) => server.running.service.db.query<Row>('', text, values)
const keeper = () => new PartitionMaintainer(server.running.service.db, server.running.service.log, PARTITIONED)

const onClient = (work: Parameters<typeof onClientOf>[1]): Promise<void> => onClientOf(server.running.service.db.config, work)

/** Makes partitions that begin this many days ago, as if workers had made them. */
const begun = (table: PartitionedTable, days: number) => onClient((client) => makePartitions(client, table, Date.now() - days * DAY_MS))

const boundary = ({ period_ms }: PartitionedTable, ms: number): number => Math.floor(ms / period_ms) * period_ms

const deliveryOf = (ms: number): string => `${deliveryIdOf(Math.floor(ms))}${Math.random().toString(16).slice(2, 10).padEnd(14, '0')}`

/** Inserts attempts of this age for these deliveries. */
const attempt = async (deliveries: readonly string[], age = '0 s', attempts = 1): Promise<void> => {
  await query(
    `insert into delivery_attempts (delivery_id, attempt, trigger, at, duration_ms, recorded_at)
     select id, n, 'schedule', now(), 1, now() - $2::interval from unnest($1::text[]) id cross join generate_series(1, $3::int) n`,
    [`{${deliveries.join(',')}}`, age, attempts],
  )
}

const shipmentOf = (ms: number): string => `${idAt('shipment', ms).slice(0, -8)}${newId('shipment').slice(-8)}`

const scan = async (shipments: readonly string[], count = 1): Promise<void> => {
  for (const shipment of shipments)
    for (let i = 0; i < count; i++)
      await query(
        `insert into scans (id, shipment_id, partner_id, kind, applied, status, occurred_at, recorded_at, details)
         values ($1, $2, 'par_1', 'in-transit', true, 'in_transit', now(), now(), '{}')`,
        [newId('scan'), shipment],
      )
}

const tablesOf = async ({ name, column }: PartitionedTable, key: string): Promise<string[]> =>
  (await query<{ table: string }>(`select distinct tableoid::regclass::text as table from ${name} where ${column} = $1`, [key])).map(
    ({ table }) => table,
  )

const partitionsOf = async ({ name }: PartitionedTable): Promise<string[]> =>
  (
    await query<{ name: string }>('select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1', [
      name,
    ])
  ).map((row) => row.name)

/** Returns the latest end of the partitions of a table that cover a time range. */
const lastEnd_ms = async (table: PartitionedTable): Promise<number> => {
  const rows = await query<{ bound: string | null }>(
    `select substring(pg_get_expr(c.relpartbound, c.oid) from $$TO [(]'(.*)'$$) as bound from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = $1::regclass and pg_get_expr(c.relpartbound, c.oid) like '% TO %'`,
    [table.name],
  )
  // A bound is null while its partition is being removed.
  return Math.max(...rows.flatMap(({ bound }) => (bound === null ? [] : [table.madeAt_ms(bound)])))
}

const KINDS = [
  { table: ATTEMPTS, keyOf: deliveryOf, add: (keys: readonly string[]) => attempt(keys) },
  { table: SCANS, keyOf: shipmentOf, add: (keys: readonly string[]) => scan(keys) },
]

describe.each(KINDS)('$table.name', ({ table, keyOf, add }) => {
  const nameOf = (to_ms: number) => `${table.name}_to_${new Date(to_ms).toISOString().slice(0, 10).replaceAll('-', '')}`

  test('the old table becomes the first partition with its rows; late rows join the partition of their parent', async () => {
    const old = [keyOf(Date.now() - 800 * DAY_MS), keyOf(Date.now())]
    await add(old)
    for (const key of old) expect(await tablesOf(table, key)).toEqual([`${table.name}_before`])
    await keeper().keep()
    const end_ms = boundary(table, Date.now() + 14 * DAY_MS) + table.period_ms
    for (const key of old) expect(await tablesOf(table, key)).toEqual([nameOf(end_ms)])
    const [last, next] = [keyOf(end_ms - 1), keyOf(end_ms)] as [string, string]
    await add([last, next, ...old])
    expect(await tablesOf(table, last)).toEqual([nameOf(end_ms)])
    expect(await tablesOf(table, next)).not.toEqual([nameOf(end_ms)])
    for (const key of old) expect(await tablesOf(table, key)).toEqual([nameOf(end_ms)])
  })

  test('after a time without workers, rows in the default partition get their own', async () => {
    await keeper().keep()
    const end_ms = await lastEnd_ms(table)
    const late = keyOf(end_ms + DAY_MS)
    await add([late])
    expect(await tablesOf(table, late)).toEqual([`${table.name}_before`])
    await keeper().keep()
    expect(await tablesOf(table, late)).toEqual([nameOf(end_ms + table.period_ms)])
    expect(await partitionsOf(table)).toContain(`${table.name}_others`)
  })

  test('a row written while its partition is made ends up in it', async () => {
    const key = keyOf(Date.now())
    await add([key])
    const columns = await query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = '${table.name}'::regclass and attnum > 0 and attidentity = '' order by attnum`,
    )
    const names = columns.map(({ name }) => name).join(', ')
    const copied = columns.map(({ name }) => (name === 'id' ? "id || 'x'" : name)).join(', ')
    await query(`create table copied as select ${names} from ${table.name}`)
    await query(`delete from ${table.name}`)
    const written = query(`insert into ${table.name} (${names}) select ${copied} from copied cross join (select pg_sleep(3)) s`)
    const sleeping = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
    await until('it is being written', async () => (await query(sleeping)).length === 1)
    await keeper().keep()
    await written
    await keeper().keep()
    expect((await tablesOf(table, key))[0]).toMatch(/_to_\d{8}$/)
  })

  test('a table in use by a transaction is left alone, and the other tables get their partitions', async () => {
    await onClient(async (client) => {
      await client.query('begin')
      await client.query(`select from ${table.name}`)
      await add([keyOf(Date.now())])
      await keeper().keep()
      expect(await partitionsOf(table)).toEqual([`${table.name}_before`])
      for (const other of PARTITIONED) if (other !== table) expect((await partitionsOf(other)).length).toBeGreaterThan(1)
      await client.query('commit')
    })
    await keeper().keep()
    expect((await partitionsOf(table)).length).toBeGreaterThan(1)
  })
})

test('ids contain their creation time to the millisecond', () => {
  for (const ms of [0, 1, 1_700_000_000_003, 2 ** 48 - 1]) expect(idMade_ms(idAt('shipment', ms))).toBe(ms)
  const before_ms = Date.now()
  const made_ms = idMade_ms(newId('shipment'))
  expect(made_ms).toBeGreaterThanOrEqual(before_ms)
  expect(made_ms).toBeLessThan(before_ms + 1000)
})

test('reading the scans of a shipment or the attempts of a delivery touches only its partition', async () => {
  await begun(SCANS, 1400)
  await begun(ATTEMPTS, 60)
  const [shipment, delivery] = [shipmentOf(Date.now() - 500 * DAY_MS), deliveryOf(Date.now() - 20 * DAY_MS)]
  await scan([shipment], 3)
  await attempt([delivery], '0 s', 3)
  const { id: made } = (await server.demo.post('/v2/shipments', RETURN)).json
  await query('update shipments set id = $2, status = $3 where id = $1', [made, shipment, 'in_transit'])
  const own = [...(await tablesOf(SCANS, shipment)), ...(await tablesOf(ATTEMPTS, delivery))]
  const db = new Database(server.running.service.db.config, 1)
  atEndOfTest(() => db.close())
  const looked = async () =>
    Object.fromEntries(
      (
        await query<{ name: string; n: number }>(
          "select relname as name, coalesce(idx_scan, 0) + coalesce(seq_scan, 0) as n from pg_stat_user_tables where relname ~ '^(scans|delivery_attempts)_'",
        )
      ).map(({ name, n }) => [name, Number(n)]),
    )
  const before = await looked()
  // After this many executions, PostgreSQL switches to a generic plan.
  for (let i = 0; i < 8; i++) {
    expect(await listScans(db, shipment, null, 10)).toHaveLength(3)
    expect(await listScans(db, shipment, null, 10, null, 'oldest')).toHaveLength(3)
    expect((await findShipment(db, null, shipment))?.last_scan).toMatchObject({ kind: expect.any(String) })
    expect(await listAttempts(db, [delivery], { attempts: 10, characters: 10 })).toHaveLength(3)
  }
  await db.query('', 'select pg_stat_force_next_flush()')
  await db.query('', 'select 1')
  const after = await looked()
  const differing = Object.keys(after).filter((name) => after[name] !== before[name])
  expect(differing.toSorted()).toEqual(own.toSorted())
  expect(Object.keys(after).length).toBeGreaterThan(8)
})

/** Runs retention until `isDone` returns true, which means that only the expected rows are left. */
const retain = async (isDone: () => Promise<boolean>): Promise<number> => {
  const retention = new Retention(server.running.service.db, server.running.service.log, KEPT)
  const run = retention.run()
  await until('what is old is removed', isDone)
  retention.stop()
  await run
  return retention.removed.attempts ?? 0
}

test('old attempts go with their partition; a partition with a young attempt loses only its old ones', async () => {
  await begun(ATTEMPTS, 120)
  const ended_ms = (n: number) => boundary(ATTEMPTS, Date.now() - OLD_DAYS * DAY_MS) - (n - 0.5) * ATTEMPTS.period_ms
  const [gone, sentAgain] = [deliveryOf(ended_ms(2)), deliveryOf(ended_ms(1))]
  await attempt([gone, sentAgain], '60 days', 3)
  // One delivery has more attempts than fit into a batch.
  await attempt([sentAgain], '30 days 1 minute', 1500)
  await attempt([sentAgain], '29 days 23 hours', 2)
  // This attempt is in a partition that stays, because scheduled retries may still add attempts to that partition.
  const waiting = deliveryOf(boundary(ATTEMPTS, Date.now() - OLD_DAYS * DAY_MS) + 0.5 * ATTEMPTS.period_ms)
  await attempt([waiting], '31 days')
  const partitions = await partitionsOf(ATTEMPTS)
  const [own] = await tablesOf(ATTEMPTS, sentAgain)
  const left = async () =>
    (await query<{ n: number }>('select count(*)::int as n from delivery_attempts where delivery_id = $1', [sentAgain]))[0]?.n
  await retain(async () => (await left()) === 2)
  expect(await tablesOf(ATTEMPTS, waiting)).toHaveLength(1)
  expect(await partitionsOf(ATTEMPTS)).toContain(own)
  expect(await tablesOf(ATTEMPTS, gone)).toEqual([])
  expect((await partitionsOf(ATTEMPTS)).length).toBeLessThan(partitions.length)

  await query("update delivery_attempts set recorded_at = recorded_at - interval '2 hours'")
  await keeper().drop(ATTEMPTS, OLD_DAYS)
  expect(await tablesOf(ATTEMPTS, sentAgain)).toEqual([])
  expect(await tablesOf(ATTEMPTS, waiting)).toHaveLength(1)
})

test('attempts of old deliveries that are sent again do not prevent new partitions', async () => {
  await begun(ATTEMPTS, 120)
  const old = [110, 90, 70].map((days) => deliveryOf(Date.now() - days * DAY_MS))
  await attempt(old, '60 days')
  const count = (await partitionsOf(ATTEMPTS)).length
  await keeper().drop(ATTEMPTS, OLD_DAYS)
  for (const delivery of old) expect(await tablesOf(ATTEMPTS, delivery)).toEqual([])
  // The empty partitions were merged into one.
  expect((await partitionsOf(ATTEMPTS)).length).toBeLessThan(count - 3)
  const sentAgain = async () => {
    await attempt(old)
    const tables = (await Promise.all(old.map((delivery) => tablesOf(ATTEMPTS, delivery)))).flat()
    expect(tables.filter((table) => /_to_\d{8}$/.test(table))).toHaveLength(3)
    await keeper().keep()
    expect(await query("select from pg_constraint where conname = 'delivery_attempts_until'")).toEqual([])
    // The attempts are too young to be dropped.
    await keeper().drop(ATTEMPTS, OLD_DAYS)
    for (const delivery of old) expect(await tablesOf(ATTEMPTS, delivery)).toHaveLength(1)
    await query('delete from delivery_attempts')
  }
  await sentAgain()
  // Earlier versions of the program left this state: the first partitions are missing.
  const [first] = (await partitionsOf(ATTEMPTS)).filter((table) => table.includes('_to_'))
  await query(`drop table ${first}`)
  await keeper().drop(ATTEMPTS, 0)
  await sentAgain()
})

test('an attempt recorded while its partition is removed is kept', async () => {
  await begun(ATTEMPTS, 60)
  const delivery = deliveryOf(boundary(ATTEMPTS, Date.now() - OLD_DAYS * DAY_MS) - DAY_MS)
  await attempt([delivery])
  // The other partitions are merged first, so that `drop` waits for nothing else.
  await keeper().drop(ATTEMPTS, OLD_DAYS)
  await query("update delivery_attempts set recorded_at = now() - interval '60 days'")
  const [own] = await tablesOf(ATTEMPTS, delivery)
  await onClient(async (client) => {
    await client.query('begin')
    await client.query(
      "insert into delivery_attempts (delivery_id, attempt, trigger, at, duration_ms) values ($1, 2, 'redeliver', now(), 1)",
      [delivery],
    )
    const dropped = keeper().drop(ATTEMPTS, OLD_DAYS)
    const waits = `select 1 from pg_locks where relation = '${own}'::regclass and mode = 'AccessExclusiveLock' and not granted`
    while ((await client.query(waits)).rows.length === 0) await pause(1)
    await client.query('commit')
    await dropped
  })
  expect(await tablesOf(ATTEMPTS, delivery)).toHaveLength(1)
})

test('two workers record every attempt once while partitions change and their keepers are killed', async () => {
  const { service } = server.running
  const partner = await server.partner()
  const receiver = await receiverFor()
  // For each event, the first attempt fails and the next one succeeds.
  const tried = new Set<unknown>()
  receiver.answer(({ headers }) => {
    const id = headers['x-service-event-id']
    const isFirst = !tried.has(id)
    tried.add(id)
    return { kind: 'reply', status: isFirst ? 503 : 200 }
  })
  const webhook = await register(partner, receiver)
  const workers = [new DeliveryWorker(service), new DeliveryWorker(service)]
  for (const worker of workers) atEndOfTest(() => worker.stop())
  for (const worker of workers) worker.start()
  const { json: shipment } = await partner.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label' })

  await keeper().keep()
  const endKeepers = killedKeepers(service.db, keeper, ATTEMPTS, OLD_DAYS)
  let events = 0
  for (let round = 0; round < 20; round++) {
    events += (await commitEvents(service, eventsOf(partner.partnerId, ['shp_1', 'shp_2']))).length
    await scan([shipment.id])
    if (round % 5 > 0) continue
    // These rows are beyond the last partition. The next pass of the keeper makes a partition for them.
    for (const { table, keyOf, add } of KINDS) {
      const key = keyOf((await lastEnd_ms(table)) + DAY_MS)
      await add([key])
      await until('it gets a partition', async () => /_to_\d{8}$/.test((await tablesOf(table, key))[0] ?? ''))
    }
  }
  await deliveriesWhen(partner, webhook.id, (all) => all.length >= events && all.every(({ status }) => status === 'delivered'))
  const failures = await endKeepers()
  await keeper().keep()
  for (const failure of failures) expect(failure).toBeInstanceOf(Unavailable)
  // Each attempt exists once: there are as many attempts as the delivery counts. The first success may be in the delivery's own row and is
  // counted too.
  const wrong = await query(
    `select d.id, d.attempts, d.first_success is not null as first, array_agg(a.attempt) as found from deliveries d left join delivery_attempts a on a.delivery_id = d.id
      group by d.id having d.attempts <> count(a.id) + (d.first_success is not null)::int or count(a.id) <> count(distinct a.attempt)`,
  )
  expect(wrong).toEqual([])
  expect((await query<{ n: number }>('select count(*)::int as n from delivery_attempts'))[0]?.n).toBeGreaterThan(20)
  expect((await query<{ n: number }>('select count(*)::int as n from scans where shipment_id = $1', [shipment.id]))[0]?.n).toBe(20)
  for (const { table } of KINDS) expect(await query(`select 1 from ${table.name}_others`)).toEqual([])
})
