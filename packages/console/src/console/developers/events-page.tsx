import type { Event } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { fromTimeField, toTimeField } from '../../shared/time-text.ts'
import { Go, useFilters } from '../frame/address.ts'
import { ChoiceFilter } from '../lists/choice-filter.tsx'
import { ExportCsv } from '../lists/export-csv.tsx'
import { Listed } from '../lists/listed.tsx'
import { useLiveList } from '../live/use-live.ts'
import { ShipmentName } from '../names.tsx'
import { PartnerPicker } from '../partners/partner-picker.tsx'
import './developers.css'
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

const Moment = ({ label, value = '', onChange }: { label: string; value?: string | undefined; onChange: (at: string | null) => void }) => (
  <label>
    {label}
    <input type="datetime-local" value={toTimeField(value)} onChange={({ target }) => onChange(fromTimeField(target.value))} />
  </label>
)

const FilterForm = () => {
  const [{ shipment = '', scans = '', created_after, created_before }, set] = useFilters()
  const { isOperator, partner, choose } = useSide()
  return (
    <form
      className="chips"
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        set({ shipment: String(fields.get('shipment') ?? '').trim() })
      }}
    >
      {isOperator && <PartnerPicker label="Partner" none="all" value={partner} onChange={choose} />}
      <ChoiceFilter label="Type" name="type" choices={EVENT_TYPES.map((one) => [one, one])} />
      <label className="choice">
        <input type="checkbox" checked={scans === 'true'} onChange={({ target }) => set({ scans: target.checked ? 'true' : null })} />
        Only scans that moved a parcel
      </label>
      <label>
        Shipment
        <input
          key={shipment}
          name="shipment"
          defaultValue={shipment}
          maxLength={100}
          autoComplete="off"
          placeholder="shp_…"
          onBlur={({ target }) => set({ shipment: target.value.trim() })}
        />
      </label>
      <Moment label="From" value={created_after} onChange={(at) => set({ created_after: at })} />
      <Moment label="Until" value={created_before} onChange={(at) => set({ created_before: at })} />
    </form>
  )
}

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
      <FilterForm />
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
