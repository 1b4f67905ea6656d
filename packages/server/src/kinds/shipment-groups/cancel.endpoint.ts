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
      'Cancels all shipments of the group that were not dropped off, in one transaction. For each other shipment, the response says why it was not canceled. Refused only if no shipment can be canceled.',
    answers: { 200: { description: 'The group, and the result for each shipment', schema: ShipmentGroupCancelled } },
    errors: ['shipment_not_cancellable'],
  },
  ({ service, caller }, { params, execute }) => execute(() => cancelGroup(service, caller, params.id)),
)
