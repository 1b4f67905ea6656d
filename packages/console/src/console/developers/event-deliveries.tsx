import { Problem } from '../../shared/problem.tsx'
import { Go } from '../frame/address.ts'
import { useLive } from '../live/use-live.ts'
import { CopyId, WebhookName } from '../names.tsx'
import { DeliveryState, lastOf } from './states.tsx'
import { useSide } from './use-side.ts'

/** Shows the delivery of an event to each webhook. */
export const EventDeliveries = ({ id }: { id: string }) => {
  const { base } = useSide()
  const { data, error } = useLive(`${base}/events/${id}/deliveries`)
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <Problem error={error} />
      {data?.data.length === 0 && <p>No webhook was registered for this type of event.</p>}
      <ul>
        {data?.data.map((delivery) => (
          <li key={delivery.id}>
            <Go to={`/console/deliveries/${delivery.id}`}>Delivery</Go> <CopyId id={delivery.id} of="the delivery" /> to{' '}
            <WebhookName id={delivery.webhook_id} />: <DeliveryState delivery={delivery} />, <bdi>{lastOf(delivery)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
