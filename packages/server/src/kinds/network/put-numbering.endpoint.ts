import { answer, endpoint, OPS } from '../../http/endpoint.ts'
import { actingOperator } from '../../service/audit.ts'
import { readNumbering } from '../../service/numbers.ts'
import { numberingResource, putBarcodes } from './numbering.ts'
import { NumberingOut, NumberingPut } from './schema.ts'

export const setNumbering = endpoint(
  {
    method: 'PUT',
    path: '/v2/ops/numbering',
    ...OPS,
    summary: 'Set the numbering',
    description:
      'What new barcodes are: 20 digits of our own, or an SSCC under your GS1 company prefix. Barcodes that are out stay what they are and are still scanned; a prefix that was used before goes on from where it was. It holds in the processes of this machine when the answer comes, and in all others two seconds later.',
    body: NumberingPut,
    answers: { 200: { description: 'The numbering', schema: NumberingOut } },
  },
  async ({ service, caller }, { body }) => {
    const refused = await putBarcodes(service, actingOperator(caller), body.barcodes)
    return refused ?? answer(200, numberingResource(await readNumbering(service.db)))
  },
)
