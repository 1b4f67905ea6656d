import type { Delivery, Webhook } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { Fact, TimeFact } from '../facts.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useCommand, useLive } from '../live/use-live.ts'
import { CopyId, NamedLink } from '../names.tsx'
import { Attempts } from './attempts.tsx'
import './developers.css'
import { docsOf } from './event-types.ts'
import { DeliveryState, whyNot } from './states.tsx'
import { useSide } from './use-side.ts'
import { WhatWasSent } from './what-was-sent.tsx'

const Facts = ({ delivery, webhook }: { delivery: Delivery; webhook: Webhook | undefined }) => (
  <dl>
    <Fact name="State">
      <DeliveryState delivery={delivery} />
    </Fact>
    <Fact name="Webhook">
      <NamedLink to={`/console/webhooks/${delivery.webhook_id}`}>{webhook?.url ?? 'Webhook'}</NamedLink>
    </Fact>
    <Fact name="Event">
      <Go to={`/console/events/${delivery.event_id}`}>Event record</Go> <CopyId id={delivery.event_id} of="the event" />
    </Fact>
    <Fact name="Type">
      <a href={docsOf(delivery.type)}>{delivery.type}</a>
    </Fact>
    <TimeFact name="Occurred" at={delivery.created_at} />
    <Fact name="Attempts">{delivery.attempt_count}</Fact>
    <TimeFact name="Next attempt" at={delivery.next_attempt_at} />
  </dl>
)

export const Page = () => {
  const id = usePathParam('id')
  const { base, mayManage } = useSide()
  const path = `${base}/webhook-deliveries/${id}` as const
  const { data: delivery, error } = useLive(path)
  const { data: webhook } = useLive(`${base}/webhooks/${delivery?.webhook_id}`, {}, { enabled: delivery !== undefined, every: false })
  const command = useCommand()
  if (!delivery) return <NotYet title="Delivery" others="deliveries" error={error} />
  const why = whyNot(delivery)
  return (
    <>
      <h1>Delivery of {delivery.type}</h1>
      <Problem error={error} />
      {why !== null && (
        <p className={`notice ${delivery.status === 'exhausted' ? 'bad' : 'warn'}`} dir="auto">
          {why}
        </p>
      )}
      <Facts delivery={delivery} webhook={webhook} />
      {mayManage && (
        <div className="buttons">
          <button
            type="button"
            aria-disabled={command.isRunning}
            onClick={() => command.run('POST', `/v2/webhook-deliveries/${id}/redeliver`)}
          >
            Send again
          </button>
        </div>
      )}
      <Problem error={command.error} />
      <Attempts delivery={delivery} />
      <WhatWasSent delivery={delivery} webhook={webhook} />
    </>
  )
}
