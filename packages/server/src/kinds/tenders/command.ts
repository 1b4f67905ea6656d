import type { DecisionContext } from '@backhaul/core/effects.ts'
import type { Actor } from '@backhaul/core/events/draft.ts'
import type { NetworkTables } from '@backhaul/core/network.ts'
import { refuseUnregistered } from '@backhaul/core/policy.ts'
import { invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Insert, Plan, Update } from '../../commit/plan.ts'
import { pointer } from '../../http/json.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, freezeAll, mergePlans, nameOf, planOf } from '../../service/plan.ts'
import { tenantOf, tenantOfNetwork } from '../../service/reach.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { loadMembers, loadShipments, shipmentNotFound } from '../shipments/load.ts'
import { findUnseen } from '../shipments/unseen.ts'
import {
  type AcceptInput,
  decideAcceptTender,
  decideCancelTender,
  decideCreateTender,
  decideDismissDiscrepancy,
  refuseFlood,
  type TenderEffects,
  type TenderInput,
} from './decide.ts'
import { countSurplus, findTender } from './queries.ts'
import { tenderResource } from './resource.ts'
import { currentStatuses } from './statuses.ts'

/**
 * Refuses a carrier or facility that operators took out of use. If the policy says so, also refuses a carrier or facility that is not
 * registered.
 */
const refuseParties = (input: TenderInput, tables: NetworkTables): Refusal | null => {
  const { carrier, facility } = input
  const { carriers, facilities } = tables
  const unregistered = refuseUnregistered(input, tables)
  if (unregistered) return unregistered
  if (carriers.get(carrier)?.active === false) return invalidField('/carrier', 'active', 'is out of use; choose another carrier')
  if (facility === undefined || facilities.get(facility)?.active !== false) return null
  return invalidField('/facility', 'active', 'is out of use; choose another facility')
}

/** The events of the tender come first, then the events of each member, in the tender's order. */
const planOfTender = (effects: TenderEffects, before: readonly Shipment[], env: DecisionContext): Plan => {
  const members = mergePlans(effects.members.map((member, i) => planOf(member, before[i] as Shipment, env.now)))
  const inserts: Insert[] = (effects.surplus ?? []).map((row) => ['carrier_scans', row])
  return { ...members, inserts: [...members.inserts, ...inserts], events: [...freezeAll(effects.events, env.now), ...members.events] }
}

const resourceOf = ({ tender, members }: TenderEffects) =>
  tenderResource(tender, new Map(members.map(({ shipment }) => [shipment.id, shipment.status])))

/**
 * Makes one attempt to create a tender. Errors: `validation_failed` for a carrier or facility that is out of use or refused, `not_found`
 * with the name of the shipment, and those of `decideCreateTender`.
 */
export const createTender = async (
  service: Service,
  caller: Caller,
  input: TenderInput & { shipment_ids: readonly string[] },
): Promise<CommandResult> => {
  const unknown = refuseParties(input, await service.network.tables())
  if (unknown) return unknown
  const loaded = await loadShipments(service, tenantOf(caller), input.shipment_ids)
  const shipments: Shipment[] = []
  for (const [index, id] of input.shipment_ids.entries()) {
    const shipment = loaded.get(id)
    if (!shipment) return shipmentNotFound(pointer('/shipment_ids', index))
    shipments.push(shipment)
  }
  const env = await decisionContext(service, actorOf(caller), (shipments[0] as Shipment).partner_id)
  const created = decideCreateTender(input, shipments, env, await findUnseen(service.db, shipments, null))
  if (isRefusal(created)) return created
  const plan = planOfTender(created, shipments, env)
  return { status: 201, body: resourceOf(created), plan: { ...plan, inserts: [...(plan.inserts ?? []), ['tenders', created.tender]] } }
}

export const tenderNotFound = (): Refusal => refuse('not_found', 'No tender with this id exists for your account.', { field: 'id' })

const changed = (after: TenderEffects, before: readonly Shipment[], env: DecisionContext): CommandResult => {
  const plan = planOfTender(after, before, env)
  const updates: Update[] = [['tenders', after.tender], ...(plan.updates ?? [])]
  return { status: 200, body: resourceOf(after), plan: { ...plan, updates } }
}

/** The caller that accepts a tender. `tenant` is null for an operator. `acceptor` is the name to record if the request gives no other. */
interface Accepting {
  tenant: string | null
  actor: Actor
  acceptor: string
}

export const acceptingOf = (caller: Caller): Accepting => ({
  tenant: tenantOfNetwork(caller),
  actor: actorOf(caller),
  acceptor: nameOf(caller),
})

/** A blank name counts as no name. */
const named = (name: string | undefined): string | undefined => (name?.trim() ? name : undefined)

/**
 * Makes one attempt to accept a tender, by its partner or an operator. Errors: `not_found`, those of `decideAcceptTender`,
 * `surplus_limit_reached`.
 */
export const acceptTender = async (service: Service, by: Accepting, id: string, input: AcceptInput): Promise<CommandResult> => {
  const { tenant, actor, acceptor } = by
  const tender = await findTender(service.db, tenant, id)
  if (!tender) return tenderNotFound()
  const shipments = await loadMembers(service, tender)
  const { facilities } = await service.network.tables()
  const facility = tender.facility === null ? null : (facilities.get(tender.facility) ?? null)
  const env = await decisionContext(service, actor, tender.partner_id)
  const unseen = await findUnseen(service.db, shipments, tender.carrier)
  const accepted = decideAcceptTender(
    tender,
    { ...input, accepted_by: named(input.accepted_by) ?? acceptor },
    { shipments, unseen, facility },
    env,
  )
  if (isRefusal(accepted)) {
    // The members were read after the tender. If another request accepted the tender in between, the refusal must give that as its reason.
    const later = await findTender(service.db, tender.partner_id, id)
    return later && later.version > tender.version ? acceptTender(service, by, id, input) : accepted
  }
  // The limit applies only to partners, because operators clear the inbox themselves.
  if (input.surplus_numbers && tenant !== null) {
    const flood = refuseFlood(input, await countSurplus(service.db, tender.partner_id))
    if (flood) return flood
  }
  return changed(accepted, shipments, env)
}

/** Makes one attempt to cancel a tender, by its partner or an operator. Errors: `not_found` and those of `decideCancelTender`. */
export const cancelTender = async (service: Service, caller: Caller, id: string): Promise<CommandResult> => {
  const tender = await findTender(service.db, tenantOf(caller), id)
  if (!tender) return tenderNotFound()
  const shipments = await loadMembers(service, tender)
  const env = await decisionContext(service, actorOf(caller), tender.partner_id)
  const cancelled = decideCancelTender(tender, shipments, env)
  return isRefusal(cancelled) ? cancelled : changed(cancelled, shipments, env)
}

/**
 * Makes one attempt to dismiss a tender's discrepancy, by its partner or an operator. Errors: `not_found` and those of
 * `decideDismissDiscrepancy`.
 */
export const dismissDiscrepancy = async (service: Service, caller: Caller, id: string, note: string): Promise<CommandResult> => {
  const tender = await findTender(service.db, tenantOf(caller), id)
  if (!tender) return tenderNotFound()
  const after = decideDismissDiscrepancy(tender, note, nameOf(caller), await partnerNow(service, tender.partner_id))
  if (isRefusal(after)) return after
  return { status: 200, body: tenderResource(after, await currentStatuses(service, [after])), plan: { updates: [['tenders', after]] } }
}
