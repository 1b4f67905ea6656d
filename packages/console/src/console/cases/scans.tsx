import type { Scan } from '@backhaul/client'
import { Time } from '../../shared/time.tsx'
import { Wide } from '../lists/wide.tsx'
import { plainWords } from '../words.ts'
import { detailsOf } from './scan-words.ts'

/** Everything that was scanned, newest first. */
export const Scans = ({ list }: { list: { data: Scan[]; has_more: boolean } }) => (
  <section aria-labelledby="scans">
    <h2 id="scans">Scans</h2>
    {list.data.length === 0 && <p className="soft">Nobody has scanned it.</p>}
    {list.data.length > 0 && (
      <Wide label="Table of the scans">
        <table className="facts">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Scan</th>
              <th scope="col">Where and who</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {list.data.map((scan) => (
              <tr key={scan.id}>
                <td>
                  <Time at={scan.occurred_at} />
                </td>
                <th scope="row">
                  {plainWords(scan.kind)}
                  {!scan.applied && ' (late)'}
                </th>
                <td>
                  <bdi>{[scan.location?.name ?? scan.facility, scan.scanner_name].filter(Boolean).join(', ')}</bdi>
                </td>
                <td>
                  <bdi>{detailsOf(scan)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    )}
    {list.has_more && <p className="soft">The {list.data.length} newest; all of them are on the page of the shipment.</p>}
  </section>
)
