import type { Carrier } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Go } from '../frame/address.ts'
import type { FormField } from './fields.tsx'
import { PutPage } from './put-page.tsx'
import { ServiceState, serviceWords } from './service-state.tsx'

const REPORTS: Record<string, string> = { house: 'over the API', file: 'by files', replay: 'by its service', easypost: 'by EasyPost' }

/** Shows whether the carrier's service responds. Links to the bookings sent to that service. */
const Service = ({ carrier }: { carrier: Carrier }) => {
  const words = serviceWords(carrier)
  return words === '' ? null : (
    <Go
      to={`/console/network/bookings?carrier=${encodeURIComponent(carrier.code)}`}
      className={carrier.service?.failing_since ? 'tone warn' : undefined}
    >
      {words}
    </Go>
  )
}

const COLUMNS: Column<Carrier>[] = [
  { title: 'Code', cell: ({ code }) => <bdi>{code}</bdi> },
  { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi>, width: 16 },
  { title: 'Tracking numbers', cell: ({ numbers }) => (numbers === null ? 'random' : `${numbers.standard} ${numbers.prefix}`), width: 12 },
  { title: 'Reports', cell: ({ adapter }) => REPORTS[adapter] ?? adapter, width: 8 },
  { title: 'Service', cell: (one) => <Service carrier={one} />, width: 9 },
  { title: 'In use', cell: ({ active }) => (active ? 'yes' : 'no'), width: 6 },
]
const FIELDS: FormField[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'active', label: 'In use: accepts new shipments', kind: 'flag' },
]

export const Page = () => (
  <PutPage
    title="Carriers"
    thing="carrier"
    about="Carriers that transport parcels onward. Tracking numbers, reports by files and the meaning of codes are set over the API or on the command line. Changes on this page do not affect these settings."
    path="/v2/ops/carriers"
    columns={COLUMNS}
    keyField={{ name: 'code', label: 'Code', isRequired: true }}
    keyOf={({ code }) => code}
    fields={FIELDS}
    notice={<ServiceState />}
  />
)
