import type { CreateInput } from '@backhaul/core/decide-create.ts'
import { decideCancel } from '@backhaul/core/decide-lifecycle.ts'
import { type FieldError, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Static } from 'typebox'
import type { Plan } from '../../commit/plan.ts'
import { newId, newTracking } from '../../process/ids.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, mergePlans, planOf } from '../../service/plan.ts'
import { tenantOf } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { type Creator, checkStores, prepareCreates, refusalOfMember } from '../shipments/create.ts'
import { loadMembers } from '../shipments/load.ts'
import { ofParcel } from '../shipments/schema.ts'
import { findShipmentGroup, type ShipmentGroupRow } from './queries.ts'
import { groupResource } from './resource.ts'
import type { ShipmentGroupCreate } from './schema.ts'

export const groupNotFound = (): Refusal => refuse('not_found', 'No shipment group with this id exists for your account.', { field: 'id' })

const isOfParcel = (path: string): boolean => (path.split('/')[1] ?? '') in ofParcel

/**
 * Turns the refusal of one shipment into a refusal of its group. The refusal names the shipment only if the fault is in a field that each
 * shipment of a group has separately.
 */
const refusalInGroup = (refusal: Refusal, index: number): Refusal => {
  const { errors = [], field } = refusal.details as { errors?: FieldError[]; field?: string }
  const paths = [...errors.map(({ path }) => path), ...(field === undefined ? [] : [`/${field}`])]
  return paths.some(isOfParcel) ? refusalOfMember(refusal, index, 'group', isOfParcel) : refusal
}

/** Makes one attempt to create a group. Errors: those of a shipment create; `not_found` for a store that does not exist. */
export const createGroup = async (service: Service, caller: Creator, input: Static<typeof ShipmentGroupCreate>): Promise<CommandResult> => {
  const { shipments: members, ...shared } = input
  const group_id = newId('shipment_group')
  const inputs = members.map(
    (member, i): CreateInput => ({ ...shared, ...member, piece: { group_id, number: i + 1, count: members.length } }),
  )
  const created = await prepareCreates(service, caller, inputs)
  if ('refused' in created) return refusalInGroup(created.refused, created.index)
  const unknown = await checkStores(service, input)
  if (unknown) return unknown
  const { shipments, plan } = created
  const { direction, fulfillment, order_id, rma, customer, service_level, partner_id, created_at } = shipments[0] as Shipment
  const row: ShipmentGroupRow = {
    id: group_id,
    partner_id,
    master_number: newTracking(),
    order_id,
    rma,
    customer,
    direction,
    fulfillment,
    service_level,
    shipment_ids: shipments.map(({ id }) => id),
    created_at,
  }
  return {
    status: 201,
    body: groupResource(row, shipments, service.links),
    plan: { ...plan, inserts: [...plan.inserts, ['shipment_groups', row]] },
  }
}

/**
 * Makes one attempt to cancel the shipments of a group that can be canceled, by its partner or an operator. Errors: `not_found`;
 * `shipment_not_cancellable` if no shipment can be canceled.
 */
export const cancelGroup = async (service: Service, caller: Caller, id: string): Promise<CommandResult> => {
  const group = await findShipmentGroup(service.db, tenantOf(caller), id)
  if (!group) return groupNotFound()
  const before = await loadMembers(service, group)
  const env = await decisionContext(service, actorOf(caller), group.partner_id)
  const plans: Plan[] = []
  const cancelled: string[] = []
  const not_cancelled: { shipment_id: string; code: string; message: string }[] = []
  const after = before.map((shipment) => {
    const effects = decideCancel(shipment, env)
    if (isRefusal(effects)) {
      not_cancelled.push({ shipment_id: shipment.id, code: effects.code, message: effects.message })
      return shipment
    }
    plans.push(planOf(effects, shipment, env.now))
    cancelled.push(shipment.id)
    return effects.shipment
  })
  if (cancelled.length === 0)
    return refuse(
      'shipment_not_cancellable',
      'No shipment of the group can be canceled; `not_cancelled` gives the reason for each shipment.',
      {
        not_cancelled,
      },
    )
  return { status: 200, body: { ...groupResource(group, after, service.links), cancelled, not_cancelled }, plan: mergePlans(plans) }
}
