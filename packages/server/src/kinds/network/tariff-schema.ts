import { Type } from 'typebox'
import { Time } from '../../http/schemas.ts'

const fields = {
  object: Type.Enum(['tariff']),
  carrier: Type.String({ description: 'The code of the carrier' }),
  country: Type.String({ description: 'Destination country' }),
  currency: Type.String({ description: 'ISO 4217 code; that of its market' }),
  effective_on: Type.String({ description: 'The first day, in UTC, on which it is in force', examples: ['2027-01-01'] }),
  in_use: Type.Boolean({ description: 'Whether it is in force or still to come; others were in force before' }),
  rows: Type.Integer({ description: 'How many rows it has' }),
  pairs: Type.Integer({ description: 'How many pairs of prefixes its table of zones has; each takes a byte of memory in every process' }),
  imported_at: Time('When it was imported'),
  actor: Type.String({ description: 'Who imported it' }),
}

export const TariffOut = Type.Object(fields, { title: 'Tariff' })

export const TariffDetail = Type.Object(
  { ...fields, csv: Type.String({ description: 'All of it, as a file that can be imported again' }) },
  { title: 'TariffDetail' },
)
