import type { AdjustmentRow } from '../domain/adjustment.ts'
import type { LabelRow, Shipment, Status } from '../domain/shipment.ts'
import type { Database } from '../platform/db.ts'
import type { Position } from '../platform/list-rows.ts'

const ID = /^shp_[0-9a-z]{26}$/
const TENANT = '($2::text is null or partner_id = $2)'

// One probe of the primary key per id, whatever the planner assumed about the table when it made the plan.
const BY_ID = `
  select s.* from unnest($1::text[]) as q(id)
    cross join lateral (select * from shipments where id = q.id and ${TENANT} limit 1) s`

/** By id within a tenant (null: any partner's). */
export const findShipment = async (db: Database, tenant: string | null, id: string): Promise<Shipment | null> =>
  ID.test(id) ? db.byId<Shipment>('shipment', BY_ID, tenant, id) : null

export const findShipments = (db: Database, tenant: string | null, ids: readonly string[]): Promise<Shipment[]> =>
  db.query<Shipment>('shipment', BY_ID, [[...new Set(ids)].filter((id) => ID.test(id)), tenant])

export const findShipmentByTracking = (db: Database, tenant: string | null, tracking: string): Promise<Shipment | null> =>
  db.one<Shipment>('shipment_tracking', `select * from shipments where tracking = $1 and ${TENANT}`, [tracking, tenant])

export const findLabel = (db: Database, id: string): Promise<LabelRow | null> =>
  db.one<LabelRow>('label', 'select * from labels where id = $1', [id])

/** By id, in no order. */
export const findLabels = (db: Database, ids: readonly string[]): Promise<LabelRow[]> =>
  db.query<LabelRow>('labels_by_id', 'select l.* from unnest($1::text[]) as q(id) join labels l using (id)', [ids])

export interface ShipmentFilter {
  tenant: string | null
  after: Position | null
  limit: number
  sweepId?: string | undefined
  status?: Status | undefined
  order_id?: string | undefined
  tracking?: string | undefined
  tender_id?: string | undefined
  store_id?: string | undefined
  created_after?: string | undefined
  created_before?: string | undefined
}

const CONDITIONS = {
  sweepId: 'sweep_id = ?',
  status: 'status = ?',
  order_id: 'order_id = ?',
  tracking: 'tracking = ?',
  tender_id: 'tender_id = ?',
  store_id: 'store_id = ?',
  created_after: 'created_at > ?::timestamptz',
  created_before: 'created_at < ?::timestamptz',
} as const

/** Newest first. Each combination of filters is a statement of its own, so that each has its own plan and index. */
export const listShipments = (db: Database, filter: ShipmentFilter): Promise<Shipment[]> => {
  const values: (string | number)[] = [filter.limit]
  const where: string[] = []
  let name = 'shipments_list'
  if (filter.tenant) {
    values.push(filter.tenant)
    where.push(`partner_id = $${values.length}`)
    name += '_tenant'
  }
  if (filter.after) {
    values.push(filter.after.created_at, filter.after.id)
    where.push(`(created_at, id) < ($${values.length - 1}::timestamptz, $${values.length})`)
    name += '_after'
  }
  for (const [field, condition] of Object.entries(CONDITIONS) as [keyof typeof CONDITIONS, string][]) {
    const value = filter[field]
    if (value === undefined) continue
    values.push(value)
    where.push(condition.replace('?', `$${values.length}`))
    name += `_${field.slice(0, 3)}${field.length}`
  }
  const condition = where.length > 0 ? `where ${where.join(' and ')}` : ''
  return db.query<Shipment>(name, `select * from shipments ${condition} order by created_at desc, id desc limit $1`, values)
}

/** Partners with shipments that `listOverdue` would return, each by its own clock. `now`: real time. */
export const listPartnersWithOverdue = async (db: Database, now: string): Promise<string[]> => {
  const rows = await db.query<{ id: string }>(
    'partners_overdue',
    `select id from partners p where exists (select from shipments s where s.partner_id = p.id and s.status in ('created', 'label_ready', 'rejected')
       and s.expires_at <= $1::timestamptz + make_interval(secs => p.clock_offset_s))`,
    [now],
  )
  return rows.map(({ id }) => id)
}

/** Shipments past `expires_at` that were never dropped off; the caller expires them. */
export const listOverdue = (db: Database, tenant: string, now: string, limit: number): Promise<Shipment[]> =>
  db.query<Shipment>(
    'shipments_overdue',
    `select * from shipments where partner_id = $1 and expires_at <= $2::timestamptz and status in ('created', 'label_ready', 'rejected') order by expires_at limit $3`,
    [tenant, now, limit],
  )

/** What measurements charged for a shipment, and the reversals of those charges. */
export const listMeasured = (db: Database, shipmentId: string): Promise<AdjustmentRow[]> =>
  db.query<AdjustmentRow>('adjustments_measured', "select * from adjustments where shipment_id = $1 and source <> 'manual'", [shipmentId])
