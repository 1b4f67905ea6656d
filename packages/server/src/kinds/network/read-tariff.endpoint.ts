import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { tariffCsv } from './tariff-file.ts'
import { TariffDetail } from './tariff-schema.ts'
import { findTariff, tariffResource, unknownTariff } from './tariffs.ts'

export const readTariff = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/tariffs/:carrier/:country/:effective_on',
    ...OPS,
    summary: 'Export a tariff',
    description: 'Returns a tariff with all of its rows, as a CSV file in `csv` that can be imported again.',
    answers: { 200: { description: 'The tariff', schema: TariffDetail } },
  },
  async ({ service }, { params }) => {
    const found = await findTariff(service.db, params)
    return found ? answer(200, { ...tariffResource(found), csv: tariffCsv(found, found.rows) }) : unknownTariff()
  },
)
