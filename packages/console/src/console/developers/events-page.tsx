import type { Event } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { ExportCsv } from '../lists/export-csv.tsx'
import { Listed } from '../lists/listed.tsx'
import { useLiveList } from '../live/use-live.ts'
import { ShipmentName } from '../names.tsx'
import './developers.css'
import { BY_PARTNER, type Filter, FilterBar } from '../lists/filters.tsx'
import { docsOf, EVENT_TYPES, meaningOf } from './event-types.ts'
import { useSide } from './use-side.ts'

const COLUMNS: Column<Event>[] = [
  { title: 'Type', cell: ({ eventID, type }) => <Go to={`/console/events/${eventID}`}>{type}</Go>, width: 15 },
  { title: 'Occurred', cell: ({ event_info }) => <Time at={event_info.eventDateTime} />, width: 14 },
  {
    title: 'Shipment',
    cell: ({ identifiers: { shipment } }) => (shipment === undefined ? '' : <ShipmentName id={shipment} />),
    width: 18,
  },
  { title: 'What happened', cell: ({ event_info }) => <bdi>{event_info.summary}</bdi>, width: 18 },
  { title: 'Documentation', cell: ({ type }) => <a href={docsOf(type)}>About {type}</a>, width: 16 },
]

const FILTERS: Filter[] = [
  { name: 'type', label: 'Type', kind: 'choice', choices: EVENT_TYPES, words: (type) => type, any: 'all' },
  { name: 'shipment', label: 'Shipment id', kind: 'id', maxLength: 100 },
  { name: 'created_after', label: 'From', kind: 'time' },
  { name: 'created_before', label: 'Until', kind: 'time' },
  { name: 'scans', label: 'Only scans that moved a parcel', kind: 'flag' },
]

export const Page = () => {
  const [{ type, shipment, scans, created_after, created_before }] = useFilters()
  const { base, isOperator, partner } = useSide()
  const query = { type, shipment, scans, created_after, created_before, ...(partner !== '' && { partner_id: partner }) }
  const list = useLiveList(`${base}/events`, { ...query, order: 'newest', limit: 50 })
  return (
    <>
      <h1>Events</h1>
      <p>
        Everything that happened to parcels, newest first. <a href="/docs/guide/webhooks">How to read the feed</a>
      </p>
      <FilterBar filters={isOperator ? [BY_PARTNER, ...FILTERS] : FILTERS} />
      {type && (
        <p>
          {meaningOf(type)} <a href={docsOf(type)}>Documentation of {type}</a>
        </p>
      )}
      <ExportCsv path={`${base}/events`} query={isOperator && partner === '' ? { ...query, order: 'newest' } : query} name="events" />
      <Listed
        list={list}
        label="Events"
        columns={COLUMNS}
        to={({ eventID }) => `/console/events/${eventID}`}
        empty={<p>No events found.</p>}
      />
    </>
  )
}
