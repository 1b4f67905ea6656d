import type { Pickup } from '@backhaul/client'
import { PICKUP_STATUSES } from '@backhaul/core/pickup.ts'
import type { Column } from '../../design/table.tsx'
import { Day, Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import { useLiveList } from '../live/use-live.ts'
import { ShipmentName } from '../names.tsx'
import { State } from '../status.tsx'
import { inWords } from '../words.ts'

const FILTERS: Filter[] = [
  { name: 'date', label: 'Day', kind: 'day' },
  { name: 'status', label: 'Status', kind: 'choice', choices: PICKUP_STATUSES },
  { name: 'store_id', label: 'Store', kind: 'store' },
  { name: 'shipment_id', label: 'Shipment id', kind: 'text', isRare: true },
  { name: 'sweep_id', label: 'Sweep id', kind: 'text', isRare: true },
]

const addressOf = ({ id }: Pickup): string => `/console/pickups/${id}`

const COLUMNS: Column<Pickup>[] = [
  { title: 'Confirmation', cell: (pickup) => <Go to={addressOf(pickup)}>{pickup.confirmation_code}</Go> },
  { title: 'Status', cell: ({ status }) => <State of={status} words={inWords(status)} /> },
  { title: 'Booked', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
  { title: 'Day', cell: ({ date }) => <Day on={date} /> },
  { title: 'Between', cell: ({ window_start, window_end }) => `${window_start} and ${window_end}` },
  { title: 'Collected', cell: ({ collected_at }) => collected_at && <Time at={collected_at} /> },
  { title: 'Packages', cell: ({ package_count }) => package_count, isNumber: true, width: 7 },
  { title: 'Shipment', cell: ({ shipment_id }) => <ShipmentName id={shipment_id} />, width: 18 },
]

/** Lists the pickups by carriers at stores. Their dates and times are local to the store. */
export const Page = () => {
  const [filters] = useFilters()
  const list = useLiveList('/v2/pickups', filters)
  return (
    <>
      <div className="list-head">
        <h1>Pickups</h1>
        <FilterBar filters={FILTERS} />
      </div>
      <Listed
        list={list}
        label="Pickups"
        columns={COLUMNS}
        to={(pickup) => addressOf(pickup)}
        empty={
          <None what="pickup">
            Programs book pickups for shipments at a counter: <a href="/docs/guide/counters">see the guide</a>.
          </None>
        }
      />
    </>
  )
}
