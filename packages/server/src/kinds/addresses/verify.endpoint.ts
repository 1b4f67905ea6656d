import { endpoint } from '../../http/endpoint.ts'
import { AddressVerificationOut, AddressVerify } from './schema.ts'
import { verifyAddress as verify } from './verify.ts'

export const verifyAddress = endpoint(
  {
    method: 'POST',
    path: '/v2/addresses/verify',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'Verify an address',
    description:
      'Whether country, state and postal code of an address fit each other, how it is usually written, and about where it is. Nothing is kept, and no post is asked: that the street exists is not said. The states and postal codes of the US and Canada are known. `normalized` replaces nothing that was given by something else: spaces, small letters and names of states are put as the posts write them, and a missing state is added if the postal code leaves no other.',
    body: AddressVerify,
    answers: { 200: { description: 'What was found', schema: AddressVerificationOut } },
  },
  (_, { body, execute }) => execute(async () => ({ status: 200, body: await verify(body.address), plan: {} })),
)
