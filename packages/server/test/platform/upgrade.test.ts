// Databases of earlier releases, with what they hold, brought up to date. support/filled/0004.json is what the demo, `trigger` and a few
// requests left in a sandbox of that release; its secrets were encrypted with MASTER_KEY.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { serve } from '../../src/app/serve.ts'
import { readConfig } from '../../src/platform/config.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { knownMigrations, MIGRATIONS_DIR, readMigrations } from '../../src/platform/migrations.ts'
import { TestClient } from '../support/client.ts'
import { createOlderDatabase, type TestDatabase } from '../support/database.ts'

type Rows = Record<string, unknown>[]
const { credentials, ...TABLES } = JSON.parse(readFileSync(new URL('../support/filled/0004.json', import.meta.url), 'utf8'))
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const connect = async (database: TestDatabase): Promise<pg.Client> => {
  cleanups.push(database.drop)
  const client = new pg.Client(database.config)
  await client.connect()
  cleanups.push(() => client.end())
  return client
}

/** As the runner before ours left the table. */
const forgetChecksums = (client: pg.Client) => client.query('alter table migrations drop checksum, drop oldest_program')

const fill = async (client: pg.Client): Promise<void> => {
  for (const [table, rows] of Object.entries(TABLES) as [string, Rows][]) {
    const columns = Object.keys(rows[0] as object).join(', ')
    const text = `insert into ${table} (${columns}) overriding system value
                  select ${columns} from jsonb_populate_recordset(null::${table}, $1) on conflict do nothing`
    await client.query(text, [JSON.stringify(rows)])
  }
  // Their days would be over one day.
  await client.query("update shipments set expires_at = now() + interval '30 days' where expires_at is not null")
  await client.query(`select setval(pg_get_serial_sequence('events', 'seq'), max(seq)) from events`)
  await client.query(`select setval(pg_get_serial_sequence('delivery_attempts', 'id'), max(id)) from delivery_attempts`)
}

/** The rows of a table with the columns that `like` has, in no order. */
const kept = async (client: pg.Client, table: string, like: Rows): Promise<string[]> => {
  const columns = Object.keys(like[0] as object)
  const { rows } = await client.query(`select to_jsonb(t) as row from ${table} t`)
  return rows.map(({ row }) => JSON.stringify(columns.map((name) => row[name]))).sort()
}

const serveOn = async (database: TestDatabase) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-test-'))
  const env = { DATABASE_URL: database.url, PORT: '0', BACKHAUL_LOG_LEVEL: 'error', BACKHAUL_MASTER_KEY: MASTER_KEY }
  const running = await serve(readConfig({ ...env, BACKHAUL_DATA_DIR: dataDir }), 'api')
  cleanups.push(() => rmSync(dataDir, { recursive: true }), running.close)
  return running.url as string
}

test('a filled database of before the first release keeps every row and is served on', async () => {
  const database = await createOlderDatabase('0004_first_success')
  const client = await connect(database)
  await forgetChecksums(client)
  await fill(client)
  const before: string[][] = []
  for (const [table, rows] of Object.entries(TABLES)) before.push(await kept(client, table, rows as Rows))
  const own = knownMigrations()
  expect(await migrate(database.config)).toEqual(own.slice(own.indexOf('0004_first_success') + 1))
  // Whoever could adjust prices still can (0008_adjustments_scope).
  const asMigrated = (row: string): string => row.replace('"tracking:read"]', '"tracking:read","adjustments:write"]')
  for (const [i, [table, rows]] of Object.entries(TABLES).entries()) {
    const expected = table === 'api_keys' ? before[i]?.map(asMigrated) : before[i]
    // Documents are a further task of upkeep since 0016_storage, and keys since 0085_answers.
    const found = (await kept(client, table, rows as Rows)).filter((row) => !/^\["(documents|idempotency_keys)"/.test(row))
    expect([table, found]).toEqual([table, expected])
  }
  const applied = await client.query('select name, checksum from migrations order by name')
  expect(applied.rows).toEqual(readMigrations(MIGRATIONS_DIR).map(({ name, checksum }) => ({ name, checksum })))

  const partner = new TestClient(await serveOn(database), credentials)
  for (const { id, status, version } of TABLES.shipments) {
    const { json } = await partner.get(`/v2/shipments/${id}`)
    expect({ id: json.id, status: json.status, version: json.version }).toEqual({ id, status, version })
  }
  // Its rate cards price as they did.
  const [home] = TABLES.stores
  for (const { zone, base_cents, per_lb_cents, service_level } of TABLES.rates.filter(
    ({ country }: { country: string }) => country === 'US',
  )) {
    const to = { line1: '1 Main St', city: 'X', state: 'ZZ', postal_code: home.postal_code, country: 'US' }
    const ends = {
      local: to,
      // Of another state, with the same first digit.
      regional: { ...to, state: 'YY', postal_code: `${home.postal_code.charAt(0)}9001` },
      national: { ...to, state: 'YY', postal_code: `x${home.postal_code}` },
      international: { ...to, country: 'CA' },
    }
    const from = ends[zone as keyof typeof ends]
    const { json } = await partner.post('/v2/quotes', { direction: 'outbound', from, to, parcel: { weight: 3 }, service_level })
    expect([zone, json.amount, json.currency]).toEqual([zone, base_cents + 3 * per_lb_cents, 'USD'])
  }
  const { id } = TABLES.shipments.find(({ status, held }: { status: string; held: boolean }) => status === 'label_ready' && !held)
  expect((await partner.post(`/v2/shipments/${id}/hold`)).json).toMatchObject({ held: true })
  const { json: feed } = await partner.get('/v2/events?limit=500')
  expect(feed.data.slice(0, TABLES.events.length).map(({ eventID }: { eventID: string }) => eventID)).toEqual(
    (TABLES.events as { id: string; seq: number }[]).toSorted((a, b) => a.seq - b.seq).map((event) => event.id),
  )
  const webhook = TABLES.webhooks.find(({ status }: { status: string }) => status === 'enabled')
  const { json: deliveries } = await partner.get(`/v2/webhooks/${webhook.id}/deliveries`)
  expect(deliveries.data.length).toBeGreaterThan(0)
})

/** 0004 as it stood in the repository for an hour. */
const FIRST_FORM_OF_0004 = `
alter table deliveries add column first_success json;
create view attempts as
  select id, delivery_id, attempt, trigger, at, address, status, duration_ms, error_class, error_message, answer, next_attempt_at
    from delivery_attempts
  union all
  select 0, d.id, 1, 'schedule', to_timestamp(f.at_ms / 1000), f.address, f.status, f.duration_ms, null, null, f.answer, null
    from deliveries d
   cross join lateral json_to_record(d.first_success) as f(at_ms float8, address text, status int, duration_ms int, answer text)
   where d.first_success is not null;
create table upkeep_marks (
  task text primary key,
  done_to text not null
);
insert into upkeep_marks (task, done_to) values ('first_successes', '');
insert into migrations (name, run_on) values ('0004_first_success', now());`

test('a database with the first form of 0004 goes on like any other', async () => {
  const database = await createOlderDatabase('0003_cheaper_records')
  const client = await connect(database)
  await forgetChecksums(client)
  await client.query(FIRST_FORM_OF_0004)
  await fill(client)
  const own = knownMigrations()
  expect(await migrate(database.config)).toEqual(own.slice(own.indexOf('0004_first_success') + 1))
  expect(await migrate(database.config)).toEqual([])
  const partner = new TestClient(await serveOn(database), credentials)
  expect((await partner.get(`/v2/shipments/${TABLES.shipments[0].id}`)).status).toBe(200)
})
