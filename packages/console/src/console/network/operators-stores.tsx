import type { Store } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Go, useFilters, useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { type Column, Table } from '../lists/table.tsx'
import { useLiveList } from '../live/use-live.ts'
import { AddStore } from './add-store.tsx'
import { PlaceMap } from './map.tsx'
import { addressWords } from './places.ts'

const FILTERS: Filter[] = [
  { name: 'country', label: 'Country, two capital letters', kind: 'text' },
  { name: 'code', label: 'Code, the whole of it', kind: 'text' },
]
const addressOf = ({ id }: Pick<Store, 'id'>): string => `/console/network/stores/${id}`

const COLUMNS: Column<Store>[] = [
  {
    title: 'Name',
    cell: (store) => (
      <Go to={addressOf(store)}>
        <bdi>{store.name}</bdi>
        {store.warnings.length > 0 && ' (check its position)'}
      </Go>
    ),
    width: 14,
  },
  { title: 'Code', cell: ({ code }) => <bdi>{code}</bdi> },
  { title: 'Address', cell: (store) => <bdi>{addressWords(store)}</bdi>, width: 22 },
  { title: 'In use', cell: ({ active }) => (active ? 'yes' : 'no'), width: 6 },
]

export const OperatorsStores = () => {
  const { session } = useCurrentSession()
  const go = useGo()
  const [filters] = useFilters()
  const [isAdding, setAdding] = useState(false)
  const { items, error, isLoading, more } = useLiveList('/v2/ops/stores', filters)
  const points = items.map((store) => ({
    ...{ key: store.id, name: store.name, lat: store.lat, lon: store.lon, to: addressOf(store), isOff: !store.active },
  }))
  return (
    <>
      {session.access === 'operator' && !isAdding && (
        <p>
          <button type="button" onClick={() => setAdding(true)}>
            Add a store
          </button>{' '}
          <Go to="/console/network/imports">Add or change many from a file</Go>
        </p>
      )}
      {isAdding && <AddStore onClose={() => setAdding(false)} />}
      <FilterBar filters={FILTERS} />
      <Problem error={error} />
      {isLoading && <p role="status">One moment.</p>}
      {!isLoading && !error && items.length === 0 && <p>There is no store here.</p>}
      <PlaceMap points={points} label={`Map of the ${items.length} stores listed below`} />
      {items.length > 0 && (
        <Table label="Stores" rows={items} columns={COLUMNS} rowKey={({ id }) => id} onOpen={(store) => go(addressOf(store))} more={more} />
      )}
    </>
  )
}
