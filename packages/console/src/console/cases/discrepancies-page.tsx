import type { Discrepancy, DiscrepancyStage } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { ShipmentName } from '../names.tsx'
import { plainWords } from '../words.ts'
import { weightText } from './measures.ts'
import { type Choice, Queue } from './queue.tsx'

const STAGES: DiscrepancyStage[] = ['dropoff', 'sort']

const CHOICES: Choice[] = [
  { name: 'stage', label: 'Found at', values: STAGES.map((value) => [value, plainWords(value)]), hasAll: true },
  {
    name: 'reason',
    label: 'Reason',
    values: [['late_custody', 'Late scan, shipment ended']],
    hasAll: true,
  },
  {
    name: 'chargeable',
    label: 'Charged',
    values: [
      ['true', 'Charged'],
      ['false', 'Not charged'],
    ],
    hasAll: true,
  },
]

const whatOf = ({ reason, stage }: Discrepancy): string =>
  reason === 'late_custody' ? 'Late scan, shipment ended' : `Measured at ${stage === 'dropoff' ? 'drop-off' : stage}`

const COLUMNS: Column<Discrepancy>[] = [
  { title: 'Discrepancy', cell: (row) => <Go to={`/console/discrepancies/${row.id}`}>{whatOf(row)}</Go>, width: 14 },
  { title: 'Declared', cell: ({ declared }) => weightText(declared), isNumber: true, width: 8 },
  { title: 'Observed', cell: ({ observed }) => weightText(observed), isNumber: true, width: 8 },
  { title: 'Charged', cell: ({ chargeable }) => (chargeable ? 'Yes' : 'No'), width: 6 },
  {
    title: 'Shipment',
    cell: ({ shipment_id }) => <ShipmentName id={shipment_id} />,
    width: 18,
  },
  { title: 'Found', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
]

export const Page = () => <Queue title="Discrepancies" noun="discrepancy" path="/v2/discrepancies" choices={CHOICES} columns={COLUMNS} />
