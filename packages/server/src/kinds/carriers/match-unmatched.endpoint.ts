import { endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { matchScan } from './inbox.ts'
import { MatchedScan, ScanMatch } from './schema.ts'

export const matchUnmatchedScan = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/unmatched-scans/:id/match',
    ...OPS,
    summary: 'Match an unmatched scan',
    description:
      'Assigns the number to a parcel. Everything that the carrier has reported for the number, or will report, is recorded with the parcel, as if the number had been known from the start.',
    body: ScanMatch,
    answers: { 200: { description: 'The scan', schema: MatchedScan } },
    errors: ['scan_already_resolved', 'invalid_transition'],
  },
  ({ service, caller }, { params, body, execute }) => execute(() => matchScan(service, actingOperator(caller), params.id, body.shipment)),
)
