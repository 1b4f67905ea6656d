// In the statement for large plans (commit/statement.ts), any number of rows is sent as binary arrays (commit/text-array.ts).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Plan } from '../../src/commit/plan.ts'
import { TextArray } from '../../src/commit/text-array.ts'
import { startTestService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startTestService()
})
afterAll(() => server.close())

const AWKWARD = [
  '',
  'null',
  'NULL',
  '{a,b}',
  '"quoted"',
  'back\\slash',
  'a,b',
  'line\nbreak\ttab',
  '\x1f\x18packed',
  'żółć',
  '日本',
  '😀',
  'x'.repeat(70_000),
]

/** Returns the array as PostgreSQL reads it, element by element. */
const read = async (texts: readonly (string | null)[]): Promise<(string | null)[]> => {
  const array = new TextArray()
  for (const text of texts) array.push(text)
  const rows = await server.running.service.db.query<{ text: string | null }>('', 'select unnest($1::text[]) as text', [array.end()])
  return rows.map(({ text }) => text)
}

test('texts of all kinds arrive unchanged, with nulls in their places', async () => {
  for (const text of AWKWARD) expect(await read([text])).toEqual([text])
  for (const texts of [AWKWARD, [null, null, ...AWKWARD], [...AWKWARD, null], AWKWARD.flatMap((text) => [null, text])])
    expect(await read(texts)).toEqual(texts)
})

test('a column of only nulls is sent as null and gets its rows from the other columns', async () => {
  expect(await read([null, null])).toEqual([])
  const [none, numbers] = [new TextArray(), new TextArray()]
  for (const number of ['1', '2']) {
    none.push(null)
    numbers.push(number)
  }
  expect(none.end()).toBeNull()
  const text = 'select unnest($1::text[])::int as number, unnest($2::text[]) as none'
  expect(await server.running.service.db.query('', text, [numbers.end(), null])).toEqual([
    { number: 1, none: null },
    { number: 2, none: null },
  ])
})

const COUNT = 30
const NOW = '2026-11-25T07:00:00.000Z'

/**
 * The rows have a column of lists, numbers that may be missing, and texts. There are more rows than a statement for small plans may have.
 */
const member = (i: number) => ({
  id: `member_${String(i).padStart(2, '0')}`,
  consolidation_id: 'con_1',
  subject_id: `subject_${i}`,
  partner_id: 'par_1',
  state: 'open',
  piece_count: i < 2 ? null : i,
  piece_count_received: null,
  missing_shipment_ids: [],
  surplus_numbers: i % 2 === 0 ? [...AWKWARD.slice(0, -1)] : [],
  reason: null,
  message: AWKWARD[i % AWKWARD.length] ?? null,
  ended_at: null,
  created_at: NOW,
  version: 1,
})

test('lists, numbers and texts of many rows are stored and changed exactly', async () => {
  const { committer, db } = server.running.service
  const stored = () =>
    db.query<ReturnType<typeof member>>('', "select * from consolidation_members where consolidation_id = 'con_1' order by id")
  const made = Array.from({ length: COUNT }, (_, i) => member(i))
  const inserts = made.map((row) => ['consolidation_members', row] as const)
  expect(await committer.commit({ inserts } satisfies Plan)).toBe(true)
  expect(await stored()).toEqual(made)
  const changed = made.map((row, i) => ({ ...row, version: 2, piece_count: i, message: null, missing_shipment_ids: [`shp_${i}`] }))
  const updates = changed.map((row) => ['consolidation_members', row] as const)
  expect(await committer.commit({ updates } satisfies Plan)).toBe(true)
  expect(await stored()).toEqual(changed)
  expect(await committer.commit({ updates } satisfies Plan)).toBe(false)
})
