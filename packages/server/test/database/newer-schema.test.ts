// Upgrades depend on this: an older program starts and runs on a schema to which a newer release has added something.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { migrate } from '../../src/database/migrate.ts'
import { MIGRATIONS_DIR } from '../../src/database/migrations.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { register } from '../support/deliveries.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** All kinds of additions that a release may make: a NOT NULL column in every table, a table, and an index. */
const INVENTED = `
  do $$
  declare t text;
  begin
    for t in select relname from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> 'migrations' loop
      execute format('alter table %I add column invented text not null default ''untouched''', t);
    end loop;
  end $$;
  create table inventions (id text primary key, shipment_id text not null);`

let service: TestService
let receiver: Receiver
let dir: string
beforeAll(async () => {
  service = await startTestService('all')
  receiver = await startReceiver()
  dir = mkdtempSync(join(tmpdir(), 'backhaul-migrations-'))
  cpSync(MIGRATIONS_DIR, dir, { recursive: true })
  writeFileSync(join(dir, '9990_invented.sql'), INVENTED)
  writeFileSync(join(dir, '9991_invented_index.sql'), 'create index concurrently invented on shipments (invented);')
})
afterAll(async () => {
  await service.close()
  await receiver.close()
  rmSync(dir, { recursive: true })
})

const sql = <Row>(text: string) => service.running.service.db.pool.query(text).then(({ rows }) => rows as Row[])
const invented = async (table: string) =>
  (await sql<{ invented: string }>(`select distinct invented from ${table} order by 1`)).map((row) => row.invented)

/** Sends enough simultaneous requests to use every connection of the pools. */
const read = async (client: TestClient, id: string) => {
  const paths = [`/v2/shipments/${id}`, '/v2/shipments', `/v2/shipments/${id}/scans`, '/v2/webhooks', '/v2/events']
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => client.get(paths[i % paths.length] as string)))
  expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
}

/**
 * Expects that the service is ready and works: rows are created, changed and read by a partner and by the operator, and a webhook arrives.
 */
const expectWorks = async ({ url }: Running, held: string) => {
  const client = new TestClient(url as string, service.demo.credentials, service.demo.settle)
  const operator = new TestClient(url as string, (await service.operator()).credentials)
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  await read(client, held)
  const created = await client.post('/v2/shipments', RETURN)
  expect(created.status, created.text).toBe(201)
  await sql(`update shipments set invented = 'by a newer program' where id = '${held}'`)
  for (const command of ['hold', 'release']) {
    const { status, text } = await client.post(`/v2/shipments/${held}/${command}`)
    expect(status, text).toBe(200)
  }
  expect(await sql(`select invented from shipments where id = '${held}'`)).toEqual([{ invented: 'by a newer program' }])
  const partner = await operator.post('/v2/ops/partners', { name: 'Newer' })
  expect(partner.status, partner.text).toBe(201)
  // The second request changes nothing, so the audit trail gets no second row.
  const body = { name: `Northline of ${url}`, active: true }
  for (let i = 0; i < 2; i++) expect((await operator.send('PUT', '/v2/ops/carriers/northline', { body })).status).toBe(200)
  const after = JSON.stringify({ name: body.name })
  expect(await sql(`select count(*)::int as n from operator_audit where after @> '${after}'`)).toEqual([{ n: 1 }])
  await expect
    .poll(() => receiver.requests.filter(({ body }) => String(body).includes(created.json.id)).length)
    .toBe(created.json.label_id ? 2 : 1)
}

test('a running or starting program stays ready on a newer schema and leaves its additions alone', async () => {
  const { running, demo } = service
  await register(demo, receiver)
  const held = (await demo.post('/v2/shipments', RETURN)).json.id
  await read(demo, held)
  expect(await migrate(running.service.db.config, { dir })).toEqual(['9990_invented', '9991_invented_index'])
  await expectWorks(running, held)
  const fresh = await serve(running.service.config, 'all')
  try {
    await expectWorks(fresh, held)
  } finally {
    await fresh.close()
  }
  expect(await invented('shipments')).toEqual(['by a newer program', 'untouched'])
  for (const table of ['events', 'deliveries', 'webhooks', 'partners', 'carriers', 'operator_audit', 'idempotency_keys'])
    expect([table, await invented(table)]).toEqual([table, ['untouched']])
})
