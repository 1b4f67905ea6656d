// Secrets in requests, and secrets that the service makes, appear in no log line and in no row.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loggedPath } from '../../src/http/responding.ts'
import { BINARY } from '../cli/run.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let dataDir: string
let output = ''
let stop: () => Promise<void>
let client: TestClient
let credentials: { api_key: string; signing_secret: string; base_url: string }

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'backhaul-secrets-'))
  const env = {
    ...process.env,
    PORT: '0',
    BACKHAUL_LOG_LEVEL: 'trace',
    DATABASE_URL: database.url,
    BACKHAUL_DATA_DIR: dataDir,
    BACKHAUL_METRICS_TOKEN: 'CANARY-metrics',
  }
  const child = spawn(process.execPath, [BINARY, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  stop = () =>
    new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  const listens = () => {
    if (child.exitCode !== null) throw new Error(output)
    return /listening on http/.test(output)
  }
  await until('the server listens', listens)
  credentials = JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8'))
  client = new TestClient(credentials.base_url, credentials)
})
afterAll(async () => {
  await stop()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Returns every row of every table as text, with bytes as hex. */
const everyRow = async (): Promise<string> => {
  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  const { rows: tables } = await db.query("select tablename as name from pg_tables where schemaname = 'public'")
  const texts = []
  for (const { name } of tables) texts.push(...(await db.query(`select t::text as row from "${name}" t`)).rows.map(({ row }) => row))
  await db.end()
  return texts.join('\n')
}

test('no secret appears in the output at level trace or in a row, as text or as hex', async () => {
  const key = 'secrets-test'
  const body = { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] }
  const webhook = (await client.post('/v2/webhooks', body, { idempotencyKey: key })).json
  const replayed = await client.post('/v2/webhooks', body, { idempotencyKey: key })
  expect([replayed.json.secret, replayed.headers.get('idempotent-replayed')]).toEqual([webhook.secret, 'true'])
  const rotated = (await client.post(`/v2/webhooks/${webhook.id}/rotate-secret`)).json
  await client.post('/v2/shipments', RETURN)
  const made = [webhook.secret, rotated.secret, credentials.api_key, credentials.signing_secret]
  expect(made.every((secret) => typeof secret === 'string' && secret.length > 40)).toBe(true)
  const rows = await everyRow()
  expect(rows).toContain(webhook.id)
  // Neither the random part nor the bytes of a secret may appear. The text of a key is `bh_<environment>_<id>_<random>`.
  const parts = made.flatMap((secret) => [
    secret,
    secret.slice(-43),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
  ])
  for (const part of parts) expect([rows.includes(part), output.includes(part)]).toEqual([false, false])
  const hash = createHash('sha256').update(credentials.api_key).digest('hex')
  expect(rows).toContain(hash)
})

test('secrets that clients send in the wrong place are not logged', async () => {
  const before = output.length
  await client.post('/v2/shipments?token=CANARY-query', { secret: 'CANARY-body' })
  await client.get('/v2/shipments/CANARY-path')
  await client.get('/v2/shipments', { headers: { Authorization: 'Bearer CANARY-authorization', Cookie: 'session=CANARY-cookie' } })
  await client.get('/v2/shipments', { headers: { 'X-Api-Key': 'CANARY-key' } })
  await client.get('/v2/shipments', { headers: { 'X-Service-Signature': 'CANARY-signature' } })
  await client.post('/v2/shipments', '{"CANARY-json')
  await client.get('/metrics', { headers: { Authorization: 'Bearer CANARY-metrics' } })
  await client.get('/v2/shipments')
  await until('the last request is logged', () => output.slice(before).includes('"route":"/v2/shipments"'))
  expect(output).not.toContain('CANARY')
})

test('only the owner can read the files of the data directory', () => {
  for (const file of ['master-key', 'sandbox-credentials.json']) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
})

test('a secret copied to another webhook or key cannot be decrypted', async () => {
  const service: TestService = await startTestService()
  try {
    const [a, b] = [await service.partner(), await service.partner()]
    const ids = [a, b].map(({ credentials: { api_key } }) => /key_[0-9a-z]{26}/.exec(api_key)?.[0] as string)
    const { db, keyCache } = service.running.service
    await db.query(
      'test_swap',
      'update signing_secrets s set ciphertext = o.ciphertext from signing_secrets o where s.key_id = $1 and o.key_id = $2',
      ids,
    )
    keyCache.forgetAll()
    expect((await a.get('/v2/shipments')).status).toBe(500)
    expect((await b.get('/v2/shipments')).status).toBe(200)
  } finally {
    await service.close()
  }
})

test.each([
  ['/v2/tracking/:tracking', { tracking: 'ABCDEFGHJKMNPQRSTVWXYZ01234' }, '/v2/tracking/:tracking'],
  ['/v2/ops/carriers/:code/reports', { code: 'relay' }, '/v2/ops/carriers/:code/reports'],
  ['/v2/shipments/:id/label', { id: `shp_${'0'.repeat(26)}` }, `/v2/shipments/shp_${'0'.repeat(26)}/label`],
  ['/p/:token', { token: 'secret' }, '/p/:token'],
  [undefined, undefined, undefined],
])('the log shows %s without tokens and tracking numbers', (url, params, logged) => {
  expect(loggedPath({ routeOptions: { url }, params } as never)).toBe(logged)
})
