import { Type } from 'typebox'
import { Time } from '../../http/schemas.ts'

const fields = {
  object: Type.Enum(['tariff']),
  carrier: Type.String({ description: 'Code of the carrier' }),
  country: Type.String({ description: 'Destination country' }),
  currency: Type.String({ description: 'ISO 4217 code of the currency of the market' }),
  effective_on: Type.String({ description: 'First day, in UTC, on which the tariff is in force', examples: ['2027-01-01'] }),
  in_use: Type.Boolean({ description: 'Whether the tariff is in force now or later; false if it was in force only before' }),
  rows: Type.Integer({ description: 'Number of rows' }),
  pairs: Type.Integer({ description: 'Number of pairs of prefixes in the table of zones; each takes a byte of memory in every process' }),
  imported_at: Time('Time of the import'),
  actor: Type.String({ description: 'Actor that imported the tariff' }),
}

export const TariffOut = Type.Object(fields, { title: 'Tariff' })

export const TariffDetail = Type.Object(
  { ...fields, csv: Type.String({ description: 'The whole tariff, as a file that can be imported again' }) },
  { title: 'TariffDetail' },
)
