import type * as kind from '../../src/kinds/imports/kind.ts'
import { type CasesOf, newImport, plain } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  startImport: newImport,
  listImports: plain('/v2/ops/imports'),
  readImport: async (world) => {
    const { path, body, headers = {} } = await newImport(world)
    return { path: `/v2/ops/imports/${(await world.operator.post(path, body, { headers })).json.id}` }
  },
}
