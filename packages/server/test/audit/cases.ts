import type * as kind from '../../src/kinds/audit/kind.ts'
import { type CasesOf, plain } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  listAudit: plain('/v2/ops/audit'),
}
