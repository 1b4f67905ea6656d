import { ADDRESS_VERDICTS, FINDING_CODES, FINDING_FIELDS, POSITION_PRECISIONS } from '@backhaul/core/check-address.ts'
import { Type } from 'typebox'
import { Address, AddressOut, Nullable } from '../../http/schemas.ts'

export const AddressVerify = Type.Object(
  { address: Address },
  { additionalProperties: false, title: 'AddressVerify', description: 'The address to verify.' },
)

const Finding = Type.Object(
  {
    field: Type.Enum([...FINDING_FIELDS], { description: 'Field of the address' }),
    code: Type.Enum([...FINDING_CODES], {
      description:
        '`format`: the value is malformed. `unknown`: the country has no such state, or no postal codes with this beginning. `mismatch`: the postal code belongs to another state. `missing`: no state was given, which is not an error',
    }),
    message: Type.String({ description: 'Problem with the field, worded to follow its name' }),
    suggestion: Nullable(Type.String({ description: 'Value that would agree with the other fields; null if unknown' })),
  },
  { title: 'AddressFinding', description: 'A problem with one field of an address.' },
)

export const AddressVerificationOut = Type.Object(
  {
    object: Type.Enum(['address_verification']),
    verdict: Type.Enum([...ADDRESS_VERDICTS], {
      description:
        '`consistent`: country, state and postal code agree. `inconsistent`: they do not agree, or a field is malformed. `unchecked`: the states and postal codes of the country are not known',
    }),
    findings: Type.Array(Finding, { description: 'Problems found; empty if there are none' }),
    given: AddressOut,
    normalized: AddressOut,
    position: Nullable(
      Type.Object(
        {
          lat: Type.Number({ description: 'Degrees' }),
          lon: Type.Number({ description: 'Degrees' }),
          precision: Type.Enum([...POSITION_PRECISIONS], {
            description:
              '`area`: center of the area of the postal code. `region`: center of all areas that begin with the same three characters',
          }),
        },
        { title: 'AddressPosition', description: 'Approximate position of the postal code; null if unknown' },
      ),
    ),
  },
  { title: 'AddressVerification', description: 'The result of verifying an address.' },
)
