// `serve` as it is run: it is ready first, and then has the pages, in all of its processes, without anything else being done.
import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { build } from '../cli/run.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let dataDir: string
let server: ServerProcess | null = null

beforeEach(async () => {
  build()
  database = await createTestDatabase()
  dataDir = makeDataDir()
})
afterEach(async () => {
  await server?.end('SIGTERM')
  await removeDataDir(dataDir)
  await database.drop()
})

/** Children of a process that build the pages; empty where nobody can say. */
const builders = (pid: number): number[] => {
  const list = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(list)) return []
  const isBuilder = (child: number) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('pages.mjs')
    } catch {
      return false
    }
  }
  return readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number).filter(isBuilder)
}

test('the pages are there soon after the API, from each of its processes, and what built them is gone', async () => {
  server = await startServer({ DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir, BACKHAUL_PROCESSES: '2' })
  const { url, pid, stderr } = server
  // A connection each. Whoever asks for the documentation before it is made waits for it.
  const reference = ['/docs', '/docs/all', '/v2/openapi.json', '/docs/search.json'].map((path) =>
    fetch(url + path, { headers: { connection: 'close' } }),
  )
  for (const { status } of await Promise.all(reference)) expect(status).toBe(200)
  // Whether they are built by now or not, somebody who looks is told.
  const first = await fetch(`${url}/console`)
  expect([200, 503]).toContain(first.status)
  expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8')
  await until('the pages are built', async () => (await fetch(`${url}/console`)).status === 200)
  await until('what built them has ended', async () => builders(pid).length === 0)
  // A connection each: they are dealt out among the processes.
  const answers = await Promise.all(
    ['/sign-in', '/console', '/counter/', '/sign-in', '/console', '/counter/'].map((path) =>
      fetch(url + path, { headers: { connection: 'close' } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const [, script] = /src="(\/assets\/console-[\w-]+\.js)"/.exec(await (answers[1] as Response).text()) ?? []
  expect((await fetch(url + script)).headers.get('cache-control')).toContain('immutable')
  expect(stderr()).not.toContain('could not be built')
})
