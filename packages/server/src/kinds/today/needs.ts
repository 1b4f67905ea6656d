// Counts the open work of each kind and finds the time since which its oldest item has been waiting. Each kind has an index with few other
// rows in it. A count stops one row beyond the limit that is displayed. So the cost is the same with a million shipments.
import { HOLDING_DAYS } from '@backhaul/core/decide-disposition.ts'
import { localDay } from '@backhaul/core/local-time.ts'
import type { NeedKind } from '@backhaul/core/needs.ts'
import { countedTimezone } from '@backhaul/core/regions.ts'
import type { Database } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import type { Service } from '../../service/service.ts'
import { disposableAt } from '../shipments/queries.ts'
import { HAS_FAILED_SINCE_ENABLED } from '../webhooks/health.ts'
import { DISPOSE_SOON_HOURS, HOUR_MS, MAX_COUNTED, MOVING, TENDER_DAYS } from './model.ts'

interface Row {
  kind: NeedKind
  stage: string | null
  day: string | null
  n: number
  oldest_at: string | null
}

type Zone = { timezone: string; country: string; state: string | null }

const FURTHEST = MAX_COUNTED + 1

/** A kind of waiting rows whose index begins with the partner. An operator's query reads the oldest row of each partner. */
interface Waiting {
  kind: NeedKind
  stage?: string
  /** SQL: a table and its alias `t`. */
  from: string
  where: string
  /** SQL: the time since which a row has been waiting. */
  at: string
  /** SQL: the order of the index, oldest first. If absent, it is `at`. */
  by?: string
}

const head = ({ kind, stage }: Waiting): string => `'${kind}' as kind, ${stage ? `'${stage}'` : 'null'} as stage, null as day`

/** $1: the partner, $2: the time on the partner's clock. */
const ofPartner = (one: Waiting): string => `
  select ${head(one)}, count(*) as n, min(at) as oldest_at
    from (select ${one.at} as at from ${one.from} where t.partner_id = $1 and ${one.where.replaceAll(':now', '$2::timestamptz')}
           order by ${one.by ?? one.at} limit ${FURTHEST}) x`

/**
 * The same query for all partners. $2 is real time. Each partner's rows are read in index order, so the oldest row of all is the first row
 * of some partner.
 */
const ofAll = (one: Waiting): string => {
  const where = `t.partner_id = p.id and ${one.where.replaceAll(':now', 'p.now')}`
  return `
  select ${head(one)},
         (select count(*) from (select from ps p cross join lateral (select from ${one.from} where ${where} limit ${FURTHEST}) x limit ${FURTHEST}) y) as n,
         (select min(at - p.ahead) from ps p cross join lateral (select ${one.at} as at from ${one.from} where ${where} order by ${one.by ?? one.at} limit 1) x) as oldest_at`
}

const KINDS: readonly Waiting[] = [
  { kind: 'dispute_open', from: 'adjustments t', where: "t.dispute_status = 'open'", at: 't.created_at' },
  { kind: 'claim_open', from: 'claims t', where: "t.status = 'open'", at: 't.created_at' },
  // The upper bound changes no result, because no tender is accepted in the future. But with two bounds PostgreSQL expects few rows, and so
  // reads the index of times instead of the table.
  ...(['short', 'over'] as const).map((type) => ({
    kind: `tender_${type}` as const,
    from: 'tenders t',
    where: `t.discrepancy is not null and t.dismissal is null and t.discrepancy ->> 'type' = '${type}' and t.accepted_at > :now - interval '${TENDER_DAYS} days'
      and t.accepted_at < :now + interval '1 day'`,
    at: 't.accepted_at',
  })),
  { kind: 'undeliverable', from: 'shipments t', where: "t.status = 'undeliverable'", at: 't.updated_at' },
  {
    kind: 'unclaimed_dispose_soon',
    from: 'shipments t',
    where: disposableAt('t', `(:now + interval '${DISPOSE_SOON_HOURS} hours')`),
    at: `t.dispose_after - interval '${HOLDING_DAYS} days'`,
    by: 't.dispose_after',
  },
  ...MOVING.map((status) => ({
    kind: 'not_moved' as const,
    stage: status,
    from: 'shipments t',
    where: `t.status = '${status}' and t.updated_at <= :now - make_interval(hours => $3::int)`,
    at: 't.updated_at',
  })),
]

/** The pickups booked for the current days ($4) at the stores. */
const pickups = (n: string, oldest: string): string => `
  select 'pickup_today', null, day, (${n}), (${oldest}) from unnest($4::text[]) as d(day)`

/** Days are computed here and not in SQL, because PostgreSQL does not know the same time zone names as this program. */
const daysAtStores = async (db: Database, now: string): Promise<string[]> => {
  const zones = await db.query<Zone>('today_zones', 'select distinct timezone, country, state from stores where active')
  return [...new Set(zones.map((zone) => localDay(now, countedTimezone(zone))))]
}

const OF_DAY = "from pickups where status = 'scheduled' and date = d.day"
const PICKUPS = pickups(
  `select count(*) from (select ${OF_DAY} and partner_id = $1 limit ${FURTHEST}) x`,
  `select created_at ${OF_DAY} and partner_id = $1 order by created_at limit 1`,
)
const ALL_PICKUPS = pickups(
  `select count(*) from (select ${OF_DAY} limit ${FURTHEST}) x`,
  `select min(at - p.ahead) from ps p cross join lateral (
     select created_at as at ${OF_DAY} and partner_id = p.id order by created_at limit 1) x`,
)

