import type { Shipment } from '@backhaul/client'
import { useState } from 'react'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { ExportCsv } from '../lists/export-csv.tsx'
import { FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import type { Column } from '../lists/table.tsx'
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
  { title: 'Who has it', cell: ({ custody }) => custody && <bdi>{custody.name ?? custody.holder}</bdi> },
  { title: 'Order', cell: ({ order_id }) => <bdi>{order_id}</bdi> },
  { title: 'RMA', cell: ({ rma }) => <bdi>{rma}</bdi> },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
  { title: 'Last moved', cell: ({ updated_at }) => <Time at={updated_at} />, width: 14 },
]
const PARTNER: Column<Shipment> = {
  title: 'Partner',
  cell: ({ partner_id }) => partner_id && <PartnerName id={partner_id} to={`/console/shipments?partner_id=${partner_id}`} />,
  width: 16,
}
const COLUMNS = { partner: EVERYBODYS, operator: [...EVERYBODYS, PARTNER] } as const

const NONE: ReadonlySet<string> = new Set()

/** All shipments that this access may see, as the filters in the address leave them. */
export const Page = () => {
  const { session } = useCurrentSession()
  const [filters] = useFilters()
  const whose = isOperators(session) ? 'operator' : 'partner'
  const path = PATHS[whose]
  const list = useLiveList(path, filters)
  const view = JSON.stringify(filters)
  const [selection, setSelection] = useState({ view, keys: NONE })
  // Of another view than this one nothing is selected anymore.
  const selected = selection.view === view ? selection.keys : NONE
  const select = (keys: ReadonlySet<string>) => setSelection({ view, keys })
  const chosen = selected.size === 0 ? [] : list.items.filter(({ id }) => selected.has(id))
  return (
    <>
      <h1>Shipments</h1>
      <FilterBar filters={FILTERS[whose]} />
      <ExportCsv path={path} query={filters} name="shipments" />
      <Many rows={chosen} onChanged={list.replace} onClear={() => select(NONE)} />
      <Listed
        list={list}
        label="Shipments"
        columns={COLUMNS[whose]}
        rowName={({ tracking }) => tracking}
        to={({ id }) => `/console/shipments/${id}`}
        selected={selected}
        onSelect={select}
        empty={
          <None what="shipment">
            Programs make them: <a href="/docs/guide/shipments">how</a>.
          </None>
        }
      />
    </>
  )
}
