import type { Tender } from '@backhaul/client'
import { TENDER_STATUSES } from '@backhaul/core/tender.ts'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { useFilters } from '../frame/address.ts'
import { useView } from '../frame/use-view.ts'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import { useLiveList } from '../live/use-live.ts'
import { NamedLink } from '../names.tsx'
import { State } from '../status.tsx'
import { inWords } from '../words.ts'
import { differenceOf } from './difference.ts'

const FILTERS: Filter[] = [
  { name: 'status', label: 'Status', kind: 'choice', choices: TENDER_STATUSES },
  { name: 'carrier', label: 'Carrier code', kind: 'text' },
]

const addressOf = ({ id }: Tender): string => `/console/tenders/${id}`

const COLUMNS: Column<Tender>[] = [
  { title: 'Carrier', cell: (tender) => <NamedLink to={addressOf(tender)}>{tender.carrier}</NamedLink> },
  { title: 'Status', cell: ({ status }) => <State of={status} words={inWords(status)} /> },
  { title: 'Announced', cell: ({ piece_count }) => piece_count, isNumber: true, width: 7 },
  { title: 'Received', cell: ({ piece_count_received }) => piece_count_received, isNumber: true, width: 7 },
  {
    title: 'Difference',
    cell: (tender) => <span className={tender.discrepancy ? 'tone warn' : undefined}>{differenceOf(tender)}</span>,
  },
  { title: 'Facility', cell: ({ facility }) => <bdi>{facility}</bdi> },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
]

/** Lists past and upcoming handovers to carriers. */
export const Page = () => {
  const [filters] = useFilters()
  const view = useView()
  const list = useLiveList('/v2/tenders', filters)
  return (
    <>
      <div className="list-head">
        <h1>{view ?? 'Tenders'}</h1>
        <FilterBar filters={FILTERS} />
      </div>
      <Listed
        list={list}
        label="Tenders"
        columns={COLUMNS}
        to={(tender) => addressOf(tender)}
        empty={
          <None what="tender">
            Programs use tenders to announce parcels to carriers: <a href="/docs/guide/counters">see the guide</a>.
          </None>
        }
      />
    </>
  )
}
