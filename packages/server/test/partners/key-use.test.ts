// What operators see of a key: its name and its last use.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Unavailable } from '../../src/database/db.ts'
import { KeyUses } from '../../src/service/key-uses.ts'
import { inProcess } from '../cli/run.ts'
import { TestClient } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type DatabaseProxy, startProxy } from '../support/proxy.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** Settings of two servers on one database. */
const ENV = { BACKHAUL_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), BACKHAUL_LOG_LEVEL: 'silent' }

let database: TestDatabase
let proxy: DatabaseProxy
let service: TestService
let operator: TestClient
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startProxy(database.url)
  service = await startTestService('api', { DATABASE_URL: proxy.url, ...ENV })
  operator = await service.operator()
})
afterAll(async () => {
  proxy.thaw()
  await service.close()
  await proxy.close()
  await database.drop()
})

const idOf = ({ credentials }: TestClient) => credentials.api_key.split('_').slice(2, 4).join('_')
const keyOf = async (id: string) => (await operator.get(`/v2/ops/keys/${id}`)).json
const lastUse = async (client: TestClient): Promise<string | null> => (await keyOf(idOf(client))).last_used_at
const write = () => service.running.service.keyUses.write()

test('a use is visible after it is written, and requests do not write it themselves', async () => {
  const partner = await service.partner()
  const before = new Date().toISOString()
  for (let i = 0; i < 5; i++) expect((await partner.get('/v2/shipments')).status).toBe(200)
  expect(await lastUse(partner)).toBeNull()
  await write()
  const at = (await lastUse(partner)) as string
  expect(at >= before && at <= new Date().toISOString()).toBe(true)
  const { data } = (await operator.get(`/v2/ops/keys?partner_id=${partner.partnerId}`)).json
  expect(data).toMatchObject([{ id: idOf(partner), last_used_at: at }])
})

test('public tracking counts as a use; a request with a wrong signature does not', async () => {
  const [reader, forged] = await Promise.all([service.partner({ scopes: ['tracking:read'] }), service.partner()])
  expect((await reader.get('/v2/tracking/x', { headers: { 'X-Service-Signature': '' } })).status).toBe(404)
  expect((await forged.get('/v2/shipments', { headers: { 'X-Service-Signature': '0'.repeat(64) } })).status).toBe(401)
  await write()
  expect([typeof (await lastUse(reader)), await lastUse(forged)]).toEqual(['string', null])
})

test('the latest use stays when several processes write in any order', async () => {
  const partner = await service.partner()
  const { db } = service.running.service
  const process = (time: string) => {
    const uses = new KeyUses(db, { now: () => Date.parse(time) }, pino({ level: 'silent' }))
    uses.note(idOf(partner))
    return uses
  }
  const times = ['2030-01-02T00:00:00.000Z', '2030-01-03T00:00:00.000Z', '2030-01-01T00:00:00.000Z']
  for (const uses of times.map(process)) await uses.write()
  expect(await lastUse(partner)).toBe(times[1])
})

test('requests do not wait for a use to be written', async () => {
  const [partner, other] = await Promise.all([service.partner(), service.partner()])
  await partner.get('/v2/shipments')
  const holder = new pg.Client(database.config)
  await holder.connect()
  await holder.query('begin; lock table key_uses in access exclusive mode')
  let isWritten = false
  const writing = write().then(() => {
    isWritten = true
  })
  for (const client of [partner, other, partner]) expect((await client.get('/v2/shipments')).status).toBe(200)
  expect(isWritten).toBe(false)
  await holder.query('rollback')
  await writing
  await holder.end()
  expect(await lastUse(partner)).toEqual(expect.any(String))
})

test('uses that a hung database did not store are written when it answers again', async () => {
  const partner = await service.partner()
  await partner.get('/v2/shipments')
  proxy.freeze()
  await expect(write()).rejects.toThrow(Unavailable)
  proxy.thaw()
  const isWritten = () =>
    write().then(
      () => true,
      () => false,
    )
  await until('the database answers again', isWritten)
  expect(await lastUse(partner)).toEqual(expect.any(String))
})

test('a server writes its known uses when it stops', async () => {
  const second = await startTestService('api', { DATABASE_URL: database.url, ...ENV })
  const partner = await second.partner()
  await partner.get('/v2/shipments')
  await second.close()
  expect(await lastUse(partner)).toEqual(expect.any(String))
})

