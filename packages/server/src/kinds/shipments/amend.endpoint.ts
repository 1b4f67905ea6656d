import { exportIdOf } from '@backhaul/core/customs.ts'
import { type AmendInput, decideAmend, isRelabeled, type Recorded } from '@backhaul/core/decide-lifecycle.ts'
import type { DecisionContext } from '@backhaul/core/effects.ts'
import { isRefusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Plan } from '../../commit/plan.ts'
import type { Database } from '../../database/db.ts'
import { endpoint } from '../../http/endpoint.ts'
import { mergePlans } from '../../service/plan.ts'
import { attemptOnShipment } from './command.ts'
import { findCustoms, findExports, listMeasured } from './queries.ts'
import { ShipmentAmend, ShipmentOut } from './schema.ts'
import { withdrawOrder } from './withdraw-order.ts'

/** Reads the records on which the amendment depends. What is read depends on the fields that the request changes. */
const recordedOf = async (db: Database, { id, partner_id }: Shipment, { parcel, to, customs }: AmendInput): Promise<Recorded> => {
  const export_id = customs ? exportIdOf(customs) : null
  const [charged, declared, exported] = await Promise.all([
    parcel || to ? listMeasured(db, id) : [],
    customs || to ? findCustoms(db, id) : null,
    export_id === null ? new Map() : findExports(db, partner_id, [export_id]),
  ])
  return { charged, declared, exported }
}

export const amendShipment = endpoint(
  {
    method: 'PATCH',
    path: '/v2/shipments/:id',
    scope: 'shipments:write',
    tag: 'Shipments',
    summary: 'Amend before the drop-off',
    description:
      'Changes the parcel, declared value, customs declaration, destination or drop-off store, and recalculates the price. `customs` replaces the whole declaration. The label is replaced if price or routing changed. The new amount is the full price of the parcel as recorded, so earlier charges for chargeable discrepancies are reversed by an adjustment (shipment.adjusted after shipment.updated). Once scanned at a drop-off location, the shipment is locked.',
    body: ShipmentAmend,
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['shipment_locked', 'customs_incomplete', 'numbers_used_up'],
  },
  ({ service, caller }, { params, body, execute }) =>
    execute(async () => {
      let order: Plan = {}
      const decide = async (shipment: Shipment, env: DecisionContext) => {
        const id = body.drop_off_store_id ?? shipment.drop_off_store_id
        const store = id === null ? null : await service.network.store(id)
        if (body.drop_off_store_id !== undefined && !store) {
          return refuse('not_found', 'No store with this drop_off_store_id exists; choose one from /v2/drop-off-locations.', {
            field: 'drop_off_store_id',
          })
        }
        const decided = decideAmend(shipment, body, env, { ...(await recordedOf(service.db, shipment, body)), store })
        if (isRefusal(decided) || !isRelabeled(shipment, decided.shipment)) return decided
        const withdrawn = await withdrawOrder(service, shipment)
        if (isRefusal(withdrawn)) return withdrawn
        order = withdrawn
        return decided
      }
      const answer = await attemptOnShipment(service, caller, params.id, decide)
      return isRefusal(answer) ? answer : { ...answer, plan: mergePlans([answer.plan, order]) }
    }),
)
