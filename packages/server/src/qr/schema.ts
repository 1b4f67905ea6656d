import { Type } from 'typebox'
import { Nullable, Time } from '../http/schemas.ts'

export const QrOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['qr']),
    shipment_id: Type.String(),
    token: Type.String({ description: 'What the symbol carries' }),
    status: Type.Enum(['active', 'used', 'superseded', 'invalidated', 'expired'], { description: 'Only an active one can be presented' }),
    expires_at: Time('When it stops validating'),
    image_url: Type.String({ description: 'Path of its image' }),
    previous_qr_id: Nullable(Type.String({ description: 'The one that it replaced' })),
    used_at: Nullable(Time('When it was presented')),
    invalidated_at: Nullable(Time('When it was invalidated')),
    created_at: Time('When it was issued'),
  },
  { title: 'Qr' },
)
