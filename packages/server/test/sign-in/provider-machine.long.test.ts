// Two API processes on one machine, and a provider. A sign-in passes through both processes, one of them checks the session, and both learn
// at once when the session ends.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../cli/run.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { TestProvider, Walker } from '../support/provider.ts'
import { SessionClient } from '../support/session.ts'
import { until } from '../support/until.ts'

const provider = new TestProvider()
let database: TestDatabase
let dataDir: string
let server: ServerProcess
let admin: pg.Client
beforeAll(async () => {
  build()
  await provider.listen()
  database = await createTestDatabase()
  dataDir = makeDataDir()
  const env = { DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir, BACKHAUL_PROCESSES: '2', BACKHAUL_LOG_LEVEL: 'debug' }
  server = await startServer({ ...provider.settings, ...env })
  await provider.open([server.url])
  provider.people.set('ada', { name: 'Ada Admin', email: 'ada@corp.example', groups: ['admins'] })
  admin = new pg.Client(database.config)
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
  await database.drop()
  await provider.close()
})

/** Returns the names of the processes that have answered since `from`, read from the log. */
const names = (from: number) =>
  new Set(
    [
      ...server
        .stdout()
        .slice(from)
        .matchAll(/"process":"(api \d)"[^\n]*"msg":"request"/g),
    ].map(([, name]) => name),
  )
/** Uses a new connection for each request, so that both processes get some. */
const alone = { Connection: 'close' }
const signIn = async () => {
  const walker = new Walker(alone)
  const answer = await walker.signIn(server.url, 'ada')
  expect(answer.status).toBe(200)
  const client = new SessionClient(server.url, walker.cookie(server.url), null)
  return { client, id: (await client.get('/v2/console-sessions/current')).json.id as string }
}
const statuses = async (client: SessionClient) =>
  new Set(
    await Promise.all(
      Array.from({ length: 12 }, async () => (await client.get('/v2/console-sessions/current', { headers: alone })).status),
    ),
  )

test('a sign-in may pass through different processes, and its session works in all of them', async () => {
  const from = server.stdout().length
  const signed = await Promise.all(Array.from({ length: 6 }, signIn))
  for (const { client } of signed) expect(await statuses(client)).toEqual(new Set([200]))
  await until('both processes answered', () => names(from).size === 2)
})

test('one of many identical callbacks over both processes signs in', async () => {
  const walker = new Walker()
  const callback = await walker.toCallback(server.url, 'ada')
  const cookie = walker.cookie(server.url)
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => (await fetch(callback, { headers: { ...alone, cookie }, redirect: 'manual' })).status),
  )
  expect(answers.sort()).toEqual([200, ...Array(11).fill(400)])
})

test('a session due for a check in both processes is checked once, with the valid token, every time', async () => {
  const { client, id } = await signIn()
  for (let round = 0; round < 3; round++) {
    const from = provider.asked.length
    await admin.query(
      "update provider_sessions set checked_at = now() - interval '40 minutes', check_at = now() - interval '1 second' where id = $1",
      [id],
    )
    const checked = async () => {
      // Uses the session, but stays below its rate limit.
      await Promise.all([1, 2].map(() => client.get('/v2/console-sessions/current', { headers: alone })))
      await new Promise((resolve) => setTimeout(resolve, 400))
      const { rows } = await admin.query("select 1 from provider_sessions where id = $1 and checked_at > now() - interval '5 minutes'", [
        id,
      ])
      return rows.length > 0
    }
    await until('the session is checked', checked)
    expect(provider.count('/token', from)).toBe(1)
  }
  expect(await statuses(client)).toEqual(new Set([200]))
})

test('a logout at the provider ends a session in both processes at once', async () => {
  const { client, id } = await signIn()
  expect(await statuses(client)).toEqual(new Set([200]))
  const { rows } = await admin.query('select provider_session as sid from provider_sessions where id = $1', [id])
  await provider.logOut('ada', rows[0].sid)
  expect(await statuses(client)).toEqual(new Set([401]))
})

test('a logout token works once over both processes', async () => {
  const { client } = await signIn()
  const iat = Math.floor(Date.now() / 1000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const jti = randomUUID()
  const token = await provider.sign({ iss: provider.issuer, aud: 'backhaul', sub: 'ada', iat, exp: iat + 100, jti, events })
  const send = async () =>
    (
      await fetch(`${server.url}/sign-in/oidc/logout`, {
        method: 'POST',
        headers: alone,
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status
  expect(await send()).toBe(200)
  expect(await statuses(client)).toEqual(new Set([401]))
  const again = await signIn()
  for (let i = 0; i < 6; i++) expect(await send()).toBe(400)
  expect(await statuses(again.client)).toEqual(new Set([200]))
})

test('the log contains no code, token or cookie', () => {
  expect(server.stdout()).not.toMatch(/code=|bh_sandbox_ses_\w{26}_|a secret of the operator|eyJ/)
})
