import type { Sample as State } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { numberText } from '../charts/format.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { useCommand, useLive } from '../live/use-live.ts'

const PATH = '/v2/test/sample'
const EVERY_MS = 2_000

const Progress = ({ sample: { progress, day, days, parcels } }: { sample: State }) => (
  <>
    <h2>Filling the sandbox</h2>
    <progress aria-label="Sample parcels" max={100} value={progress} />
    <p role="status">{days === 0 ? 'Preparing the network.' : `Day ${day} of ${days}: ${numberText(parcels)} parcels`}</p>
  </>
)

/** Lets an operator fill an empty sandbox with sample parcels. */
const Fill = () => {
  const { data: sample } = useLive(PATH, {}, { every: EVERY_MS })
  const { run, isRunning, error } = useCommand()
  if (!sample || (sample.status !== 'running' && !sample.can_start)) return null
  if (sample.status === 'running') {
    return (
      <section className="notice">
        <Progress sample={sample} />
      </section>
    )
  }
  const isStopped = sample.status === 'stopped'
  return (
    <section className="notice">
      <h2>{isStopped ? 'The sample parcels are not complete' : 'This sandbox is empty'}</h2>
      <p>{isStopped ? sample.reason : 'See Backhaul with about 200 parcels of three merchants. This takes less than a minute.'}</p>
      <button type="button" disabled={isRunning} onClick={() => void run('POST', PATH)}>
        Fill with two weeks of sample parcels
      </button>
      <Problem error={error} />
    </section>
  )
}

export const Sample = () => {
  const { session } = useCurrentSession()
  return session.environment === 'sandbox' && session.access === 'operator' ? <Fill /> : null
}
