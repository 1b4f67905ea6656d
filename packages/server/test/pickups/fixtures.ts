import type { TestClient } from '../support/client.ts'
import { RETURN } from '../support/client.ts'
import type { TestService } from '../support/service.ts'

/** Returns the ids of the seeded stores, by code. */
export const storesByCode = async ({ running }: TestService): Promise<Map<string, string>> => {
  const rows = await running.service.db.query<{ id: string; code: string }>('test_stores', 'select id, code from stores')
  return new Map(rows.map(({ id, code }) => [code, id]))
}

const DAY_MS = 86_400_000
/** Returns YYYY-MM-DD in UTC, far enough ahead to be in the future at every store. */
export const dayAhead = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

export const WINDOW = { window_start: '09:00', window_end: '12:00' }

/** Creates a labeled shipment of this client. */
export const shipmentOf = async (client: TestClient, body: object = {}): Promise<string> => {
  const { status, json, text } = await client.post('/v2/shipments', { ...RETURN, ...body })
  if (status !== 201) throw new Error(text)
  return json.id
}

/** Sets how far a partner's virtual clock is ahead. */
export const setClock = async ({ running }: TestService, partnerId: string, seconds: number): Promise<void> => {
  const { db, keyCache } = running.service
  await db.query('test_clock', 'update partners set clock_offset_s = $2 where id = $1', [partnerId, seconds])
  keyCache.forget(partnerId)
}

/** Counts the rows of each table that pickups use. A refusal must not change these counts. */
export const countRows = async ({ running }: TestService): Promise<string> => {
  const tables = ['pickups', 'sweeps', 'tenders', 'manifests', 'shipments', 'events', 'scans']
  const rows = await running.service.db.query<{ n: number }>(
    'test_counts',
    tables.map((table) => `select count(*) as n from ${table}`).join(' union all '),
  )
  return rows.map(({ n }, i) => `${tables[i]} ${n}`).join(', ')
}

// biome-ignore lint/suspicious/noExplicitAny: events of every type
export const typesOf = (events: any[]): string[] => events.map((event) => event.type)
