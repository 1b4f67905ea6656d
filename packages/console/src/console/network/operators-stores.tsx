import type { Store } from '@backhaul/client'
import { useState } from 'react'
import type { Column } from '../../design/table.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { useLiveList } from '../live/use-live.ts'
import { AddStore } from './add-store.tsx'
import { PlaceMap } from './map.tsx'
import { addressWords } from './places.ts'

const FILTERS: Filter[] = [
  { name: 'country', label: 'Country, two capital letters', kind: 'text' },
  { name: 'code', label: 'Complete code', kind: 'text' },
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
  const [filters] = useFilters()
  const [isAdding, setAdding] = useState(false)
  const list = useLiveList('/v2/ops/stores', filters)
  const points = list.items.map((store) => ({
    ...{ key: store.id, name: store.name, lat: store.lat, lon: store.lon, to: addressOf(store), isOff: !store.active },
  }))
  return (
    <>
      {session.access === 'operator' && !isAdding && (
        <p>
          <button type="button" onClick={() => setAdding(true)}>
            Add a store
          </button>{' '}
          <Go to="/console/network/imports">Add or change stores from a file</Go>
        </p>
      )}
      {isAdding && <AddStore onClose={() => setAdding(false)} />}
      <FilterBar filters={FILTERS} />
      <PlaceMap points={points} label={`Map of the ${list.items.length} stores listed below`} />
      <Listed list={list} label="Stores" columns={COLUMNS} to={(store) => addressOf(store)} empty={<p>No stores found.</p>} />
    </>
  )
}
