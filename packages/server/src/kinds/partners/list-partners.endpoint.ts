import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { listPartners } from './queries.ts'
import { partnerResource } from './resource.ts'
import { PartnerOut } from './schema.ts'

export const listAllPartners = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/partners',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List partners',
    description: 'Newest first.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of partners', schema: ListOf(PartnerOut) } },
    errors: ['invalid_cursor'],
  },
  ({ service }, { query }) => pageOf(query, ({ after, limit }) => listPartners(service.db, after, limit), partnerResource),
)
