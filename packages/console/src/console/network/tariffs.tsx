import type { Tariff } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { Day, Time } from '../../shared/time.tsx'
import { Wide } from '../lists/wide.tsx'
import { useWhole } from './use-whole.ts'

/** Days are those of UTC. */
const standing = ({ in_use, effective_on }: Tariff, today: string): string =>
  in_use ? (effective_on <= today ? 'in force' : 'to come') : 'replaced'

/** The tariffs of carriers, which take the place of cards. */
export const Tariffs = () => {
  const { items, error, isLoading } = useWhole('/v2/ops/tariffs')
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  return (
    <>
      <h2>Tariffs</h2>
      <p>What carriers charge by zones and weights. While one is in force, it takes the place of the carrier's card for that country.</p>
      <Problem error={error} />
      {isLoading && <p role="status">One moment.</p>}
      {!isLoading && !error && items.length === 0 && <p>There is none: prices come from the cards.</p>}
      {items.length > 0 && (
        <Wide label="Table of tariffs">
          <table className="plain">
            <caption className="unseen">Tariffs</caption>
            <thead>
              <tr>
                <th scope="col">Carrier</th>
                <th scope="col">To</th>
                <th scope="col">From the day</th>
                <th scope="col">In use</th>
                <th scope="col" className="number">
                  Rows
                </th>
                <th scope="col">Imported</th>
              </tr>
            </thead>
            <tbody>
              {items.map((one) => {
                const { carrier, country, currency, effective_on, rows, imported_at } = one
                return (
                  <tr key={`${carrier} ${country} ${effective_on}`}>
                    <th scope="row">
                      <bdi>{carrier}</bdi>
                    </th>
                    <td>
                      {country}, {currency}
                    </td>
                    <td>
                      <Day on={effective_on} />
                    </td>
                    <td>{standing(one, today)}</td>
                    <td className="number">{rows.toLocaleString()}</td>
                    <td>
                      <Time at={imported_at} />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </Wide>
      )}
    </>
  )
}
