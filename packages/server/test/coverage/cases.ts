// A successful request for each endpoint: one row per endpoint in the `cases.ts` of its kind, under the name of its operation. The compiler
// and the coverage test name a missing row.
import type { ENDPOINTS } from '../../src/app/routes.ts'
import { ofKinds } from '../support/sources.ts'
import type { Case } from './case.ts'

export type EndpointName = keyof typeof ENDPOINTS

interface Rows {
  CASES: Partial<Record<EndpointName, Case>>
  /** The reason why the request of an endpoint names nothing that belongs to a partner. */
  NAMES_NOTHING?: Partial<Record<EndpointName, string>>
}

const rows = await ofKinds<Rows>('cases.ts')

export const CASES = Object.assign({}, ...rows.map((row) => row.CASES)) as Record<EndpointName, Case>
export const NAMES_NOTHING: Rows['NAMES_NOTHING'] & object = Object.assign({}, ...rows.map((row) => row.NAMES_NOTHING))
