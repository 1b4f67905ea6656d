// An operator's command, its line in the audit trail and the stored answer of its Idempotency-Key are written by one statement, so a crash
// cannot leave one of them without the others. Even a command that changes a row without a version does not overwrite a concurrent change.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../src/database/db.ts'
import { findStoresByCode } from '../../src/kinds/network/queries.ts'
import type { TestAnswer, TestClient } from '../support/client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { trailOf } from './fixtures.ts'

let service: TestService
let operator: TestClient
let db: Database

beforeAll(async () => {
  service = await startTestService('all', { BACKHAUL_LOG_LEVEL: 'silent' })
  operator = await service.operator()
  db = service.running.service.db
})
afterAll(() => service.close())

const HEADER = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone'
const ROW = 'Corner,1 Main St,Reno,NV,89501,US,39.5,-119.8,America/Los_Angeles'
let code: string
beforeEach(() => {
  code = `W-${randomUUID().slice(0, 8)}`
})

const importCsv = (body: string, idempotencyKey: string) =>
  operator.send('POST', '/v2/ops/stores/import', { body, idempotencyKey, headers: { 'Content-Type': 'text/csv' } })
const namesOf = async () => (await findStoresByCode(db, [code, `${code}-2`])).map(({ name }) => name).sort()

/** Runs `work` while PostgreSQL ends the session that stores an answer, as a crash does. */
const withCrash = async (work: () => Promise<void>): Promise<void> => {
  await db.query(
    'test_crash',
    `create function t_crash() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$`,
  )
  const drop = () => db.query('test_no_crash', 'drop function if exists t_crash cascade')
  atEndOfTest(async () => void (await drop()))
  await db.query('test_crash_on', 'create trigger t_crash after insert on idempotency_keys execute function t_crash()')
  await work()
  await drop()
}

const replays = (first: TestAnswer, second: TestAnswer): void => {
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null])
  expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true'])
}

test('a revocation whose answer cannot be stored has no effect; repeated, it takes effect once with the same answer', async () => {
  const { partnerId } = await service.partner()
  const { key_id: id } = (await operator.post('/v2/ops/keys', { kind: 'partner', partner_id: partnerId })).json
  const key = randomUUID()
  const revoke = () => operator.post(`/v2/ops/keys/${id}/revoke`, undefined, { idempotencyKey: key })
  await withCrash(async () => {
    expect((await revoke()).status).toBe(503)
    expect((await operator.get(`/v2/ops/keys/${id}`)).json.revoked_at).toBe(null)
    expect((await trailOf(operator, id)).map(({ action }) => action)).toEqual(['key.created'])
  })
  replays(await revoke(), await revoke())
  expect((await trailOf(operator, id)).map(({ action }) => action)).toEqual(['key.created', 'key.revoked'])
})

test('an import whose answer cannot be stored has no effect; repeated, it takes effect once with the same answer', async () => {
  expect((await importCsv(`${HEADER}\n${code},${ROW}\n`, randomUUID())).status).toBe(200)
  const csv = `${HEADER}\n${code},Moved ${ROW}\n${code}-2,${ROW}\n`
  const key = randomUUID()
  const before = await namesOf()
  await withCrash(async () => {
    expect((await importCsv(csv, key)).status).toBe(503)
    expect(await namesOf()).toEqual(before)
  })
  const first = await importCsv(csv, key)
  expect(await namesOf()).toEqual(['Corner', 'Moved Corner'])
  // The repeated request is answered but not executed again, so the later change stays.
  await db.query('test_rename', "update stores set name = 'Renamed' where code = $1", [code])
  replays(first, await importCsv(csv, key))
  expect(await namesOf()).toEqual(['Corner', 'Renamed'])
})

test('a row without versions is updated only if nobody wrote to it since it was read', async () => {
  const { committer } = service.running.service
  await importCsv(`${HEADER}\n${code},${ROW}\n`, randomUUID())
  const read = async () => (await findStoresByCode(db, [code]))[0] as Awaited<ReturnType<typeof findStoresByCode>>[number]
  const before = await read()
  // A write that changes no value still counts as a concurrent change.
  await db.query('test_touch', 'update stores set name = name where code = $1', [code])
  expect(await committer.commit({ updates: [['stores', { ...before, name: 'Lost' }]] })).toBe(false)
  expect((await read()).name).toBe('Corner')
  expect(await committer.commit({ updates: [['stores', { ...(await read()), name: 'Won' }]] })).toBe(true)
  expect((await read()).name).toBe('Won')
})

test('concurrent revocations of one key revoke it once', async () => {
  const { partnerId } = await service.partner()
  const { key_id: id } = (await operator.post('/v2/ops/keys', { kind: 'partner', partner_id: partnerId })).json
  const changes = Array.from({ length: 10 }, () => operator.post(`/v2/ops/keys/${id}/revoke`))
  const answers = await Promise.all(changes)
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect((await trailOf(operator, id)).filter(({ action }) => action === 'key.revoked')).toHaveLength(1)
})
