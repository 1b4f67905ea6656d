import type { ParcelAtStore, Store } from '@backhaul/client'
import { WEEKDAYS } from '@backhaul/core/network.ts'
import { useState } from 'react'
import type { Column } from '../../design/table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Fact } from '../facts.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { Listed } from '../lists/listed.tsx'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { CopyId } from '../names.tsx'
import { Status } from '../status.tsx'
import { ChangeStore } from './change-store.tsx'
import { DAY_WORDS, hoursValues } from './hours.ts'
import { PlaceMap } from './map.tsx'
import { PlaceWarnings } from './place-warnings.tsx'
import { addressWords } from './places.ts'
import { useWhole } from './use-whole.ts'

const PAGE = 100
const COLUMNS: Column<ParcelAtStore>[] = [
  { title: 'Tracking', cell: ({ shipment_id, tracking }) => <Go to={`/console/shipments/${shipment_id}`}>{tracking}</Go>, width: 13 },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
  { title: 'Here since', cell: ({ since }) => <Time at={since} />, width: 14 },
  { title: 'Carrier', cell: ({ carrier }) => <bdi>{carrier}</bdi> },
]

const Load = ({ id }: { id: string }) => {
  const { data, error } = useLive('/v2/parcels', { store_id: id, limit: PAGE })
  const parcels = data?.data ?? []
  return (
    <>
      <h2>Parcels in this store</h2>
      {data && (
        <p>
          <strong>
            {parcels.length}
            {data.has_more && ' or more'}
          </strong>
          {parcels.length > 0 && ', longest wait first'}
        </p>
      )}
      <Listed
        list={{ items: parcels, error, isLoading: false }}
        label="Parcels in this store"
        columns={COLUMNS}
        rowKey={({ shipment_id }) => shipment_id}
        to={({ shipment_id }) => `/console/shipments/${shipment_id}`}
      />
    </>
  )
}

const OpeningHours = ({ hours }: Pick<Store, 'hours'>) => {
  const spans = hoursValues(hours)
  return (
    <>
      <h2>Opening hours</h2>
      {hours === null ? (
        <p>The opening hours are not known.</p>
      ) : (
        <dl>{WEEKDAYS.map((day) => [<dt key={day}>{DAY_WORDS[day]}</dt>, <dd key={`${day}-hours`}>{spans[day] || 'closed'}</dd>])}</dl>
      )}
    </>
  )
}

/** Links to the calendars that apply to the store. */
const CalendarLinks = ({ store: { id, country } }: { store: Store }) => {
  const { items } = useWhole('/v2/ops/calendars')
  const has = (subject: string): boolean => items.some((one) => one.subject === subject)
  const link = (subject: string, words: string) => <Go to={`/console/network/calendars/${subject}`}>{words}</Go>
  return (
    <>
      {link(id, has(id) ? 'its own calendar' : 'no calendar of its own')}
      {has(country) && <>, then {link(country, `the calendar of ${country}`)}</>}
    </>
  )
}

const Facts = ({ store }: { store: Store }) => (
  <dl>
    <Fact name="Code">
      <bdi>{store.code}</bdi>
    </Fact>
    <Fact name="Drop-off code">
      <bdi>{store.pudo_code}</bdi>
    </Fact>
    <Fact name="Address" dir="auto">
      {addressWords(store)}
    </Fact>
    <Fact name="Time zone">{store.timezone}</Fact>
    <Fact name="Calendar">
      <CalendarLinks store={store} />
    </Fact>
    <Fact name="In use">{store.active ? 'yes' : 'no: not shown in searches'}</Fact>
  </dl>
)

/** One store: its location, its hours, and the parcels there now. */
export const Page = () => {
  const { session } = useCurrentSession()
  const id = usePathParam('id')
  const [isChanging, setChanging] = useState(false)
  const { data: store, error } = useLive(`/v2/ops/stores/${encodeURIComponent(id)}`)
  if (!store) return <NotYet title="Store" others="stores" error={error} />
  return (
    <>
      <h1>
        <bdi>{store.name}</bdi>
      </h1>
      <p>
        <CopyId id={store.id} of="the store" />
      </p>
      <Problem error={error} />
      <PlaceWarnings warnings={store.warnings} />
      <Facts store={store} />
      {session.access === 'operator' && !isChanging && (
        <p>
          <button type="button" onClick={() => setChanging(true)}>
            Change the store
          </button>
        </p>
      )}
      {isChanging && <ChangeStore store={store} onClose={() => setChanging(false)} />}
      <OpeningHours hours={store.hours} />
      <Load id={store.id} />
      <PlaceMap points={[{ key: store.id, name: store.name, lat: store.lat, lon: store.lon }]} label={`Map: ${store.name}`} />
    </>
  )
}
