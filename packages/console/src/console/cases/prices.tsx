import type { Adjustment, Shipment } from '@backhaul/client'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { Wide } from '../lists/wide.tsx'
import { deltaText, moneyText, plainWords } from '../words.ts'
import { totalsOf } from './totals.ts'

/** The agreed price, each adjustment, and what they come to. */
export const Prices = ({ shipment, adjustments, current }: { shipment: Shipment; adjustments: readonly Adjustment[]; current: string }) => {
  const { amount, currency } = shipment
  const totals = totalsOf(shipment, adjustments)
  return (
    <section aria-labelledby="prices">
      <h2 id="prices">Price</h2>
      <Wide label="Table of the price">
        <table className="facts">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col" className="number">
                Amount
              </th>
              <th scope="col">Dispute</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Agreed price, by the shipment</th>
              <td className="number">{moneyText(amount, currency)}</td>
              <td />
              <td>
                <Time at={shipment.created_at} />
              </td>
            </tr>
            {adjustments.toReversed().map(({ id, reason, source, delta_amount, currency: of, dispute_status, created_at }) => (
              <tr key={id} aria-current={id === current || undefined}>
                <th scope="row">
                  <Go to={`/console/disputes/${id}`}>
                    {plainWords(reason)}, {source === 'manual' ? 'by hand' : `by a ${source}`}
                  </Go>
                </th>
                <td className="number">{deltaText(delta_amount, of)}</td>
                <td>{dispute_status ? plainWords(dispute_status) : 'Not disputed'}</td>
                <td>
                  <Time at={created_at} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Comes to</th>
              <td className="number">
                {totals.map((total) => (
                  <div key={total.currency}>{moneyText(total.amount, total.currency)}</div>
                ))}
              </td>
              <td colSpan={2}>without what was upheld</td>
            </tr>
          </tfoot>
        </table>
      </Wide>
    </section>
  )
}
