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
        'Only an active QR can be presented. Reissuing a QR invalidates the old one. When the shipment is canceled, its QR expires',
    }),
    expires_at: Time('Time when the QR expires, unless its shipment is canceled earlier'),
    image_url: Type.String({ description: 'Path of the QR image' }),
    previous_qr_id: Nullable(Type.String({ description: 'The QR that this one replaced' })),
    superseded_by: Nullable(Type.String({ description: 'The QR that replaced this one' })),
    used_at: Nullable(Time('Time when the QR was presented')),
    invalidated_at: Nullable(Time('Time when the QR was invalidated or replaced')),
    created_at: Time('Time when the QR was issued'),
  },
  { title: 'Qr' },
)
