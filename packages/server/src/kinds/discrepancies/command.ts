import { type DiscrepancyInput, decideDiscrepancy } from '@backhaul/core/decide-discrepancy.ts'
import { MEASURES } from '@backhaul/core/parcel.ts'
import { invalidField, refuse } from '@backhaul/core/refusal.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, mergePlans, planOf } from '../../service/plan.ts'
import { tenantOf } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { discrepancyResource } from './resource.ts'

/** One attempt at recording a discrepancy. Errors: `validation_failed` if nothing was measured; `not_found` with the name of the field. */
export const reportDiscrepancy = async (
  service: Service,
  caller: Caller,
  input: DiscrepancyInput & { shipment_id: string },
): Promise<CommandResult> => {
  if (MEASURES.every((measure) => input.observed[measure] === undefined)) {
    return invalidField('/observed', 'required', `must have at least one of ${MEASURES.join(', ')}`)
  }
  const shipment = await loadShipment(service, tenantOf(caller), input.shipment_id)
  if (!shipment) return shipmentNotFound('shipment_id')
  if (input.store_id !== undefined && !(await service.network.store(input.store_id))) {
    return refuse('not_found', 'No store with this store_id exists; choose one from /v2/drop-off-locations.', { field: 'store_id' })
  }
  const env = await decisionContext(service, actorOf(caller), shipment.partner_id)
  const { discrepancy, effects } = decideDiscrepancy(shipment, input, env)
  const plan = mergePlans([planOf(effects, shipment, env.now), { inserts: [['discrepancies', discrepancy]] }])
  return { status: 201, body: discrepancyResource(discrepancy), plan }
}
