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
      'Checks that country, state and postal code of an address agree, and returns the usual spelling and approximate position of the address. Nothing is stored, and no postal service is asked, so the street may not exist. The states and postal codes of the US and Canada are known. `normalized` never replaces a given value with a different one. It only changes spaces, letter case and names of states to the postal spelling, and adds a missing state if the postal code allows just one.',
    body: AddressVerify,
    answers: { 200: { description: 'The result of the verification', schema: AddressVerificationOut } },
  },
  (_, { body, execute }) => execute(async () => ({ status: 200, body: await verify(body.address), plan: {} })),
)
