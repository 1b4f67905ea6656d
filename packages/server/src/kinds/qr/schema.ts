import { QR_STATUSES } from '@backhaul/core/qr.ts'
import { Type } from 'typebox'
import { Nullable, Time } from '../../http/schemas.ts'

export const QrOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['qr']),
    shipment_id: Type.String(),
    token: Type.String({ description: 'The text in the symbol' }),
    status: Type.Enum([...QR_STATUSES], {
      description:
        'Only an active QR can be presented. Reissuing invalidates the QR that is replaced, and canceling the shipment lets its QR expire',
    }),
    expires_at: Time('When it stops validating, unless its shipment is cancelled before'),
    image_url: Type.String({ description: 'Path of its image' }),
    previous_qr_id: Nullable(Type.String({ description: 'The QR that it replaced' })),
    superseded_by: Nullable(Type.String({ description: 'The QR that replaced it' })),
    used_at: Nullable(Time('When it was presented')),
    invalidated_at: Nullable(Time('When it was invalidated or replaced')),
    created_at: Time('When it was issued'),
  },
  { title: 'Qr' },
)
