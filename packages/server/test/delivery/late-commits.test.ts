// Events whose sequence numbers are drawn long before their commit, with PostgreSQL's real sequence, transactions and snapshots.
import type { EventRecord } from '@backhaul/core/events/catalog.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { commitEvents, eventIds, eventOf, eventsOf, type Registered, register } from '../support/deliveries.ts'
import type { Receiver } from '../support/receiver.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'

const WRITE = `
  with e as (
    insert into events (id, partner_id, type, subject, shipment_id, created_at, body) values ($1, $2, $3, $4, $5, $6, $7)
    returning seq, id, partner_id, subject, created_at
  )
  insert into deliveries (webhook_id, partner_id, event_id, event_seq, subject, status, created_at)
  select $8, e.partner_id, e.id, e.seq, e.subject, 'pending', e.created_at from e`

/** Returns a transaction that has written this event as commit/committer.ts does, and that stays open. */
const openTransaction = async (server: TestService, event: EventRecord, webhook: Registered): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: String(server.running.service.config.databaseUrl) })
  await client.connect()
  atEndOfTest(() => client.end())
  await client.query('begin')
  const { id, partner_id, type, subject, shipment_id, created_at, body } = event
  await client.query(WRITE, [id, partner_id, type, subject, shipment_id, created_at, body, webhook.id])
  return client
}

const OTHERS = 1300
const others = Array.from({ length: OTHERS }, (_, n) => `shp_other_${n}`)

const received = async (receiver: Receiver, id: string | undefined): Promise<number> => {
  await receiver.until(() => eventIds(receiver).includes(String(id)))
  return eventIds(receiver).indexOf(String(id))
}

test.each([
  ['have all been delivered', OTHERS],
  ['are being delivered', OTHERS / 2],
])('an event committed late, when 1,300 later ones %s, is sent before the next event of its subject', async (_, delivered) => {
  const server = await startTestService('all')
  atEndOfTest(() => server.close())
  const { service } = server.running
  const partner = await server.partner()
  const target = await receiverFor()
  target.answer(() => ({ kind: 'reply', status: 200, delay_ms: 2 }))
  const webhook = await register(partner, target)
  for (let round = 1; round <= 2; round++) {
    const before = target.requests.length
    const late = eventOf(partner.partnerId, `shp_late_${round}`)
    const transaction = await openTransaction(server, late, webhook)
    // There are hundreds of events at a time, so that reads hit their limits.
    for (let n = 0; n < OTHERS; n += 100) await commitEvents(service, eventsOf(partner.partnerId, others.slice(n, n + 100)))
    await target.until(() => target.requests.length >= before + delivered)
    await transaction.query('commit')
    const [next] = await commitEvents(service, [eventOf(partner.partnerId, late.subject)])
    expect(await received(target, next?.id)).toBeGreaterThan(await received(target, late.id))
    await target.until(() => target.requests.length >= before + OTHERS + 2)
  }
  expect(new Set(eventIds(target)).size).toBe(2 * (OTHERS + 2))
})

test('a transaction gets its id before it draws a sequence number', async () => {
  const server = await startTestService('all')
  atEndOfTest(() => server.close())
  const { db } = server.running.service
  const columns = await db.query<{ attname: string }>(
    'test_columns',
    "select attname from pg_attribute where attrelid = 'events'::regclass and attname in ('xid', 'seq') order by attnum",
  )
  // Defaults are evaluated in the order of the columns. The proof in horizon.ts depends on it.
  expect(columns.map(({ attname }) => attname)).toEqual(['xid', 'seq'])
})