/** Only an operator sees the inbox of unmatched scans. */
const UNMATCHED = `
  select 'unmatched_scan', null, null, (select count(*) from (select from carrier_scans where state = 'open' limit ${FURTHEST}) x),
         (select created_at from carrier_scans where state = 'open' order by created_at limit 1)`

const bookingsIn = (state: string): string => `
  select 'carrier_booking_${state}', null, null, (select count(*) from (select from carrier_bookings where state = '${state}' limit ${FURTHEST}) x),
         (select created_at from carrier_bookings where state = '${state}' order by created_at limit 1)`

/** Only an operator sees failing carrier services, bookings that need a decision, and carrier invoices. */
const CARRIERS = `
  select 'carrier_failing', null, null, count(*), min(e.failing_since)
    from carrier_exchanges e join carriers c on c.code = e.carrier and c.url = e.url and c.active where e.failing_since is not null
  union all
  ${['refused', 'undecided'].map(bookingsIn).join(' union all ')}
  union all
  select 'carrier_invoice_undecided', null, null, (select count(*) from (select from carrier_invoices where open_lines > 0 limit ${FURTHEST}) x),
         (select created_at from carrier_invoices where open_lines > 0 order by created_at limit 1)`

/** Only an operator decides about keys of people who left. */
const KEYS = `
  select 'key_undecided', null, null, (select count(*) from (select from api_keys where decide_since is not null limit ${FURTHEST}) x),
         (select min(decide_since) from api_keys where decide_since is not null)`

const WEBHOOKS = (own: string): string => `
  select 'webhook_failing' as kind, null as stage, null as day, count(*) as n, min(q.failing_since - ahead) as oldest_at
    from webhook_queues q join webhooks w on w.id = q.webhook_id join ps p on p.id = w.partner_id
   where w.status = 'enabled' and ${HAS_FAILED_SINCE_ENABLED} ${own}
  union all
  select 'webhook_disabled', null, null, count(*), min(q.failing_since - ahead)
    from webhooks w join ps p on p.id = w.partner_id left join webhook_queues q on q.webhook_id = w.id
   where w.status = 'disabled' ${own}`

const OF_PARTNER = `
  with ps as materialized (select id, interval '0' as ahead from partners where id = $1)
  ${[...KINDS.map(ofPartner), PICKUPS, WEBHOOKS('and w.partner_id = $1')].join(' union all ')}`

const OF_ALL = `
  with ps as materialized (
    select id, make_interval(secs => clock_offset_s) as ahead, $2::timestamptz + make_interval(secs => clock_offset_s) as now from partners
     where $1::text is null)
  ${[...KINDS.map(ofAll), UNMATCHED, CARRIERS, KEYS, ALL_PICKUPS, WEBHOOKS('')].join(' union all ')}`

/** Path of the list that shows these rows. */
const listOf = ({ kind, stage, day }: Row, isOperator: boolean, now_ms: number, hours: number): string => {
  switch (kind) {
    case 'dispute_open':
      return isOperator ? '/v2/ops/disputes?status=open' : '/v2/disputes?status=open'
    case 'claim_open':
      return isOperator ? '/v2/ops/claims?status=open' : '/v2/claims?status=open'
    case 'tender_short':
    case 'tender_over':
      return `/v2/tenders?discrepancy=${kind.slice('tender_'.length)}&dismissed=false&accepted_after=${iso(now_ms - TENDER_DAYS * 24 * HOUR_MS)}`
    case 'unmatched_scan':
      return '/v2/ops/unmatched-scans'
    case 'carrier_failing':
      return '/v2/ops/carriers?failing=true'
    case 'carrier_booking_refused':
    case 'carrier_booking_undecided':
      return `/v2/ops/carrier-bookings?state=${kind.slice('carrier_booking_'.length)}`
    case 'carrier_invoice_undecided':
      return '/v2/ops/carrier-invoices?state=undecided'
    case 'key_undecided':
      return '/v2/ops/keys?undecided=true'
    case 'undeliverable':
      return '/v2/shipments?status=undeliverable'
    case 'unclaimed_dispose_soon':
      return `/v2/shipments?dispose_before=${iso(now_ms + DISPOSE_SOON_HOURS * HOUR_MS)}`
    case 'not_moved':
      return `/v2/shipments?status=${stage}&not_moved_since=${iso(now_ms - hours * HOUR_MS)}`
    case 'pickup_today':
      return `/v2/pickups?date=${day}&status=scheduled`
    case 'webhook_failing':
      return isOperator ? '/v2/ops/webhooks?health=failing' : '/v2/webhooks?health=failing'
    case 'webhook_disabled':
      return isOperator ? '/v2/ops/webhooks?health=disabled' : '/v2/webhooks?health=disabled'
  }
}

/** `now_ms` is the time on the tenant's clock. Without a tenant it is real time. */
export const readNeeds = async ({ reads, config }: Service, tenant: string | null, now_ms: number) => {
  const isOperator = tenant === null
  const days = await daysAtStores(reads, iso(now_ms))
  const rows = await reads.query<Row>(isOperator ? 'today_needs_all' : 'today_needs', isOperator ? OF_ALL : OF_PARTNER, [
    tenant,
    iso(now_ms),
    String(config.notMovedHours),
    days,
  ])
  return rows.map((row) => ({
    kind: row.kind,
    stage: row.stage,
    day: row.day,
    count: Math.min(row.n, MAX_COUNTED),
    is_more: row.n > MAX_COUNTED,
    oldest_at: row.oldest_at,
    list: listOf(row, isOperator, now_ms, config.notMovedHours),
  }))
}
