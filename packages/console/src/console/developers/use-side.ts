import { useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'

/**
 * The point of view of this page. A partner sees its own data. An operator sees the data of all partners, or of the partner in the address.
 */
export const useSide = () => {
  const { session } = useCurrentSession()
  const [{ partner = '' }, set] = useFilters()
  const isOperator = isOperators(session)
  return {
    session,
    isOperator,
    /** The API path that this side reads from. */
    base: isOperator ? ('/v2/ops' as const) : ('/v2' as const),
    partner: isOperator ? partner : '',
    choose: (partner_id: string) => set({ partner: partner_id }),
    /** Whether this side may make changes: only the partner may. */
    mayManage: session.access === 'partner',
  }
}
