// Two `serve` on one database, one of several processes and one of a single one, as an operator starts them: a key's limit is that of both.
import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { RequestSigner } from '../../../client/src/index.ts'
import { build, inProcess } from '../cli/run.ts'
import type { TestCredentials } from '../support/client.ts'
import { pause } from '../support/deliveries.ts'
import type { ServerProcess } from '../support/process.ts'
import { withServers } from '../support/servers.ts'

const LIMIT = 40
const ROUNDS = 4
const WINDOW_MS = 60_000
build()
const servers = withServers()

const partner = async (): Promise<TestCredentials> =>
  (
    await inProcess(['partner', 'create', '--name', 'Many', '--rate-limit', String(LIMIT), '--json'], {
      DATABASE_URL: servers.database.url,
      BACKHAUL_DATA_DIR: servers.dataDir,
    })
  ).json

/** Sends as many requests at once, over as many connections, and returns how many were not refused by the limit. */
const admittedBy = async (
  { url }: ServerProcess,
  { api_key, signing_secret }: TestCredentials,
  requests: number,
  connections: number,
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const path = '/v2/shipments?limit=1'
  const one = async (): Promise<number> => {
    const headers = { 'X-Api-Key': api_key, ...(await new RequestSigner(signing_secret).headers('')) }
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { agent, headers }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode as number))
      })
      sent.on('error', reject)
      sent.end()
    })
  }
  const statuses = await Promise.all(Array.from({ length: requests }, one))
  agent.destroy()
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  return statuses.filter((status) => status === 200).length
}

/** Twice what the limit allows, in rounds: what another machine has of it comes within one. */
const all = async (server: ServerProcess, key: TestCredentials, connections: number): Promise<number> => {
  let admitted = 0
  for (let round = 0; round < ROUNDS; round++) {
    admitted += await admittedBy(server, key, LIMIT / 2, connections)
    await pause(300)
  }
  return admitted
}

/** On a machine so slow that a window passes meanwhile nothing can be said of what it holds. */
const withinAWindow = async (judge: () => Promise<void>): Promise<void> => {
  const began_ms = performance.now()
  await judge().catch((error) => {
    if (performance.now() - began_ms < WINDOW_MS) throw error
  })
}

test('a key has its limit over two machines: one connection, connections to both, and a machine that is killed', async () => {
  const one = await servers.start({ BACKHAUL_PROCESSES: '2' })
  const two = await servers.start({ BACKHAUL_PROCESSES: '1' })
  const [single, spread, left] = [await partner(), await partner(), await partner()]

  await withinAWindow(async () => {
    expect(await all(two, single, 1)).toBe(LIMIT)
    expect(await all(one, single, 1)).toBeLessThanOrEqual(LIMIT / 10)
  })
  await withinAWindow(async () => {
    const [here, there] = await Promise.all([all(one, spread, 10), all(two, spread, 10)])
    expect(here + there).toBeGreaterThanOrEqual(LIMIT)
    expect(here + there).toBeLessThanOrEqual(1.1 * LIMIT)
  })
  await withinAWindow(async () => {
    const before = await admittedBy(one, left, LIMIT / 4, 10)
    expect(before).toBe(LIMIT / 4)
    await one.end('SIGKILL')
    const after = await all(two, left, 10)
    expect(before + after).toBeLessThanOrEqual(1.1 * LIMIT)
    // What it had not asked for is there at once.
    expect(after).toBeGreaterThanOrEqual(LIMIT / 2)
  })
}, 240_000)
