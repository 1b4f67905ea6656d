import { MANIFEST_STATUSES } from '@backhaul/core/manifest.ts'
import { Type } from 'typebox'
import { LocalDate, Nullable, Time } from '../../http/schemas.ts'
import { StoreBlockOut } from '../network/location-schema.ts'

export const ManifestOut = Type.Object(
  {
    manifest_id: Type.String(),
    object: Type.Enum(['manifest']),
    store_id: Type.String({ description: 'The store that took the parcels in' }),
    store: StoreBlockOut,
    manifest_date: LocalDate('Store-local day'),
    status: Type.Enum([...MANIFEST_STATUSES]),
    package_count: Type.Integer({ description: 'Number of parcels taken in' }),
    created_at: Time('Time when the first parcel was taken in'),
    closed_at: Nullable(Time('Time when the manifest was closed')),
  },
  { title: 'Manifest' },
)
