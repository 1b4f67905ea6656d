// `serve` as it runs in production. When it is ready, all processes have the pages and the documentation, and nothing is built afterward.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { build } from '../cli/run.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'

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

test('each API process serves the pages as soon as the API is ready', async () => {
  server = await startServer({ DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir, BACKHAUL_PROCESSES: '2' })
  const { url, stderr } = server
  // Each request has its own connection.
  const reference = ['/docs', '/docs/all', '/v2/openapi.json', '/docs/search.json'].map((path) =>
    fetch(url + path, { headers: { connection: 'close' } }),
  )
  for (const { status } of await Promise.all(reference)) expect(status).toBe(200)
  // Each request has its own connection, because connections are spread among the processes.
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
