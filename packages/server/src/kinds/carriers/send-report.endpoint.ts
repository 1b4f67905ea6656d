import { Type } from 'typebox'
import { BATCH_LIMIT_BYTES, endpoint, OPS } from '../../http/endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { actingOperator } from '../../service/audit.ts'
import { receiveFile } from '../imports/receive-file.ts'
import { ImportOut } from '../imports/schema.ts'
import { refuseReports } from './reporting.ts'

export const sendCarrierReport = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/carriers/:code/reports',
    ...OPS,
    summary: 'Send a carrier report',
    description:
      'Imports a carrier report. CSV has the columns `number`, `code`, `occurred_at`, and any of `reference`, `facility`, `city`, `state`, `postal_code`, `country`, `signed_by`, `scheduled_delivery_date`. JSON is an array of objects with these fields, or one object per line, for which the Content-Type `application/x-ndjson` is also accepted. The request is answered immediately; read the import for its progress. Each line is a separate scan: good lines are recorded with the time and place of the event, bad lines are listed with their reason, and a line that was reported before is not recorded again. So a report may be sent again as a whole, corrected or in parts. A line whose number matches no parcel goes to the inbox. A carrier can have only one report in progress at a time.',
    query: Type.Object({ file_name: Type.Optional(Text(200, 'Name of the file, for later reference')) }, { additionalProperties: false }),
    binary: ['text/csv', 'application/json', 'application/x-ndjson'],
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 202: { description: 'The started import', schema: ImportOut } },
    errors: ['carrier_sends_no_reports', 'import_in_progress'],
  },
  async ({ service, caller }, { params: { code }, query: { file_name = null }, body: { bytes }, execute }) => {
    const refusal = await refuseReports(service, code)
    if (refusal) return execute(async () => refusal)
    return receiveFile(service, actingOperator(caller), execute, { kind: 'carrier-report', carrier: code, file_name }, bytes)
  },
)
