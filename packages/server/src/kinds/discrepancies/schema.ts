import { DISCREPANCY_REASONS, STAGES } from '@backhaul/core/discrepancy.ts'
import { MEASURES } from '@backhaul/core/parcel.ts'
import { Type } from 'typebox'
import { IdText, Nullable, OwnerShown, ParcelIn, ParcelOut, requires, rule, Time } from '../../http/schemas.ts'

const measured = (title: string, description: string, published: object = {}) =>
  Type.Object(ParcelIn.properties, { additionalProperties: false, title, description, published })

export const DiscrepancyCreate = Type.Object(
  {
    shipment_id: IdText('The parcel'),
    stage: Type.Enum([...STAGES], { description: 'Stage at which the parcel was measured' }),
    declared: Type.Optional(measured('DeclaredParcel', 'Declared measures; omitted measures default to the recorded ones')),
    observed: measured(
      'ObservedParcel',
      'Observed measures, at least one; omitted measures default to the declared ones',
      rule({ anyOf: MEASURES.map((name) => requires(name)) }),
    ),
    chargeable: Type.Boolean({ description: 'Whether the difference is charged by an adjustment' }),
    store_id: Type.Optional(IdText('Counter that found the discrepancy')),
  },
  { additionalProperties: false, title: 'DiscrepancyCreate' },
)

export const DiscrepancyOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['discrepancy']),
    shipment_id: Type.String(),
    stage: Type.Enum([...STAGES], { description: 'Stage at which the difference was found' }),
    reason: Nullable(
      Type.Enum([...DISCREPANCY_REASONS], {
        description:
          '`late_custody`: a scan uploaded after the shipment expired or was canceled shows that the network had the parcel. Null when the measures of the parcel differ from the declaration',
      }),
    ),
    declared: ParcelOut,
    observed: ParcelOut,
    chargeable: Type.Boolean(),
    adjustment_id: Nullable(Type.String({ description: 'Null when the discrepancy is not chargeable' })),
    store_id: Nullable(Type.String()),
    created_at: Time('Creation'),
    ...OwnerShown,
  },
  { title: 'Discrepancy' },
)