test('a key can have a name, and the audit trail shows the name of the acting key', async () => {
  const { json: made } = await operator.post('/v2/ops/keys', { kind: 'operator', name: 'night shift' })
  expect(await keyOf(made.key_id)).toMatchObject({ name: 'night shift', last_used_at: null })
  const { json: unnamed } = await operator.post('/v2/ops/keys', { kind: 'operator' })
  expect((await keyOf(unnamed.key_id)).name).toBeNull()
  const shift = new TestClient(service.url, made)
  const renamed = await shift.patch(`/v2/ops/keys/${unnamed.key_id}`, { name: 'day shift' })
  expect([renamed.status, renamed.json.name]).toEqual([200, 'day shift'])
  const trail = (await operator.get(`/v2/ops/audit?subject=${unnamed.key_id}`)).json.data
  expect(trail).toMatchObject([
    { actor: `key:${made.key_id}`, actor_name: 'night shift', before: { name: null }, after: { name: 'day shift' } },
    { actor: `key:${idOf(operator)}`, actor_name: null },
  ])
  expect((await shift.patch(`/v2/ops/keys/${unnamed.key_id}`, { name: null })).json.name).toBeNull()
  for (const name of ['', 'x'.repeat(101)]) {
    const { status, json } = await operator.post('/v2/ops/keys', { kind: 'operator', name })
    expect([status, json.error.details.errors[0].path]).toEqual([422, '/name'])
  }
})

test('concurrent changes of the name and of other fields all take effect', async () => {
  const partner = await service.partner()
  const changes = [{ name: 'one' }, { rate_limit: 55 }, { full_name: 'Two' }]
  await Promise.all(changes.map((change) => operator.patch(`/v2/ops/keys/${idOf(partner)}`, change)))
  expect(await keyOf(idOf(partner))).toMatchObject({ name: 'one', rate_limit: 55, full_name: 'Two' })
})

test('revoking a key does not depend on its last use', async () => {
  const partner = await service.partner()
  await partner.get('/v2/shipments')
  const revoking = operator.post(`/v2/ops/keys/${idOf(partner)}/revoke`, {}, { idempotencyKey: randomUUID() })
  await Promise.all([write(), revoking])
  expect((await revoking).status).toBe(200)
  expect(await keyOf(idOf(partner))).toMatchObject({ revoked_at: expect.any(String), last_used_at: expect.any(String) })
})

test('the command line sets, removes and lists key names, with the last use', async () => {
  const env = { DATABASE_URL: database.url, ...ENV }
  const json = async (...args: string[]) => (await inProcess([...args, '--json'], env)).json
  const partner = await service.partner()
  const { key_id } = await json('key', 'create', '--partner', partner.partnerId, '--name', 'order system')
  await partner.get('/v2/shipments')
  await write()
  const { data } = await json('key', 'list', '--partner', partner.partnerId)
  expect(data).toMatchObject([
    { id: key_id, name: 'order system', last_used_at: null },
    { id: idOf(partner), name: null, last_used_at: expect.any(String) },
  ])
  const { stdout } = await inProcess(['key', 'list', '--partner', partner.partnerId], env)
  expect(stdout.split('\n')[0]).toMatch(/^ID +NAME +OWNER +STATE +LAST USED/)
  expect(stdout.split('\n')[1]).toMatch(/order system .* never /)
  expect(await json('key', 'change', key_id, '--name', 'returns desk')).toMatchObject({ name: 'returns desk' })
  expect(await json('key', 'change', key_id, '--name', '')).toMatchObject({ name: null })
  expect((await inProcess(['key', 'create', '--partner', partner.partnerId, '--name', ''], env)).code).toBe(2)
})

test('a key shows how much of its limit is used, also to readers with another key', async () => {
  const [partner, unused] = await Promise.all([service.partner(), service.partner()])
  for (let i = 0; i < 3; i++) await partner.get('/v2/shipments')
  expect((await keyOf(`${idOf(partner)}?use=true`)).rate_used).toBe(3)
  expect((await partner.get(`/v2/keys/${idOf(partner)}?use=true`)).json.rate_used).toBe(4)
  expect((await keyOf(`${idOf(unused)}?use=true`)).rate_used).toBe(0)
  expect(await keyOf(idOf(unused))).not.toHaveProperty('rate_used')
})
