import type { Adjustment, Discrepancy, Shipment } from '@backhaul/client'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { type Measured, measuredRows } from './measured-rows.ts'
import { hasOtherSize, sizeText, weightText } from './measures.ts'

const columnsFor = (declared: Measured | undefined): SmallColumn<Measured>[] => [
  { title: 'Parcel', cell: ({ words }) => words, isHead: true },
  {
    title: 'Weight',
    cell: ({ weight }) => (weight === declared?.weight ? weightText({ weight }) : <mark>{weightText({ weight })}, differs</mark>),
  },
  {
    title: 'Size',
    cell: ({ size }) => {
      if (size === null) return <span className="soft">not measured</span>
      return declared?.size && hasOtherSize(size, declared.size) ? <mark>{sizeText(size)}, differs</mark> : sizeText(size)
    },
  },
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'Source', cell: ({ source, to }) => <Go to={to}>{source}</Go> },
]

interface Props {
  shipment: Shipment
  found: readonly Discrepancy[]
  adjustments: readonly Adjustment[]
}

export const Measures = ({ shipment, found, adjustments }: Props) => {
  const rows = measuredRows(shipment, found, adjustments)
  const declared = rows[0]
  return (
    <section aria-labelledby="measures">
      <h2 id="measures">Declared and observed</h2>
      <SmallTable label="Table of measurements" className="facts" columns={columnsFor(declared)} rows={rows} rowKey={({ key }) => key} />
    </section>
  )
}
