import type { Webhook } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { Fact, TimeFact } from '../facts.tsx'
import { useFilters, usePathParam } from '../frame/address.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { CopyId } from '../names.tsx'
import { BY_STATE, DeliveryList } from './delivery-list.tsx'
import './developers.css'
import { FilterBar } from '../lists/filters.tsx'
import { docsOf } from './event-types.ts'
import { Health } from './health.tsx'
import { Manage } from './manage-webhook.tsx'
import { Recover } from './recover.tsx'
import { WebhookState } from './states.tsx'
import { SendTest, TryReceiver } from './test-event.tsx'
import { useSide } from './use-side.ts'

const Facts = ({ webhook }: { webhook: Webhook }) => (
  <dl>
    <Fact name="State">
      <WebhookState webhook={webhook} />
    </Fact>
    {webhook.disabled_reason !== null && <Fact name="Why it is disabled">{webhook.disabled_reason}</Fact>}
    <Health webhook={webhook} />
    <Fact name="Events">
      {webhook.enabled_events.includes('*')
        ? 'All events, including new types'
        : webhook.enabled_events.map((type, i) => (
            <span key={type}>
              {i > 0 && ', '}
              <a href={docsOf(type)}>{type}</a>
            </span>
          ))}
    </Fact>
    {webhook.description !== null && (
      <Fact name="Description" dir="auto">
        {webhook.description}
      </Fact>
    )}
    <Fact name="Signature">{webhook.signing === 'standard' ? 'X-Service-Signature and Standard Webhooks' : 'X-Service-Signature'}</Fact>
    <TimeFact name="Registered" at={webhook.created_at} />
    <Fact name="Id">
      <CopyId id={webhook.id} of="the webhook" />
    </Fact>
  </dl>
)

export const Page = () => {
  const id = usePathParam('id')
  const [{ status }] = useFilters()
  const { session, base, mayManage } = useSide()
  const { data: webhook, error } = useLive(`${base}/webhooks/${id}`)
  if (!webhook) return <NotYet title="Webhook" others="webhooks" error={error} />
  return (
    <>
      <h1>
        Webhook <bdi>{webhook.url}</bdi>
      </h1>
      <Problem error={error} />
      <Facts webhook={webhook} />
      {mayManage && <Manage webhook={webhook} />}
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">Deliveries</h2>
        <FilterBar filters={[BY_STATE]} />
        <DeliveryList path={`${base}/webhooks/${id}/deliveries`} query={{ status }} />
      </section>
      {mayManage && <Recover webhook={webhook} />}
      {mayManage && session.environment !== 'sandbox' && <TryReceiver />}
      {mayManage && session.environment === 'sandbox' && session.scopes.includes('shipments:write') && <SendTest webhook={webhook} />}
    </>
  )
}
