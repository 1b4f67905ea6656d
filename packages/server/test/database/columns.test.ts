// core/src/generated/known-columns.ts lists the columns after all migrations, read from the catalog of a migrated database. The types of
// rows in plans (core/src/tables.ts) are derived from this list. After a new migration, update it with `UPDATE_GOLDEN=1 npx vitest run
// packages/server/test/database/columns.test.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Money } from '@backhaul/core/money.ts'
import type { Tables } from '@backhaul/core/tables.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { MIGRATIONS_DIR, readMigrations } from '../../src/database/migrations.ts'
import { connectTestDatabase, createEmptyDatabase } from '../support/database.ts'
import { NEEDED_BY } from './needed-indexes.ts'

const GENERATED =
  'Generated from the migrations by `UPDATE_GOLDEN=1 npx vitest run packages/server/test/database/columns.test.ts`; never edited by hand.'

let database: Awaited<ReturnType<typeof connectTestDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await connectTestDatabase()
  client = database.client
})
afterAll(() => database.drop())

const isUpToDate = (path: string, text: string): void => {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url))
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
}

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** The default as an SQL expression. Null if there is no default. */
  default: string | null
}

const columns = async (): Promise<Column[]> =>
  (
    await client.query<Column>(`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
             pg_get_expr(d.adbin, d.adrelid) as default
        from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       order by c.relname, a.attnum`)
  ).rows

const byTable = (rows: readonly Column[]): [string, Column[]][] =>
  [...new Set(rows.map(({ table }) => table))].map((table) => [table, rows.filter((row) => row.table === table)])

/** All columns except those of the migrations' own table. */
const programColumns = async () => byTable((await columns()).filter(({ table }) => table !== 'migrations'))

/** Amounts are in minor units. Only core/src/money.ts calculates with them. */
const isMoney = ({ name, type }: Column): boolean =>
  ['integer', 'bigint'].includes(type) && /(^|_)(amount|cents|declared_value)(_|$)/.test(name)

test('the program knows exactly the columns that its migrations create', async () => {
  const tables = (await programColumns()).flatMap(([table, rows]) => [
    `  ${table}: {`,
    ...rows.map((row) => `    ${row.name}: '${row.type}${isMoney(row) ? ' money' : ''}${row.nullable ? ' | null' : ''}',`),
    '  },',
  ])
  const head = `// ${GENERATED}

/** Tables and their columns as this program's migrations leave them: the type, \`money\` for an amount, \`null\` where there may be none. */
export const KNOWN_COLUMNS = {
`
  isUpToDate('core/src/generated/known-columns.ts', `${head}${tables.join('\n')}\n} as const\n`)
})

/** Columns whose type has no counterpart in TypeScript. */
type Untyped = {
  [T in keyof Tables]: { [C in keyof Tables[T]]: [NonNullable<Tables[T][C]>] extends [never] ? [T, C] : never }[keyof Tables[T]]
}[keyof Tables]

test('the type of every column has a TypeScript type', () => {
  expectTypeOf<Untyped>().toBeNever()
  expectTypeOf<Tables['adjustments']['delta_amount']>().toEqualTypeOf<Money>()
  expectTypeOf<Tables['adjustments']['original_weight']>().toEqualTypeOf<number | null>()
  expectTypeOf<Tables['webhooks']['enabled_events']>().toEqualTypeOf<readonly string[]>()
})

test('a nullable column has no default, so that omitting it writes null', async () => {
  const both = (await columns()).filter((column) => column.nullable && column.default !== null)
  expect(both.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})

const indexNames = async (tables: readonly string[]): Promise<string[]> =>
  (
    await client.query<{ name: string }>('select indexrelid::regclass::text as name from pg_index where indrelid = any ($1::regclass[])', [
      tables,
    ])
  ).rows.map(({ name }) => name)

const GROWING = ['shipments', 'labels', 'qrs', 'scans', 'events', 'deliveries', 'delivery_attempts', 'idempotency_keys', 'answers']

test('each index of a table that grows with shipments names the query that needs it', async () => {
  const names = await indexNames(GROWING)
  expect(Object.keys(NEEDED_BY).toSorted()).toEqual(names.toSorted())
  for (const [index, text] of Object.entries(NEEDED_BY)) {
    const named = [...text.matchAll(/(\w+) \((\w[\w/-]*\.ts)\)/g)]
    expect(named.length, index).toBeGreaterThan(0)
    for (const [, query, file] of named) {
      const source = readFileSync(fileURLToPath(new URL(`../../src/${file}`, import.meta.url)), 'utf8')
      expect(source, `${query} in ${file}, which needs ${index}`).toMatch(new RegExp(`\\b${query}\\b`))
    }
  }
})

/** Every object that migrations can define in a schema, one line each. PostgreSQL 18 also has a constraint for each `not null`, which the column says. */
const CATALOG = `
  with relations as (select * from pg_class where relnamespace = 'public'::regnamespace and relname !~ '^migrations')
  select format('%s.%s %s%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
                pg_get_expr(d.adbin, d.adrelid), a.attidentity) as line
    from relations c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relkind in ('r', 'p', 'v', 'm', 'c') and a.attnum > 0 and not a.attisdropped
  union all select format('%s %s (%s) %s %s', relkind, relname, array_to_string(reloptions, ', '), pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid)) from relations
  union all select pg_get_indexdef(x.indexrelid) from pg_index x join relations c on c.oid = x.indrelid
  union all select format('%s: %s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k join relations c on c.oid = k.conrelid where k.contype <> 'n'
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(t.oid) from pg_trigger t join relations c on c.oid = t.tgrelid where not t.tgisinternal
  union all select format('type %s', typname) from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
   order by 1`

const catalog = async (of: pg.Client): Promise<string[]> => (await of.query<{ line: string }>(CATALOG)).rows.map(({ line }) => line)

const LAST_OF_BASELINE = '0016_operations'

test('the baseline equals the schema of a migrated database, except for the listed differences', async () => {
  const empty = await createEmptyDatabase()
  const plain = new pg.Client(empty.config)
  try {
    await plain.connect()
    for (const { name, sql } of readMigrations(MIGRATIONS_DIR)) if (name <= LAST_OF_BASELINE) await plain.query(sql)
    const [before, now] = [await catalog(plain), await catalog(client)]
    expect(before.length).toBeGreaterThan(1000)
    const added = now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
    const removed = before.filter((line) => !now.includes(line)).map((line) => `- ${line}`)
    // Changes by later migrations: additions to the baseline (`+ …`) and removals (`- …`).
    isUpToDate(
      'server/test/database/since-baseline.txt',
      [...added, ...removed]
        .toSorted()
        .map((line) => `${line}\n`)
        .join(''),
    )
  } finally {
    await plain.end()
    await empty.drop()
  }
})
