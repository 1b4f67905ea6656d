// The path of an event when the API and its workers are separate processes.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BINARY, build } from '../cli/run.ts'
import { TestClient } from '../support/client.ts'
import { eventIds, register } from '../support/deliveries.ts'
import { makeDataDir, startServer } from '../support/process.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { until } from '../support/until.ts'
import { cutBells, startApi } from './bells.ts'

/** Resolves once the worker process runs. */
const startWorkerProcess = (env: Record<string, string>): Promise<void> => {
  const options = {
    env: { ...process.env, BACKHAUL_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
  }
  const child = spawn(process.execPath, [BINARY, 'serve', '--only', 'worker'], options)
  atEndOfTest(() => child.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)))
  })
}

test('nothing is lost or out of order while the notifiers of two APIs and two workers are cut, and all reconnect afterward', async () => {
  build()
  const server = await startApi()
  const { db, config } = server.running.service
  const dataDir = makeDataDir()
  atEndOfTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { DATABASE_URL: String(config.databaseUrl), BACKHAUL_DATA_DIR: config.dataDir }
  const apis = await Promise.all([startServer(env, ['--only', 'api']), startServer(env, ['--only', 'api'])])
  for (const api of apis) atEndOfTest(() => api.end('SIGKILL'))
  await Promise.all([startWorkerProcess(env), startWorkerProcess(env)])
  const partner = await server.partner()
  const clients = apis.map(({ url }) => new TestClient(url, partner.credentials))
  const targets = [await receiverFor(), await receiverFor(), await receiverFor()]
  for (const target of targets) await register(partner, target)
  const address = { name: 'Ada Example', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' }
  const shipment = { direction: 'return', fulfillment: 'print_label', from: address, to: address, parcel: { weight: 2.5 } }
  let made = 0
  const create = async (n: number) => {
    const { status, text } = await (clients[n % 2] as TestClient).post('/v2/shipments', shipment)
    if (status !== 201) throw new Error(text)
    made++
  }
  for (let n = 0; n < 60; n++) {
    if (n % 20 === 10) await cutBells(db)
    await create(n)
  }
  const eventCount = async () => (await db.one<{ n: number }>('test_events', 'select count(*) as n from events'))?.n ?? 0
  const expected = await eventCount()
  expect(expected).toBeGreaterThanOrEqual(2 * made)
  for (const target of targets) await target.received(expected)
  const rows = await db.query<{ id: string; subject: string }>('test_order', 'select id, subject from events order by xid, seq')
  for (const target of targets) {
    const arrived = [...new Set(eventIds(target))]
    expect(arrived).toHaveLength(expected)
    for (const subject of new Set(rows.map((row) => row.subject))) {
      const ids = rows.filter((row) => row.subject === subject).map(({ id }) => id)
      expect(arrived.filter((id) => ids.includes(id))).toEqual(ids)
    }
  }
  const bells = "select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'backhaul bell'"
  await until('all five processes have a notifier again', async () => (await db.one<{ n: number }>('test_bells', bells))?.n === 5)
  await create(0)
  for (const target of targets) await target.received(expected + 2)
})
