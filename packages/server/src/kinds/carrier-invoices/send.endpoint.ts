import { Type } from 'typebox'
import { BATCH_LIMIT_BYTES, endpoint, OPS } from '../../http/endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { actingOperator } from '../../service/audit.ts'
import { ImportOut } from '../imports/schema.ts'
import { takeFile } from '../imports/take.ts'
import { INVOICE_COLUMNS } from './file.ts'
import { refuseUnknownCarrier } from './known-carrier.ts'

export const sendCarrierInvoice = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/carrier-invoices',
    ...OPS,
    summary: 'Send invoices of a carrier',
    description: `Takes what a carrier charges, as CSV with the columns ${INVOICE_COLUMNS.map((name) => `\`${name}\``).join(', ')}, of which the first four are required, and answers at once; reading the import says how far it has come. Each line is compared with what is owed for its parcel: the price by the carrier's tariff or card, and what was adjusted. All lines or none: if one is bad, nothing is taken, and each bad one is listed with its reason. A file may have several invoices of the carrier; one whose number was taken before is refused.`,
    query: Type.Object(
      {
        carrier: Text(40, 'Code of the carrier'),
        file_name: Type.Optional(Text(200, 'Name of the file, for those who look at it later')),
      },
      { additionalProperties: false },
    ),
    binary: ['text/csv'],
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 202: { description: 'The import as it begins', schema: ImportOut } },
    errors: ['not_found', 'import_in_progress'],
  },
  async ({ service, caller }, { query: { carrier, file_name = null }, body: { bytes }, execute }) => {
    const refusal = await refuseUnknownCarrier(service, carrier)
    if (refusal) return execute(async () => refusal)
    return takeFile(service, actingOperator(caller), execute, { kind: 'carrier-invoice', carrier, file_name }, bytes)
  },
)
