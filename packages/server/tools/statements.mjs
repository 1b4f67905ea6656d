// Generates docs/statements.md: every named statement that the service sends, with the tables it uses and whether it names the partner.
// `npm run generate` writes the file. Every statement on a table with partners must name the partner, or have a reason in
// packages/server/tools/statements/reasons.mjs. A test enforces this.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findStatements } from './statements/find.mjs'
import { REASONS } from './statements/reasons.mjs'

const server = fileURLToPath(new URL('..', import.meta.url))
const NO_COLUMN = 'its tables have no column for the partner'

/** Maps each table to whether its rows name their partner. */
const readTables = () => {
  const columns = readFileSync(join(server, '../core/src/generated/known-columns.ts'), 'utf8')
  const tables = [...columns.matchAll(/^ {2}(\w+): \{\n([\s\S]*?)^ {2}\}/gm)]
  return new Map(tables.map(([, table, body]) => [table, /^ {4}(?:partner_id|principal):/m.test(body)]))
}

/**
 * Returns all statements. `why` is null if the statement names the partner, and undefined if a required reason is missing. Otherwise it is
 * the reason.
 */
export const readStatements = () => {
  const tables = readTables()
  return findStatements(join(server, 'src'), [...tables.keys()]).map((statement) => {
    const { name, tables: named, hasPartner } = statement
    const hasNoPartner = named.length > 0 && !named.some((table) => tables.get(table))
    return { ...statement, why: hasPartner ? null : (REASONS[name] ?? (hasNoPartner ? NO_COLUMN : undefined)) }
  })
}

/** Returns the reasons that are no longer needed, because their statement does not exist or names the partner. */
export const idleReasons = (statements) => {
  const needed = new Set(statements.filter(({ hasPartner }) => !hasPartner).map(({ name }) => name))
  return Object.keys(REASONS).filter((name) => !needed.has(name))
}

export const statementsPage = () => {
  const statements = readStatements()
  const whose = statements.filter(({ hasPartner }) => hasPartner).length
  const rows = statements.map(
    ({ name, file, tables, why }) => `| \`${name}\` | ${file} | ${tables.join(', ')} | ${why === null ? 'yes' : `no: ${why}`} |`,
  )
  return [
    '# Statements',
    '',
    'All named statements of the service. `npm run generate` writes this page from `packages/server/src`; do not edit it. `…` stands for a part',
    'of a name that varies at run time. Tables are the tables that occur in the text of the statement, including constants and functions that it',
    'uses. Statements of migrations and renumbering are not listed. `packages/server/tools/statements/reasons.mjs` has the reasons.',
    '',
    `${statements.length} statements; ${whose} name the partner.`,
    '',
    '| statement | in `packages/server/src` | tables | names the partner |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
