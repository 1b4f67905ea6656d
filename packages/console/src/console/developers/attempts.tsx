import type { Delivery, DeliveryAttempt } from '@backhaul/client'
import { Time } from '../../shared/time.tsx'
import { Code } from './code.tsx'
import { outcomeOf } from './states.tsx'

const TRIGGERS: Record<string, string> = { schedule: 'scheduled', redeliver: 'sent again on request', recover: 'recovered' }

const Attempt = ({ attempt }: { attempt: DeliveryAttempt }) => (
  <li className="attempt">
    <h3>
      Attempt {attempt.attempt}: <bdi>{outcomeOf(attempt)}</bdi>
    </h3>
    <p>
      <Time at={attempt.at} />, {TRIGGERS[attempt.trigger] ?? attempt.trigger}, {attempt.duration_ms} ms
      {attempt.address === null ? ', no connection' : `, to ${attempt.address}`}
      {attempt.next_attempt_at !== null && (
        <>
          . Next attempt <Time at={attempt.next_attempt_at} />
        </>
      )}
    </p>
    {attempt.answer ? (
      <Code label={`Answer of the receiver to attempt ${attempt.attempt}`} text={attempt.answer} />
    ) : (
      <p className="soft">{attempt.status === null ? 'The receiver did not answer.' : 'The answer was empty.'}</p>
    )}
  </li>
)

/** Listed newest first, so that the current problem is at the top. */
export const Attempts = ({ delivery: { attempts, attempt_count } }: { delivery: Delivery }) => (
  <section aria-labelledby="attempts">
    <h2 id="attempts">Attempts</h2>
    {attempts.length === 0 && <p>{attempt_count === 0 ? 'None yet.' : 'The attempts are no longer stored.'}</p>}
    <ol className="rows">
      {[...attempts].reverse().map((attempt) => (
        <Attempt key={`${attempt.attempt} ${attempt.at}`} attempt={attempt} />
      ))}
    </ol>
  </section>
)
