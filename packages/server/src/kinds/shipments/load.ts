import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Reach } from '../../service/reach.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { expire, isDue } from './expiry.ts'
import { findInHands, findShipment, findShipmentByTracking, findShipments } from './queries.ts'

/** Whether the request shows that the network already has the parcel of this due shipment. */
type IsPossessed = (due: Shipment) => boolean

/** Expires the shipment if it is due. Returns false if another request changed it first. It must then be read again. */
const expireIfDue = async (service: Service, shipment: Shipment, isPossessed: IsPossessed = () => false): Promise<Shipment | false> => {
  if (!isDue(shipment, await partnerNow(service, shipment.partner_id)) || isPossessed(shipment)) return shipment
  return expire(service, shipment)
}

/**
 * Loads a shipment and expires it first if it is due. This is the only way to load one: every read and command comes through here, or
 * through `readPage` for a list. Null: not found.
 */
const readExpiredIfDue = async (
  service: Service,
  read: () => Promise<Shipment | null>,
  isPossessed?: IsPossessed,
): Promise<Shipment | null> => {
  for (;;) {
    const shipment = await read()
    const current = shipment && (await expireIfDue(service, shipment, isPossessed))
    if (current !== false) return current
  }
}

export const loadShipment = (service: Service, tenant: string | null, id: string): Promise<Shipment | null> =>
  readExpiredIfDue(service, () => findShipment(service.db, tenant, id))

/** Loads a shipment by id if it is in the caller's reach, for requests of counters and handlers. */
export const loadInReach = (service: Service, { tenant, hands }: Reach, id: string): Promise<Shipment | null> =>
  hands === null ? loadShipment(service, tenant, id) : readExpiredIfDue(service, () => findInHands(service.db, tenant, hands, id))

export const loadShipmentByTracking = (service: Service, tenant: string | null, tracking: string): Promise<Shipment | null> =>
  readExpiredIfDue(service, () => findShipmentByTracking(service.db, tenant, tracking))

/**
 * Loads shipments by id, in no order. Ids of other tenants are missing from the result. `isPossessed` keeps shipments from expiring here,
 * because a scan may show that a parcel was handed in before it expired.
 */
export const loadShipments = async (
  service: Service,
  tenant: string | null,
  ids: readonly string[],
  isPossessed?: IsPossessed,
): Promise<Map<string, Shipment>> => {
  const loaded = await Promise.all(
    (await findShipments(service.db, tenant, ids)).map(
      async (shipment) =>
        (await expireIfDue(service, shipment, isPossessed)) ||
        readExpiredIfDue(service, () => findShipment(service.db, tenant, shipment.id), isPossessed),
    ),
  )
  return new Map(loaded.flatMap((shipment) => (shipment ? [[shipment.id, shipment] as const] : [])))
}

/** Loads the current shipments of a tender or a group, in its order. A missing one is a bug, because shipments are never deleted. */
export const loadMembers = async (
  service: Service,
  { id, partner_id, shipment_ids }: { id: string; partner_id: string; shipment_ids: readonly string[] },
): Promise<Shipment[]> => {
  const loaded = await loadShipments(service, partner_id, shipment_ids)
  return shipment_ids.map((shipment_id) => {
    const shipment = loaded.get(shipment_id)
    if (!shipment) throw new Error(`${id} has lost its member ${shipment_id}`)
    return shipment
  })
}

const MAX_ROUNDS = 5

/**
 * Reads a page of shipments and expires those of the `shown` rows that are due, and no others. Due rows that are not shown expire when they
 * are read. So a filter by status must check the expiry time of these rows itself (`listShipments`). `fits` says whether a current row
 * still belongs to the page. If a row no longer fits because another request changed it, the page is read again.
 */
export const readPage = async <Row extends Shipment>(
  service: Service,
  shown: number,
  read: () => Promise<Row[]>,
  fits: (row: Shipment) => boolean = () => true,
): Promise<Row[]> => {
  for (let round = 1; ; round++) {
    const rows = await read()
    const partners = [...new Set(rows.map(({ partner_id }) => partner_id))]
    const times = new Map(await Promise.all(partners.map(async (id) => [id, await partnerNow(service, id)] as const)))
    const due = rows.slice(0, shown).filter((row) => isDue(row, times.get(row.partner_id) as string))
    const expired = new Map(await Promise.all(due.map(async (row) => [row.id, await expire(service, row)] as const)))
    const current = rows.map((row) => ({ ...row, ...(expired.get(row.id) || {}) }))
    const isSettled = [...expired.values()].every((shipment) => shipment && fits(shipment))
    if (isSettled || round === MAX_ROUNDS) return current
  }
}

export const shipmentNotFound = (field = 'id'): Refusal =>
  refuse('not_found', 'No shipment with this id exists for your account.', { field })
