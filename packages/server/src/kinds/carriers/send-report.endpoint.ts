import { Type } from 'typebox'
import { BATCH_LIMIT_BYTES, endpoint, OPS } from '../../http/endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { actingOperator } from '../../service/audit.ts'
import { ImportOut } from '../imports/schema.ts'
import { takeFile } from '../imports/take.ts'
import { refuseReports } from './reporting.ts'

export const sendCarrierReport = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/carriers/:code/reports',
    ...OPS,
    summary: 'Send a report of a carrier',
    description:
      'Takes what a carrier reports of its parcels, as CSV (columns `number`, `code`, `occurred_at`, and any of `reference`, `facility`, `city`, `state`, `postal_code`, `country`, `signed_by`, `scheduled_delivery_date`) or as JSON (an array of objects with these fields, or one object a line, which may be called `application/x-ndjson`), and answers at once; reading the import says how far it has come. Each line is a scan of its own: good ones are recorded with the time and place of what happened, bad ones are listed with their reason, and one that was reported before is recorded no second time. So a report may be sent again, whole, corrected or in parts. A line whose number leads to no parcel goes to the inbox. A carrier can have one report in progress at a time.',
    query: Type.Object(
      { file_name: Type.Optional(Text(200, 'Name of the file, for those who look at it later')) },
      { additionalProperties: false },
    ),
    binary: ['text/csv', 'application/json', 'application/x-ndjson'],
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 202: { description: 'The import as it begins', schema: ImportOut } },
    errors: ['carrier_sends_no_reports', 'import_in_progress'],
  },
  async ({ service, caller }, { params: { code }, query: { file_name = null }, body: { bytes }, execute }) => {
    const refusal = await refuseReports(service, code)
    if (refusal) return execute(async () => refusal)
    return takeFile(service, actingOperator(caller), execute, { kind: 'carrier-report', carrier: code, file_name }, bytes)
  },
)
