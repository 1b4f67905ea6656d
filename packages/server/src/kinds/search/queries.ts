import { spellingsOf } from '@backhaul/core/carrier-number.ts'
import { type ReadCode, readCode } from '@backhaul/core/scanned-code.ts'
import type { HitKind, MATCHED_BY } from '@backhaul/core/search.ts'
import type { Database } from '../../database/db.ts'
import { withKeys } from '../../database/keyed-shipments.ts'
import { eventById } from '../../storage/event-ranges.ts'
import { type Hit, MAX_HITS } from './model.ts'

/** Number of upper- and lower-case variants of a text that are looked up. */
const SPELLINGS = 4

interface Branch {
  kind: HitKind
  by: (typeof MATCHED_BY)[number]
  /** The table expression to search, with the alias `x` for the found row. */
  from: string
  where: string
  title: string
  status?: string
  shipment?: string
  partner?: string
}

// Parameters: $1 an id, $2 a text of Crockford's characters, $3 a barcode, $4 the text in each case variant, $5 a code as people read it
// out, $6 a carrier's number in each spelling, $7 the tenant, if there is one.
const ANY_OF = (parameter: string, column: string): string =>
  `unnest(${parameter}::text[]) as typed(value) cross join lateral (
        select * from shipments s where s.${column} = typed.value and OWN order by s.created_at desc, s.id desc limit ${MAX_HITS}) x`

const shipmentBy = (by: Branch['by'], from: string, where: string): Branch => ({
  kind: 'shipment',
  by,
  from,
  where,
  title: 'x.tracking',
  status: 'x.status',
  shipment: 'x.id',
})
const byId = (kind: HitKind, table: string, title: string, rest: Partial<Branch> = {}): Branch => ({
  kind,
  by: 'id',
  from: `${table} x`,
  where: 'x.id = $1',
  title,
  status: 'x.status',
  ...rest,
})

/** In a sandbox each partner has its own clock. */
const NOW = '(select now() + make_interval(secs => p.clock_offset_s) from partners p where p.id = x.partner_id)'

const QR = {
  title: 'null',
  status: `case when x.status = 'superseded' then 'invalidated'
      when x.status = 'active' and (x.expires_at <= ${NOW} or (select s.cancelled_at from shipments s where s.id = x.shipment_id) is not null) then 'expired'
      else x.status end`,
  shipment: 'x.shipment_id',
}

/** The ways to find one of a partner's records. Each is one index look-up, or one for each spelling. */
const BRANCHES: readonly Branch[] = [
  shipmentBy('id', 'shipments x', 'x.id = $1'),
  shipmentBy('tracking', 'shipments x', 'x.tracking = $2'),
  shipmentBy('barcode', 'shipments x', 'x.barcode = $3'),
  { ...byId('qr', 'qrs', 'null'), ...QR },
  { kind: 'qr', by: 'token', from: 'qrs x', where: 'x.token = $2', ...QR },
  shipmentBy('label_id', 'labels l join shipments x on x.id = l.shipment_id', 'l.id = $1'),
  shipmentBy('ltracking', ANY_OF('$6', 'ltracking'), 'true'),
  shipmentBy('ltracking', withKeys('$6::text[]', 'x'), 'true'),
  shipmentBy('order_id', ANY_OF('$4', 'order_id'), 'true'),
  shipmentBy('rma', ANY_OF('$4', 'rma'), 'true'),
  shipmentBy('ship_ext_id', ANY_OF('$4', 'ship_ext_id'), 'true'),
  byId('claim', 'claims', 'x.type', { shipment: 'x.shipment_id' }),
  byId('adjustment', 'adjustments', 'x.reason', { status: 'x.dispute_status', shipment: 'x.shipment_id' }),
  byId('discrepancy', 'discrepancies', 'x.stage', { status: 'null', shipment: 'x.shipment_id' }),
  byId('tender', 'tenders', 'x.carrier'),
  byId('pickup', 'pickups', 'x.confirmation', { shipment: 'x.shipment_id' }),
  { ...byId('pickup', 'pickups', 'x.confirmation', { shipment: 'x.shipment_id' }), by: 'confirmation_code', where: 'x.confirmation = $5' },
  byId('sweep', 'sweeps', "x.dp || ' ' || x.sweep_date"),
  byId('manifest', 'manifests', 'x.manifest_date'),
  byId('return_link', 'return_links', 'coalesce(x.order_id, x.rma)', {
    status: `case when x.withdrawn_at is not null then 'withdrawn' when cardinality(x.shipment_ids) >= x.max_shipments then 'used'
      when x.ends_at <= ${NOW} then 'over' else 'open' end`,
  }),
  byId('shipment_group', 'shipment_groups', 'coalesce(x.order_id, x.master_number)', { status: 'null' }),
  {
    ...byId('shipment_group', 'shipment_groups', 'coalesce(x.order_id, x.master_number)', { status: 'null' }),
    by: 'master_number',
    where: 'x.master_number = $2',
  },
]
const EVENT = eventById('id, type, partner_id, shipment_id, created_at', '$1')
const EVENTS: readonly Branch[] = [byId('event', EVENT, 'x.type', { status: 'null', shipment: 'x.shipment_id' })]
const WEBHOOKS: readonly Branch[] = [
  byId('webhook', 'webhooks', 'x.url', { where: "x.id = $1 and x.status <> 'deleted'" }),
  byId('delivery', 'deliveries', `(select type from ${eventById('type', 'x.event_id')} e)`),
]
const OF_OPERATORS: readonly Branch[] = [
  byId('partner', 'partners', 'x.name', { status: 'null', partner: 'x.id' }),
  // A consolidation may cover many partners, so it belongs to none of them.
  byId(
    'consolidation',
    'consolidations',
    "x.carrier || ' ' || coalesce(x.facility, (select s.code from stores s where s.id = x.store_id))",
    {
      partner: 'null::text',
    },
  ),
  byId('key', 'api_keys', 'x.name', { status: "case when x.revoked_at is null then 'active' else 'revoked' end" }),
]

