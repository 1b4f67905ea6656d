// How the processes of `serve` end when their parent is killed, or when they can no longer start.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPostmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { build } from '../cli/run.ts'
import { accepts } from '../cli/starting.ts'
import { expectWithin } from '../support/by-the-clock.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { fillDataDir, homeOf, makeDataDir, removeDataDir, startServer } from '../support/process.ts'
import { until } from '../support/until.ts'
import { isAlive, largePartOf, partsOf } from './parts.ts'

let own: string
beforeAll(build)
beforeEach(() => {
  own = makeDataDir()
  fillDataDir(own)
})
afterEach(() => removeDataDir(own))

const start = () => startServer({ BACKHAUL_DATA_DIR: own, BACKHAUL_PROCESSES: '2' })

test('when the parent process is killed, its processes end within two seconds by the clock, and a new start works immediately', async () => {
  const first = await start()
  const pids = [...partsOf(first.pid).values()]
  expect(pids).toHaveLength(3)
  await first.end('SIGKILL')
  const killed_ms = performance.now()
  const gone = until('they are gone', () => !pids.some(isAlive)).then(() => performance.now() - killed_ms)
  const next = await start()
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  expectWithin(2_000, await gone)
  const others = [...partsOf(next.pid).values()]
  expect(await next.end('SIGTERM')).toBe(0)
  expect(others.some(isAlive)).toBe(false)
  expect(await accepts(next.url)).toBe(false)
  expect(readPostmaster(join(homeOf(own), 'postgres'))).toBeUndefined()
})

test('if no API process can start, all processes end with one line', async () => {
  const server = await start()
  writeFileSync(join(own, 'master-key'), 'too short')
  const pids = partsOf(server.pid)
  const exited = once(server.child, 'close')
  for (const part of ['api 1', 'api 2'] as const) process.kill(pids.get(part) as number, 'SIGKILL')
  expect((await exited)[0]).toBe(1)
  expect(server.stderr()).toMatch(/^backhaul: api [12] failed to start 5 times: [^\n]*master-key does not contain 32 bytes[^\n]*\n$/)
  expect(isAlive(pids.get('worker') as number)).toBe(false)
})

test('the large-request process ends with its parent, however the parent ends', async () => {
  const server = await start()
  const client = new TestClient(server.url, JSON.parse(readFileSync(join(own, 'sandbox-credentials.json'), 'utf8')))
  const large = await until('large requests are worked on in a process of their own', async () => {
    await client.post('/v2/shipments/batch', { shipments: Array(60).fill(RETURN) })
    return largePartOf(server.pid)
  })
  await server.end('SIGKILL')
  await until('it has ended', () => !isAlive(large))
})
