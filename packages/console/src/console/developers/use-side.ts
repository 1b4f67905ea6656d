import { useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'

/** From which side somebody looks: a partner at its own things, an operator at those of all partners or of one, who is in the address. */
export const useSide = () => {
  const { session } = useCurrentSession()
  const [{ partner = '' }, set] = useFilters()
  const isOperator = isOperators(session)
  return {
    session,
    isOperator,
    /** Where the API has what this side reads. */
    base: isOperator ? ('/v2/ops' as const) : ('/v2' as const),
    partner: isOperator ? partner : '',
    choose: (partner_id: string) => set({ partner: partner_id }),
    /** Whether this side changes anything: that is the partner's alone. */
    mayManage: session.access === 'partner',
  }
}
