import { readFileSync } from 'node:fs'
import { CLAIM_STATUSES } from '@backhaul/core/claim.ts'
import { DISCREPANCY_REASONS, STAGES } from '@backhaul/core/discrepancy.ts'
import { ERRORS, type ErrorCode } from '@backhaul/core/errors.ts'
import { MANIFEST_STATUSES } from '@backhaul/core/manifest.ts'
import { PICKUP_STATUSES } from '@backhaul/core/pickup.ts'
import { DIRECTIONS, FULFILLMENTS, STATUSES } from '@backhaul/core/shipment.ts'
import { SWEEP_STATUSES } from '@backhaul/core/sweep.ts'
import { TENDER_STATUSES } from '@backhaul/core/tender.ts'
import { SCAN_KINDS } from '@backhaul/core/transitions.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../src/app/routes.ts'
import { errorCodesOf } from '../../src/http/error-answers.ts'
import { connectTestDatabase } from '../support/database.ts'

// The database refuses unknown statuses, so a list in the code and its CHECK must be equal. `deliveries` has no CHECK, because PostgreSQL
// would compile it for each statement that records an attempt.

const LISTS: readonly [table: string, column: string, values: readonly string[]][] = [
  ['shipments', 'status', STATUSES],
  ['shipments', 'direction', DIRECTIONS],
  ['shipments', 'fulfillment', FULFILLMENTS],
  ['claims', 'status', CLAIM_STATUSES],
  ['discrepancies', 'stage', STAGES],
  ['discrepancies', 'reason', DISCREPANCY_REASONS],
  ['pickups', 'status', PICKUP_STATUSES],
  ['sweeps', 'status', SWEEP_STATUSES],
  ['tenders', 'status', TENDER_STATUSES],
  ['manifests', 'status', MANIFEST_STATUSES],
]

let database: Awaited<ReturnType<typeof connectTestDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await connectTestDatabase()
  client = database.client
})
afterAll(() => database.drop())

/** Returns the values that a column's CHECK allows. */
const allowed = async (table: string, column: string): Promise<string[]> => {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(c.oid) as definition from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.contype = 'c' and c.conrelid = $1::regclass and a.attname = $2`,
    [table, column],
  )
  return rows.flatMap(({ definition }) => [...definition.matchAll(/'([^']+)'::text/g)].map(([, value]) => value as string))
}

test.each(LISTS)('the CHECK of %s.%s allows exactly the values in the code', async (table, column, values) => {
  expect((await allowed(table, column)).sort()).toEqual([...values].sort())
})

/** Errors that are answered before a request is routed. */
const BEFORE_ROUTING: readonly ErrorCode[] = ['route_not_found', 'method_not_allowed']

test('every error code is declared by an endpoint', () => {
  const declared = new Set<ErrorCode>([...BEFORE_ROUTING, ...ROUTES.flatMap(errorCodesOf)])
  const undeclared = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !declared.has(code))
  expect(undeclared, 'name it in `errors` of the endpoints that answer it, or take its row away').toEqual([])
})

test('every kind of scan has an endpoint', () => {
  const paths = ROUTES.map(({ path }) => path)
  const missing = SCAN_KINDS.filter((kind) => !paths.includes(`/v2/scan-events/${kind}`))
  expect(missing, 'export it from kinds/scans/scan.endpoint.ts').toEqual([])
})

/** Files that a reader of docs/adding.md creates in its examples. */
const MADE = ['packages/server/src/kinds/labels/queries.ts', 'packages/server/src/kinds/labels/list.endpoint.ts']

test('docs/adding.md names files that exist', () => {
  const root = new URL('../../../../', import.meta.url)
  const text = readFileSync(new URL('docs/adding.md', root), 'utf8')
  const paths = [...text.matchAll(/`((?:packages|docs|scripts)\/[\w./-]+\.(?:ts|sql|md|json|mjs))`/g)].map(([, path]) => path as string)
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths.filter((one) => !MADE.includes(one))) expect(() => readFileSync(new URL(path, root)), path).not.toThrow()
})
