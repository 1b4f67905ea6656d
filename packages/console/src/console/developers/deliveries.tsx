import type { Webhook } from '@backhaul/client'
import { useFilters } from '../frame/address.ts'
import { DeliveryList, DeliveryStates } from './delivery-list.tsx'
import { useSide } from './use-side.ts'

/** What was sent to a webhook, newest first. */
export const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const [{ status }] = useFilters()
  const { base } = useSide()
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div className="filters">
        <DeliveryStates />
      </div>
      <DeliveryList path={`${base}/webhooks/${webhook.id}/deliveries`} query={{ status }} />
    </section>
  )
}
