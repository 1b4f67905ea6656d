import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openService } from '../../src/app/open-service.ts'
import { rewrap } from '../../src/app/rewrap.ts'
import { readConfig } from '../../src/process/config.ts'
import { RETURN, TestClient } from '../support/client.ts'
import type { ServerProcess } from '../support/process.ts'
import { startReceiver, verifies } from '../support/receiver.ts'
import { withServers } from '../support/servers.ts'
import { until } from '../support/until.ts'
import { build, inProcess } from './run.ts'

const newKey = (): string => randomBytes(32).toString('base64')

beforeAll(build)

const world = withServers()

const envOf = (key: string, ...others: string[]): Record<string, string> => ({
  DATABASE_URL: world.database.url,
  BACKHAUL_DATA_DIR: world.dataDir,
  BACKHAUL_MASTER_KEY: key,
  BACKHAUL_MASTER_KEY_OTHERS: others.join(','),
})

test('a master key is replaced under load: no signature fails, and the old key is no longer needed', async () => {
  const [before, after] = [newKey(), newKey()]
  const receiver = await startReceiver()
  const { json: partner } = await inProcess(['partner', 'create', '--name', 'Kept', '--rate-limit', '1000000', '--json'], envOf(before))
  const running = [await world.start(envOf(before)), await world.start(envOf(before))]
  const clientOf = (server: ServerProcess | undefined) => new TestClient((server as ServerProcess).url, partner)
  const registered = await clientOf(running[0]).post('/v2/webhooks', { url: receiver.url(), enabled_events: ['shipment.created'] })
  expect(registered.status).toBe(201)
  const { id: webhook_id } = registered.json
  // During a rotation a webhook has two secrets, because both sign.
  const rotation = randomUUID()
  const rotate = (client: TestClient) => client.post(`/v2/webhooks/${webhook_id}/rotate-secret`, {}, { idempotencyKey: rotation })
  const rotated = await rotate(clientOf(running[0]))
  expect(rotated.status).toBe(200)
  const link = await clientOf(running[0]).post('/v2/shipments', RETURN)
  expect(link.json.parcel_url).toMatch(/\/p\//)

  let isDone = false
  const created: string[] = []
  const wrong: string[] = []
  const load = async (turn: number) => {
    for (let n = turn; !isDone; n++) {
      const server = running[n % running.length]
      if (!server) continue
      try {
        const { status, text, json } = await clientOf(server).post('/v2/shipments', RETURN)
        if (status === 201) created.push(json.id)
        // After a 503 from a process that is shutting down, the client switches to the other process.
        else if (status !== 503) wrong.push(`${status} ${text}`)
      } catch {
        // The connection was refused, because the process is restarting.
      }
    }
  }
  const loads = [load(0), load(1)]
  /** Restarts one process after the other, as in an upgrade. */
  const roll = async (env: Record<string, string>) => {
    for (const [i, server] of running.entries()) {
      await (server as ServerProcess).end('SIGTERM')
      running[i] = await world.start(env)
    }
  }
  await roll(envOf(before, after))
  await roll(envOf(after, before))
  const status = await inProcess(['master-key', 'status'], envOf(after, before))
  expect([status.code, status.stdout]).toEqual([0, expect.stringMatching(/secrets need a key other than [0-9a-f]{16}/)])
  const made = await inProcess(['master-key', 'rewrap', '--json'], envOf(after, before))
  expect([made.code, made.stderr]).toEqual([0, ''])
  const kinds = new Map(made.json.secrets.map((one: { kind: string }) => [one.kind, one]))
  for (const kind of ['signing_secrets', 'webhooks', 'link_keys', 'stored_answers'])
    expect(kinds.get(kind)).toMatchObject({ unreadable: 0, rewrapped: expect.toSatisfy((count: number) => count > 0) })
  await roll(envOf(after))
  isDone = true
  await Promise.all(loads)
  expect(wrong).toEqual([])
  expect(created.length).toBeGreaterThan(50)
  expect((await inProcess(['master-key', 'status'], envOf(after))).stdout).toMatch(
    /All secrets are encrypted with the key [0-9a-f]{16}\. No other key is needed\.\n$/,
  )

  // Reads each webhook request only once. The receiver runs in this process, so slow code here would make delivery attempts time out.
  const come = new Set<string>()
  let read = 0
  const everyOneCame = () => {
    for (const { body } of receiver.requests.slice(read)) come.add(JSON.parse(body.toString()).identifiers.shipment)
    read = receiver.requests.length
    return created.every((id) => come.has(id))
  }
  await until('every webhook has come', everyOneCame)
  expect(receiver.requests.filter((request) => !verifies(request, registered.json.secret))).toEqual([])
  const client = clientOf(running[0])
  // An answer stored under the old key is replayed, and the links made at that time still work.
  const again = await rotate(client)
  expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([200, 'true', rotated.text])
  const { json: shipment } = await client.get(`/v2/shipments/${link.json.id}`)
  expect(new URL(shipment.parcel_url).pathname).toBe(new URL(link.json.parcel_url).pathname)
  await receiver.close()
})

test('a row that a request changes during re-encryption keeps the change and is re-encrypted', async () => {
  const [before, after] = [newKey(), newKey()]
  const { json: partner } = await inProcess(['partner', 'create', '--name', 'Kept', '--json'], envOf(before))
  const server = await world.start(envOf(before, after))
  const client = new TestClient(server.url, partner)
  const { json: webhook } = await client.post('/v2/webhooks', { url: 'https://example.com/', enabled_events: ['*'] })
  const service = await openService(readConfig({ ...envOf(after, before), BACKHAUL_LOG_LEVEL: 'silent' }), 'tool')
  try {
    const { db } = service
    let isChanged = false
    const query = db.query.bind(db)
    // Changes the row after `rewrap` has read it and before `rewrap` writes it.
    db.query = (async (name: string, text: string, values: string[]) => {
      if (name.startsWith('rewrap_webhooks_write') && !isChanged) {
        isChanged = true
        expect((await client.post(`/v2/webhooks/${webhook.id}/rotate-secret`, {})).status).toBe(200)
      }
      return query(name, text, values)
    }) as typeof db.query
    const all = await rewrap(service, true)
    expect(isChanged).toBe(true)
    expect(all.find(({ kind }) => kind === 'webhooks')).toEqual({ kind: 'webhooks', current: 0, rewrapped: 1, unreadable: 0 })
    const [row] = await query<{ has_next: boolean }>('test', 'select next_secret is not null as has_next from webhooks where id = $1', [
      webhook.id,
    ])
    expect(row?.has_next).toBe(true)
    expect((await rewrap(service, false)).filter(({ rewrapped, unreadable }) => rewrapped + unreadable > 0)).toEqual([])
  } finally {
    await service.close()
  }
})

test('secrets of a missing key are counted and stay unchanged', async () => {
  const [lost, here] = [newKey(), newKey()]
  await inProcess(['partner', 'create', '--name', 'Lost', '--json'], envOf(lost))
  await inProcess(['partner', 'create', '--name', 'Here', '--json'], envOf(here, lost))
  const found = await inProcess(['master-key', 'rewrap', '--json'], envOf(here))
  expect([found.code, found.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^backhaul: 1 secret needs a key that is not available here; add every missing key to BACKHAUL_MASTER_KEY_OTHERS/,
    ),
  ])
  expect((await inProcess(['master-key', 'rewrap'], envOf(here, lost))).stdout).toMatch(
    /Remove the other keys when every process uses this key\.\n$/,
  )
  const { stderr, code } = await inProcess(['master-key', 'status'], { ...envOf(here), BACKHAUL_MASTER_KEY_OTHERS: 'short' })
  expect([code, stderr]).toEqual([1, 'backhaul: BACKHAUL_MASTER_KEY_OTHERS (value not shown) is not valid: use 32 bytes in base64\n'])
})
