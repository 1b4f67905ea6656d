import { useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'

/**
 * The point of view of this page: a partner sees its own data. An operator sees the data of all partners, or only of the partner in the
 * address.
 */
export const useSide = () => {
  const { session } = useCurrentSession()
  const [{ partner = '' }] = useFilters()
  const isOperator = isOperators(session)
  return {
    session,
    isOperator,
    /** The first part of the API paths: operators and partners read different paths. */
    base: isOperator ? ('/v2/ops' as const) : ('/v2' as const),
    partner: isOperator ? partner : '',
    /** Whether the user may make changes here: only a partner may. */
    mayManage: session.access === 'partner',
  }
}
