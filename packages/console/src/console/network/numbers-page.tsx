import type { NumberSeries } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { Wide } from '../lists/wide.tsx'
import { useLive } from '../live/use-live.ts'
import { NetworkNav } from './network-nav.tsx'
import { lastsOf } from './numbers.ts'
import { OperatorsOnly } from './operators-only.tsx'

const STANDARDS: Record<string, string> = {
  internal: 'Barcodes are 20 digits of our own, made of the time and chance: they do not run out.',
  sscc: 'Barcodes are GS1 serial shipping container codes (SSCC).',
}

const Series = ({ one, daily, now }: { one: NumberSeries; daily: number | null; now: string }) => {
  const size = one.last - one.first + 1
  const { words, isSoon } = lastsOf(one, daily, now)
  return (
    <tr>
      <th scope="row">
        <bdi>{one.series}</bdi>
      </th>
      <td>{one.carrier === null ? 'barcodes' : <bdi>{one.carrier}</bdi>}</td>
      <td className="number">
        {one.first.toLocaleString()} to {one.last.toLocaleString()}
      </td>
      <td className="number">{one.left.toLocaleString()}</td>
      <td>
        <meter aria-label={`Numbers left of ${one.series}`} min={0} max={size} value={one.left} />
      </td>
      <td className={isSoon ? 'lasts tone warn' : 'lasts'}>{words}</td>
    </tr>
  )
}

const Numbers = () => {
  const { data: numbering, error } = useLive('/v2/ops/numbering')
  const { data: today } = useLive('/v2/today')
  const made = today?.funnel.find(({ status }) => status === 'created')?.count
  const daily = made === undefined ? null : made / 7
  return (
    <>
      <Problem error={error} />
      {!numbering && !error && <p role="status">One moment.</p>}
      {numbering && <p>{STANDARDS[numbering.barcodes.standard] ?? numbering.barcodes.standard}</p>}
      {numbering?.series.length === 0 && <p>No series is set, neither of barcodes nor of a carrier's own numbers.</p>}
      {numbering && numbering.series.length > 0 && (
        <Wide label="Table of series">
          <table className="plain">
            <caption className="unseen">Series of numbers</caption>
            <thead>
              <tr>
                <th scope="col">Series</th>
                <th scope="col">Of</th>
                <th scope="col" className="number">
                  Range
                </th>
                <th scope="col" className="number">
                  Left
                </th>
                <th scope="col">Part left</th>
                <th scope="col">Lasts</th>
              </tr>
            </thead>
            <tbody>
              {numbering.series.map((one) => (
                <Series key={`${one.series} ${one.carrier}`} one={one} daily={daily} now={today?.now ?? ''} />
              ))}
            </tbody>
          </table>
        </Wide>
      )}
      {daily !== null && (
        <p className="soft">
          How long a series lasts is counted as if every parcel took one of its numbers: {Math.ceil(daily).toLocaleString()} a day, as in
          the last seven days. It may last longer. A carrier whose numbers are used up takes no new shipments.
        </p>
      )}
      <p>
        Series are set on the command line (<code>backhaul numbering</code>, <code>backhaul carrier set</code>) or over the API.
      </p>
    </>
  )
}

/** The numbers that parcels get, and how many are left of each series. */
export const Page = () => {
  const { session } = useCurrentSession()
  if (!isOperators(session)) return <OperatorsOnly title="Numbers" />
  return (
    <>
      <NetworkNav />
      <h1>Numbers</h1>
      <Numbers />
    </>
  )
}
