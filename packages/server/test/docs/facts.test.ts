// Facts in the guides equal those in the program: endpoints, codes, event types, scans, waits and limits.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXCLUSIONS } from '@backhaul/core/decide-quote.ts'
import { ERRORS, type ErrorCode } from '@backhaul/core/errors.ts'
import { EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import { POLICY_RULES } from '@backhaul/core/policy.ts'
import { STATUSES } from '@backhaul/core/shipment.ts'
import { DISPOSITIONS, SCAN_KINDS } from '@backhaul/core/transitions.ts'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { FAILING_DAYS, MIN_FAILURES } from '../../src/delivery/health.ts'
import { MAX_ATTEMPTS, RETRY_DELAYS_MS } from '../../src/delivery/schedule.ts'
import { BATCH_LIMIT_BYTES, DOCUMENT_LIMIT_BYTES, JSON_LIMIT_BYTES } from '../../src/http/endpoint.ts'
import { DEFAULT_EVENTS_PAGE, DEFAULT_PAGE, MAX_EVENTS_PAGE, MAX_PAGE } from '../../src/http/schemas.ts'
import { MAX_BULK } from '../../src/kinds/scans/schema.ts'
import { MAX_BATCH } from '../../src/kinds/shipments/schema.ts'
import { MAX_WEBHOOKS, RECOVERABLE_MS } from '../../src/kinds/webhooks/model.ts'
import { ROOT } from '../support/texts.ts'

const GUIDES = join(ROOT, 'docs/guide')
const DAY_MS = 24 * 3_600_000
const MIB = 1024 * 1024

const guides = readdirSync(GUIDES)
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(join(GUIDES, file), 'utf8') }))
const textOf = (name: string): string => guides.find(({ file }) => file === `${name}.md`)?.text ?? ''
/** Returns the matches of `pattern` in all guides, each with its file. */
const found = (pattern: RegExp) => guides.flatMap(({ file, text }) => [...text.matchAll(pattern)].map((match) => ({ file, match })))

const sectionOf = (name: string, title: string): string =>
  textOf(name)
    .split(/^#+ /m)
    .find((part) => part.startsWith(`${title}\n`)) ?? ''
/** Returns the cells of a section's table, without its head. */
const rowsOf = (name: string, title: string): string[][] =>
  sectionOf(name, title)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .slice(2, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
const wordsOf = (cell: string | undefined): string[] => [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word as string)

/** Returns whether a path in a guide, with `{id}`, `<kind>` or a shell's `$id`, is the path of an endpoint. */
const isRoute = (method: string, path: string): boolean => {
  const given = path.split('/')
  return Object.values(ENDPOINTS).some((endpoint) => {
    const known = endpoint.path.split('/')
    const fits = (part: string, i: number) => part === given[i] || part.startsWith(':') || /^[<{$]/.test(given[i] as string)
    return endpoint.method === method && known.length === given.length && known.every(fits)
  })
}

test('every endpoint that a guide names exists', () => {
  const named = found(/\b(GET|POST|PATCH|PUT|DELETE) ["']?(\/v2\/(?:\$\([^)]*\)|[^\s`'"?):])*)/g).map(({ file, match }) => ({
    file,
    method: match[1] as string,
    path: match[2] as string,
  }))
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter(({ method, path }) => !isRoute(method, path))).toEqual([])
})

test('every error code in a guide has the status that the guide gives', () => {
  const named = found(/\b([45]\d\d) `([a-z_]+)`/g).map(({ file, match: [, status, code] }) => ({ file, status: Number(status), code }))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(({ status, code }) => ERRORS[code as ErrorCode]?.status !== status)).toEqual([])
})

test('every event type that a guide names exists', () => {
  const named = found(/`((?:shipment|qr|pickup|sweep|tender|manifest|claim|adjustment|tracking)\.[a-z_]+)`/g).map(({ match }) => match[1])
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((type) => !EVENT_TYPES.some((known) => known === type))).toEqual([])
})

test('the guide names every status of a shipment', () => {
  const text = textOf('shipments')
  expect(STATUSES.filter((status) => !text.includes(`\`${status}\``))).toEqual([])
})

test('the tables of scans and dispositions are complete', () => {
  expect(rowsOf('scans', 'Kinds of scans').flatMap(([kind]) => wordsOf(kind))).toEqual([...SCAN_KINDS])
  expect(new Set(rowsOf('shipments', 'Dispositions').flatMap(([disposition]) => wordsOf(disposition)))).toEqual(new Set(DISPOSITIONS))
})

test('the tables of carrier exclusions and of possible refusals by the operator are complete', () => {
  expect(rowsOf('money', 'Why a carrier is excluded').flatMap(([reason]) => wordsOf(reason))).toEqual([...EXCLUSIONS])
  expect(rowsOf('shipments', 'What the operator may refuse')).toHaveLength(Object.keys(POLICY_RULES).length)
})

const UNITS: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000 }

test('the table of retries has the waits of the program', () => {
  const rows = rowsOf('webhooks', 'Retries')
  expect(rows.map(([attempt]) => Number(attempt))).toEqual(Array.from({ length: MAX_ATTEMPTS }, (_, i) => i + 1))
  const waits = rows.slice(1).map(([, wait]) => {
    const [, number, unit] = /^(\d+) (second|minute|hour)s?$/.exec(wait ?? '') ?? []
    return Number(number) * (UNITS[unit as string] as number)
  })
  expect(waits).toEqual([...RETRY_DELAYS_MS])
})

describe('a limit in the guides is the limit of the program', () => {
  test.each([
    ['requests', 'Sizes', `| JSON | ${JSON_LIMIT_BYTES / MIB} MiB |`],
    ['requests', 'Sizes', `${BATCH_LIMIT_BYTES / MIB} MiB, ${MAX_BATCH.toLocaleString('en-US')} members`],
    ['requests', 'Sizes', `| ${DOCUMENT_LIMIT_BYTES / MIB} MiB |`],
    ['requests', 'Lists', `1 to ${MAX_PAGE} and ${DEFAULT_PAGE} when absent`],
    ['requests', 'Lists', `1 to ${MAX_EVENTS_PAGE} and ${DEFAULT_EVENTS_PAGE} when absent`],
    ['scans', 'Many scans at once', `1 to ${MAX_BULK.toLocaleString('en-US')} scans`],
    ['webhooks', 'Register a webhook', `at most ${MAX_WEBHOOKS} webhooks`],
    ['webhooks', 'Disabling', `for ${FAILING_DAYS} days (and at least ${MIN_FAILURES} times)`],
    ['webhooks', 'Deliver again', `at most ${RECOVERABLE_MS / DAY_MS} days back`],
  ])('%s, %s: %s', (name, title, statement) => {
    expect(sectionOf(name, title)).toContain(statement)
  })
})
