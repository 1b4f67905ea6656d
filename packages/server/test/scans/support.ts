import { expect } from 'vitest'
import type { TestAnswer, TestClient } from '../support/client.ts'
import { RETURN } from '../support/client.ts'
import type { TestService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

export const SCANNER = { scanner_email: 'sam@counter.example', scanner_name: 'Sam Scanner' }
/** An address in the marketplace market. */
export const CANADA = { company: 'Maple Ltd', line1: '5 King St', city: 'Toronto', state: 'ON', postal_code: 'M5H 1A1', country: 'CA' }

export const types = (events: Json[]): string[] => events.map((event) => event.type)

export const createShipment = async (client: TestClient, body: object = RETURN): Promise<Json> => {
  const { status, json } = await client.post('/v2/shipments', body)
  expect(status).toBe(201)
  return json
}

export const scan = (client: TestClient, kind: string, body: object): Promise<TestAnswer> => client.post(`/v2/scan-events/${kind}`, body)

/** A scan that must be accepted. */
export const scanned = async (client: TestClient, kind: string, body: object): Promise<Json> => {
  const { status, json } = await scan(client, kind, body)
  expect({ status, error: json.error }).toEqual({ status: 200 })
  return json
}

export const storeId = async (service: TestService, code: string): Promise<string> => {
  const row = await service.running.service.db.one<{ id: string }>('test_store', 'select id from stores where code = $1', [code])
  return row?.id as string
}

/** Counts the rows of each table that a scan may write. */
export const countRows = async (service: TestService): Promise<Json> =>
  service.running.service.db.one(
    'test_counts',
    `select (select count(*) from scans) as scans, (select count(*) from events) as events, (select count(*) from labels) as labels,
            (select count(*) from adjustments) as adjustments, (select count(*) from manifests) as manifests,
            (select coalesce(sum(version), 0) from shipments) as shipment_versions, (select coalesce(sum(version), 0) from qrs) as qr_versions,
            (select count(*) from documents) as documents`,
  )
