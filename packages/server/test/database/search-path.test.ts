// Connections on which an unqualified name does not refer to the schema `public`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../src/app/serve.ts'
import { Database } from '../../src/database/db.ts'
import { readConfig } from '../../src/process/config.ts'
import { StartupError } from '../../src/process/startup-error.ts'
import { inProcess } from '../cli/run.ts'
import { connectTestDatabase, createEmptyDatabase } from '../support/database.ts'
import { startTestService } from '../support/service.ts'

let database: Awaited<ReturnType<typeof connectTestDatabase>>
beforeAll(async () => {
  database = await connectTestDatabase()
  await database.client.query('create schema other')
  await database.client.query('create schema shadow; create table shadow.shipments (id text)')
})
afterAll(() => database.drop())

const withPath = (path: string, url = database.url): string => {
  const target = new URL(url)
  target.searchParams.set('options', `-csearch_path=${path}`)
  return target.href
}
const start = (DATABASE_URL: string) => serve(readConfig({ PORT: '0', BACKHAUL_LOG_LEVEL: 'silent', DATABASE_URL }), 'api', false)

test.each([
  ['another schema', 'other'],
  ['a schema that does not exist', 'nowhere'],
  ['a schema with tables of the same names before public', 'shadow,public'],
])('%s in the search path stops the start with one line that says what to do', async (_what, path) => {
  const failure: unknown = await start(withPath(path)).catch((error) => error)
  expect(failure).toBeInstanceOf(StartupError)
  expect((failure as Error).message).toMatch(
    new RegExp(`^the database connection has the search_path ${path}, .* remove search_path from DATABASE_URL`),
  )
  expect((failure as Error).message).not.toContain('\n')
})

test('nothing is created in a refused database', async () => {
  const empty = await createEmptyDatabase()
  const { code, stdout, stderr } = await inProcess(['migrate'], { DATABASE_URL: withPath('nowhere', empty.url) })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^backhaul: the database connection has the search_path nowhere, .*\n$/)
  const db = new Database(empty.config, 1)
  expect(await db.query('test_tables', "select relname from pg_class where relname in ('migrations', 'shipments')")).toEqual([])
  await db.close()
  await empty.drop()
})

test('a search path that finds all tables in public works and keeps the settings of the service', async () => {
  const service = await startTestService('api', { DATABASE_URL: withPath('other,public'), BACKHAUL_LOG_LEVEL: 'silent' })
  expect((await service.demo.get('/v2/shipments')).status).toBe(200)
  const { db } = service.running.service
  const settings =
    "select current_setting('search_path') as search_path, current_setting('TimeZone') as zone, current_setting('lock_timeout') as wait"
  expect(await db.one('test_settings', settings)).toEqual({ search_path: 'other,public', zone: 'UTC', wait: '5s' })
  await service.close()
})
