import type { Delivery } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters, useGo } from '../frame/address.ts'
import { type Column, Table } from '../lists/table.tsx'
import { useLiveList } from '../live/use-live.ts'
import { PartnerPicker } from '../partners/partner-picker.tsx'
import { DELIVERY_COLUMNS, DELIVERY_STATUSES } from './deliveries.tsx'
import './developers.css'
import { useSide } from './use-side.ts'

const COLUMNS: Column<Delivery>[] = [
  ...DELIVERY_COLUMNS,
  { title: 'Webhook', cell: ({ webhook_id }) => <Go to={`/console/webhooks/${webhook_id}`}>{webhook_id}</Go>, width: 18 },
]

/** What was sent to any webhook, newest first. */
export const Page = () => {
  const [{ status = '', created_after, created_before }, setFilters] = useFilters()
  const { base, isOperator, partner, choose } = useSide()
  const go = useGo()
  const { items, error, isLoading, more } = useLiveList<Delivery>(`${base}/webhook-deliveries`, {
    ...(status !== '' && { status }),
    ...(partner !== '' && { partner_id: partner }),
    created_after,
    created_before,
    limit: 50,
  })
  return (
    <>
      <h1>Deliveries</h1>
      <p>
        What was sent to <Go to="/console/webhooks">webhooks</Go>, newest first
        {created_after && (
          <>
            , of events after <Time at={created_after} />
          </>
        )}
        {created_before && (
          <>
            , of events before <Time at={created_before} />
          </>
        )}
        .
      </p>
      <div className="filters">
        {isOperator && <PartnerPicker label="Partner" none="all" value={partner} onChange={choose} />}
        <label>
          State of the delivery
          <select value={status} onChange={({ target }) => setFilters({ status: target.value || null })}>
            {DELIVERY_STATUSES.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Problem error={error} />
      {isLoading && <p role="status">One moment.</p>}
      {!isLoading && !error && items.length === 0 && <p>There are none.</p>}
      {items.length > 0 && (
        <Table
          label="Deliveries"
          rows={items}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          onOpen={({ id }) => go(`/console/deliveries/${id}`)}
          more={more}
        />
      )}
    </>
  )
}
