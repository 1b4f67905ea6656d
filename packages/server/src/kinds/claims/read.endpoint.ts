import { answer, endpoint, ownerShown, tenant } from '../../http/endpoint.ts'
import { claimNotFound } from './command.ts'
import { findClaim } from './queries.ts'
import { claimResource } from './resource.ts'
import { ClaimOut } from './schema.ts'

export const readClaim = endpoint(
  {
    method: 'GET',
    path: '/v2/claims/:id',
    scope: 'shipments:read',
    tag: 'Claims',
    summary: 'Read a claim',
    description: 'Returns a claim with its history. Poll it for approval, denial and closure.',
    answers: { 200: { description: 'The claim', schema: ClaimOut } },
  },
  async (context, { params }) => {
    const claim = await findClaim(context.service.db, tenant(context), params.id)
    return claim ? answer(200, { ...claimResource(claim), ...ownerShown(context, claim) }) : claimNotFound()
  },
)
