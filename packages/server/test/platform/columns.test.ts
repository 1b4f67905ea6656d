// What the migrations leave is written down three times: as the columns that this program writes, as the types of rows in plans, and as a
// schema to read. All three are made from the catalog of a migrated database:
// `UPDATE_GOLDEN=1 npx vitest run packages/server/test/platform/columns.test.ts` writes them after a migration was added.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTestDatabase } from '../support/database.ts'
import { NEEDED_BY } from './needed-indexes.ts'

const GENERATED =
  'Generated from the migrations by `UPDATE_GOLDEN=1 npx vitest run packages/server/test/platform/columns.test.ts`; never edited by hand.'

let database: Awaited<ReturnType<typeof connectTestDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await connectTestDatabase()
  client = database.client
})
afterAll(() => database.drop())

const isUpToDate = (path: string, text: string): void => {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
}

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** As an expression; null: none. */
  default: string | null
  identity: string
}

const columns = async (): Promise<Column[]> =>
  (
    await client.query<Column>(`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
             pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity as identity
        from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       order by c.relname, a.attnum`)
  ).rows

const byTable = (rows: readonly Column[]): [string, Column[]][] =>
  [...new Set(rows.map(({ table }) => table))].map((table) => [table, rows.filter((row) => row.table === table)])

/** All but those of the table that migrations keep for themselves. */
const programColumns = async () => byTable((await columns()).filter(({ table }) => table !== 'migrations'))

test('the program knows exactly the columns that its migrations make', async () => {
  const tables = (await programColumns()).flatMap(([table, rows]) => [
    `  ${table}: {`,
    ...rows.map(({ name, type }) => `    ${name}: '${type}',`),
    '  },',
  ])
  const head = `// ${GENERATED}

/** Tables and their columns, with types, as this program's migrations leave them. */
export const KNOWN_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
`
  isUpToDate('src/platform/known-columns.ts', `${head}${tables.join('\n')}\n}\n`)
})

test('a column that may be null has no default, so that leaving it out of a new row writes the null that is meant', async () => {
  const both = (await columns()).filter((column) => column.nullable && column.default !== null)
  expect(both.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})

/** Amounts in minor units, which only domain/money.ts reckons with. */
const isMoney = ({ name, type }: Column): boolean =>
  ['integer', 'bigint'].includes(type) && /(^|_)(amount|cents|declared_value)(_|$)/.test(name)

const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  'text[]': 'readonly string[]',
  'timestamp with time zone[]': 'string[]',
  integer: 'number',
  bigint: 'number',
  'numeric(10,3)': 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'string',
  bytea: 'string',
  json: 'object',
  jsonb: 'object',
  xid8: 'string',
}

test('the rows of plans have exactly the columns that the migrations make', async () => {
  const tables = (await programColumns()).flatMap(([table, rows]) => [
    `  ${table}: {`,
    ...rows.map((column) => {
      const { name, type, nullable } = column
      expect(Object.keys(TYPES), `the type of ${table}.${name} in TypeScript`).toContain(type)
      return `    ${name}: ${isMoney(column) ? 'Money' : TYPES[type]}${nullable ? ' | null' : ''}`
    }),
    '  }',
  ])
  const head = `// ${GENERATED}
import type { Money } from '../domain/money.ts'

/**
 * Rows as plans take them (platform/plan.ts), with every column: what is missing would be written as null. Times are ISO 8601 text, or what
 * else PostgreSQL takes for one; bytes are its text, \`\\x\` and hexadecimal digits.
 */
export interface Tables {
`
  isUpToDate('src/platform/tables.ts', `${head}${tables.join('\n')}\n}\n`)
})

interface Part {
  table: string
  text: string
}

const constraints = async (): Promise<Part[]> =>
  (
    await client.query<Part>(`
      select c.relname as table, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as text
        from pg_constraint k join pg_class c on c.oid = k.conrelid
       where c.relnamespace = 'public'::regnamespace and not c.relispartition and k.contype in ('p', 'u', 'c', 'f')
       order by c.relname, position(k.contype in 'pucf'), k.conname`)
  ).rows

/** Who needs it, as a comment; only those of the tables that grow with every shipment say so. */
const reason = (index: string): string => (NEEDED_BY[index] ? `-- ${index}: ${NEEDED_BY[index]}\n` : '')

