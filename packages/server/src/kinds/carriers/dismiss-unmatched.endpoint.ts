import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { dismissScan } from './inbox.ts'
import { ScanDismissal, UnmatchedScan } from './schema.ts'

export const dismissUnmatchedScan = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/unmatched-scans/:id/dismiss',
    ...OPS,
    summary: 'Dismiss an unmatched scan',
    description:
      'Removes a scan that concerns no parcel of the network from the inbox. A repeated report of the scan does not return it to the inbox.',
    body: ScanDismissal,
    answers: { 200: { description: 'The scan', schema: UnmatchedScan } },
    errors: ['scan_already_resolved'],
  },
  ({ service, caller }, { params, body, execute }) =>
    execute(() => dismissScan(service, actingOperator(caller), params.id, body.note ?? null)),
)
