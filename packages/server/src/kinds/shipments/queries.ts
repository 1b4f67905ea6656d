import type { AdjustmentRow } from '@backhaul/core/adjustment.ts'
import { type CarrierBookingRow, carrierOf } from '@backhaul/core/carrier-booking.ts'
import type { PurchaseRow } from '@backhaul/core/carrier-purchase.ts'
import { BY_CARRIER, WITH_SHOPPER } from '@backhaul/core/custody.ts'
import type { CustomsDeclaration, CustomsRow, Exported } from '@backhaul/core/customs.ts'
import { DEFAULT_LIFE_DAYS } from '@backhaul/core/decide-create.ts'
import { isId } from '@backhaul/core/ids.ts'
import type { LabelRow, Shipment, Status } from '@backhaul/core/shipment.ts'
import { IN_NETWORK, TERMINAL } from '@backhaul/core/transitions.ts'
import { labelRow } from '../../commit/stored.ts'
import { type Database, eachOf } from '../../database/db.ts'
import type { Position } from '../../database/list-rows.ts'
import type { Hands } from '../../service/reach.ts'
import { inScanOrder } from './scan-order.ts'

const TENANT = '($2::text is null or partner_id = $2)'

/** The state of the link to the parcel page, read with each shipment `s`. Few shipments have a row for it. */
export const PARCEL_LINK =
  '(select case when l.withdrawn_at is null then l.generation else -1 end from parcel_links l where l.id = s.id) as parcel_link'

