import { ADJUSTMENT_REASONS, DISPUTE_OUTCOMES, DISPUTE_STATUSES, MAX_DELTA_CENTS } from '@backhaul/core/adjustment.ts'
import { Type } from 'typebox'
import { Amount, Nullable, Owned, OwnerShown, Text, Time } from '../../http/schemas.ts'

const Pounds = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description })

export const AdjustmentCreate = Type.Object(
  {
    delta_amount: Amount('Signed cents: positive if the shipment costs more, negative if it costs less', {
      minimum: -MAX_DELTA_CENTS,
      maximum: MAX_DELTA_CENTS,
    }),
    reason: Type.Enum([...ADJUSTMENT_REASONS]),
    original_weight: Type.Optional(Pounds('Charged weight in pounds')),
    new_weight: Type.Optional(Pounds('Actual weight in pounds')),
  },
  { additionalProperties: false, title: 'AdjustmentCreate' },
)

export const AdjustmentDispute = Type.Object(
  { reason: Text(1000, 'Why the adjustment is wrong') },
  { additionalProperties: false, title: 'AdjustmentDispute' },
)

export const AdjustmentResolve = Type.Object(
  { outcome: Type.Enum([...DISPUTE_OUTCOMES], { description: '`upheld`: the partner is right; `rejected`: the charge is right' }) },
  { additionalProperties: false, title: 'AdjustmentResolve' },
)

export const AdjustmentOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['adjustment']),
    shipment_id: Type.String(),
    delta_amount: Amount('Signed cents'),
    currency: Type.String(),
    reason: Type.Enum([...ADJUSTMENT_REASONS]),
    original_weight: Nullable(Type.Number({ description: 'Pounds' })),
    new_weight: Nullable(Type.Number({ description: 'Pounds' })),
    dispute_status: Nullable(Type.Enum([...DISPUTE_STATUSES])),
    dispute_reason: Nullable(Type.String()),
    source: Type.Enum(['counter', 'discrepancy', 'manual'], {
      description: 'Origin: reweighing at a counter, a chargeable discrepancy, or entry by hand',
    }),
    disputed_at: Nullable(Time('Time of the dispute')),
    resolved_at: Nullable(Time('Time of the resolution')),
    created_at: Time('Creation'),
    ...OwnerShown,
  },
  { title: 'Adjustment' },
)

export const OpsAdjustment = Type.Object({ ...AdjustmentOut.properties, ...Owned }, { title: 'OperatorAdjustment' })
