import type { NumberSeries } from '@backhaul/client'
import { Skeleton } from '../../design/skeleton.tsx'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useLive } from '../live/use-live.ts'
import { NetworkNav } from './network-nav.tsx'
import { lastsOf } from './numbers.ts'

const STANDARDS: Record<string, string> = {
  internal: 'Barcodes are 20 digits made from the time and random digits. They do not run out.',
  sscc: 'Barcodes are GS1 serial shipping container codes (SSCC).',
}

const columnsFor = (daily: number | null, now: string): SmallColumn<NumberSeries>[] => [
  { title: 'Series', cell: ({ series }) => <bdi>{series}</bdi>, isHead: true },
  { title: 'Used for', cell: ({ carrier }) => (carrier === null ? 'barcodes' : <bdi>{carrier}</bdi>) },
  { title: 'Range', cell: ({ first, last }) => `${first.toLocaleString()} to ${last.toLocaleString()}`, isNumber: true },
  { title: 'Left', cell: ({ left }) => left.toLocaleString(), isNumber: true },
  {
    title: 'Remaining',
    cell: ({ series, first, last, left }) => <meter aria-label={`Numbers left in ${series}`} min={0} max={last - first + 1} value={left} />,
  },
  {
    title: 'Lasts',
    cell: (one) => {
      const { words, isSoon } = lastsOf(one, daily, now)
      return <span className={isSoon ? 'lasts tone warn' : 'lasts'}>{words}</span>
    },
  },
]

const Numbers = () => {
  const { data: numbering, error } = useLive('/v2/ops/numbering')
  const { data: today } = useLive('/v2/today')
  const made = today?.funnel.find(({ status }) => status === 'created')?.count
  const daily = made === undefined ? null : made / 7
  return (
    <>
      <Problem error={error} />
      {!numbering && !error && <Skeleton />}
      {numbering && <p>{STANDARDS[numbering.barcodes.standard] ?? numbering.barcodes.standard}</p>}
      {numbering?.series.length === 0 && <p>No series is set for barcodes or for a carrier’s own numbers.</p>}
      {numbering && numbering.series.length > 0 && (
        <SmallTable
          label="Table of series"
          caption="Number series"
          columns={columnsFor(daily, today?.now ?? '')}
          rows={numbering.series}
          rowKey={({ series, carrier }) => `${series} ${carrier}`}
        />
      )}
      {daily !== null && (
        <p className="soft">
          The estimate assumes that every parcel uses one number of the series: {Math.ceil(daily).toLocaleString()} a day, as in the last
          seven days. A series may last longer. A carrier without numbers accepts no new shipments.
        </p>
      )}
      <p>
        Series are set on the command line (<code>backhaul numbering</code>, <code>backhaul carrier set</code>) or over the API.
      </p>
    </>
  )
}

/** Lists the number series for parcels, and how many numbers of each are left. */
export const Page = () => (
  <>
    <NetworkNav />
    <h1>Numbers</h1>
    <Numbers />
  </>
)
