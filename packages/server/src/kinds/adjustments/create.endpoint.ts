import { endpoint } from '../../http/endpoint.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { shipmentTurn } from '../shipments/command.ts'
import { adjustShipment } from './command.ts'
import { AdjustmentCreate, AdjustmentOut } from './schema.ts'

export const createAdjustment = endpoint(
  {
    method: 'POST',
    path: '/v2/shipments/:id/adjustments',
    scope: 'adjustments:write',
    tag: 'Adjustments',
    summary: 'Adjust the price by hand',
    description:
      "Records a price correction for a shipment in any status, and fires shipment.adjusted. The shipment's `amount` remains the agreed price; adjustments are separate from it. A credit may be larger than the price, unless the operator's policy refuses such credits (`negative_total`).",
    body: AdjustmentCreate,
    answers: { 201: { description: 'The adjustment', schema: AdjustmentOut } },
    errors: ['negative_total'],
  },
  ({ service, caller }, { params, body, execute }) =>
    runExclusive(shipmentTurn(params.id), () => execute(() => adjustShipment(service, caller, params.id, body))),
)
