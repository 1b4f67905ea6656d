import type { Delivery, Webhook } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters, useGo } from '../frame/address.ts'
import { type Column, Table } from '../lists/table.tsx'
import { useLiveList } from '../live/use-live.ts'
import { DeliveryState, lastOf } from './states.tsx'
import { useSide } from './use-side.ts'

export const DELIVERY_STATUSES = [
  ['', 'all'],
  ['pending', 'waiting, or failing and tried again'],
  ['delivered', 'delivered'],
  ['exhausted', 'failed'],
  ['skipped', 'skipped'],
] as const

export const DELIVERY_COLUMNS: Column<Delivery>[] = [
  { title: 'Event', cell: ({ id, type }) => <Go to={`/console/deliveries/${id}`}>{type}</Go>, width: 15 },
  { title: 'State', cell: (delivery) => <DeliveryState delivery={delivery} />, width: 12 },
  { title: 'Last attempt', cell: lastOf, width: 18 },
  { title: 'Attempts', cell: ({ attempt_count }) => attempt_count, isNumber: true, width: 7 },
  { title: 'Occurred', cell: ({ created_at }) => <Time at={created_at} />, width: 12 },
  { title: 'Next attempt', cell: ({ next_attempt_at }) => (next_attempt_at === null ? '' : <Time at={next_attempt_at} />), width: 12 },
]

/** What was sent to a webhook, newest first. */
export const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const [{ status = '' }, setFilters] = useFilters()
  const go = useGo()
  const { base } = useSide()
  const query = status === '' ? {} : { status }
  const { items, error, isLoading, more } = useLiveList<Delivery>(`${base}/webhooks/${webhook.id}/deliveries`, { ...query, limit: 50 })
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div className="filters">
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
          columns={DELIVERY_COLUMNS}
          rowKey={({ id }) => id}
          onOpen={({ id }) => go(`/console/deliveries/${id}`)}
          more={more}
        />
      )}
    </section>
  )
}
