// Two `serve` commands on one database, started as an operator starts them: one has several processes, the other a single one. A key's
// limit applies to both together.
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

/** Sends this many requests at once over the given number of connections. Returns how many the limit admitted. */
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

/** Sends twice the limit in rounds. Another machine gives quota back within one round. */
const all = async (server: ServerProcess, key: TestCredentials, connections: number): Promise<number> => {
  let admitted = 0
  for (let round = 0; round < ROUNDS; round++) {
    admitted += await admittedBy(server, key, LIMIT / 2, connections)
    await pause(300)
  }
  return admitted
}

/** Ignores a failure if a whole window passed on a slow machine, because the result then proves nothing. */
const withinAWindow = async (judge: () => Promise<void>): Promise<void> => {
  const began_ms = performance.now()
  await judge().catch((error) => {
    if (performance.now() - began_ms < WINDOW_MS) throw error
  })
}

test('a key has one limit over two machines: one connection, connections to both, and a killed machine', async () => {
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
    // The part of the quota that the killed machine did not hold is available at once.
    expect(after).toBeGreaterThanOrEqual(LIMIT / 2)
  })
}, 240_000)
