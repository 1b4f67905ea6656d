import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { useLive } from '../live/use-live.ts'

/** Shows who took the last step, from the audit trail. Shows nothing to users who may not read the audit trail. */
export const DecidedBy = ({ id }: { id: string }) => {
  const { session } = useCurrentSession()
  const { data } = useLive('/v2/ops/audit', { subject: id, limit: 1 }, { enabled: isOperators(session), every: false })
  const last = data?.data[0]
  if (!last) return null
  return (
    <>
      {' '}
      by <bdi>{last.actor_name ?? last.actor}</bdi>
    </>
  )
}
