// A successful request for each endpoint: one row per endpoint in the `cases.ts` of its kind, under the name of its operation. If a row is
// missing, the compiler and the coverage test name it.
import type { ENDPOINTS } from '../../src/app/routes.ts'
import { ofKinds } from '../support/sources.ts'
import type { Case } from './case.ts'

export type EndpointName = keyof typeof ENDPOINTS

interface Rows {
  CASES: Partial<Record<EndpointName, Case>>
  /** The reason why an endpoint's request names no record of a partner. */
  NAMES_NOTHING?: Partial<Record<EndpointName, string>>
}

const rows = await ofKinds<Rows>('cases.ts')

export const CASES = Object.assign({}, ...rows.map((row) => row.CASES)) as Record<EndpointName, Case>
export const NAMES_NOTHING: Rows['NAMES_NOTHING'] & object = Object.assign({}, ...rows.map((row) => row.NAMES_NOTHING))
