import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { knownMigrations, type Migration, pendingMigrations, readMigrations } from '../src/database/migrations.ts'
import { VERSION } from '../src/process/version.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
let client: pg.Client
let config: pg.ClientConfig
let dir: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  config = database.config
  client = new pg.Client(config)
  await client.connect()
  dir = mkdtempSync(join(tmpdir(), 'backhaul-migrations-'))
  writeFileSync(join(dir, '0001_parcel.sql'), 'create table parcel (id int primary key); insert into parcel values (1);')
  writeFileSync(join(dir, '0002_weight.sql'), `alter table parcel add weight_lb numeric; comment on table parcel is '{"a": 1}';`)
})

afterEach(async () => {
  await client.end()
  await database.drop()
  rmSync(dir, { recursive: true })
})

const pending = () => pendingMigrations(client, knownMigrations(dir))

test('an empty database gets all migrations in order, and a second run does nothing', async () => {
  expect(await pending()).toEqual(['0001_parcel', '0002_weight'])
  expect(await migrate(config, { dir })).toEqual(['0001_parcel', '0002_weight'])
  expect(await pending()).toEqual([])
  expect(await migrate(config, { dir })).toEqual([])
  expect((await client.query('select id, weight_lb from parcel')).rows).toEqual([{ id: 1, weight_lb: null }])
})

test('a database with data gets only the missing migrations', async () => {
  rmSync(join(dir, '0002_weight.sql'))
  await migrate(config, { dir })
  await client.query('insert into parcel values (2)')
  writeFileSync(join(dir, '0002_count.sql'), 'alter table parcel add n int not null default 5')
  expect(await migrate(config, { dir })).toEqual(['0002_count'])
  expect((await client.query('select id, n from parcel order by id')).rows).toEqual([
    { id: 1, n: 5 },
    { id: 2, n: 5 },
  ])
})

test('a database with newer migrations is not changed and lacks none', async () => {
  await migrate(config, { dir })
  rmSync(join(dir, '0002_weight.sql'))
  expect(await pending()).toEqual([])
  expect(await migrate(config, { dir })).toEqual([])
  writeFileSync(join(dir, '0003_count.sql'), 'alter table parcel add n int not null default 5')
  expect(await migrate(config, { dir })).toEqual(['0003_count'])
})

test('a migration that names its oldest compatible program refuses older programs with one line', async () => {
  writeFileSync(
    join(dir, '0003_contract.sql'),
    '-- The weight is elsewhere.\n-- oldest-program: 999.1.0\nalter table parcel drop weight_lb;',
  )
  await migrate(config, { dir })
  rmSync(join(dir, '0003_contract.sql'))
  const refusal = {
    name: 'StartupError',
    message: `the database needs Backhaul 999.1.0 or newer since its migration 0003_contract, but this is Backhaul ${VERSION}; install a newer version`,
  }
  await expect(migrate(config, { dir })).rejects.toThrow(expect.objectContaining(refusal))
  await expect(pending()).rejects.toThrow(expect.objectContaining(refusal))
  await client.query(`update migrations set oldest_program = '${VERSION}'`)
  expect(await pending()).toEqual([])
})

test('a failed migration changes nothing, names its cause and is retried by the next run', async () => {
  writeFileSync(join(dir, '0003_wrong.sql'), 'create table extra (id int); alter table absent add n int;')
  await expect(migrate(config, { dir })).rejects.toThrow(
    expect.objectContaining({
      name: 'StartupError',
      message: 'migration 0003_wrong failed and changed nothing: relation "absent" does not exist',
    }),
  )
  expect((await client.query(`select tablename from pg_tables where tablename in ('parcel', 'extra')`)).rows).toEqual([
    { tablename: 'parcel' },
  ])
  expect(await pending()).toEqual(['0003_wrong'])
  writeFileSync(join(dir, '0003_wrong.sql'), 'create table extra (id int)')
  expect(await migrate(config, { dir })).toEqual(['0003_wrong'])
})

test('a migration that changed after it was applied is refused with one line that names it', async () => {
  await migrate(config, { dir })
  writeFileSync(join(dir, '0001_parcel.sql'), 'create table parcel (id int primary key);')
  await expect(migrate(config, { dir })).rejects.toThrow(
    expect.objectContaining({
      name: 'StartupError',
      message:
        "migration 0001_parcel was changed after it was applied to this database; restore the released version of the migration's file",
    }),
  )
})

/** Creates the table of migrations in the form in which a version before the baseline left it. */
const oldHistory = (columns: string, ...names: string[]) =>
  client.query(`create table migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null${columns});
    insert into migrations (name, run_on) values ${names.map((name) => `('${name}', now())`).join(', ')};
    create table shipments (id text); insert into shipments values ('shp_1')`)

