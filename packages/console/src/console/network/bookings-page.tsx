import type { CarrierBooking } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import { useSelection } from '../lists/use-selection.ts'
import { useLiveList } from '../live/use-live.ts'
import { ShipmentName } from '../names.tsx'
import { bookingWords, errorWords, purchaseWords } from './booking-words.ts'
import { NetworkNav } from './network-nav.tsx'
import { RetryBookings } from './retry-bookings.tsx'
import { ServiceState } from './service-state.tsx'

const STATES = ['due', 'buying', 'uncertain', 'undecided', 'booked', 'refused', 'voiding', 'void', 'done']
const FILTERS: Filter[] = [
  { name: 'state', label: 'State', kind: 'choice', choices: STATES, words: bookingWords },
  { name: 'carrier', label: 'Carrier code', kind: 'text' },
  { name: 'shipment_id', label: 'Shipment id', kind: 'text' },
]

const COLUMNS: Column<CarrierBooking>[] = [
  {
    title: 'Shipment',
    cell: ({ shipment_id }) => <ShipmentName id={shipment_id} />,
    width: 18,
  },
  { title: 'Carrier', cell: ({ carrier }) => <bdi>{carrier}</bdi>, width: 8 },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 12 },
  {
    title: 'State',
    cell: ({ state }) => (
      <span className={state === 'refused' || state === 'undecided' ? 'tone warn' : undefined}>{bookingWords(state)}</span>
    ),
    width: 11,
  },
  { title: 'Number', cell: ({ number }) => <bdi>{number}</bdi>, width: 10 },
  {
    title: 'Labels',
    cell: ({ purchases }) =>
      purchases.map((one) => (
        <div key={one.id} className={one.state === 'void_refused' ? 'tone warn' : undefined} title={one.error ?? undefined}>
          {purchaseWords(one)}
        </div>
      )),
    width: 17,
  },
  {
    title: 'Error',
    cell: ({ error, remedy }) =>
      error && (
        <>
          <bdi title={error}>{errorWords(error)}</bdi>
          {remedy && <div>{remedy}</div>}
        </>
      ),
    width: 16,
  },
  { title: 'Tries', cell: ({ tries }) => tries || '', isNumber: true, width: 4.5 },
  { title: 'Next try', cell: ({ next_try_at }) => next_try_at && <Time at={next_try_at} />, width: 12 },
]

const Bookings = () => {
  const { session } = useCurrentSession()
  const mayRetry = session.access === 'operator'
  const [filters] = useFilters()
  const list = useLiveList('/v2/ops/carrier-bookings', filters)
  const { selected, onSelect, chosen, clear } = useSelection(list.items, filters)
  return (
    <>
      <FilterBar filters={FILTERS} />
      {mayRetry && <RetryBookings rows={chosen} onChanged={list.replace} onClear={clear} />}
      <Listed
        list={list}
        label="Bookings"
        columns={COLUMNS}
        rowName={({ shipment_id }) => shipment_id}
        to={({ shipment_id }) => `/console/shipments/${shipment_id}`}
        {...(mayRetry && { selected, onSelect })}
        empty={<None what="booking">A parcel is booked when it has a label and its carrier has a service.</None>}
      />
    </>
  )
}

/** Lists the bookings sent to carriers' services, and shows which of them were refused. */
export const Page = () => (
  <>
    <NetworkNav />
    <h1>Bookings</h1>
    <p>Parcels announced to carriers that have a service.</p>
    <ServiceState />
    <Bookings />
  </>
)
