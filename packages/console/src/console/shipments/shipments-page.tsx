import type { Shipment } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { ExportCsv } from '../lists/export-csv.tsx'
import { FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import { useSelection } from '../lists/use-selection.ts'
import { useLiveList } from '../live/use-live.ts'
import { PartnerName } from '../names.tsx'
import { Status } from '../status.tsx'
import { FILTERS, PATHS } from './filters.ts'
import { Many } from './many.tsx'

const TRACKING: Column<Shipment> = {
  title: 'Tracking',
  cell: ({ id, tracking }) => <Go to={`/console/shipments/${id}`}>{tracking}</Go>,
  width: 17,
}
const PARTNER: Column<Shipment> = {
  title: 'Partner',
  cell: ({ partner_id }) => partner_id && <PartnerName id={partner_id} to={`/console/shipments?partner_id=${partner_id}`} />,
  width: 13,
}
const OTHERS: Column<Shipment>[] = [
  { title: 'Status', cell: ({ status, held }) => <Status of={status} isHeld={held} />, width: 10 },
  { title: 'Custody', cell: ({ custody }) => custody && <bdi>{custody.name ?? custody.holder}</bdi>, width: 8 },
  { title: 'Order', cell: ({ order_id }) => <bdi>{order_id}</bdi>, width: 8 },
  { title: 'RMA', cell: ({ rma }) => <bdi>{rma}</bdi>, width: 9 },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 11.5 },
  { title: 'Last changed', cell: ({ updated_at }) => <Time at={updated_at} />, width: 11.5 },
]
const COLUMNS = { partner: [TRACKING, ...OTHERS], operator: [TRACKING, PARTNER, ...OTHERS] } as const

/** Lists all shipments that the user may see, filtered by the address. */
export const Page = () => {
  const { session } = useCurrentSession()
  const [filters] = useFilters()
  const whose = isOperators(session) ? 'operator' : 'partner'
  const path = PATHS[whose]
  const list = useLiveList(path, filters)
  const { selected, onSelect, chosen, clear } = useSelection(list.items, filters)
  return (
    <>
      <div className="list-head">
        <h1>Shipments</h1>
        <FilterBar filters={FILTERS[whose]} />
        <ExportCsv path={path} query={filters} name="shipments" />
      </div>
      <Many rows={chosen} onChanged={list.replace} onClear={clear} />
      <Listed
        list={list}
        label="Shipments"
        columns={COLUMNS[whose]}
        rowName={({ tracking }) => tracking}
        to={({ id }) => `/console/shipments/${id}`}
        {...{ selected, onSelect }}
        empty={
          <None what="shipment">
            Programs create shipments: <a href="/docs/guide/shipments">see the guide</a>.
          </None>
        }
      />
    </>
  )
}
