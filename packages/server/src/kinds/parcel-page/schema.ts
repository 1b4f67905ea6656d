import { Type } from 'typebox'
import { Nullable, Time } from '../../http/schemas.ts'

export const ParcelLinkOut = Type.Object(
  {
    object: Type.Enum(['parcel_link']),
    shipment_id: Type.String(),
    url: Nullable(Type.String({ description: 'Address of the page, the `parcel_url` of the shipment; null after withdrawal' })),
    withdrawn_at: Nullable(Time('Time when the link was withdrawn')),
  },
  { title: 'ParcelLink' },
)
