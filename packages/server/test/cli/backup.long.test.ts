import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { RETURN, TestClient } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { fillDataDir, makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { backhaul, build, inProcess } from './run.ts'

/** A worker that does not hold deliveries needs only a small part of this time to send the backlog. */
const LONG_ENOUGH_MS = 3000

/** Pause between two requests of the load. It keeps the number of requests small, because the result of each request is read again. */
const BETWEEN_MS = 25

beforeAll(build)

let parent: string
const directories: string[] = []
const servers: ServerProcess[] = []
beforeEach(() => {
  parent = dataDirectory()
})
afterEach(async () => {
  for (const server of servers.splice(0)) if (server.child.exitCode === null) await server.end('SIGKILL')
  for (const directory of directories.splice(0)) await removeDataDir(directory)
})

const dataDirectory = (): string => {
  const directory = makeDataDir()
  directories.push(directory)
  return directory
}

const start = async (dataDir: string, args: string[] = []): Promise<ServerProcess> => {
  const server = await startServer({ BACKHAUL_DATA_DIR: dataDir }, args)
  servers.push(server)
  return server
}

test('a backup under load contains everything answered before; its restored service sends nothing until activated', async () => {
  const dataDir = dataDirectory()
  fillDataDir(dataDir)
  const receiver = await startReceiver()
  // No worker runs, so the deliveries wait. If a copy of the database did not hold them, it would send them at once.
  const original = await start(dataDir, ['--only', 'api'])
  const env = { BACKHAUL_DATA_DIR: dataDir }
  const { json: partner } = await backhaul(['partner', 'create', '--name', 'Kept', '--rate-limit', '1000000', '--json'], env)
  const client = new TestClient(original.url, partner)
  expect((await client.post('/v2/webhooks', { url: receiver.url('/'), enabled_events: ['shipment.created'] })).status).toBe(201)
  const answered: { id: string; at_ms: number }[] = []
  let isDone = false
  const create = async () => {
    while (!isDone) {
      const { json, status } = await client.post('/v2/shipments', RETURN)
      expect(status).toBe(201)
      answered.push({ id: json.id, at_ms: Date.now() })
      await sleep(BETWEEN_MS)
    }
  }
  const load = Promise.all([create(), create()])
  await until('there is load', () => answered.length > 5)
  const to = join(parent, 'monday')
  const made = await backhaul(['backup', to, '--json'], env)
  expect([made.code, made.stderr]).toEqual([0, ''])
  expect(made.json).toMatchObject({ directory: to, environment: 'sandbox', master_key_id: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect((await inProcess(['restore', to, '--check'], env)).stdout).toMatch(/^All \d+ files of .+ are intact: \d+ MB, as of /)

  // The backup is restored while the original service continues to run.
  const copyDir = dataDirectory()
  const copyEnv = { BACKHAUL_DATA_DIR: copyDir }
  const withoutKey = await inProcess(['restore', to], copyEnv)
  expect([withoutKey.code, withoutKey.stderr]).toEqual([
    1,
    `backhaul: the secrets in this backup are encrypted with the master key ${made.json.master_key_id}, which is missing; save that key in ${join(copyDir, 'master-key')}, or set BACKHAUL_MASTER_KEY to that key\n`,
  ])
  copyFileSync(join(dataDir, 'master-key'), join(copyDir, 'master-key'))
  const restored = await backhaul(['restore', to, '--json'], copyEnv)
  expect(restored.code, restored.stderr).toBe(0)
  expect(restored.json).toMatchObject({ data_dir: copyDir, ended_at: made.json.ended_at })
  expect(restored.stderr).toContain('nothing is sent to webhooks; to allow sending, run `backhaul restore --activate`')
  isDone = true
  await load
  const again = await inProcess(['restore', to], copyEnv)
  expect(again.stderr).toContain('already has a database')

  const copy = await start(copyDir)
  const reader = new TestClient(copy.url, partner)
  const before = answered.filter(({ at_ms }) => at_ms < Date.parse(made.json.ended_at))
  expect(before.length).toBeGreaterThan(5)
  for (const { id } of before) expect((await reader.get(`/v2/shipments/${id}`)).status).toBe(200)
  expect(restored.json.deliveries_waiting).toBeGreaterThanOrEqual(before.length)
  const held = await reader.post('/v2/shipments', RETURN)
  expect(held.status).toBe(201)
  await sleep(LONG_ENOUGH_MS)
  expect(receiver.requests.length).toBe(0)
  const activated = await inProcess(['restore', '--activate'], copyEnv)
  expect([activated.code, activated.stdout]).toEqual([0, 'The waiting deliveries are now sent to webhooks.\n'])
  const all = restored.json.deliveries_waiting + 1
  await until('all that waited is sent', () => receiver.requests.length >= all)
  const shipments = receiver.requests.map(({ body }) => JSON.parse(body.toString()).identifiers.shipment)
  expect(new Set(shipments)).toEqual(new Set(shipments.slice(0, all)))
  expect(shipments).toEqual(expect.arrayContaining([...before.map(({ id }) => id), held.json.id]))
  await receiver.close()
})

test('an operator holds and releases the webhooks of any database; running workers obey, and the audit trail records it', async () => {
  const database = await createTestDatabase()
  const receiver = await startReceiver()
  const dataDir = dataDirectory()
  const env = { BACKHAUL_DATA_DIR: dataDir, DATABASE_URL: database.url, BACKHAUL_LOG_LEVEL: 'warn' }
  const [one, other] = await Promise.all([startServer(env), startServer(env)])
  servers.push(one, other)
  const { json: partner } = await backhaul(['partner', 'create', '--name', 'Held', '--json'], env)
  const client = new TestClient(one.url, partner)
  await client.post('/v2/webhooks', { url: receiver.url('/'), enabled_events: ['shipment.created'] })
  await client.post('/v2/shipments', RETURN)
  await until('webhooks are sent', () => receiver.requests.length === 1)
  const held = await backhaul(['restore', '--hold', '--reason', 'a trial', '--json'], env)
  expect(held.json).toEqual({ deliveries: 'held', since: expect.stringMatching(/^2/), reason: 'a trial' })
  await until('both workers have heard of it', () => servers.every(({ stdout }) => stdout().includes('deliveries are held')))
  for (let i = 0; i < 3; i++) await client.post('/v2/shipments', RETURN)
  await sleep(LONG_ENOUGH_MS)
  expect(receiver.requests.length).toBe(1)
  expect((await backhaul(['restore', '--hold'], env)).stdout).toMatch(/: a trial\.\n$/)
  expect((await backhaul(['restore', '--activate', '--json'], env)).json).toEqual({ deliveries: 'sent', since: null, reason: null })
  await until('what waited is sent', () => receiver.requests.length === 4)
  expect((await backhaul(['restore', '--activate'], env)).code).toBe(0)
  const { json: operator } = await backhaul(['key', 'create', '--operator', '--json'], env)
  const { json: trail } = await new TestClient(one.url, operator).get('/v2/ops/audit?limit=10')
  const actions = trail.data
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('deliveries_hold'))
  expect(actions).toEqual(['deliveries_hold.changed', 'deliveries_hold.created'])
  for (const server of servers.splice(0)) await server.end('SIGTERM')
  await receiver.close()
  await database.drop()
})

test('an obstacle to a backup or restore is reported', async () => {
  const empty = { BACKHAUL_DATA_DIR: join(parent, 'nowhere') }
  const refused = async (args: string[], env: Record<string, string>) => {
    const { code, stderr, stdout } = await inProcess(args, env)
    expect([code, stdout]).toEqual([1, ''])
    return stderr
  }
  expect(await refused(['backup', join(parent, 'b')], empty)).toBe(
    `backhaul: ${empty.BACKHAUL_DATA_DIR} contains no database; set BACKHAUL_DATA_DIR to the directory that contains the database\n`,
  )
  expect(existsSync(empty.BACKHAUL_DATA_DIR)).toBe(false)
  const elsewhere = { ...empty, DATABASE_URL: 'postgres://localhost/nothing' }
  expect(await refused(['backup', join(parent, 'b')], elsewhere)).toContain('docs/operating/backup.md')
  expect(await refused(['restore', join(parent, 'b')], elsewhere)).toContain('docs/operating/backup.md')
  expect(await refused(['restore', parent], empty)).toContain(`${parent} is not a backup: it has no backup.json`)
  for (const args of [[], ['--check'], ['--activate', '--hold'], ['--hold', parent], [parent, '--activate']])
    expect(await refused(['restore', ...args], empty)).toContain('give a backup (with or without --check), --activate or --hold')
  expect(await refused(['restore', parent, '--reason', 'why'], empty)).toContain('--reason needs --hold')
  rmSync(parent, { recursive: true, force: true })
})
