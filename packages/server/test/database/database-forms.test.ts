// An operator may change settings of a server, a database or a role. They must not affect how the service reads and writes values.
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { serve } from '../../src/app/serve.ts'
import { readConfig } from '../../src/process/config.ts'
import { StartupError } from '../../src/process/startup-error.ts'
import { PNG } from '../coverage/world.ts'
import { QR_RETURN } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestService } from '../support/service.ts'

/** Each of these settings makes values look different or mean something else. */
const SETTINGS = {
  datestyle: 'German',
  intervalstyle: 'sql_standard',
  timezone: 'Asia/Kolkata',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  default_transaction_isolation: 'serializable',
}

const asAdministrator = async (...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  for (const sql of statements) await client.query(sql)
  await client.end()
}

let database: TestDatabase
let name: string
beforeEach(async () => {
  database = await createTestDatabase()
  name = new URL(database.url).pathname.slice(1)
})
afterEach(() => database.drop())

test.each([SETTINGS, { datestyle: 'SQL, DMY' }, { datestyle: 'Postgres, MDY' }])('the settings %o change nothing', async (settings) => {
  const sets = Object.entries(settings).map(([setting, value]) => `alter database ${name} set ${setting} = '${value}'`)
  await asAdministrator(...sets)
  const service = await startTestService('all', { DATABASE_URL: database.url })
  try {
    const client = await service.partner()
    const before = Date.now()
    const created = await client.post('/v2/shipments', { ...QR_RETURN, order_id: '日本 – ½' })
    expect([created.status, created.json.order_id]).toEqual([201, '日本 – ½'])
    expect(Math.abs(Date.parse(created.json.created_at) - before)).toBeLessThan(60_000)
    const { id } = created.json
    const image = new Uint8Array([...PNG, 0, 255, 0x5c, 39])
    const document = await client.post('/v2/documents', image, { headers: { 'Content-Type': 'image/png' } })
    expect(document.status).toBe(201)
    const [stored] = await service.running.service.db.query<{ content: Buffer }>('', 'select content from documents where id = $1', [
      document.json.id,
    ])
    expect([...(stored?.content ?? [])]).toEqual([...image])
    const places = await client.get('/v2/drop-off-locations?postal_code=10011&country=US')
    expect(places.json.data[0].lat).toBe(40.7446)
    const scanned = await client.post('/v2/scan-events/walk-in', { shipment_id: id, store_id: places.json.data[0].store_id })
    expect(scanned.status).toBe(200)
    const events = await client.get(`/v2/shipments/${id}/events`)
    expect(events.json.data.map(({ type }: { type: string }) => type)).toContain('shipment.in_possession')
    for (const { event_info } of events.json.data) expect(Math.abs(Date.parse(event_info.eventDateTime) - before)).toBeLessThan(60_000)
    expect((await client.get('/v2/today')).status).toBe(200)
  } finally {
    await service.close()
  }
})

test('a database that cannot store every character stops the start with one line that says what to do', async () => {
  const latin = `${name}_latin`
  await asAdministrator(`create database ${latin} encoding 'LATIN1' locale 'C' template template0`)
  const url = new URL(database.url)
  url.pathname = `/${latin}`
  try {
    const failure: unknown = await serve(readConfig({ PORT: '0', DATABASE_URL: url.href }), 'api', false).catch((error) => error)
    expect(failure).toBeInstanceOf(StartupError)
    expect((failure as Error).message).toMatch(/^the database \w+ has the encoding LATIN1, .* create a database with UTF8/)
    expect((failure as Error).message).not.toContain('\n')
  } finally {
    await asAdministrator(`drop database ${latin} with (force)`)
  }
})
