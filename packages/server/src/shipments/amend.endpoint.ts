import { decideAmend } from '../domain/decide-lifecycle.ts'
import { refuse } from '../domain/refusal.ts'
import { endpoint } from '../http/endpoint.ts'
import { commandShipment } from './command.ts'
import { listMeasured } from './queries.ts'
import { ShipmentAmend, ShipmentOut } from './schema.ts'

export const amendShipment = endpoint(
  {
    method: 'PATCH',
    path: '/v2/shipments/:id',
    auth: 'signed',
    scope: 'shipments:write',
    tag: 'Shipments',
    summary: 'Amend before the drop-off',
    description:
      'Changes parcel, declared value, destination or drop-off store, and re-rates. A label is replaced when price or routing changed. The new amount is the full price of the parcel as recorded, so earlier charges for chargeable discrepancies are reversed by an adjustment (shipment.adjusted after shipment.updated). Once scanned at a drop-off location the shipment is locked.',
    body: ShipmentAmend,
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['not_found', 'shipment_locked', 'numbers_used_up'],
  },
  (context, { params, body, execute }) =>
    commandShipment(context, execute, params.id, async (shipment, env) => {
      const store = body.drop_off_store_id
      if (store !== undefined && !(await context.service.network.store(store))) {
        return refuse('not_found', 'No store has the drop_off_store_id given; take one from /v2/drop-off-locations.', {
          field: 'drop_off_store_id',
        })
      }
      const charged = body.parcel || body.to ? await listMeasured(context.service.db, shipment.id) : []
      return decideAmend(shipment, body, env, charged)
    }),
)
