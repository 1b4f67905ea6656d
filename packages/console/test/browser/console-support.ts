// Helpers for the tests of the console: rows in bulk, and the content of tables.
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { RETURN } from '../../../server/test/support/client.ts'
import type { World } from './support.ts'

export const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()

export const shipment = async ({ service }: World, body: object = {}) => {
  const { status, json } = await service.demo.post('/v2/shipments', { ...RETURN, ...body })
  expect(status).toBe(201)
  return json as { id: string; tracking: string; barcode: string; status: string }
}

/** Copies a shipment `count` times, to fill a list. */
export const copies = async ({ service }: World, id: string, count: number): Promise<void> => {
  const { db } = service.running.service
  const columns = await db.query<{ name: string }>(
    'test_columns',
    "select column_name as name from information_schema.columns where table_name = 'shipments'",
  )
  const names = columns.map(({ name }) => name)
  const own: Record<string, string> = {
    id: "'shp_' || lpad(n::text, 26, '0')",
    tracking: "'T' || lpad(n::text, 20, '0')",
    barcode: "'B' || lpad(n::text, 20, '0')",
    created_at: "s.created_at - n * interval '1 second'",
    order_id: "'COPY-' || n",
  }
  await db.query(
    'test_copies',
    `insert into shipments (${names}) select ${names.map((name) => own[name] ?? `s.${name}`)} from shipments s, generate_series(1, ${count}) n where s.id = $1`,
    [id],
  )
}

/** Returns the first cells of those rows that are in the document. */
export const firstCells = (page: Page, label: string): Promise<string[]> =>
  page.getByRole('table', { name: label }).locator('tbody tr[data-index]').locator('td:has(a) >> nth=0').allTextContents()

/** Cuts the connection to the service, and restores it. */
export const cutLine = (context: BrowserContext) => context.route('**/v2/**', (route) => route.abort())
export const mendLine = (context: BrowserContext) => context.unroute('**/v2/**')
