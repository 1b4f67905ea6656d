// An uncaught error is a bug: the process logs it, lets work in progress end, and exits with code 1.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { RETURN, TestClient } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { Holder } from '../support/holder.ts'
import { makeDataDir, removeDataDir, startServer } from '../support/process.ts'
import { atEndOfTest } from '../support/sending.ts'
import { build } from './run.ts'

beforeAll(() => build())

/** Injected into the process before any of its own code. */
const bug = (code: string): string => `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${code} })`)}`

test.each([
  ['an exception', "throw new Error('a planted bug')", 'uncaughtException'],
  ['a rejection', "Promise.reject(new Error('a planted bug'))", 'unhandledRejection'],
])('%s that is not caught is logged, open requests are answered, and the process ends with code 1', async (_what, code, origin) => {
  const database = await createTestDatabase()
  atEndOfTest(() => database.drop())
  const dataDir = makeDataDir()
  atEndOfTest(() => removeDataDir(dataDir))
  // No worker runs, because the worker's own statements could be the blocked ones.
  const env = { DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir, NODE_OPTIONS: bug(code) }
  const server = await startServer(env, ['--only', 'api'])
  atEndOfTest(() => (server.child.exitCode === null ? server.end('SIGKILL') : null))
  const client = new TestClient(server.url, JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8')))
  const holder = await Holder.begin(database.config)
  await holder.query('lock table shipments in access exclusive mode')
  const waiting = client.post('/v2/shipments', RETURN)
  await holder.heldUp(waiting)
  const exited = once(server.child, 'close')
  server.child.kill('SIGUSR2')
  // The process accepts no new connections.
  const isGone = async () => {
    for (;;) await fetch(`${server.url}/healthz`, { headers: { 'Cache-Control': 'no-cache' } })
  }
  await expect(isGone()).rejects.toThrow()
  await holder.query('rollback')
  const { status, text } = await waiting
  expect([status, text]).toEqual([201, expect.anything()])
  expect((await exited)[0]).toBe(1)
  const logged = server
    .stdout()
    .split('\n')
    .filter((line) => line.includes('a planted bug'))
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] as string)).toMatchObject({ level: 60, origin, err: { message: 'a planted bug' } })
})
