import type { Delivery, DeliveryAttempt } from '@backhaul/client'
import { Refused } from '../../../shared/api.ts'
import { Problem } from '../../../shared/problem.tsx'
import { Time } from '../../../shared/time.tsx'
import { DeliveryState, outcomeOf } from '../../developers/states.tsx'
import { Go } from '../../frame/address.ts'
import { useCurrentSession } from '../../frame/session.tsx'
import { hasScope, isOperators } from '../../frame/who-may.ts'
import { useCommand, useLive } from '../../live/use-live.ts'
import { CopyId, WebhookName } from '../../names.tsx'
import { Scrolled } from '../scrolled.tsx'

const Attempt = ({ attempt }: { attempt: DeliveryAttempt }) => (
  <li>
    Attempt {attempt.attempt}, <Time at={attempt.at} />: <bdi>{outcomeOf(attempt)}</bdi>, {attempt.duration_ms} ms
    {attempt.answer && (
      <details>
        <summary>Answer</summary>
        <Scrolled label={`Answer to attempt ${attempt.attempt}`}>{attempt.answer}</Scrolled>
      </details>
    )}
  </li>
)

const OneDelivery = ({ delivery, mayRedeliver }: { delivery: Delivery; mayRedeliver: boolean }) => {
  const { run, isRunning, error } = useCommand()
  return (
    <li>
      <Go to={`/console/deliveries/${delivery.id}`}>Delivery</Go> <CopyId id={delivery.id} of="the delivery" /> to{' '}
      <WebhookName id={delivery.webhook_id} />: <DeliveryState delivery={delivery} />
      {delivery.next_attempt_at && (
        <>
          , next attempt <Time at={delivery.next_attempt_at} />
        </>
      )}
      <ul>
        {delivery.attempts.map((attempt) => (
          <Attempt key={`${attempt.attempt} ${attempt.at}`} attempt={attempt} />
        ))}
      </ul>
      {mayRedeliver && (
        <button type="button" disabled={isRunning} onClick={() => void run('POST', `/v2/webhook-deliveries/${delivery.id}/redeliver`, {})}>
          Send again
        </button>
      )}
      <Problem error={error} />
    </li>
  )
}

/** Shows the webhooks that received an event, with each attempt and its answer. */
export const Deliveries = ({ eventId }: { eventId: string }) => {
  const { session } = useCurrentSession()
  const { data, error, isLoading } = useLive(`/v2/${isOperators(session) ? 'ops/' : ''}events/${eventId}/deliveries`)
  if (error instanceof Refused && error.status === 403)
    return <p className="soft">You do not have access to the deliveries of this event.</p>
  const mayRedeliver = session.access === 'partner' && hasScope(session, 'webhooks:manage')
  return (
    <section aria-label="Deliveries to webhooks">
      <h3>Deliveries to webhooks</h3>
      <Problem error={error} />
      {isLoading && <p>One moment.</p>}
      {data?.data.length === 0 && <p className="soft">No webhook was registered for this type of event.</p>}
      <ul>
        {data?.data.map((delivery) => (
          <OneDelivery key={delivery.id} delivery={delivery} mayRedeliver={mayRedeliver} />
        ))}
      </ul>
    </section>
  )
}
