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
      'Sets the form of new barcodes: 20 digits assigned by Backhaul, or an SSCC under your GS1 company prefix. Existing barcodes do not change and can still be scanned. A prefix that was used before continues with its next number. The setting is in force in the processes of this machine when the answer arrives, and in all others two seconds later.',
    body: NumberingPut,
    answers: { 200: { description: 'The numbering', schema: NumberingOut } },
  },
  async ({ service, caller }, { body }) => {
    const refused = await putBarcodes(service, actingOperator(caller), body.barcodes)
    return refused ?? answer(200, numberingResource(await readNumbering(service.db)))
  },
)
