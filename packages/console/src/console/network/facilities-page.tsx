import type { Facility } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { addressWords, PLACE } from './places.ts'
import { PutPage } from './put-page.tsx'

const COLUMNS: Column<Facility>[] = [
  { title: 'Code', cell: ({ code }) => <bdi>{code}</bdi> },
  { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi>, width: 14 },
  { title: 'Address', cell: (facility) => <bdi>{addressWords(facility)}</bdi>, width: 22 },
  { title: 'In use', cell: ({ active }) => (active ? 'yes' : 'no'), width: 6 },
]
const FIELDS = [...PLACE, { name: 'active', label: 'In use', kind: 'flag' as const }]

export const Page = () => (
  <PutPage
    title="Facilities"
    thing="facility"
    about="Places where parcels are sorted. Scans and tenders refer to them by code."
    path="/v2/ops/facilities"
    columns={COLUMNS}
    keyField={{ name: 'code', label: 'Code', isRequired: true }}
    keyOf={({ code }) => code}
    fields={FIELDS}
  />
)
