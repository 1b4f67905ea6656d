// Both forms in which events, answers and labels are stored, read by one program.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { serve } from '../../src/app/serve.ts'
import { readConfig } from '../../src/platform/config.ts'
import { migrate, packFromNowOn } from '../../src/platform/migrate.ts'
import { appliedMigrations, checkProgram, knownMigrations } from '../../src/platform/migrations.ts'
import { TestClient } from '../support/client.ts'
import { createEmptyDatabase, createOlderDatabase, type TestDatabase } from '../support/database.ts'
import { startReceiver } from '../support/receiver.ts'
import { untilSettled } from '../support/service.ts'
import { until } from '../support/until.ts'

const RETURN = { direction: 'return', fulfillment: 'print_label', order_id: 'Ä-1', metadata: { note: '"quoted"', id: '\u001f' } }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const made = async (database: TestDatabase): Promise<{ database: TestDatabase; client: pg.Client }> => {
  cleanups.push(database.drop)
  const client = new pg.Client(database.config)
  await client.connect()
  cleanups.push(() => client.end())
  return { database, client }
}

const packedOf = async (client: pg.Client): Promise<Record<string, number>> =>
  (
    await client.query(
      `select (select count(*)::int from events where starts_with(body, E'\\x1f')) as events,
              (select count(*)::int from answers where starts_with(body, E'\\x1d')) as answers,
              (select count(*)::int from labels where jsonb_typeof(facts) = 'string') as labels`,
    )
  ).rows[0]

/** Serves, and ends before it returns. */
const serving = async (database: TestDatabase, work: (partner: TestClient) => Promise<void>, dataDir: string): Promise<void> => {
  const env = { DATABASE_URL: database.url, PORT: '0', BACKHAUL_LOG_LEVEL: 'error', BACKHAUL_MASTER_KEY: MASTER_KEY }
  const running = await serve(readConfig({ ...env, BACKHAUL_DATA_DIR: dataDir }), 'all')
  try {
    const credentials = JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8'))
    await work(new TestClient(running.url as string, credentials, () => untilSettled(running.service.db)))
  } finally {
    await running.close()
  }
}

test('what was stored before a database is packed is read like what is stored after: answers, events, webhooks, labels', async () => {
  const { database, client } = await made(await createOlderDatabase('0038_carrier_invoices'))
  const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-test-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true }))
  const receiver = await startReceiver()
  cleanups.push(() => receiver.close())
  const answers: string[] = []
  const shipments: string[] = []
  const labels: string[] = []
  const create = async (partner: TestClient, idempotencyKey: string) => {
    const answer = await partner.post('/v2/shipments', RETURN, { idempotencyKey })
    expect(answer.status).toBe(201)
    answers.push(answer.text)
    shipments.push(answer.json.id)
    labels.push((await partner.get(`/v2/shipments/${answer.json.id}/label`)).text)
  }
  await serving(
    database,
    async (partner) => {
      const hook = await partner.post('/v2/webhooks', { url: receiver.url(), enabled_events: ['*'] })
      expect(hook.status).toBe(201)
      await create(partner, 'before')
    },
    dataDir,
  )
  expect(await packedOf(client)).toEqual({ events: 0, answers: 0, labels: 0 })
  const apart = async () => (await client.query('select 1 from answers')).rowCount
  expect(await apart()).toBe(0)
  await packFromNowOn(database.config)
  await serving(
    database,
    async (partner) => {
      await create(partner, 'after')
      for (const [i, idempotencyKey] of ['before', 'after'].entries()) {
        const again = await partner.post('/v2/shipments', RETURN, { idempotencyKey })
        expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([201, 'true', answers[i]])
        const other = await partner.post('/v2/shipments', { ...RETURN, order_id: 'other' }, { idempotencyKey })
        expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_key_reused'])
        expect((await partner.get(`/v2/shipments/${shipments[i]}/label`)).text).toBe(labels[i])
      }
      await partner.settle()
      const feed = await partner.get('/v2/events')
      const ids: string[] = feed.json.data.map(({ eventID }: { eventID: string }) => eventID)
      expect(ids.length).toBe(4)
      await until('all are delivered', () => receiver.requests.length >= 4)
      const sent = new Map(receiver.requests.map(({ body }) => [JSON.parse(body.toString()).eventID, body.toString()]))
      for (const id of ids) {
        const { text } = await partner.get(`/v2/events/${id}`)
        expect(sent.get(id)).toBe(text)
        expect(feed.text).toContain(text)
      }
      for (const id of shipments) expect((await partner.get(`/v2/shipments/${id}/events`)).json.data).toHaveLength(2)
    },
    dataDir,
  )
  expect(await apart()).toBe(1)
  const { events, answers: stored, labels: drawn } = await packedOf(client)
  expect([events, drawn]).toEqual([2, 1])
  expect(stored).toBeGreaterThanOrEqual(1)
})

test('a database is written packed from the start if no earlier program has used it, and then none can', async () => {
  const { database, client } = await made(await createEmptyDatabase())
  await migrate(database.config)
  const isPacked = async () => (await client.query("select 1 from settings where name = 'stored_form'")).rowCount === 1
  expect(await isPacked()).toBe(true)
  const applied = await appliedMigrations(client)
  // 0.2.0 does not know the packed form, and what came before 0085 no answers apart from their keys.
  for (const last of ['0057', '0085']) {
    const earlier = knownMigrations().filter((name) => name < last)
    expect(() => checkProgram([], earlier)).not.toThrow()
    expect(() => checkProgram(applied, earlier)).toThrow('needs Backhaul 0.3.0 or newer since its migration 0085_answers')
  }
  expect(() => checkProgram(applied, knownMigrations())).not.toThrow()
})

test('a database that an earlier program may still use is upgraded without that, and the earlier one can go on', async () => {
  const { database, client } = await made(await createOlderDatabase('0038_carrier_invoices'))
  await migrate(database.config)
  expect((await client.query("select 1 from settings where name = 'stored_form'")).rowCount).toBe(0)
  const applied = await appliedMigrations(client)
  expect(() =>
    checkProgram(
      applied,
      knownMigrations().filter((name) => name < '0057'),
    ),
  ).not.toThrow()
})
