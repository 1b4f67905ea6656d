import type { Scan } from '@backhaul/client'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { Time } from '../../shared/time.tsx'
import { plainWords } from '../words.ts'
import { detailsOf } from './scan-words.ts'

const COLUMNS: SmallColumn<Scan>[] = [
  { title: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
  { title: 'Scan', cell: ({ kind, applied }) => `${plainWords(kind)}${applied ? '' : ' (late)'}`, isHead: true },
  {
    title: 'Place and person',
    cell: ({ location, facility, scanner_name }) => <bdi>{[location?.name ?? facility, scanner_name].filter(Boolean).join(', ')}</bdi>,
  },
  { title: 'Details', cell: (scan) => <bdi>{detailsOf(scan)}</bdi> },
]

/** Shows all scans, newest first. */
export const Scans = ({ list }: { list: { data: Scan[]; has_more: boolean } }) => (
  <section aria-labelledby="scans">
    <h2 id="scans">Scans</h2>
    {list.data.length === 0 && <p className="soft">There are no scans yet.</p>}
    {list.data.length > 0 && (
      <SmallTable label="Table of scans" className="facts" columns={COLUMNS} rows={list.data} rowKey={({ id }) => id} />
    )}
    {list.has_more && <p className="soft">The {list.data.length} newest scans. The shipment’s page lists all of them.</p>}
  </section>
)
