import { type CustomsInput, customsRow, declarationOf, exportIdOf, refuseUndeclared } from '@backhaul/core/customs.ts'
import { isRefusal, refuse } from '@backhaul/core/refusal.ts'
import { isTerminal, stateOf } from '@backhaul/core/transitions.ts'
import type { Insert, Update } from '../../commit/plan.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext } from '../../service/plan.ts'
import { tenantOf } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { findCustoms, findExports } from '../shipments/queries.ts'
import { customsResource } from './resource.ts'

/**
 * One attempt at declaring the contents of a shipment. The declaration raises the version of the shipment, so that no amendment or redirect
 * relies on a declaration that another request replaces. Errors: `not_found`, also for the shipment of an export; `invalid_transition` if
 * the shipment has ended; `customs_incomplete` if the policy refuses incomplete declarations.
 */
export const declareCustoms = async (service: Service, caller: Caller, id: string, input: CustomsInput): Promise<CommandResult> => {
  const shipment = await loadShipment(service, tenantOf(caller), id)
  if (!shipment) return shipmentNotFound()
  const { status, partner_id } = shipment
  const export_id = exportIdOf(input)
  const exported = export_id === null ? new Map() : await findExports(service.db, partner_id, [export_id])
  const declaration = declarationOf(input, shipment, exported)
  if (isRefusal(declaration)) return declaration
  if (isTerminal(stateOf(shipment)))
    return refuse('invalid_transition', `The shipment is ${status}, so its contents can no longer be declared.`, {
      status,
      command: 'declare-customs',
    })
  const { now, policy } = await decisionContext(service, actorOf(caller), partner_id)
  const undeclared = refuseUndeclared(shipment, declaration, policy)
  if (undeclared) return undeclared
  const before = await findCustoms(service.db, id)
  const row = customsRow(shipment, declaration, before, now)
  const body = customsResource(shipment, row)
  if (row === before) return { status: 200, body, plan: {} }
  const after = { ...shipment, updated_at: now, version: shipment.version + 1 }
  const updates: Update[] = [['shipments', after]]
  const inserts: Insert[] = []
  if (before) updates.push(['customs_declarations', row])
  else inserts.push(['customs_declarations', row])
  return { status: 200, body, plan: { inserts, updates } }
}
