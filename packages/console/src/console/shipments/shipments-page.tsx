import type { Shipment } from '@backhaul/client'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { ExportCsv } from '../lists/export-csv.tsx'
import { FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import type { Column } from '../lists/table.tsx'
import { useSelection } from '../lists/use-selection.ts'
import { useLiveList } from '../live/use-live.ts'
import { PartnerName } from '../names.tsx'
import { statusWords } from '../words.ts'
import { FILTERS, PATHS } from './filters.ts'
import { Many } from './many.tsx'

const EVERYBODYS: Column<Shipment>[] = [
  { title: 'Tracking', cell: ({ id, tracking }) => <Go to={`/console/shipments/${id}`}>{tracking}</Go>, width: 14 },
  {
    title: 'Status',
    cell: ({ status, held }) => (
      <>
        {statusWords(status)} {held && <span className="badge">on hold</span>}
      </>
    ),
    width: 14,
  },
  { title: 'Custody', cell: ({ custody }) => custody && <bdi>{custody.name ?? custody.holder}</bdi> },
  { title: 'Order', cell: ({ order_id }) => <bdi>{order_id}</bdi> },
  { title: 'RMA', cell: ({ rma }) => <bdi>{rma}</bdi> },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
  { title: 'Last changed', cell: ({ updated_at }) => <Time at={updated_at} />, width: 14 },
]
const PARTNER: Column<Shipment> = {
  title: 'Partner',
  cell: ({ partner_id }) => partner_id && <PartnerName id={partner_id} to={`/console/shipments?partner_id=${partner_id}`} />,
  width: 16,
}
const COLUMNS = { partner: EVERYBODYS, operator: [...EVERYBODYS, PARTNER] } as const

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
      <h1>Shipments</h1>
      <FilterBar filters={FILTERS[whose]} />
      <ExportCsv path={path} query={filters} name="shipments" />
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
