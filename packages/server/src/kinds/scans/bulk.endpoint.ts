import { ERRORS } from '@backhaul/core/errors.ts'
import { type FieldError, invalid, isRefusal, MAX_LISTED_ERRORS, type Refusal } from '@backhaul/core/refusal.ts'
import { SCAN_KINDS, type ScanKind } from '@backhaul/core/transitions.ts'
import { BATCH_LIMIT_BYTES, endpoint, reach } from '../../http/endpoint.ts'
import { pointer } from '../../http/json.ts'
import { ListOf } from '../../http/schemas.ts'
import { BodyCheck } from '../../http/validate.ts'
import type { Links } from '../../service/links.ts'
import { actorOf } from '../../service/plan.ts'
import type { Reach } from '../../service/reach.ts'
import { withinBounds } from './bounds.ts'
import type { ScanRequest } from './check.ts'
import type { Scanned } from './ledger.ts'
import { limitedPersonOf } from './misses.ts'
import { byPerson } from './person.ts'
import { scanAnswer } from './resource.ts'
import { executeScans, scanParcels } from './scan.ts'
import { BulkItem, MAX_BULK, MAX_VALUES_OF_BULK, SCAN_BODIES, ScanBulk } from './schema.ts'

const CHECKS: ReadonlyMap<string, BodyCheck> = new Map(SCAN_KINDS.map((kind) => [kind, new BodyCheck(SCAN_BODIES[kind])]))
const UNKNOWN_KIND = invalid([{ path: '/kind', rule: 'enum', message: `must be one of ${SCAN_KINDS.join(', ')}` }])

/** Reads an item of the request as a scan, or returns why it is invalid. The paths in errors start at the item. */
const readItem = (item: object): ScanRequest | Refusal => {
  const { kind, ...fields } = item as { kind?: unknown }
  const check = typeof kind === 'string' ? CHECKS.get(kind) : undefined
  if (!check) return UNKNOWN_KIND
  return check.check(fields) ?? { kind: kind as ScanKind, ...fields }
}

/**
 * Limits the errors that the answer to one request lists in total. Once the limit is reached, each item shows only its first error. With a
 * hundred errors for each item, the answer would be megabytes.
 */
const listBriefly = (items: readonly (ScanRequest | Refusal)[]): (ScanRequest | Refusal)[] => {
  let left = MAX_LISTED_ERRORS
  return items.map((item) => {
    const errors = isRefusal(item) && (item.details.errors as FieldError[] | undefined)
    if (!errors) return item
    const shown = errors.slice(0, Math.max(1, left))
    left -= shown.length
    return shown.length < errors.length ? invalid(shown) : item
  })
}

/** Makes paths relative to the request's body. */
const fromBody = (details: Record<string, unknown>, index: number): Record<string, unknown> => {
  if (!details.errors) return details
  const errors = (details.errors as FieldError[]).map((error) => ({ ...error, path: pointer('/scans', index) + error.path }))
  return { ...details, errors }
}

const itemResult =
  ({ hands }: Reach, links: Links) =>
  (outcome: Scanned | Refusal, index: number): object => {
    if (!isRefusal(outcome)) return { status: 200, result: scanAnswer(outcome, links, hands) }
    const { code, message, details } = outcome
    return { status: ERRORS[code].status, error: { code, message, details: fromBody(details, index) } }
  }

export const scanBulk = endpoint(
  {
    method: 'POST',
    path: '/v2/scan-events/bulk',
    scope: 'scans:write',
    tag: 'Scans',
    summary: 'Record many scans',
    description: `Records up to ${MAX_BULK} scans of any kind, in order: a later scan of a parcel sees the earlier ones. Each scan has its own result, as if it had been sent alone. A refused scan does not affect the others. All scans that are not refused commit in one transaction.`,
    body: ScanBulk,
    body_limit: BATCH_LIMIT_BYTES,
    most_values: MAX_VALUES_OF_BULK,
    answers: { 200: { description: 'The results, in the order of the request', schema: ListOf(BulkItem) } },
  },
  (context, { body, execute }) => {
    const { caller } = context
    const items = listBriefly(body.scans.map(readItem))
    const scans = items.map((item) => (isRefusal(item) ? item : byPerson(caller, withinBounds(caller, item))))
    const scanner = { ...reach(context), actor: actorOf(caller), limitedPerson: limitedPersonOf(caller) }
    return executeScans(scanner.tenant, scans, execute, async () => {
      const { outcomes, plan } = await scanParcels(context.service, scanner, scans)
      const data = outcomes.map(itemResult(scanner, context.service.links))
      return { status: 200, body: { object: 'list', data, has_more: false, next_cursor: null }, plan }
    })
  },
)
