import type * as kind from '../../src/kinds/addresses/kind.ts'
import { type CasesOf, plain } from '../coverage/case.ts'
import { ADDRESS } from '../support/client.ts'

export const CASES: CasesOf<typeof kind> = {
  verifyAddress: plain('/v2/addresses/verify', { address: ADDRESS }),
}

export const NAMES_NOTHING = {
  verifyAddress: 'it says what is right of the address that it was given',
}
