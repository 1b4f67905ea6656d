import type { Shipment } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters, useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { type Column, Table } from '../lists/table.tsx'
import { useLiveList } from '../live/use-live.ts'

const COLUMNS: Column<Shipment>[] = [
  { title: 'Tracking', cell: ({ id, tracking }) => <Go to={`/console/shipments/${id}`}>{tracking}</Go>, width: 13 },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Order', cell: ({ order_id }) => <bdi>{order_id}</bdi> },
  { title: 'RMA', cell: ({ rma }) => <bdi>{rma}</bdi> },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
]

export const Page = () => {
  const { session } = useCurrentSession()
  const go = useGo()
  const [filters] = useFilters()
  const { items, error, isLoading, more } = useLiveList<Shipment>(isOperators(session) ? '/v2/ops/shipments' : '/v2/shipments', filters)
  return (
    <>
      <h1>Shipments</h1>
      <Problem error={error} />
      {isLoading && <p role="status">One moment.</p>}
      {items.length > 0 && (
        <Table
          label="Shipments"
          rows={items}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          onOpen={({ id }) => go(`/console/shipments/${id}`)}
          more={more}
        />
      )}
    </>
  )
}
