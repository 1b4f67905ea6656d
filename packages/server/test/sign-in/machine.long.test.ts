// `serve` as operators run it: two processes that share links and sessions, the output when the service starts, and the log.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, inProcess } from '../cli/run.ts'
import { TestClient } from '../support/client.ts'
import { fillDataDir, makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { atEndOfTest } from '../support/sending.ts'
import { openLink, PERSON, SessionClient, signIn } from '../support/session.ts'
import { until } from '../support/until.ts'

let dataDir: string
let server: ServerProcess
let client: TestClient
/** Returns the names of the processes that answered, read from the log. */
const names = () => new Set([...server.stdout().matchAll(/"process":"(api \d)"[^\n]*"msg":"request"/g)].map(([, name]) => name))
beforeAll(async () => {
  build()
  dataDir = makeDataDir()
  fillDataDir(dataDir)
  server = await startServer({ BACKHAUL_DATA_DIR: dataDir, BACKHAUL_PROCESSES: '2', BACKHAUL_LOG_LEVEL: 'debug' })
  client = new TestClient(server.url, JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8')))
})
afterAll(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

const run = (...args: string[]) => inProcess(['console', ...args, '--json'], { BACKHAUL_DATA_DIR: dataDir })
/** Runs `work` this many times at once, each time on a new connection. The processes share the connections. */
const many = <T>(count: number, work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, work))
const alone = { Connection: 'close' }

test('the first start shows one link each for an operator, a partner and a counter, and logs none', async () => {
  const shown = [...server.shown().matchAll(/^ {2}(\w+)(?: \(.+\))? +(http:\S+#\S+)$/gm)]
  expect(shown.map(([, who]) => who)).toEqual(['operator', 'partner', 'counter'])
  for (const [, who, link] of shown) {
    const opened = await openLink(server.url, link as string)
    expect([opened.status, opened.json.access]).toEqual([201, who])
  }
  expect(server.stdout()).not.toMatch(/bh_sandbox_(lnk|ses)_/)
})

test('one of many openings over two processes gets a session; the others learn that the link was used', async () => {
  const { json } = await client.post('/v2/console-links', { ...PERSON, access: 'partner' })
  const answers = await many(12, () => openLink(server.url, json.url, alone))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)])
  expect(new Set(answers.filter(({ status }) => status === 409).map((answer) => answer.json.error.details.reason))).toEqual(
    new Set(['used']),
  )
  await until('both processes answered', () => names().size === 2)
})

test('both processes refuse an ended session as soon as its end is answered', async () => {
  const session = await signIn(client, { access: 'partner' })
  const asked = async () => (await session.get('/v2/console-sessions/current', { headers: alone })).status
  expect(new Set(await many(12, asked))).toEqual(new Set([200]))
  expect((await client.delete(`/v2/console-sessions/${session.session.id}`)).status).toBe(204)
  expect(new Set(await many(12, asked))).toEqual(new Set([401]))
})

test('both processes refuse the sessions of a key as soon as it is revoked', async () => {
  const made = await inProcess(['key', 'create', '--operator', '--json'], { BACKHAUL_DATA_DIR: dataDir })
  const maker = new TestClient(server.url, made.json)
  const second = await inProcess(['key', 'create', '--operator', '--json'], { BACKHAUL_DATA_DIR: dataDir })
  const session = await signIn(maker, { access: 'operator' })
  const asked = async () => (await session.get('/v2/ops/partners', { headers: alone })).status
  expect(new Set(await many(12, asked))).toEqual(new Set([200]))
  await new TestClient(server.url, second.json).post(`/v2/ops/keys/${made.json.key_id}/revoke`)
  expect(new Set(await many(12, asked))).toEqual(new Set([401]))
})

test('the command line creates, lists and ends links and sessions, and its link leads to the running service', async () => {
  const { json: link, code } = await run('link', '--access', 'operator', '--name', 'Olive Operator', '--email', 'olive@example.com')
  expect([code, link.made_by]).toEqual([0, expect.stringMatching(/^cli:.+@/)])
  expect(link.url).toMatch(new RegExp(`^${server.url}/sign-in#`))
  const opened = await openLink(server.url, link.url)
  const cookie = (opened.headers.get('set-cookie') as string).split(';')[0] as string
  const olive = new SessionClient(server.url, cookie, opened.json)
  expect((await olive.get('/v2/ops/partners')).status).toBe(200)
  expect((await run('sessions')).json.data.map(({ id }: { id: string }) => id)).toContain(olive.session.id)
  const ended = await run('revoke', olive.session.id)
  expect([ended.code, ended.json.revoked_at]).toEqual([0, expect.any(String)])
  // The running service was not notified of the revocation, but it checks the session again within a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect((await olive.get('/v2/ops/partners')).status).toBe(401)
  const { json: spare } = await run('link', '--access', 'support', '--name', 'Sam', '--email', 'sam@example.com', '--expires-in', '60')
  expect((await run('revoke', spare.id)).json.revoked_at).not.toBeNull()
  expect((await openLink(server.url, spare.url)).json.error.details).toEqual({ reason: 'withdrawn' })
  expect((await run('links')).json.data.find(({ id }: { id: string }) => id === link.id).used_at).not.toBeNull()
})

test.each([
  [['link', '--access', 'boss', '--name', 'A', '--email', 'a@b.example'], 2, '--access'],
  [['link', '--access', 'operator', '--name', 'A'], 2, '--email'],
  [['link', '--access', 'counter', '--name', 'A', '--email', 'a@b.example'], 1, '/store_id is required for the access "counter"'],
  [['link', '--access', 'partner', '--name', 'A', '--email', 'a@b.example'], 1, '/partner_id is required for the access "partner"'],
  [['revoke', 'ses_none'], 1, 'No session has this id'],
  [['revoke', 'lnk_none'], 1, 'No sign-in link has this id'],
])('the command line says what is wrong with %j', async (args, code, said) => {
  const ran = await run(...args)
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(said)])
})

test('the log shows no token or cookie, even in an error', async () => {
  const session = await signIn(client, { access: 'partner' })
  await session.get('/v2/shipments', { headers: { Cookie: `${session.cookie}x` } })
  await session.post('/v2/shipments', '{"broken', { idempotencyKey: randomUUID() })
  await session.get('/v2/console-sessions/current')
  const { url } = (await client.post('/v2/console-links', { ...PERSON, access: 'partner' })).json
  await openLink(server.url, url, { Origin: 'https://elsewhere.example' })
  // The processes write their log lines with a delay.
  const hasAll = () => server.stdout().includes('"code":"cross_origin"') && server.stdout().includes(session.session.id)
  await until('the log tells of all requests', hasAll)
  const log = server.stdout()
  for (const secret of [session.cookie.slice(-43), url.slice(-43)]) expect(log).not.toContain(secret)
})

test('a later start without a terminal shows no link, and production never does', async () => {
  await server.end('SIGTERM')
  server = await startServer({ BACKHAUL_DATA_DIR: dataDir })
  expect(server.shown()).toBe('')
  const own = makeDataDir()
  atEndOfTest(() => removeDataDir(own))
  fillDataDir(own)
  const env = { BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), BACKHAUL_DATA_DIR: own }
  const production = await startServer(env, ['--open'])
  await production.end('SIGTERM')
  expect(production.shown()).not.toContain('sign-in')
})
