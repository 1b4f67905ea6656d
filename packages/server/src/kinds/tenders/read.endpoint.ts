import { answer, endpoint, ownerShown } from '../../http/endpoint.ts'
import { tenantOfNetwork } from '../../service/reach.ts'
import { tenderNotFound } from './command.ts'
import { findTender } from './queries.ts'
import { tenderResource } from './resource.ts'
import { TenderOut } from './schema.ts'
import { currentStatuses } from './statuses.ts'

export const readTender = endpoint(
  {
    method: 'GET',
    path: '/v2/tenders/:id',
    scope: 'shipments:read',
    tag: 'Tenders',
    summary: 'Read a tender',
    description: 'Returns the tender with the current statuses of its members.',
    answers: { 200: { description: 'The tender', schema: TenderOut } },
  },
  async (context, { params }) => {
    const { service } = context
    const tender = await findTender(service.db, tenantOfNetwork(context.caller), params.id)
    if (!tender) return tenderNotFound()
    return answer(200, { ...tenderResource(tender, await currentStatuses(service, [tender])), ...ownerShown(context, tender) })
  },
)
