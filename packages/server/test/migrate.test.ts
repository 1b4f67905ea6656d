import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { knownMigrations, migrate, pendingMigrations } from '../src/platform/migrate.ts'
import { createTestDatabase } from './support/database.ts'

const NAME = `backhaul_test_migrate_${process.pid}`
let administrator: pg.Client
let client: pg.Client
let config: pg.ClientConfig
let dir: string

beforeAll(async () => {
  administrator = new pg.Client(inject('postgresUrl'))
  await administrator.connect()
})

afterAll(() => administrator.end())

beforeEach(async () => {
  await administrator.query(`drop database if exists ${NAME} with (force)`)
  await administrator.query(`create database ${NAME} template template0`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${NAME}`
  config = { connectionString: url.href }
  client = new pg.Client(config)
  await client.connect()
  dir = mkdtempSync(join(tmpdir(), 'backhaul-migrations-'))
  writeFileSync(join(dir, '0001_parcel.sql'), 'create table parcel (id int primary key); insert into parcel values (1);')
  writeFileSync(join(dir, '0002_weight.sql'), `alter table parcel add weight_lb numeric; comment on table parcel is '{"a": 1}';`)
})

afterEach(async () => {
  await client.end()
  await administrator.query(`drop database if exists ${NAME} with (force)`)
  rmSync(dir, { recursive: true })
})

test('an empty database gets all migrations in order, and a second run does nothing', async () => {
  expect(await pendingMigrations(client, dir)).toEqual(['0001_parcel', '0002_weight'])
  expect(await migrate(config, dir)).toEqual(['0001_parcel', '0002_weight'])
  expect(await pendingMigrations(client, dir)).toEqual([])
  expect(await migrate(config, dir)).toEqual([])
  expect((await client.query('select id, weight_lb from parcel')).rows).toEqual([{ id: 1, weight_lb: null }])
})

test('a database with data gets only what it lacks', async () => {
  rmSync(join(dir, '0002_weight.sql'))
  await migrate(config, dir)
  await client.query('insert into parcel values (2)')
  writeFileSync(join(dir, '0002_count.sql'), 'alter table parcel add n int not null default 5')
  expect(await migrate(config, dir)).toEqual(['0002_count'])
  expect((await client.query('select id, n from parcel order by id')).rows).toEqual([
    { id: 1, n: 5 },
    { id: 2, n: 5 },
  ])
})

test('a database with a migration unknown here is refused with one line naming it', async () => {
  await migrate(config, dir)
  rmSync(join(dir, '0002_weight.sql'))
  const refusal = { name: 'StartupError', message: expect.stringMatching(/^the database is from a newer version .*0002_weight.*$/) }
  await expect(migrate(config, dir)).rejects.toThrow(expect.objectContaining(refusal))
  await expect(pendingMigrations(client, dir)).rejects.toThrow(expect.objectContaining(refusal))
})

test('a migration that fails leaves the database as it was and names its cause', async () => {
  writeFileSync(join(dir, '0003_wrong.sql'), 'create table extra (id int); alter table absent add n int;')
  await expect(migrate(config, dir)).rejects.toThrow(
    expect.objectContaining({ name: 'StartupError', message: expect.stringContaining('relation "absent" does not exist') }),
  )
  expect((await client.query(`select tablename from pg_tables where tablename in ('parcel', 'extra')`)).rows).toEqual([])
  expect(await pendingMigrations(client, dir)).toEqual(['0001_parcel', '0002_weight', '0003_wrong'])
})

test('four processes that migrate at once apply each migration once', async () => {
  const applied = await Promise.all([migrate(config, dir), migrate(config, dir), migrate(config, dir), migrate(config, dir)])
  expect(applied.flat()).toEqual(['0001_parcel', '0002_weight'])
})

test('a database that cannot be reached is one line without the password', async () => {
  const unreachable = { host: '127.0.0.1', port: 1, user: 'u', password: 'geheim', database: 'd' }
  await expect(migrate(unreachable, dir)).rejects.toThrow(
    expect.objectContaining({
      name: 'StartupError',
      message: 'cannot reach the database d at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
    }),
  )
})

test('a migration file with another kind of name is a mistake that nobody overlooks', () => {
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
