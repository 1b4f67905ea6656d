import { Type } from 'typebox'
import { endpoint, tenant } from '../../http/endpoint.ts'
import { IdText } from '../../http/schemas.ts'
import { LABEL_CONTENT_TYPES } from './formats.ts'
import { printLabels as print } from './print.ts'

const MAX_LABELS = 500
const DEFAULT_DPI = 203

const LabelPrint = Type.Object(
  {
    shipment_ids: Type.Array(IdText('Id of a shipment with a label'), {
      minItems: 1,
      maxItems: MAX_LABELS,
      uniqueItems: true,
      description: 'Shipments in the order in which their labels are printed',
    }),
    format: Type.Optional(
      Type.Enum(['pdf', 'zpl'], { description: '`pdf` when absent: one page per label. `zpl`: one program per label' }),
    ),
    dpi: Type.Optional(
      Type.Unsafe<203 | 300>({ type: 'integer', enum: [203, 300], description: 'Resolution of the printer; 203 when absent' }),
    ),
  },
  { additionalProperties: false, title: 'LabelPrint' },
)

export const printLabels = endpoint(
  {
    method: 'POST',
    path: '/v2/labels',
    scope: 'shipments:read',
    tag: 'Labels',
    summary: 'Print many labels',
    description:
      'Prints the current labels of up to 500 shipments as one document, in the order of the request. If a shipment has no label to print, nothing is printed, and the error names every such shipment. A request that is repeated with its Idempotency-Key prints the same versions of the labels again.',
    body: LabelPrint,
    answers: {
      200: { description: 'The labels', content: [LABEL_CONTENT_TYPES.pdf, LABEL_CONTENT_TYPES.zpl] },
    },
    errors: ['not_found', 'label_voided', 'label_not_ready'],
  },
  (context, { body: { shipment_ids, format = 'pdf', dpi = DEFAULT_DPI }, execute }) =>
    print(context.service, tenant(context), execute, { shipment_ids, format, dpi }),
)
