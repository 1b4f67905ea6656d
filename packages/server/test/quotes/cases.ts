import type * as kind from '../../src/kinds/quotes/kind.ts'
import { type CasesOf, plain } from '../coverage/case.ts'
import { RETURN } from '../support/client.ts'

export const CASES: CasesOf<typeof kind> = {
  quoteShipment: plain('/v2/quotes', RETURN),
}

export const NAMES_NOTHING = {
  quoteShipment: 'it says what something would cost',
}
