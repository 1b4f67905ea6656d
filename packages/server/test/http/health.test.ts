import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { Readiness } from '../../src/http/health.ts'
import { Metrics } from '../../src/http/metrics.ts'
import { BUILD, COMMIT, VERSION } from '../../src/process/version.ts'
import { inProcess } from '../cli/run.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let administrator: pg.Client
beforeAll(async () => {
  service = await startTestService()
  administrator = new pg.Client(inject('postgresUrl'))
  await administrator.connect()
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await service.close()
  await administrator.end()
})

/** Counts the database queries for migrations. The queries still run. */
const watch = () => {
  const { pool } = service.running.service.db
  const spy = vi.spyOn(pool, 'query')
  return () => spy.mock.calls.filter(([text]) => String(text).includes('migrations')).length
}

test('a hundred concurrent checks cost one query, and checks within the next second cost none', async () => {
  let now = 1_000_000
  const readiness = new Readiness({ ...service.running.service, clock: { now: () => now } })
  const asked = watch()
  const all = () => Promise.all(Array.from({ length: 100 }, () => readiness.reason()))
  expect(new Set(await all())).toEqual(new Set([null]))
  expect(asked()).toBe(1)
  now += 999
  await all()
  expect(asked()).toBe(1)
  now += 1
  await all()
  expect(asked()).toBe(2)
  now -= 3_600_000
  await all()
  expect(asked()).toBe(3)
})

test('a check during a slow query waits for that query', async () => {
  let now = 1_000_000
  const readiness = new Readiness({ ...service.running.service, clock: { now: () => now } })
  const asked = watch()
  const first = readiness.reason()
  now += 60_000
  expect(readiness.reason()).toBe(first)
  await first
  expect(asked()).toBe(1)
})

test('while the database is silent, its last answer is valid for five seconds', async () => {
  let now = 1_000_000
  const readiness = new Readiness({ ...service.running.service, clock: { now: () => now } })
  expect(await readiness.reason()).toBeNull()
  vi.spyOn(service.running.service.db.pool, 'query').mockImplementation(() => new Promise(() => {}))
  now += 4_999
  expect(await readiness.reason()).toBeNull()
  now += 1
  expect(await readiness.reason()).toBe('the database has not answered yet')
})

test('requests to /readyz cost at most one query a second', async () => {
  const asked = watch()
  const began = performance.now()
  const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await fetch(`${service.url}/readyz`)).status))
  const seconds = (performance.now() - began) / 1000
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(asked()).toBeLessThanOrEqual(1 + Math.floor(seconds))
})

const ready = async () => {
  const response = await fetch(`${service.url}/readyz`)
  return [response.status, ((await response.json()) as { reason?: string }).reason]
}

test('the loss of the database is reported, and so is its return', async () => {
  expect(await ready()).toEqual([200, undefined])
  const name = new URL(service.running.service.config.databaseUrl as string).pathname.slice(1)
  await administrator.query(`alter database ${name} allow_connections false`)
  await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await expect.poll(ready).toEqual([503, 'the database does not answer'])
  await administrator.query(`alter database ${name} allow_connections true`)
  await expect.poll(ready).toEqual([200, undefined])
})

test('the reason is exact: unapplied migrations, a program that is too old, or another master key', async () => {
  const { db } = service.running.service
  let now = 5_000_000
  const readiness = new Readiness({ ...service.running.service, clock: { now: () => now } })
  const reason = () => {
    now += 60_000
    return readiness.reason()
  }
  expect(await reason()).toBeNull()
  await db.query('test_newer', "insert into migrations (name, run_on, checksum) values ('9999_newer', now(), '')")
  expect(await reason()).toBeNull()
  await db.query('test_contract', "update migrations set oldest_program = '999.0.0' where name = '9999_newer'")
  expect(await reason()).toMatch(/^the database needs Backhaul 999\.0\.0 or newer since its migration 9999_newer, but this is Backhaul /)
  await db.query('test_back', "delete from migrations where name = '9999_newer'")
  await db.query('test_pending', "update migrations set name = 'x' || name where name = '0004_scans'")
  expect(await reason()).toBe('migrations are not applied: 0004_scans')
  await db.query('test_applied', "update migrations set name = substr(name, 2) where name = 'x0004_scans'")
  const other = { ...service.running.service.masterKey, id: 'another' }
  expect(await new Readiness({ ...service.running.service, masterKey: other }).reason()).toBe(
    'BACKHAUL_MASTER_KEY is not the key that the secrets in the database were encrypted with',
  )
})

test('the version is shown by /readyz, /healthz, the metrics and the command line', async () => {
  const json = async (path: string) => (await fetch(service.url + path)).json()
  await expect.poll(() => json('/readyz')).toEqual({ status: 'ready', version: VERSION, commit: COMMIT })
  expect(await json('/healthz')).toEqual({ status: 'ok', environment: 'sandbox', version: VERSION, commit: COMMIT })
  const { text } = await new Metrics(service.running.service).answer()
  expect(text).toContain(`backhaul_build_info{version="${VERSION}",commit="${COMMIT ?? ''}",node="${process.versions.node}"} 1`)
  expect(await inProcess(['--version'])).toEqual({ code: 0, stdout: `${BUILD}\n`, stderr: '' })
  for (const path of ['package.json', 'packages/server/package.json', 'packages/client/package.json'])
    expect(JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')).version).toBe(VERSION)
  expect(readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8')).toMatch(new RegExp(`^## \\[?${VERSION}\\b`, 'm'))
})
