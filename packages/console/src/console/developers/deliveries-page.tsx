import { Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { BY_STATE, DeliveryList } from './delivery-list.tsx'
import './developers.css'
import { BY_PARTNER, FilterBar } from '../lists/filters.tsx'
import { useSide } from './use-side.ts'

/** Lists the deliveries to all webhooks, newest first. */
export const Page = () => {
  const [{ status, created_after, created_before }] = useFilters()
  const { base, isOperator, partner } = useSide()
  const query = { status, created_after, created_before, ...(partner !== '' && { partner_id: partner }) }
  return (
    <>
      <h1>Deliveries</h1>
      <p>
        Deliveries to <Go to="/console/webhooks">webhooks</Go>, newest first
        {created_after && (
          <>
            , for events after <Time at={created_after} />
          </>
        )}
        {created_before && (
          <>
            , for events before <Time at={created_before} />
          </>
        )}
        .
      </p>
      <FilterBar filters={isOperator ? [BY_PARTNER, BY_STATE] : [BY_STATE]} />
      <DeliveryList path={`${base}/webhook-deliveries`} query={query} isOfAll />
    </>
  )
}
