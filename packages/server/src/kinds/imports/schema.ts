import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import { Nullable, Time } from '../../http/schemas.ts'
import { KINDS, MAX_LISTED, STATES } from './model.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const fields = {
  id: Type.String(),
  object: Type.Enum(['import']),
  kind: Type.Enum([...KINDS], { description: 'What the file has' }),
  carrier: Nullable(Type.String({ description: 'Whose report it is; null if it is none' })),
  state: Type.Enum([...STATES], {
    description:
      '`checking`: its rows are read and checked. `applying`: all are good, and they are being written. `done`: all of them are in force. `refused`: it has errors, and nothing was changed. `interrupted`: the service was ended in the middle of it again and again; nothing was changed. Of a report of a carrier each line counts by itself: it is `applying` from its start, `done` also if some lines are bad, and what it had come to counts if it is `interrupted`',
  }),
  file_name: Nullable(Type.String({ description: 'As it was given' })),
  bytes: Count('Size of the file'),
  rows: Nullable(Count('Rows of the file without its header; null until all were read')),
  checked_rows: Count('Rows checked so far'),
  applied_rows: Count(
    'Rows written so far; they are in force when it is `done`, all at once. Of a report of a carrier: good lines so far, in force already',
  ),
  created_rows: Count('Rows that made something new'),
  changed_rows: Count('Rows that changed something; all others were in force as they are'),
  unmatched_rows: Count('Lines of a report of a carrier whose number led to no parcel: they are in the inbox (`/v2/ops/unmatched-scans`)'),
  error_count: Count('Errors found so far'),
  warning_count: Count('Warnings so far: rows that are applied, but that somebody should check'),
  restarts: Count('How often it was begun again after the process that worked on it had ended'),
  actor: Type.String({ description: 'Who started it' }),
  created_at: Time('When it was started'),
  ended_at: Nullable(Time('When it ended')),
}

export const ImportOut = Type.Object(fields, { title: 'Import' })

const ImportFault = Type.Object(
  {
    row: Type.Integer({ minimum: 1, description: 'The line of the file on which the row ends' }),
    field: Type.String({ description: 'The column; empty if it is about the whole row' }),
    code: Type.String({ description: 'A word for programs, such as `required` or `duplicate`' }),
    message: Type.String({ description: 'What is wrong or was changed; read it after the name of the column' }),
  },
  { title: 'ImportFault' },
)

const LostPriceOut = Type.Object(
  {
    carrier: Type.String({ description: 'Whose tariff it is' }),
    country: Type.String({ description: 'The market of the tariff' }),
    effective_on: Type.String({ format: 'date', description: 'The first day of the tariff' }),
    service_level: Type.Enum([...SERVICE_LEVELS]),
    from: Type.Array(Type.String(), {
      description:
        "Origins that lose their price: country codes, and in the market's own country prefixes of postal codes, or `*` for any place",
    }),
    message: Type.String({ description: 'The same in words' }),
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
