import type { Discrepancy, Parcel, Shipment } from '@backhaul/client'
import { Time } from '../../shared/time.tsx'
import { Wide } from '../lists/wide.tsx'
import { hasOtherSize, sizeText, weightText } from './measures.ts'

interface Measured {
  key: string
  words: string
  parcel: Parcel
  at: string
}

/** What was declared, what was observed since, and what is recorded now. */
export const Measures = ({ shipment, found }: { shipment: Shipment; found: readonly Discrepancy[] }) => {
  const declared = found.at(-1)?.declared ?? shipment.parcel
  const rows: Measured[] = [
    { key: 'declared', words: 'Declared', parcel: declared, at: shipment.created_at },
    ...found
      .filter(({ reason }) => reason === null)
      .map(({ id, stage, observed, created_at }) => ({ key: id, words: `Observed at ${stage}`, parcel: observed, at: created_at }))
      .toReversed(),
    { key: 'recorded', words: 'Recorded now', parcel: shipment.parcel, at: shipment.updated_at },
  ]
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
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, words, parcel, at }) => (
              <tr key={key}>
                <th scope="row">{words}</th>
                <td>{parcel.weight === declared.weight ? weightText(parcel) : <mark>{weightText(parcel)}, differs</mark>}</td>
                <td>{hasOtherSize(parcel, declared) ? <mark>{sizeText(parcel)}, differs</mark> : sizeText(parcel)}</td>
                <td>
                  <Time at={at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  )
}
