// Every statement on a table with a partner column names the partner. So a request of one partner touches no rows of other partners, and it
// could be sent to the machine that has the partner's rows. Exceptions are listed with their reasons. docs/statements.md shows all
// statements.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/texts.ts'

interface Statement {
  name: string
  file: string
  tables: string[]
  hasPartner: boolean
  why: string | null | undefined
}

const { readStatements, idleReasons, statementsPage } = (await import(new URL('../../tools/statements.mjs', import.meta.url).href)) as {
  readStatements(): Statement[]
  idleReasons(statements: Statement[]): string[]
  statementsPage(): string
}
const statements = readStatements()

test('every statement on partner rows names the partner or has a reason in packages/server/tools/statements/reasons.mjs', () => {
  expect(statements.length).toBeGreaterThan(180)
  expect(statements.filter(({ hasPartner }) => hasPartner).length).toBeGreaterThan(60)
  expect(statements.filter(({ why }) => why === undefined).map(({ name, file }) => `${file} ${name}`)).toEqual([])
})

test('no reason is left for a statement that is gone or now names the partner', () => {
  expect(idleReasons(statements)).toEqual([])
})

test('the check detects whether a statement names the partner', () => {
  const of = (name: string) =>
    statements.filter((statement) => statement.name === name).map(({ hasPartner, tables }) => [hasPartner, tables])
  expect(of('event')).toEqual([[true, ['event_partitions', 'events']]])
  expect(of('event_any')).toEqual([[false, ['event_partitions', 'events']]])
  expect(of('idempotent')).toEqual([[true, ['answers', 'idempotency_keys']]])
  expect(of('label')).toEqual([[false, ['labels']]])
})

test('docs/statements.md is up to date', () => {
  expect(readFileSync(join(ROOT, 'docs/statements.md'), 'utf8')).toBe(statementsPage())
})