/** The stored status of the shipment's current QR. The shipment's events name the QR while it is active or used. */
const QR_STATUS = '(select q.status from qrs q where q.id = s.qr_id) as qr_status'

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')
const asText = (time: string): string => `to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const lastScan = (which: string): string => `(
    select json_build_object('kind', kind, 'store_id', store_id, 'facility', facility, 'location', location, 'scanner_name', scanner_name,
        'details', details, 'occurred_at', ${asText('occurred_at')}, 'sent_occurred_at', ${asText('sent_occurred_at')})
      from scans where shipment_id = s.id and kind <> 'reject' and ${which} order by ${inScanOrder('newest')} limit 1)`
const NOT_BY_CARRIER = `kind not in (${quoted(BY_CARRIER)})`
/** The scan that tells who has the parcel. It is read only for parcels that were handed in. */
export const SEEN_LAST = `case when s.status not in (${quoted(WITH_SHOPPER)}) then ${lastScan(`(s.status <> 'delivered' or ${NOT_BY_CARRIER})`)} end as last_scan`
/** `SEEN_LAST` for commands, plus the last scan that no carrier made. Once the parcel is delivered, that scan tells who has it. */
const LAST_SCAN = `
  ${SEEN_LAST},
  case when s.status not in (${quoted([...WITH_SHOPPER, ...TERMINAL])}) then ${lastScan(NOT_BY_CARRIER)} end as last_not_by_carrier`

const SHOWN = `s.*, ${PARCEL_LINK}, ${QR_STATUS}, ${LAST_SCAN}`
/** Reads one shipment: the statement of nearly every request. */
export const SHIPMENT = `select ${SHOWN} from shipments s where s.id = $1 and ${TENANT}`
/** Reads several shipments. Forces one primary key look-up per id, even if the planner's statistics were poor when it made the plan. */
const SHIPMENTS = `
  select ${SHOWN} from ${eachOf('$1')} q(id)
    cross join lateral (select * from shipments where id = q.id and ${TENANT} limit 1) s`

/** Finds a shipment by id within a tenant (null: any partner's). */
export const findShipment = async (db: Database, tenant: string | null, id: string): Promise<Shipment | null> =>
  isId('shipment', id) ? db.byId<Shipment>('shipment', { one: SHIPMENT, several: SHIPMENTS }, tenant, id) : null

export const findShipments = (db: Database, tenant: string | null, ids: readonly string[]): Promise<Shipment[]> =>
  db.query<Shipment>('shipments', SHIPMENTS, [JSON.stringify([...new Set(ids)].filter((id) => isId('shipment', id))), tenant])

/**
 * A session can read only the parcels in the hands of its counter or handler (docs/guide/counters.md#what-a-counter-sees). A parcel that a
 * counter refused counts as in the hands of that counter.
 */
const IN_HANDS_OF_STORE = `(s.store_id = $3 or (s.status = 'rejected' and $3 =
    (select c.store_id from scans c where c.shipment_id = s.id and c.applied order by c.recorded_at desc, c.id desc limit 1)))`
const IN_HANDS_OF_NETWORK = 's.status = any($3::text[])'
const WITHIN = '($2::text is null or s.partner_id = $2)'

/** Finds a shipment by id if the parcel is in these hands. */
export const findInHands = async (db: Database, tenant: string | null, hands: Hands, id: string): Promise<Shipment | null> => {
  if (!isId('shipment', id)) return null
  if (hands === 'network')
    return db.one<Shipment>(
      'shipment_in_network',
      `select s.*, ${LAST_SCAN} from shipments s where s.id = $1 and ${WITHIN} and ${IN_HANDS_OF_NETWORK}`,
      [id, tenant, [...IN_NETWORK]],
    )
  return db.one<Shipment>(
    'shipment_at_store',
    `select s.*, ${LAST_SCAN} from shipments s where s.id = $1 and ${WITHIN} and ${IN_HANDS_OF_STORE}`,
    [id, tenant, hands.store_id],
  )
}

export const findShipmentByTracking = (db: Database, tenant: string | null, tracking: string): Promise<Shipment | null> =>
  db.one<Shipment>('shipment_tracking', `select s.*, ${PARCEL_LINK}, ${SEEN_LAST} from shipments s where tracking = $1 and ${TENANT}`, [
    tracking,
    tenant,
  ])

export const findLabel = async (db: Database, id: string): Promise<LabelRow | null> => {
  const row = await db.one<LabelRow>('label', 'select * from labels where id = $1', [id])
  return row && labelRow(row)
}

/** Finds labels by id, in no order. */
export const findLabels = async (db: Database, ids: readonly string[]): Promise<LabelRow[]> => {
  const rows = await db.query<LabelRow>('labels_by_id', `select l.* from ${eachOf('$1')} q(id) join labels l using (id)`, [
    JSON.stringify(ids),
  ])
  return rows.map(labelRow)
}

/** Finds the customs declaration of a shipment. The caller must have loaded the shipment before, as access is not checked here. */
export const findCustoms = (db: Database, shipment_id: string): Promise<CustomsRow | null> =>
  db.one<CustomsRow>('customs', 'select * from customs_declarations where id = $1', [shipment_id])

/** Finds those of the partner's shipments with these ids that took goods abroad, with their declarations. */
export const findExports = async (db: Database, partner_id: string, ids: readonly string[]): Promise<Map<string, Exported>> => {
  const rows = await db.query<Exported & { declaration: CustomsDeclaration | null }>(
    'customs_exports',
    `select s.id as shipment_id, s.tracking, s.created_at, c.declaration
       from unnest($1::text[]) as q(id) join shipments s using (id) left join customs_declarations c using (id) where s.partner_id = $2`,
    [[...new Set(ids)], partner_id],
  )
  return new Map(rows.map((row) => [row.shipment_id, row]))
}

export interface ShipmentFilter {
  tenant: string | null
  /** Null: parcels at any counter, and parcels that no counter has taken in yet. */
  store: string | null
  after: Position | null
  limit: number
  /** The time on the tenant's clock. Without a tenant: real time. */
  now: string
  /** If true, lists only the rows that a list of this status hides otherwise, because they are past their `expires_at`. */
  due?: boolean
  sweepId?: string | undefined
  status?: Status | undefined
  order_id?: string | undefined
  rma?: string | undefined
  customer?: string | undefined
  tracking?: string | undefined
  tender_id?: string | undefined
  group_id?: string | undefined
  store_id?: string | undefined
  manifest_id?: string | undefined
  created_after?: string | undefined
  created_before?: string | undefined
  dispose_due?: 'true' | undefined
  not_moved_since?: string | undefined
  dispose_before?: string | undefined
}

const CONDITIONS = {
  sweepId: 's.sweep_id = ?',
  order_id: 's.order_id = ?',
  rma: 's.rma = ?',
  customer: 's.customer = ?',
  tracking: 's.tracking = ?',
  tender_id: 's.tender_id = ?',
  group_id: 's.group_id = ?',
  store_id: 's.store_id = ?',
  manifest_id: 's.manifest_id = ?',
  created_after: 's.created_at > ?::timestamptz',
  created_before: 's.created_at < ?::timestamptz',
} as const

/**
 * A shipment in one of these statuses counts as `expired` for every reader once it is past `expires_at`. The row changes only when it is
 * read (kinds/shipments/expiry.ts).
 */
const EXPIRABLE = ['created', 'label_ready', 'rejected'] as const
export const isExpirable = (status: Status): boolean => (EXPIRABLE as readonly Status[]).includes(status)

/** An operator's list has shipments of all partners, each with its own clock. */
const PARTNERS = 'left join partners p on p.id = s.partner_id'
const OFFSET = ' + make_interval(secs => coalesce(p.clock_offset_s, 0))'

/**
 * Identifiers that few shipments share. A filter by one of them finds its shipments directly, across all partners. `customer` is not in
 * this list, because a customer may have many shipments.
 */
const IDENTIFYING = ['order_id', 'rma', 'tracking', 'sweepId', 'tender_id', 'group_id', 'manifest_id'] as const

/**
 * One branch of a union. A list reads a union instead of one condition with `or`. `by` is the order in which the branch finds its rows, if
 * it differs from the list's order.
 */
interface Branch {
  where: string
  by?: 'expires_at'
}

/**
 * The index of unmoved parcels covers these statuses. They are literals, because a plan with the status as a parameter would not use that
 * index.
 */
const unmoved = (status: Status | undefined): Branch[] => {
  const statuses = status === undefined ? IN_NETWORK : IN_NETWORK.filter((one) => one === status)
  return statuses.length === 0 ? [{ where: 'false' }] : statuses.map((one) => ({ where: `s.status = '${one}'` }))
}

const USUAL_LIFE = `interval '${DEFAULT_LIFE_DAYS} days'`
const isDue = (status: Status, now: string, life: string): string => `s.status = '${status}' and s.expires_at <= ${now} and ${life}`
/**
 * Rows past their `expires_at`, of shipments with the usual lifetime or a longer one. Such a shipment cannot be due before it is older than
 * the usual lifetime, so the query skips all newer rows. Shipments with a shorter lifetime have separate indexes. The status is a literal,
 * as in `unmoved`.
 */
const usualDue = (status: Status, now: string): Branch => ({
  where: isDue(status, now, `s.created_at <= ${now} - ${USUAL_LIFE} and s.expires_at - s.created_at >= ${USUAL_LIFE}`),
})
const earlyDue = (status: Status, now: string): Branch => ({ where: isDue(status, now, `s.expires_at - s.created_at < ${USUAL_LIFE}`) })

/**
 * Conditions for a list of one status. No row matches two of them. They compare `expires_at` with `now`, because perhaps nobody has read a
 * row since it became due.
 */
const byStatus = (status: Status, add: () => string, now: string, due = false): Branch[] => {
  // Due rows may be read in any order, as long as all are read in the end. So the second branch starts with the rows that became due first,
  // and skips rows that are not due.
  if (due) return [usualDue(status, now), { ...earlyDue(status, now), by: 'expires_at' }]
  const value = add()
  if (isExpirable(status)) return [{ where: `s.status = ${value} and s.expires_at > ${now}` }]
  if (status !== 'expired') return [{ where: `s.status = ${value}` }]
  return [{ where: `s.status = ${value}` }, ...EXPIRABLE.flatMap((one) => [usualDue(one, now), earlyDue(one, now)])]
}

type Ordering = Pick<ShipmentFilter, 'not_moved_since' | 'dispose_due' | 'dispose_before'>

/**
 * The order of a list. Most lists begin with the newest. Two lists of parcels that have waited too long begin with the longest wait. Each
 * order matches an index, so that a page reads no more rows than it shows.
 */
const orderOf = ({ not_moved_since, dispose_due, dispose_before }: Ordering) => {
  if (not_moved_since !== undefined) return { by: 'updated_at', direction: 'asc', beyond: '>' } as const
  if (dispose_due !== undefined || dispose_before !== undefined) return { by: 'dispose_after', direction: 'asc', beyond: '>' } as const
  return { by: 'created_at', direction: 'desc', beyond: '<' } as const
}

/** The position at which the next page starts: the time by which the list is ordered, and the id. */
export const positionBy = (filter: Ordering) => {
  const { by } = orderOf(filter)
  return (row: Shipment): Position => ({ created_at: row[by] as string, id: row.id })
}

/**
 * SQL condition for unclaimed parcels that may be disposed of at `moment`. The status is a literal, because the index covers this status
 * only.
 */
export const disposableAt = (shipment: string, moment: string): string =>
  `${shipment}.status = 'unclaimed' and ${shipment}.dispose_after <= ${moment}`

/** Each combination of filters is a separate statement, so that each has its own plan and index. */
export const listShipments = (db: Database, filter: ShipmentFilter): Promise<Shipment[]> => {
  const values: (string | number)[] = [filter.limit]
  const where: string[] = []
  let name = 'shipments_list'
  const add = (value: string): string => `$${values.push(value)}`
  if (filter.tenant) {
    where.push(`s.partner_id = ${add(filter.tenant)}`)
    name += '_tenant'
  }
  if (filter.store !== null) {
    where.push(`s.store_id = ${add(filter.store)}`)
    name += '_own'
  }
  const isUnmoved = filter.not_moved_since !== undefined
  const { by, direction, beyond } = orderOf(filter)
  const order = `order by ${by} ${direction}, id ${direction} limit $1`
  const orderOfRows = `order by s.${by} ${direction}, s.id ${direction} limit $1`
  if (filter.after) {
    where.push(`(s.${by}, s.id) ${beyond} (${add(filter.after.created_at)}::timestamptz, ${add(filter.after.id)})`)
    name += '_after'
  }
  for (const [field, condition] of Object.entries(CONDITIONS) as [keyof typeof CONDITIONS, string][]) {
    const value = filter[field]
    if (value === undefined) continue
    where.push(condition.replace('?', add(value)))
    name += `_${field.slice(0, 3)}${field.length}`
  }
  const { status, tenant, due, dispose_due, dispose_before } = filter
  const isByTime = status !== undefined && !isUnmoved && (status === 'expired' || isExpirable(status))
  const isOfPartners = isByTime || dispose_due !== undefined || isUnmoved || dispose_before !== undefined
  // Each partner's clock offset is added to a time in a filter.
  const ahead = tenant === null ? OFFSET : ''
  const from = isOfPartners && tenant === null ? `shipments s ${PARTNERS}` : 'shipments s'
  const now = isByTime || dispose_due ? `(${add(filter.now)}::timestamptz${tenant === null ? OFFSET : ''})` : ''
  if (dispose_due) {
    where.push(disposableAt('s', now))
    name += '_dispose_due'
  }
  if (dispose_before !== undefined) {
    where.push(disposableAt('s', `(${add(dispose_before)}::timestamptz${ahead})`))
    name += '_dispose_before'
  }
  let branches: Branch[] = [{ where: 'true' }]
  if (isUnmoved) {
    where.push(`s.updated_at <= ${add(filter.not_moved_since as string)}::timestamptz${ahead}`)
    branches = unmoved(status)
    name += `_unmoved_${status ?? 'all'}`
  } else if (status) {
    branches = byStatus(status, () => add(status), now, due)
    name += `_status${isByTime ? `_${due ? 'due_' : ''}${status}` : ''}`
  }
  // The first column of the indexes is the partner. So the statement first reads one page of ids for each partner, then the whole rows of
  // the shown page.
  const byPartner = tenant === null && IDENTIFYING.every((field) => filter[field] === undefined)
  const selects = branches.map((branch) => {
    const conditions = [...where, branch.where].join(' and ')
    const found = branch.by ? `order by s.${branch.by} limit $1` : orderOfRows
    if (!byPartner) return `select s.* from ${from} where ${conditions} ${found}`
    const ofEach = `select s.id, s.${by} from shipments s where s.partner_id = p.id and ${conditions} ${found}`
    return `select s.id, s.${by} from partners p cross join lateral (${ofEach}) s ${orderOfRows}`
  })
  // Each branch stops at its first rows in index order. With `or`, PostgreSQL would sort all matching rows.
  const union = `select * from (${selects.map((one) => `(${one})`).join(' union all ')}) u ${order}`
  const shown = byPartner ? `(${union}) k join shipments s on s.id = k.id` : `(${selects.length === 1 ? selects[0] : union}) s`
  const text = `select s.*, ${PARCEL_LINK}, ${SEEN_LAST} from ${shown} ${orderOfRows}`
  return db.query<Shipment>(name, text, values)
}

/** Lists the charges for a shipment that came from measurements, and the reversals of those charges. */
export const listMeasured = (db: Database, shipmentId: string): Promise<AdjustmentRow[]> =>
  db.query<AdjustmentRow>('adjustments_measured', "select * from adjustments where shipment_id = $1 and source <> 'manual'", [shipmentId])

/** The booking at the carrier that is to take the parcel. Null: the carrier was not asked for a label. */
export const findBooking = (
  db: Database,
  shipment: Pick<Shipment, 'id' | 'collecting_carrier' | 'carrier'>,
): Promise<CarrierBookingRow | null> =>
  db.one<CarrierBookingRow>('shipment_booking', 'select * from carrier_bookings where shipment_id = $1 and carrier = $2 limit 1', [
    shipment.id,
    carrierOf(shipment),
  ])

/** The valid labels of a booking. */
export const listHeld = (db: Database, booking_id: string): Promise<PurchaseRow[]> =>
  db.query<PurchaseRow>('booking_held', "select * from carrier_purchases where booking_id = $1 and state = 'held'", [booking_id])