const textOf = (branches: readonly Branch[], isOne: boolean): string => {
  const selects = branches.map(
    ({ kind, by, from, where, title, status = 'x.status', shipment = 'null', partner = 'x.partner_id' }, rank) => {
      const own = isOne ? `and ${partner} = $7` : ''
      const inside = from.replace('OWN', isOne ? 's.partner_id = $7' : 'true')
      return `(select '${kind}' as kind, x.id, '${by}' as matched_by, (${title})::text as title, (${status})::text as status, ${partner} as partner_id,
      (${shipment})::text as shipment_id, x.created_at, ${rank} as rank
     from ${inside} where ${where} ${own} limit ${SPELLINGS * MAX_HITS})`
    },
  )
  return `with hits as (${selects.join('\n  union all ')}),
  best as (select distinct on (kind, id) * from hits order by kind, id, rank)
  select kind, id, matched_by, title, status, partner_id, shipment_id, created_at
    from best order by rank, created_at desc, id desc limit ${MAX_HITS}`
}

export interface SearchReach {
  /** Null: all partners. */
  tenant: string | null
  /** Types of records besides shipments that the caller's scopes allow. */
  events: boolean
  webhooks: boolean
  operators: boolean
}

/** The stored form of a pickup's confirmation code, however the code was read out. Null: the text is not a confirmation code. */
const confirmationOf = ({ crockford }: ReadCode): string | null =>
  crockford.length === 8 ? `${crockford.slice(0, 4)}-${crockford.slice(4)}` : null

/** Finds the records that this text identifies, best match first. */
export const search = (db: Database, { tenant, events, webhooks, operators }: SearchReach, asked: string): Promise<Hit[]> => {
  const code = readCode(asked)
  const branches = [...BRANCHES, ...(events ? EVENTS : []), ...(webhooks ? WEBHOOKS : []), ...(operators ? OF_OPERATORS : [])]
  const typed = [...new Set([code.text, code.text.toUpperCase(), code.text.toLowerCase(), code.digits.toUpperCase()])]
  const name = `search${tenant === null ? '' : '_own'}${events ? '_e' : ''}${webhooks ? '_w' : ''}${operators ? '_o' : ''}`
  const own = tenant === null ? [] : [tenant]
  const values = [code.digits.toLowerCase(), code.crockford, code.barcode, typed, confirmationOf(code), spellingsOf(code.text), ...own]
  return db.query<Hit>(name, textOf(branches, tenant !== null), values)
}
