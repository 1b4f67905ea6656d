import { Type } from 'typebox'
import { Nullable } from '../../http/schemas.ts'
import { CARRIER_LABEL_STATES, LABEL_MEANINGS } from './state.ts'

export const CarrierLabelOut = Type.Object(
  {
    object: Type.Enum(['carrier_label']),
    shipment_id: Type.String(),
    state: Type.Enum([...CARRIER_LABEL_STATES], {
      title: 'CarrierLabelState',
      description: Object.entries(LABEL_MEANINGS)
        .map(([state, meaning]) => `\`${state}\`: ${meaning}`)
        .join('; '),
    }),
    carrier: Type.String({ description: 'Code of the carrier' }),
    number: Nullable(Type.String({ description: "The carrier's number on the label" })),
    format: Nullable(
      Type.String({ description: 'Format in which the carrier gave the label, such as `pdf`, `png`, `gif` or `zpl`', examples: ['pdf'] }),
    ),
    url: Type.String({ description: 'Path of the label' }),
    message: Nullable(Type.String({ description: 'Why the label is not ready, and what to do; null once it is' })),
  },
  { title: 'CarrierLabel', description: "The carrier's own label of a shipment, and how far its purchase is." },
)
