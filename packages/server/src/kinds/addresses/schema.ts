import { ADDRESS_VERDICTS, FINDING_CODES, FINDING_FIELDS, POSITION_PRECISIONS } from '@backhaul/core/check-address.ts'
import { Type } from 'typebox'
import { Address, AddressOut, Nullable } from '../../http/schemas.ts'

export const AddressVerify = Type.Object(
  { address: Address },
  { additionalProperties: false, title: 'AddressVerify', description: 'The address to look at.' },
)

const Finding = Type.Object(
  {
    field: Type.Enum([...FINDING_FIELDS], { description: 'What it is about' }),
    code: Type.Enum([...FINDING_CODES], {
      description:
        '`format`: not written as such a thing is. `unknown`: the country has no such state, or no postal codes that begin so. `mismatch`: the postal code is of another state. `missing`: no state was given; that is no fault',
    }),
    message: Type.String({ description: 'What is wrong, after the name of the field' }),
    suggestion: Nullable(Type.String({ description: 'What the field would have to be for the others to be right; null: nobody can say' })),
  },
  { title: 'AddressFinding', description: 'What does not fit, or is missing.' },
)

export const AddressVerificationOut = Type.Object(
  {
    object: Type.Enum(['address_verification']),
    verdict: Type.Enum([...ADDRESS_VERDICTS], {
      description:
        '`consistent`: country, state and postal code fit each other. `inconsistent`: they do not, or something is malformed. `unchecked`: nothing is known about the states and postal codes of the country',
    }),
    findings: Type.Array(Finding, { description: 'What does not fit, or is missing' }),
    given: AddressOut,
    normalized: AddressOut,
    position: Nullable(
      Type.Object(
        {
          lat: Type.Number({ description: 'Degrees' }),
          lon: Type.Number({ description: 'Degrees' }),
          precision: Type.Enum([...POSITION_PRECISIONS], {
            description:
              '`area`: the middle of the area of the postal code. `region`: of all areas that begin with the same three characters',
          }),
        },
        { title: 'AddressPosition', description: 'About where the postal code is; null: not known' },
      ),
    ),
  },
  { title: 'AddressVerification', description: 'What can be said of an address.' },
)
