import { Go } from '../frame/address.ts'
import { useLive } from '../live/use-live.ts'
import { addressOf, consolidationWords } from './words.ts'

/** Shows an operator the latest consolidation that contains a tender. The tender is accepted together with that consolidation. */
export const OfTender = ({ id }: { id: string }) => {
  const { data } = useLive('/v2/ops/consolidations', { member: id, limit: 1 })
  const [found] = data?.data ?? []
  if (!found || found.status === 'cancelled') return null
  return (
    <p>
      Part of a <Go to={addressOf(found)}>consolidation</Go>: {consolidationWords(found.status).toLowerCase()}.
    </p>
  )
}
