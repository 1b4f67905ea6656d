import { CLAIM_OUTCOMES, CLAIM_STATUSES, CLAIM_TYPES } from '@backhaul/core/claim.ts'
import { Type } from 'typebox'
import { Amount, Cents, IdText, Nullable, Owned, OwnerShown, Text, Time } from '../../http/schemas.ts'

export const ClaimCreate = Type.Object(
  {
    shipment_id: IdText('The parcel'),
    type: Type.Enum([...CLAIM_TYPES]),
    description: Type.Optional(Text(2000, 'What happened')),
    amount_claimed: Type.Optional(Cents('Claimed amount in cents')),
  },
  { additionalProperties: false, title: 'ClaimCreate' },
)

export const ClaimResolve = Type.Object(
  {
    outcome: Type.Enum([...CLAIM_OUTCOMES], {
      description: 'Outcome: an open claim is approved, denied or closed; a decided claim can be closed',
    }),
    amount_approved: Type.Optional(Cents('Cents that an approval pays; the claimed amount when absent')),
  },
  { additionalProperties: false, title: 'ClaimResolve' },
)

const Approved = Nullable(Amount('Cents'))

export const ClaimOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['claim']),
    shipment_id: Type.String(),
    type: Type.Enum([...CLAIM_TYPES]),
    description: Nullable(Type.String()),
    amount_claimed: Nullable(Amount('Cents')),
    amount_approved: Approved,
    currency: Type.String({ description: 'ISO 4217 code of the amounts: the currency of the shipment when the claim was opened' }),
    status: Type.Enum([...CLAIM_STATUSES]),
    history: Type.Array(Type.Object({ status: Type.Enum([...CLAIM_STATUSES]), at: Time('When'), amount_approved: Approved }), {
      description: 'Statuses of the claim, oldest first, from its opening',
    }),
    created_at: Time('Creation'),
    updated_at: Time('Last step'),
    ...OwnerShown,
  },
  { title: 'Claim' },
)

export const OpsClaim = Type.Object({ ...ClaimOut.properties, ...Owned }, { title: 'OperatorClaim' })
