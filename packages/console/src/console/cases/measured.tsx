import type { Adjustment, Discrepancy, Shipment } from '@backhaul/client'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { Wide } from '../lists/wide.tsx'
import { measuredRows } from './measured-rows.ts'
import { hasOtherSize, sizeText, weightText } from './measures.ts'

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
      <Wide label="Table of the measures">
        <table className="facts">
          <thead>
            <tr>
              <th scope="col">Parcel</th>
              <th scope="col">Weight</th>
              <th scope="col">Size</th>
              <th scope="col">When</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, words, weight, size, at, source, to }) => (
              <tr key={key}>
                <th scope="row">{words}</th>
                <td>{weight === declared?.weight ? weightText({ weight }) : <mark>{weightText({ weight })}, differs</mark>}</td>
                <td>
                  {size === null && <span className="soft">not measured</span>}
                  {size !== null &&
                    (declared?.size && hasOtherSize(size, declared.size) ? <mark>{sizeText(size)}, differs</mark> : sizeText(size))}
                </td>
                <td>
                  <Time at={at} />
                </td>
                <td>
                  <Go to={to}>{source}</Go>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  )
}
