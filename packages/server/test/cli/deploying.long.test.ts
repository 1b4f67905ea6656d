// Features for the tools with which an operator runs the service: secrets in files, searchable log lines, the health of a worker, and a
// shutdown that load balancers can detect.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { RETURN, TestClient } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import type { ServerProcess } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { withServers } from '../support/servers.ts'
import { until } from '../support/until.ts'
import { BINARY, build, inProcess } from './run.ts'

const PRODUCTION = { BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: randomBytes(32).toString('base64') }

const world = withServers()
beforeAll(build)

const start = (env: Record<string, string>, args: string[] = []): Promise<ServerProcess> =>
  world.start({ BACKHAUL_LOG_LEVEL: 'info', ...env }, args)
const file = (name: string, text: string): string => {
  const path = join(world.dataDir, name)
  writeFileSync(path, text)
  return path
}
const readiness = async (url: string) => {
  const answer = await fetch(`${url}/readyz`)
  return [answer.status, ((await answer.json()) as { reason?: string }).reason]
}

/** Returns the connection names that PostgreSQL shows. */
const connectionNames = async (): Promise<string[]> => {
  const client = new pg.Client({ connectionString: world.database.url })
  await client.connect()
  const { rows } = await client.query('select distinct application_name as name from pg_stat_activity where datname = current_database()')
  await client.end()
  return rows.map(({ name }) => name)
}

test('every process can read secrets from files, and PostgreSQL shows the process of each connection', async () => {
  const url = file('url', `${world.database.url}\n`)
  const server = await start({
    DATABASE_URL: '',
    DATABASE_URL_FILE: url,
    BACKHAUL_METRICS_TOKEN_FILE: file('token', 'hidden'),
    BACKHAUL_PROCESSES: '2',
  })
  expect(await readiness(server.url)).toEqual([200, undefined])
  expect((await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer hidden' } })).status).toBe(200)
  expect(await connectionNames()).toEqual(expect.arrayContaining(['backhaul api 1', 'backhaul api 2', 'backhaul worker']))
})

test.each([
  [
    { DATABASE_URL: 'postgres://u:p@h/d', DATABASE_URL_FILE: '/nowhere' },
    'DATABASE_URL and DATABASE_URL_FILE are both set: use one of them',
  ],
  [{ BACKHAUL_MASTER_KEY_FILE: '/nowhere/key' }, 'BACKHAUL_MASTER_KEY_FILE="/nowhere/key" cannot be read (ENOENT)'],
  [{ BACKHAUL_MASTER_KEY_FILE: '/dev/null' }, 'BACKHAUL_MASTER_KEY_FILE="/dev/null" is empty'],
  [{ BACKHAUL_ACCESS_LOG: 'yes' }, 'BACKHAUL_ACCESS_LOG="yes" is not valid: use on or off'],
  [{ BACKHAUL_DRAIN_SECONDS: '61' }, 'BACKHAUL_DRAIN_SECONDS="61" is not valid: use a whole number from 0 to 60'],
])('%j is refused in one line', async (env, message) => {
  const { code, stderr } = await inProcess(['serve'], { BACKHAUL_DATA_DIR: world.dataDir, PORT: '0', ...env })
  expect([code, stderr]).toEqual([1, `backhaul: ${message}\n`])
})

test.each(['1', '2'])(
  'on a signal, %s API processes are unready before they close; a second signal ends the wait; no log is lost',
  async (processes) => {
    const settings = { BACKHAUL_PROCESSES: processes, BACKHAUL_DRAIN_SECONDS: '60', BACKHAUL_ACCESS_LOG: 'on' }
    const server = await start({ ...PRODUCTION, ...settings })
    expect(await readiness(server.url)).toEqual([200, undefined])
    server.child.kill('SIGTERM')
    await until('it is not ready', async () => (await readiness(server.url))[0] === 503)
    expect(await readiness(server.url)).toEqual([503, 'stopping'])
    expect((await fetch(`${server.url}/v2/shipments`)).status).toBe(401)
    expect(await server.end('SIGTERM')).toBe(0)
    const log = server
      .stdout()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(log).toContainEqual(expect.objectContaining({ msg: 'request', status: 401, instance: hostname() }))
  },
)

test('a worker alone answers health checks on the port of its metrics', async () => {
  const port = await freePort()
  const env = {
    DATABASE_URL: world.database.url,
    BACKHAUL_DATA_DIR: world.dataDir,
    BACKHAUL_METRICS_PORT: String(port),
    BACKHAUL_LOG_LEVEL: 'silent',
  }
  const worker = spawn(process.execPath, [BINARY, 'serve', '--only', 'worker'], { env: { ...process.env, ...env }, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await until('it listens', async () => (await fetch(`${url}/healthz`).catch(() => null))?.status === 200)
  expect(await readiness(url)).toEqual([200, undefined])
  expect(await connectionNames()).toContain('backhaul worker')
  const exited = once(worker, 'exit')
  worker.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

test('the access log has a line for each request and each attempt, and no secrets', async () => {
  const server = await start({ BACKHAUL_ACCESS_LOG: 'on' })
  const credentials = JSON.parse(readFileSync(join(world.dataDir, 'sandbox-credentials.json'), 'utf8'))
  const demo = new TestClient(server.url, credentials)
  const receiver = await startReceiver()
  receiver.answer({ kind: 'reply', status: 200, body: 'thanks' })
  try {
    const webhook = await demo.post('/v2/webhooks', { url: receiver.url(), enabled_events: ['shipment.created'] })
    expect([webhook.status, webhook.json.error]).toEqual([201, undefined])
    const headers = { 'X-Request-Id': 'shop-42', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }
    const { json } = await demo.send('POST', '/v2/shipments', { body: { ...RETURN, order_id: 'Größe 42' }, headers })
    await demo.get('/v2/shipments?rma=secret-rma&limit=0')
    const lines = () =>
      server
        .stdout()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
    const isLogged = (one: object) => lines().some((line) => Object.entries(one).every(([name, value]) => line[name] === value))
    const all = [{ msg: 'attempt' }, { caller_request_id: 'shop-42' }, { route: '/v2/shipments', status: 422 }]
    await until('all of it is logged', () => all.every(isLogged))
    const requests = lines().filter(({ msg }) => msg === 'request')
    expect(requests).toContainEqual(
      expect.objectContaining({
        ...{ caller_request_id: 'shop-42', trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' },
        ...{ method: 'POST', route: '/v2/shipments', status: 201, partner: json.partner_id ?? expect.any(String) },
        ...{ key: expect.stringMatching(/^key_/), address: '127.0.0.1', bytes_in: expect.any(Number), duration_ms: expect.any(Number) },
      }),
    )
    expect(requests).toContainEqual(expect.objectContaining({ route: '/v2/shipments', status: 422, code: 'validation_failed' }))
    expect(lines()).toContainEqual(
      expect.objectContaining({
        msg: 'attempt',
        ok: true,
        status: 200,
        attempt: 1,
        webhook: expect.stringMatching(/^whk_/),
        event: expect.stringMatching(/^evt_/),
        bytes_in: 'thanks'.length,
        bytes_out: receiver.requests[0]?.body.length,
        instance: hostname(),
      }),
    )
    for (const secret of ['secret-rma', credentials.api_key, credentials.signing_secret]) expect(server.stdout()).not.toContain(secret)
  } finally {
    await receiver.close()
  }
})
