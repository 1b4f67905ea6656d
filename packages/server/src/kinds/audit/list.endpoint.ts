import { shownHost, shownUrl } from '@backhaul/core/carrier-url.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { ListOf, Paging, Text } from '../../http/schemas.ts'
import { isReader } from '../../service/reach.ts'
import { listAudit as list } from './queries.ts'
import { auditResource } from './resource.ts'
import { AuditOut } from './schema.ts'

export const listAudit = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/audit',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Read the audit trail',
    description:
      'What operators did, with keys and on the command line, newest first. Each line was written together with the change it describes.',
    query: Type.Object(
      {
        ...Paging,
        actor: Type.Optional(Text(300, 'Only by this actor')),
        subject: Type.Optional(Text(255, 'Only about this id or code')),
        action: Type.Optional(Text(100, 'Only of this kind')),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of the trail', schema: ListOf(AuditOut) } },
    errors: ['invalid_cursor'],
  },
  ({ service, caller }, { query }) =>
    pageOf(
      query,
      ({ after, limit }, filters) => list(service.db, filters, after, limit),
      auditResource(isReader(caller) ? shownHost : shownUrl),
    ),
)
