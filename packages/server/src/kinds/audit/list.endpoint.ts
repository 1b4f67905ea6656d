import { shownHost, shownUrl } from '@backhaul/core/carrier-url.ts'
import { OPS, pagedList } from '../../http/list-endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { isReader } from '../../service/reach.ts'
import { listAudit as list } from './queries.ts'
import { auditResource } from './resource.ts'
import { AuditOut } from './schema.ts'

export const listAudit = pagedList(
  {
    ...OPS,
    path: '/v2/ops/audit',
    summary: 'Read the audit trail',
    description:
      'Lists what operators did, with keys and on the command line, newest first. Each entry was written together with the change that it describes.',
    filters: {
      actor: Text(300, 'Only entries of this actor'),
      subject: Text(255, 'Only entries about this id or code'),
      action: Text(100, 'Only entries with this action'),
    },
    page: 'A page of the audit trail',
    item: AuditOut,
  },
  ({ service }, { after, limit }, filters) => list(service.db, filters, after, limit),
  (entry, { caller }) => auditResource(isReader(caller) ? shownHost : shownUrl)(entry),
)
