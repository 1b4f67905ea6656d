// Checks the rules for every migration (docs/adding.md, "A migration"), and that released migrations are unchanged.
import { expect, test } from 'vitest'
import { MIGRATIONS_DIR, type Migration, readMigrations, statementsOf } from '../../src/database/migrations.ts'

const { readReleases, schemaChecksums } = await import('../../../../scripts/releases.mjs' as string)

const migrations = readMigrations(MIGRATIONS_DIR)

/** Returns what is wrong with a migration. Empty if nothing is. */
const faultsOf = ({ sql, index, oldest_program }: Pick<Migration, 'sql' | 'index' | 'oldest_program'>): string[] => {
  const text = statementsOf(sql).toLowerCase().replaceAll(/\s+/g, ' ')
  const made = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table))
  const faults: string[] = []
  for (const [, table] of text.matchAll(/create (?:unique )?index (?:\w+ )??on (?:only )?(\w+)/g))
    if (index === null && !made.has(table)) faults.push(`an index on ${table}, which has rows, holds up everybody who writes to it`)
  for (const [, table, change] of text.matchAll(/alter table (?:only )?(\w+) ([^;]*)/g)) {
    if (made.has(table)) continue
    if (/add (column )?(if not exists )?\w+ [^,]*not null(?![^,]*default)(?<!default[^,]*)/.test(change as string))
      faults.push(`a column of ${table} that an older program does not fill needs a default`)
    if (/\b(add (constraint \w+ )?(unique|primary key)(?! using index)|set not null|(set data )?type)\b/.test(change as string))
      faults.push(`${table} would be read or written whole while nobody else may use it`)
  }
  // A table may be renamed if the migration creates another table under the old name, because older versions of the program then use the
  // new table.
  const takesAway =
    /\b(drop (table|column|view)|alter table [^;]*\b(drop (?!constraint|not null|default|identity)|rename)|truncate)\b/.test(
      text.replaceAll(/alter table (\w+) rename to /g, (whole, table) => (made.has(table) ? '' : whole)),
    )
  if (takesAway && oldest_program === null) faults.push('it takes away what an older program may use: name the oldest that does not')
  return faults
}

test('migrations follow the rules that let older programs continue', () => {
  expect(migrations.map((migration) => [migration.name, faultsOf(migration)])).toEqual(migrations.map(({ name }) => [name, []]))
})

test.each([
  ['create index slow on events (created_at);', 1],
  ['create unique index on events (created_at);', 1],
  ['create table a (id text); create index on a (id); create index a_more on a (id, id);', 0],
  ['alter table events add column n int not null;', 1],
  ['alter table events add column n int not null default 1, add m int;', 0],
  ['alter table events add column n int default 1 not null;', 0],
  ['alter table events add constraint one unique (id);', 1],
  ['alter table events add constraint one primary key using index one;', 0],
  ['alter table events alter column n type bigint;', 1],
  ['alter table events drop column n;', 1],
  ['alter table events rename n to m;', 1],
  ['alter table events rename to m;', 1],
  ['alter table events rename to m; create table events (like m) partition by range (id);', 0],
  ['alter table events drop constraint events_check;', 0],
  ['drop table a;', 1],
])('the rules find violations, and nothing else: %s', (sql, faults) => {
  expect(faultsOf({ sql, index: null, oldest_program: null })).toHaveLength(faults)
  if (sql.includes('drop table')) expect(faultsOf({ sql, index: null, oldest_program: '0.2.0' })).toEqual([])
})

test('the migrations of each release are unchanged, and later ones follow them', () => {
  const checksums: string[] = schemaChecksums()
  for (const { version, schema } of readReleases()) expect([version, checksums.includes(schema)]).toEqual([version, true])
})
