import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import { Nullable, Time } from '../../http/schemas.ts'
import { KINDS, MAX_LISTED, STATES } from './model.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const fields = {
  id: Type.String(),
  object: Type.Enum(['import']),
  kind: Type.Enum([...KINDS], { description: 'Content of the file' }),
  carrier: Nullable(Type.String({ description: 'Carrier of the report; null for other imports' })),
  state: Type.Enum([...STATES], {
    description:
      '`checking`: the rows are read and checked. `applying`: all rows are good and are being written. `done`: all rows are in force. `refused`: the file has errors, and nothing was changed. `interrupted`: the service stopped several times during the import, and nothing was changed. In a carrier report each line counts separately: the report is `applying` from its start, it is `done` even if some lines are bad, and the lines recorded so far remain if it is `interrupted`',
  }),
  file_name: Nullable(Type.String({ description: 'Name of the file, as sent' })),
  bytes: Count('Size of the file'),
  rows: Nullable(Count('Rows of the file without its header; null until all rows were read')),
  checked_rows: Count('Rows checked so far'),
  applied_rows: Count(
    'Rows written so far; all of them come into force when the import is `done`. In a carrier report: good lines so far, which are already in force',
  ),
  created_rows: Count('Rows that created a record'),
  changed_rows: Count('Rows that changed a record. Rows that neither created nor changed a record were already in force'),
  unmatched_rows: Count('Lines of a carrier report whose number matched no parcel; they are in the inbox (`/v2/ops/unmatched-scans`)'),
  error_count: Count('Errors found so far'),
  warning_count: Count('Warnings so far: rows that are applied but should be checked'),
  restarts: Count('Number of times that the import was restarted because the process that worked on it had ended'),
  actor: Type.String({ description: 'Actor that started the import' }),
  created_at: Time('Time of the start'),
  ended_at: Nullable(Time('Time of the end')),
}

export const ImportOut = Type.Object(fields, { title: 'Import' })

const ImportFault = Type.Object(
  {
    row: Type.Integer({ minimum: 1, description: 'The line of the file on which the row ends' }),
    field: Type.String({ description: 'The column; empty if the message is about the whole row' }),
    code: Type.String({ description: 'Code for programs, such as `required` or `duplicate`' }),
    message: Type.String({ description: 'Description of the error or change, worded to follow the name of the column' }),
  },
  { title: 'ImportFault' },
)

const LostPriceOut = Type.Object(
  {
    carrier: Type.String({ description: 'Carrier of the tariff' }),
    country: Type.String({ description: 'Market of the tariff' }),
    effective_on: Type.String({ format: 'date', description: 'First day of the tariff' }),
    service_level: Type.Enum([...SERVICE_LEVELS]),
    from: Type.Array(Type.String(), {
      description:
        "Origins that lose their price: country codes, prefixes of postal codes in the market's own country, or `*` for any origin",
    }),
    message: Type.String({ description: 'Description of the lost price' }),
  },
  { title: 'LostPrice', description: 'Shipments that lose their price when the tariff comes into force.' },
)

export const ImportDetail = Type.Object(
  {
    ...fields,
    errors: Type.Array(ImportFault, { description: `The errors of the first rows, at most ${MAX_LISTED}`, maxItems: MAX_LISTED }),
    lost_prices: Type.Array(LostPriceOut, { description: 'Prices that are lost because of a tariff file' }),
    warnings: Type.Array(ImportFault, { description: `The warnings of the first rows, at most ${MAX_LISTED}`, maxItems: MAX_LISTED }),
  },
  { title: 'ImportDetail' },
)
