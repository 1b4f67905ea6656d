import { endpoint } from '../../http/endpoint.ts'
import { cancelGroup } from './command.ts'
import { ShipmentGroupCancelled } from './schema.ts'

export const cancelShipmentGroup = endpoint(
  {
    method: 'POST',
    path: '/v2/shipment-groups/:id/cancel',
    scope: 'shipments:write',
    tag: 'Shipments',
    summary: 'Cancel a shipment group',
    description:
      'Cancels those of its shipments that were not dropped off, in one transaction, and says of each of the others why it goes on. Refused only if none can be cancelled.',
    answers: { 200: { description: 'The group, and what became of each shipment', schema: ShipmentGroupCancelled } },
    errors: ['shipment_not_cancellable'],
  },
  ({ service, caller }, { params, execute }) => execute(() => cancelGroup(service, caller, params.id)),
)
