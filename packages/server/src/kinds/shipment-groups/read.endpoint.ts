import { answer, endpoint, ownerShown, tenant } from '../../http/endpoint.ts'
import { loadMembers } from '../shipments/load.ts'
import { groupNotFound } from './command.ts'
import { findShipmentGroup } from './queries.ts'
import { groupResource } from './resource.ts'
import { ShipmentGroupOut } from './schema.ts'

export const readShipmentGroup = endpoint(
  {
    method: 'GET',
    path: '/v2/shipment-groups/:id',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'Read a shipment group',
    description: 'Returns the group with all its shipments in their current state.',
    answers: { 200: { description: 'The group', schema: ShipmentGroupOut } },
  },
  async (context, { params }) => {
    const { service } = context
    const group = await findShipmentGroup(service.db, tenant(context), params.id)
    if (!group) return groupNotFound()
    return answer(200, { ...groupResource(group, await loadMembers(service, group), service.links), ...ownerShown(context, group) })
  },
)
