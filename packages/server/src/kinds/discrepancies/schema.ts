import { DISCREPANCY_REASONS, STAGES } from '@backhaul/core/discrepancy.ts'
import { MEASURES } from '@backhaul/core/parcel.ts'
import { Type } from 'typebox'
import { IdText, Nullable, OwnerShown, ParcelIn, ParcelOut, requires, rule, Time } from '../../http/schemas.ts'

const measured = (title: string, description: string, published: object = {}) =>
  Type.Object(ParcelIn.properties, { additionalProperties: false, title, description, published })

export const DiscrepancyCreate = Type.Object(
  {
    shipment_id: IdText('The parcel'),
    stage: Type.Enum([...STAGES], { description: 'Where it was measured' }),
    declared: Type.Optional(measured('DeclaredParcel', 'What was declared; measures left out are as recorded')),
    observed: measured(
      'ObservedParcel',
      'What was measured, at least one measure; measures left out are as declared',
      rule({ anyOf: MEASURES.map((name) => requires(name)) }),
    ),
    chargeable: Type.Boolean({ description: 'Whether the difference is charged, by an adjustment' }),
    store_id: Type.Optional(IdText('The counter that found it')),
  },
  { additionalProperties: false, title: 'DiscrepancyCreate' },
)

export const DiscrepancyOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['discrepancy']),
    shipment_id: Type.String(),
    stage: Type.Enum([...STAGES], { description: 'Where it was found' }),
    reason: Nullable(
      Type.Enum([...DISCREPANCY_REASONS], {
        description:
          '`late_custody`: a scan uploaded after the shipment expired or was cancelled shows that the network had the parcel. Null when the parcel measures differently than declared',
      }),
    ),
    declared: ParcelOut,
    observed: ParcelOut,
    chargeable: Type.Boolean(),
    adjustment_id: Nullable(Type.String({ description: 'Null when it is not chargeable' })),
    store_id: Nullable(Type.String()),
    created_at: Time('Creation'),
    ...OwnerShown,
  },
  { title: 'Discrepancy' },
)
