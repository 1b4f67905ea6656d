import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageByKey } from '../../http/lists.ts'
import { ListOf, Paging, Text } from '../../http/schemas.ts'
import { TariffOut } from './tariff-schema.ts'
import { listTariffs as list, tariffResource } from './tariffs.ts'

export const listTariffs = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/tariffs',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List tariffs',
    description:
      'What carriers charge by tables of zones and weights, from a day on. They are imported as files of the kind `tariffs`. Sorted by carrier, country and day.',
    query: Type.Object(
      { ...Paging, carrier: Type.Optional(Text(40, 'Only of this carrier')), country: Type.Optional(Text(2, 'Only for this country')) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of tariffs', schema: ListOf(TariffOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) => {
    const tariffs = await list(service.db, query.carrier ?? null, query.country ?? null)
    return pageByKey(tariffs, query, ({ carrier, country, effective_on }) => `${carrier}/${country}/${effective_on}`, tariffResource)
  },
)