test.each([
  ['whole', ', checksum text, oldest_program text', ['0001_initial', '0002_room_for_versions', '0184_person_misses_age']],
  ['that ends early', '', ['0001_initial', '0002_room_for_versions']],
  ['of which the first is missing', ', checksum text', ['0057_packed', '0060_deliveries_by_range']],
])('a database history from before the baseline, %s, is refused with one line and left unchanged', async (_, columns, names) => {
  await oldHistory(columns, ...names)
  const rows = async () =>
    (await client.query('select to_jsonb(m) as row from migrations m union all select to_jsonb(s) from shipments s')).rows
  const before = await rows()
  const refusal = {
    name: 'StartupError',
    message: `the database was made before Backhaul 1.0 (its first migration is ${names[0]}); nothing was changed. The last commit that runs on this database is 9f6b8cab88de. To start fresh, set BACKHAUL_DATA_DIR to another directory, or DATABASE_URL to an empty database`,
  }
  await expect(migrate(config)).rejects.toThrow(expect.objectContaining(refusal))
  await expect(pendingMigrations(client)).rejects.toThrow(expect.objectContaining(refusal))
  expect(await rows()).toEqual(before)
  expect((await client.query("select tablename from pg_tables where schemaname = 'public' order by 1")).rows).toHaveLength(2)
})

/** Locks the table. Returns a function that releases the lock. */
const lockTable = async (mode: string) => {
  const holder = new pg.Client(config)
  await holder.connect()
  await holder.query(`begin; lock table parcel in ${mode} mode`)
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}

test('a migration that waits for a table lets other sessions through, reports the wait and completes', async () => {
  const files = readMigrations(dir)
  rmSync(join(dir, '0002_weight.sql'))
  await migrate(config, { dir })
  writeFileSync(join(dir, '0002_weight.sql'), (files[1] as Migration).sql)
  const unlock = await lockTable('access share')
  const lines: string[] = []
  let inserted: Promise<unknown> | undefined
  const log = (line: string) => {
    lines.push(line)
    // During the next second, the migration has no lock request in the queue, so the insert does not wait behind it.
    inserted ??= client.query("set lock_timeout = '500ms'; insert into parcel values (7)")
  }
  const migrated = migrate(config, { dir, log })
  await expect.poll(() => lines).not.toHaveLength(0)
  expect(lines[0]).toBe('migration 0002_weight waits for other transactions to end: try 1 of 20, the next one in 1 s')
  await inserted
  await unlock()
  expect(await migrated).toEqual(['0002_weight'])
})

const INDEX = 'create index concurrently parcel_id on parcel (id);'

test('an index is built during writes, outside a transaction, and the remains of a failed attempt are replaced', async () => {
  await migrate(config, { dir })
  writeFileSync(join(dir, '0003_index.sql'), `-- By weight; repeatable.\n${INDEX}\n`)
  // If the build of a unique index finds a duplicate value, it leaves an invalid index.
  await client.query('alter table parcel drop constraint parcel_pkey; insert into parcel values (1)')
  await expect(client.query('create unique index concurrently parcel_id on parcel (id)')).rejects.toThrow('could not create unique index')
  const unlock = await lockTable('row exclusive')
  const migrated = migrate(config, { dir })
  const building = "select 1 from pg_stat_activity where application_name = 'backhaul migrate' and wait_event_type = 'Lock'"
  await expect.poll(async () => (await client.query(building)).rowCount).toBe(1)
  await client.query("set lock_timeout = '500ms'; insert into parcel values (9)")
  await unlock()
  expect(await migrated).toEqual(['0003_index'])
  const { rows } = await client.query("select indisvalid, indisunique from pg_index where indexrelid = 'parcel_id'::regclass")
  expect(rows).toEqual([{ indisvalid: true, indisunique: false }])
})

test('an index completed by a process that died before recording it counts as built', async () => {
  await migrate(config, { dir })
  await client.query(INDEX)
  writeFileSync(join(dir, '0003_index.sql'), INDEX)
  expect(await migrate(config, { dir })).toEqual(['0003_index'])
})

test.each([`${INDEX} insert into parcel values (3);`, `alter table parcel add n int; ${INDEX}`, 'drop index concurrently parcel_id'])(
  'a file that mixes a concurrent index with other statements is refused: %s',
  async (sql) => {
    writeFileSync(join(dir, '0003_mixed.sql'), sql)
    await expect(migrate(config, { dir })).rejects.toThrow('migration 0003_mixed combines "concurrently" with other statements')
  },
)

test('four processes that migrate at once apply each migration once, even an index that waits for their transactions', async () => {
  writeFileSync(join(dir, '0003_index.sql'), INDEX)
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(config, { dir })))
  expect(applied.flat()).toEqual(['0001_parcel', '0002_weight', '0003_index'])
})

test('an unreachable database is reported in one line without the password', async () => {
  const unreachable = { host: '127.0.0.1', port: 1, user: 'u', password: 'geheim', database: 'd' }
  await expect(migrate(unreachable, { dir })).rejects.toThrow(
    expect.objectContaining({
      name: 'StartupError',
      message: 'cannot reach the database at 127.0.0.1:1/d: connect ECONNREFUSED 127.0.0.1:1',
    }),
  )
})

test('a migration file with an invalid name is an error', () => {
  writeFileSync(join(dir, 'third.sql'), 'select 1')
  expect(() => knownMigrations(dir)).toThrow('migration file third.sql is not named NNNN_name.sql')
})

test('the test template has every migration of this program', async () => {
  const database = await createTestDatabase()
  const cloned = new pg.Client(database.config)
  await cloned.connect()
  expect(await pendingMigrations(cloned)).toEqual([])
  await cloned.end()
  await database.drop()
})
