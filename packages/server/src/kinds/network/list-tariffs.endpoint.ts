import { keyedList, OPS } from '../../http/list-endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { TariffOut } from './tariff-schema.ts'
import { listTariffs as list, tariffResource } from './tariffs.ts'

export const listTariffs = keyedList(
  {
    ...OPS,
    path: '/v2/ops/tariffs',
    summary: 'List tariffs',
    description:
      'Lists tariffs: tables of prices of a carrier by zone and weight, each in force from a given day. Tariffs are imported as files of the kind `tariffs`. Sorted by carrier, country and day.',
    filters: { carrier: Text(40, 'Only tariffs of this carrier'), country: Text(2, 'Only tariffs for this country') },
    page: 'A page of tariffs',
    item: TariffOut,
  },
  ({ service }, { carrier = null, country = null }) => list(service.db, carrier, country),
  ({ carrier, country, effective_on }) => `${carrier}/${country}/${effective_on}`,
  tariffResource,
)
