import type { DropOffLocation } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { useFilters } from '../frame/address.ts'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { useLive } from '../live/use-live.ts'
import { hoursWords } from './hours.ts'
import { PlaceMap } from './map.tsx'
import { addressWords } from './places.ts'

const FILTERS: Filter[] = [
  { name: 'postal_code', label: 'Near postal code', kind: 'text' },
  { name: 'country', label: 'Country, two capital letters', kind: 'text' },
]
/** The radius is half the circumference of the earth, so it covers every place from any center. */
const EVERYWHERE = { lat: 0, lon: 0, radius_km: 20_038 }
const PAGE = 100

const COLUMNS: Column<DropOffLocation>[] = [
  { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi>, width: 14 },
  { title: 'Address', cell: (store) => <bdi>{addressWords(store)}</bdi>, width: 22 },
  { title: 'Open', cell: ({ hours }) => hoursWords(hours), width: 22 },
]

/** The drop-off locations that partners may offer to their shoppers. They are sorted by distance if an address is given. */
export const DropOffPlaces = () => {
  const [filters] = useFilters()
  const isNear = Boolean(filters.postal_code && filters.country)
  const where = isNear ? filters : { ...EVERYWHERE, country: filters.country }
  const { data, error, isLoading } = useLive('/v2/drop-off-locations', { ...where, limit: PAGE })
  const places = data?.data ?? []
  return (
    <>
      <p>Stores where your shoppers drop off parcels. Enter a postal code and its country to see the nearest ones.</p>
      <FilterBar filters={FILTERS} />
      <PlaceMap
        points={places.map(({ store_id, name, lat, lon }) => ({ key: store_id, name, lat, lon }))}
        label={`Map of the ${places.length} stores listed below`}
      />
      <Listed
        list={{ items: places, error, isLoading }}
        label="Stores"
        columns={COLUMNS}
        rowKey={({ store_id }) => store_id}
        empty={<p>No stores found.</p>}
      />
      {data?.has_more && <p>These are {PAGE} of the stores. Enter a postal code to see the nearest ones.</p>}
    </>
  )
}
