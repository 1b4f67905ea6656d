import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'

const FILE = fileURLToPath(new URL('../../src/platform/known-columns.ts', import.meta.url))
const HEAD = `// Generated from the migrations by \`UPDATE_GOLDEN=1 npx vitest run packages/server/test/platform/columns.test.ts\`; never edited by hand.

/** Tables and their columns, with types, as this program's migrations leave them. */
export const KNOWN_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
`

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped
   order by c.relname, a.attnum`

const migratedColumns = async (): Promise<string> => {
  const database = await createTestDatabase()
  const client = new pg.Client(database.config)
  await client.connect()
  const { rows } = await client.query<{ table: string; name: string; type: string }>(COLUMNS)
  await client.end()
  await database.drop()
  const tables = [...new Set(rows.map(({ table }) => table))]
  const lines = tables.flatMap((table) => [
    `  ${table}: {`,
    ...rows.filter((row) => row.table === table).map(({ name, type }) => `    ${name}: '${type}',`),
    '  },',
  ])
  return `${HEAD}${lines.join('\n')}\n}\n`
}

test('the program knows exactly the columns that its migrations make', async () => {
  const columns = await migratedColumns()
  if (process.env.UPDATE_GOLDEN) writeFileSync(FILE, columns)
  expect(readFileSync(FILE, 'utf8')).toBe(columns)
})
