import type { ConsolidationListed } from '@backhaul/client'
import { CONSOLIDATION_STATUSES } from '@backhaul/core/consolidation.ts'
import { useState } from 'react'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import { useLiveList } from '../live/use-live.ts'
import { NamedLink } from '../names.tsx'
import { CreateConsolidation } from './create-consolidation.tsx'
import { Place } from './place.tsx'
import { addressOf, consolidationWords } from './words.ts'
import './consolidations.css'

const FILTERS: Filter[] = [
  { name: 'status', label: 'State', kind: 'choice', choices: CONSOLIDATION_STATUSES, words: consolidationWords },
  { name: 'carrier', label: 'Carrier code', kind: 'text' },
  { name: 'facility', label: 'Facility code', kind: 'text' },
  { name: 'store_id', label: 'Store', kind: 'store', isRare: true },
  { name: 'date', label: 'Day of the visit', kind: 'day', isRare: true },
  { name: 'member', label: 'Tender or sweep id', kind: 'text', isRare: true },
]

const COLUMNS: Column<ConsolidationListed>[] = [
  { title: 'Carrier', cell: (one) => <NamedLink to={addressOf(one)}>{one.carrier}</NamedLink>, width: 8 },
  { title: 'Where', cell: (one) => <Place of={one} />, width: 14 },
  { title: 'State', cell: ({ status }) => consolidationWords(status), width: 9 },
  { title: 'Members', cell: ({ member_count }) => member_count, isNumber: true, width: 6 },
  { title: 'Partners', cell: ({ partner_count }) => partner_count, isNumber: true, width: 6 },
  { title: 'Counted', cell: ({ piece_count_received }) => piece_count_received?.toLocaleString(), isNumber: true, width: 6 },
  {
    title: 'Refused',
    cell: ({ refused_count }) => refused_count > 0 && <span className="tone warn">{refused_count}</span>,
    isNumber: true,
    width: 6,
  },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 13 },
]

/** Lists the consolidations. Each is one handover of several partners' parcels to a carrier. */
export const Page = () => {
  const { session } = useCurrentSession()
  const [filters] = useFilters()
  const [isMaking, setMaking] = useState(false)
  const list = useLiveList('/v2/ops/consolidations', filters)
  return (
    <>
      <h1>Consolidations</h1>
      <p>
        Tenders and sweeps of several partners that a carrier collects at one place and counts once. Partners do not see consolidations.
      </p>
      {session.access === 'operator' && !isMaking && (
        <p>
          <button type="button" onClick={() => setMaking(true)}>
            Create a consolidation
          </button>
        </p>
      )}
      {isMaking && <CreateConsolidation onClose={() => setMaking(false)} />}
      <FilterBar filters={FILTERS} />
      <Listed
        list={list}
        label="Consolidations"
        columns={COLUMNS}
        to={(one) => addressOf(one)}
        empty={<None what="consolidation">Create one from the tenders and sweeps announced to a carrier.</None>}
      />
    </>
  )
}
