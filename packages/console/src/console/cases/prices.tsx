import type { Adjustment, Shipment } from '@backhaul/client'
import type { ReactNode } from 'react'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { deltaText, moneyText, plainWords } from '../words.ts'
import { totalsOf } from './totals.ts'

interface Line {
  key: string
  words: ReactNode
  amount: string
  dispute: string
  at: string
}

const COLUMNS: SmallColumn<Line>[] = [
  { title: 'Line', cell: ({ words }) => words, isHead: true },
  { title: 'Amount', cell: ({ amount }) => amount, isNumber: true },
  { title: 'Dispute', cell: ({ dispute }) => dispute },
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
]

const lineOf = ({ id, reason, source, delta_amount, currency, dispute_status, created_at }: Adjustment): Line => ({
  key: id,
  words: (
    <Go to={`/console/disputes/${id}`}>
      {plainWords(reason)}, {source === 'manual' ? 'by hand' : `by a ${source}`}
    </Go>
  ),
  amount: deltaText(delta_amount, currency),
  dispute: dispute_status ? plainWords(dispute_status) : 'Not disputed',
  at: created_at,
})

/** Shows the agreed price, each adjustment, and the total. */
export const Prices = ({ shipment, adjustments, current }: { shipment: Shipment; adjustments: readonly Adjustment[]; current: string }) => {
  const { amount, currency, created_at } = shipment
  const price = { key: 'price', words: 'Agreed price of the shipment', amount: moneyText(amount, currency), dispute: '', at: created_at }
  return (
    <section aria-labelledby="prices">
      <h2 id="prices">Price</h2>
      <SmallTable
        label="Price table"
        className="facts"
        columns={COLUMNS}
        rows={[price, ...adjustments.toReversed().map(lineOf)]}
        rowKey={({ key }) => key}
        current={current}
        foot={
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className="number">
                {totalsOf(shipment, adjustments).map((total) => (
                  <div key={total.currency}>{moneyText(total.amount, total.currency)}</div>
                ))}
              </td>
              <td colSpan={2}>without upheld disputes</td>
            </tr>
          </tfoot>
        }
      />
    </section>
  )
}
