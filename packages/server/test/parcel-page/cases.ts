import type * as kind from '../../src/kinds/parcel-page/kind.ts'
import { type CasesOf, onShipment } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  renewParcelLink: onShipment('label_ready', '/parcel-link'),
  withdrawParcelLink: onShipment('label_ready', '/parcel-link'),
}
