import { decideExpire } from '../domain/decide-lifecycle.ts'
import type { Actor } from '../domain/events/draft.ts'
import { type Refusal, refuse } from '../domain/refusal.ts'
import type { Shipment, Status } from '../domain/shipment.ts'
import { iso } from '../platform/clock.ts'
import { decisionContext, planOf } from '../service/plan.ts'
import { partnerNow, type Service } from '../service/service.ts'
import { findShipment, findShipmentByTracking, findShipments, listOverdue, listPartnersWithOverdue } from './queries.ts'

/** Expiry has no actor. */
const NOBODY: Actor = { email: '', full_name: '' }
const EXPIRABLE: readonly Status[] = ['created', 'label_ready', 'rejected']

/** Whether the request itself shows that the network has a shipment that is due to expire. */
type IsPossessed = (due: Shipment) => boolean

/** Expires the shipment if it is due. False: another request changed it first; it must be read again. */
const expireIfDue = async (service: Service, shipment: Shipment, isPossessed: IsPossessed = () => false): Promise<Shipment | false> => {
  if (!EXPIRABLE.includes(shipment.status)) return shipment
  const now = await partnerNow(service, shipment.partner_id)
  if (now < shipment.expires_at || isPossessed(shipment)) return shipment
  const env = await decisionContext(service, NOBODY, shipment.partner_id)
  const expired = decideExpire(shipment, env)
  if (!expired) return shipment
  return (await service.committer.commit(planOf(expired, shipment, env.now))) ? expired.shipment : false
}

/**
 * The only way to load a shipment: expires it first if it is due, exactly once however many readers there are (the row's version lets only
 * one commit succeed). Every read and every command goes through here. Null: not found.
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
  const loaded = new Map<string, Shipment>()
  for (const shipment of await findShipments(service.db, tenant, ids)) {
    const current =
      (await expireIfDue(service, shipment, isPossessed)) ||
      (await readExpiredIfDue(service, () => findShipment(service.db, tenant, shipment.id), isPossessed))
    if (current) loaded.set(current.id, current)
  }
  return loaded
}

const OVERDUE_AT_ONCE = 200

/** Expires what is due of a tenant (null: of every partner), so that a list filtered by status is correct. */
export const expireOverdue = async (service: Service, tenant: string | null): Promise<void> => {
  if (tenant !== null) return expireOverdueOf(service, tenant)
  for (const partnerId of await listPartnersWithOverdue(service.db, iso(service.clock.now()))) await expireOverdueOf(service, partnerId)
}

const expireOverdueOf = async (service: Service, partnerId: string): Promise<void> => {
  const now = await partnerNow(service, partnerId)
  for (;;) {
    const due = await listOverdue(service.db, partnerId, now, OVERDUE_AT_ONCE)
    await Promise.all(due.map((shipment) => expireIfDue(service, shipment)))
    if (due.length < OVERDUE_AT_ONCE) return
  }
}

export const shipmentNotFound = (field = 'id'): Refusal => refuse('not_found', 'No shipment of yours has this id; check it.', { field })