const indexNames = async (tables: readonly string[]): Promise<string[]> =>
  (
    await client.query<{ name: string }>('select indexrelid::regclass::text as name from pg_index where indrelid = any ($1::regclass[])', [
      tables,
    ])
  ).rows.map(({ name }) => name)

const GROWING = ['shipments', 'labels', 'qrs', 'scans', 'events', 'deliveries', 'delivery_attempts', 'idempotency_keys', 'answers']

test('each index of the tables that grow with every shipment has the query that needs it', async () => {
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

/** Those of constraints only where they have settings of their own. */
const indexes = async (): Promise<Part[]> =>
  (
    await client.query<Part & { name: string }>(`
      select t.relname as table, i.relname as name, case when k.oid is null then pg_get_indexdef(i.oid)
                                      else format('alter index %I set (%s)', i.relname, array_to_string(i.reloptions, ', ')) end as text
        from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
        left join pg_constraint k on k.conindid = i.oid and k.contype in ('p', 'u')
       where t.relnamespace = 'public'::regnamespace and not t.relispartition and (k.oid is null or i.reloptions is not null)
       order by t.relname, i.relname`)
  ).rows.map(({ table, name, text }) => ({ table, text: `${text.startsWith('alter') ? '' : reason(name)}${text}` }))

const functions = async (): Promise<string[]> =>
  (
    await client.query<{ text: string }>(
      "select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace order by proname",
    )
  ).rows.map(({ text }) => `${text.trim()};\n`)

const triggers = async (): Promise<Part[]> =>
  (
    await client.query<Part>(`
      select c.relname as table, pg_get_triggerdef(g.oid) as text
        from pg_trigger g join pg_class c on c.oid = g.tgrelid where not g.tgisinternal order by c.relname, g.tgname`)
  ).rows

const settings = async (): Promise<Part[]> =>
  (
    await client.query<Part>(`
      select relname as table, array_to_string(reloptions, ', ') as text from pg_class
       where relkind = 'r' and not relispartition and relnamespace = 'public'::regnamespace and reloptions is not null`)
  ).rows

const partitioned = async (): Promise<Part[]> =>
  (
    await client.query<Part>(`
      select partrelid::regclass::text as table, format(' partition by %s', pg_get_partkeydef(partrelid)) as text from pg_partitioned_table`)
  ).rows

/** Those that migrations leave; workers make more. */
const partitions = async (): Promise<Part[]> =>
  (
    await client.query<Part>(`
      select inhparent::regclass::text as table, format('create table %s partition of %s %s%s', c.relname, inhparent::regclass,
               pg_get_expr(c.relpartbound, c.oid), coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '')) as text
        from pg_inherits join pg_class c on c.oid = inhrelid where c.relkind = 'r'`)
  ).rows

const identity = { '': '', a: ' generated always as identity', d: ' generated by default as identity' }

test('schema.sql is the schema that the migrations leave', async () => {
  const [all, checks, tuned] = [await columns(), await constraints(), await settings()]
  const [split, further] = [await partitioned(), [...(await indexes()), ...(await partitions()), ...(await triggers())]]
  const of = (parts: readonly Part[], table: string) => parts.filter((part) => part.table === table).map(({ text }) => text)
  const tables = byTable(all).map(([table, rows]) => {
    const lines = rows.map(
      (row) =>
        `${row.name} ${row.type}${row.nullable ? '' : ' not null'}${row.default ? ` default ${row.default}` : ''}${identity[row.identity as keyof typeof identity]}`,
    )
    const options = [...of(split, table), ...of(tuned, table).map((text) => ` with (${text})`)]
    const body = [...lines, ...of(checks, table)].map((line) => `  ${line}`).join(',\n')
    return `${reason(`${table}_pkey`)}${[`create table ${table} (\n${body}\n)${options.join('')}`, ...of(further, table)].join(';\n')};\n`
  })
  const head = `-- The schema that all migrations together leave. To be read, and to be compared: nothing runs it.
-- ${GENERATED}

`
  isUpToDate('schema.sql', head + [...tables, ...(await functions())].join('\n'))
})

test('there is nothing in the schema that schema.sql does not show', async () => {
  const { rows } = await client.query<{ what: string }>(`
    select format('%s %s', relkind, relname) as what from pg_class
     where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 'p', 'I') and not (relkind = 'S' and exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i')))
    union all select format('type %s', typname) from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')`)
  expect(rows).toEqual([])
})
