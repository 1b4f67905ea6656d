import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Reach } from '../../service/reach.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { expire, isDue } from './expiry.ts'
import { findInHands, findShipment, findShipmentByTracking, findShipments } from './queries.ts'

/** Whether the request itself shows that the network has a shipment that is due to expire. */
type IsPossessed = (due: Shipment) => boolean

/** Expires the shipment if it is due. False: another request changed it first; it must be read again. */
const expireIfDue = async (service: Service, shipment: Shipment, isPossessed: IsPossessed = () => false): Promise<Shipment | false> => {
  if (!isDue(shipment, await partnerNow(service, shipment.partner_id)) || isPossessed(shipment)) return shipment
  return expire(service, shipment)
}

/**
 * The only way to load a shipment: expires it first if it is due. Every read and every command goes through here, or through `readPage` for
 * a list. Null: not found.
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

/** By id, if the caller reaches it: for what counters and handlers may ask. */
export const loadInReach = (service: Service, { tenant, hands }: Reach, id: string): Promise<Shipment | null> =>
  hands === null ? loadShipment(service, tenant, id) : readExpiredIfDue(service, () => findInHands(service.db, tenant, hands, id))

export const loadShipmentByTracking = (service: Service, tenant: string | null, tracking: string): Promise<Shipment | null> =>
  readExpiredIfDue(service, () => findShipmentByTracking(service.db, tenant, tracking))

/**
 * By id, in no order; ids that are not the tenant's are missing from the answer. `isPossessed` keeps shipments from expiring here: a scan
 * may show that a parcel was handed in before it expired.
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

/** The shipments of a tender or a group as they are now, in its order. That one is missing is a bug, as none is ever deleted. */
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
 * Reads a page of shipments and expires those of the `shown` rows that are due, and no others. What is due and not shown is left to whoever
 * reads it; a filter by status has to judge it by its time (`listShipments`). `fits`: whether a row as it is now still belongs to the page;
 * if one does not, because another request changed it, the page is read again.
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

export const shipmentNotFound = (field = 'id'): Refusal => refuse('not_found', 'No shipment of yours has this id; check it.', { field })
