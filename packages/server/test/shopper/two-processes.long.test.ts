// A return link keeps its promises when two server processes use one database.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, TestClient } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { makeDataDir, type ServerProcess, startServer } from '../support/process.ts'

let database: TestDatabase
let dataDir: string
let servers: ServerProcess[]
let client: TestClient
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = makeDataDir()
  const env = { DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir }
  // The first server creates the keys of the sandbox and of the links.
  const first = await startServer(env)
  servers = [first, await startServer(env)]
  client = new TestClient(first.url, JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8')))
})
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.end('SIGTERM')))
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const HOUSE = { name: 'Ada', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' }

const submit = async (server: ServerProcess, token: string, form: string): Promise<string | null> => {
  const body = new URLSearchParams({ ...HOUSE, form, fulfillment: 'print_label' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(`${server.url}${token}`, { method: 'POST', redirect: 'manual', headers, body })
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}

test('forms sent to both processes create one shipment each, and the link lists them', async () => {
  for (let round = 0; round < 5; round++) {
    const { json: link } = await client.post('/v2/return-links', { to: ADDRESS, order_id: `round-${round}`, max_shipments: 2 })
    const token = new URL(link.url).pathname
    for (const form of ['A', 'B'].map((letter) => letter.repeat(24))) {
      const places = await Promise.all(Array.from({ length: 8 }, (_, i) => submit(servers[i % 2] as ServerProcess, token, form)))
      expect(new Set(places).size).toBe(1)
    }
    const { shipment_ids, status } = (await client.get(`/v2/return-links/${link.id}`)).json
    expect([shipment_ids.length, status]).toEqual([2, 'used'])
    const { data } = (await client.get(`/v2/shipments?order_id=round-${round}`)).json
    expect(data.map(({ id }: { id: string }) => id).sort()).toEqual([...shipment_ids].sort())
  }
})

test('both processes know when a link is created or withdrawn, even after a restart', async () => {
  const { json } = await client.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label', from: HOUSE, to: ADDRESS })
  const path = new URL(json.parcel_url).pathname
  const [, second] = servers as [ServerProcess, ServerProcess]
  expect((await fetch(second.url + path)).status).toBe(200)
  await second.end('SIGTERM')
  servers[1] = await startServer({ DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir })
  expect((await fetch(servers[1].url + path)).status).toBe(200)
  await client.delete(`/v2/shipments/${json.id}/parcel-link`)
  expect((await fetch(servers[1].url + path)).status).toBe(404)
})
