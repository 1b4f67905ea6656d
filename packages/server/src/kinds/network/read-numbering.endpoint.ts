import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { readNumbering as read } from '../../service/numbers.ts'
import { numberingResource } from './numbering.ts'
import { NumberingOut } from './schema.ts'

export const readNumbering = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/numbering',
    ...OPS,
    summary: 'Read the numbering',
    description:
      'Returns the form of new barcodes, and how many numbers are left in each series: the series of barcodes, and the series of every carrier that has one.',
    answers: { 200: { description: 'The numbering', schema: NumberingOut } },
  },
  async ({ service }) => answer(200, numberingResource(await read(service.reads))),
)
