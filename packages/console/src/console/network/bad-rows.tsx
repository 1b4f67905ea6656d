import type { ImportDetail } from '@backhaul/client'
import { Wide } from '../lists/wide.tsx'

type Fault = ImportDetail['errors'][number]

/** Rows of a file, each with its column and all of what is to be said of it: a message that is cut helps nobody. */
export const BadRows = ({ label, what, faults }: { label: string; what: string; faults: readonly Fault[] }) => (
  <Wide label={`Table of ${label.toLowerCase()}`}>
    <table className="plain" aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className="number">
            Row
          </th>
          <th scope="col">Column</th>
          <th scope="col">{what}</th>
        </tr>
      </thead>
      <tbody>
        {faults.map(({ row, field, code, message }) => (
          <tr key={`${row} ${field} ${code} ${message}`}>
            <td className="number">{row}</td>
            <th scope="row">
              <bdi>{field || 'the whole row'}</bdi>
            </th>
            <td>
              <bdi>{field ? `${field} ${message}` : message}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
)
