import { Type } from 'typebox'
import { BATCH_LIMIT_BYTES, endpoint, OPS } from '../../http/endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { actingOperator } from '../../service/audit.ts'
import { receiveFile } from '../imports/receive-file.ts'
import { ImportOut } from '../imports/schema.ts'
import { INVOICE_COLUMNS } from './file.ts'
import { refuseUnknownCarrier } from './known-carrier.ts'

export const sendCarrierInvoice = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/carrier-invoices',
    ...OPS,
    summary: 'Send carrier invoices',
    description: `Imports a CSV file of carrier invoices with the columns ${INVOICE_COLUMNS.map((name) => `\`${name}\``).join(', ')}; the first four are required. The request is answered immediately; read the import for its progress. Each line is compared with the amount owed for its parcel: the price by the carrier's tariff or rate card, and the adjustments. If one line is bad, nothing is imported, and each bad line is listed with its reason. A file may have several invoices of the carrier. An invoice whose number was imported before is refused.`,
    query: Type.Object(
      {
        carrier: Text(40, 'Code of the carrier'),
        file_name: Type.Optional(Text(200, 'Name of the file, for later reference')),
      },
      { additionalProperties: false },
    ),
    binary: ['text/csv'],
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 202: { description: 'The started import', schema: ImportOut } },
    errors: ['not_found', 'import_in_progress'],
  },
  async ({ service, caller }, { query: { carrier, file_name = null }, body: { bytes }, execute }) => {
    const refusal = await refuseUnknownCarrier(service, carrier)
    if (refusal) return execute(async () => refusal)
    return receiveFile(service, actingOperator(caller), execute, { kind: 'carrier-invoice', carrier, file_name }, bytes)
  },
)
