import type { UnmatchedScan } from '@backhaul/client'
import { useState } from 'react'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import { useLiveList } from '../live/use-live.ts'
import { plainWords } from '../words.ts'
import { NetworkNav } from './network-nav.tsx'
import { type Resolution, ResolveScan } from './resolve-scan.tsx'

const FILTERS: Filter[] = [
  { name: 'state', label: 'State', kind: 'choice', choices: ['dismissed'], words: plainWords, any: 'Waiting' },
  { name: 'carrier', label: 'Carrier code', kind: 'text' },
  { name: 'number', label: 'Number', kind: 'text' },
  { name: 'import_id', label: 'Report id', kind: 'text', isRare: true },
  { name: 'tender_id', label: 'Tender id', kind: 'text', isRare: true },
]

const REASONS: Record<string, string> = {
  unknown_number: 'No parcel has this number',
  several_shipments: 'Several parcels have this number',
  surplus: 'The number was surplus in a tender',
  other_carrier: 'Another carrier has the parcel or is due to get it',
  not_in_network: 'The parcel has not been handed in yet',
  shipment_ended: 'The shipment ended before a carrier had it',
  not_candidate: 'No carrier has the parcel, and this carrier does not serve it',
  no_carrier_yet: 'No carrier has the parcel, and this scan does not show that this carrier has it',
}

const placeOf = ({ place: { facility, city, state, country } }: UnmatchedScan): string =>
  [facility, city, state, country].filter(Boolean).join(', ')

const Origin = ({ scan: { import_id, line, tender_id } }: { scan: UnmatchedScan }) => {
  if (tender_id !== null) return <Go to={`/console/tenders/${tender_id}`}>Tender</Go>
  return import_id === null ? null : <Go to={`/console/network/imports/${import_id}`}>Line {line}</Go>
}

const COLUMNS: Column<UnmatchedScan>[] = [
  { title: 'Number', cell: ({ number }) => <bdi>{number}</bdi>, width: 10 },
  { title: 'Carrier', cell: ({ carrier }) => <bdi>{carrier}</bdi>, width: 7 },
  {
    title: 'What',
    cell: ({ kind, code }) => (
      <>
        {plainWords(kind)} (<bdi>{code}</bdi>)
      </>
    ),
    width: 8,
  },
  { title: 'Reported', cell: ({ created_at }) => <Time at={created_at} />, width: 11.5 },
  { title: 'Occurred', cell: ({ occurred_at }) => <Time at={occurred_at} />, width: 11.5 },
  { title: 'Where', cell: (scan) => <bdi>{placeOf(scan)}</bdi>, width: 9 },
  {
    title: 'Reason',
    cell: ({ state, reason, note, shipment_id, suggestions }) =>
      state === 'dismissed' ? (
        <bdi>{note ?? 'Dismissed'}</bdi>
      ) : (
        <>
          {REASONS[reason ?? ''] ?? `The scan was refused: ${plainWords(reason ?? '')}`}
          {suggestions.map(({ shipment_id: id, number }) => (
            <p key={id}>
              Possible match: <Go to={`/console/shipments/${id}`}>{number}</Go>
            </p>
          ))}
          {shipment_id !== null && (
            <>
              {' '}
              <Go to={`/console/shipments/${shipment_id}`}>Parcel</Go>
            </>
          )}
        </>
      ),
    width: 13,
  },
  { title: 'From', cell: (scan) => <Origin scan={scan} />, width: 5.5 },
]

/** Lists carrier reports that match no parcel, and reports whose parcel is not with that carrier. Users match or dismiss them here. */
const Inbox = () => {
  const { session } = useCurrentSession()
  const [filters] = useFilters()
  const list = useLiveList('/v2/ops/unmatched-scans', filters)
  const [asked, setAsked] = useState<Resolution | null>(null)
  const [outcome, setOutcome] = useState('')
  const close = (said: string | null) => {
    setAsked(null)
    if (said !== null) setOutcome(said)
  }
  const choose = (scan: UnmatchedScan) =>
    scan.state === 'open' && (
      <>
        <button type="button" aria-label={`Match ${scan.number}`} onClick={() => setAsked({ scan, verb: 'match' })}>
          Match
        </button>{' '}
        <button type="button" aria-label={`Dismiss ${scan.number}`} onClick={() => setAsked({ scan, verb: 'dismiss' })}>
          Dismiss
        </button>
      </>
    )
  const columns = session.access === 'operator' ? [...COLUMNS, { title: 'Decide', cell: choose, width: 14 }] : COLUMNS
  return (
    <>
      <FilterBar filters={FILTERS} />
      <p role="status" className={outcome === '' ? undefined : 'notice good'}>
        {outcome}
      </p>
      <Listed
        list={list}
        label="Unmatched scans"
        columns={columns}
        empty={
          <None what="unmatched scan">
            Carrier reports appear here if their number matches no parcel or matches a parcel that is not with the carrier.
          </None>
        }
      />
      {asked && <ResolveScan {...asked} onClose={close} />}
    </>
  )
}

export const Page = () => (
  <>
    <NetworkNav />
    <h1>Unmatched scans</h1>
    <Inbox />
  </>
)
