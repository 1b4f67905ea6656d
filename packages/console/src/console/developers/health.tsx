// Describes a webhook's health: how long it has been failing, why, and what happens next.

import type { Webhook } from '@backhaul/client'
import { Time } from '../../shared/time.tsx'
import { numberText } from '../charts/format.ts'
import { Fact } from '../facts.tsx'
import { Go } from '../frame/address.ts'
import { failureText } from './failure-text.ts'

/** Minimum number of failed attempts before a webhook is disabled: docs/guide/webhooks.md#disabling. */
const MIN_FAILURES = 20

const Next = ({ health: { next_attempt_at, disable_after, failures, is_gone } }: { health: Webhook['health'] }) => (
  <>
    <Fact name="Next attempt">{next_attempt_at === null ? 'with the next event' : <Time at={next_attempt_at} />}</Fact>
    <Fact name="What happens next">
      {is_gone && 'The receiver answered 410 Gone. If it answers another event the same way, the webhook is disabled immediately. '}
      {disable_after !== null && (
        <>
          If every attempt fails until <Time at={disable_after} />, the next failed attempt disables the webhook
          {failures < MIN_FAILURES && `, but only after at least ${MIN_FAILURES} failures`}. A successful attempt resets the time and the
          count.
        </>
      )}
    </Fact>
  </>
)

/** Facts about a failing webhook. Renders nothing while all is well. */
export const Health = ({ webhook: { health } }: { webhook: Webhook }) => {
  const { state, failing_since, failures, last_failure } = health
  if (failing_since === null) return null
  return (
    <>
      <Fact name="Failing since">
        <Time at={failing_since} />, {numberText(failures)} {failures === 1 ? 'attempt' : 'attempts in a row'}
      </Fact>
      {last_failure !== null && (
        <Fact name="Last failure">
          <Time at={last_failure.at} />: <bdi>{failureText(last_failure)}</bdi>{' '}
          <Go to={`/console/deliveries/${last_failure.delivery_id}`}>View the failed delivery</Go>
        </Fact>
      )}
      {state === 'failing' && <Next health={health} />}
    </>
  )
}

/** Shows the facts about a failing webhook in one line, for a list. */
export const HealthLine = ({ webhook: { health, disabled_reason } }: { webhook: Webhook }) => {
  const { state, failing_since, last_failure } = health
  if (state === 'disabled') return <bdi>{disabled_reason}</bdi>
  if (failing_since === null) return null
  return (
    <span>
      since <Time at={failing_since} />
      {last_failure !== null && (
        <>
          : <Go to={`/console/deliveries/${last_failure.delivery_id}`}>{failureText(last_failure)}</Go>
        </>
      )}
    </span>
  )
}
