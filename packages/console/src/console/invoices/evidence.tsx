import type { CarrierInvoiceLine } from '@backhaul/client'
import type { ReactNode } from 'react'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { add } from '../../shared/money.ts'
import { Go } from '../frame/address.ts'
import { deltaText, moneyText, plainWords, statusWords } from '../words.ts'
import { chargeWords } from './words.ts'

type Known = NonNullable<CarrierInvoiceLine['evidence']>

interface Line {
  key: string
  of: ReactNode
  amount: string
  why: ReactNode
}

const OWED: SmallColumn<Line>[] = [
  { title: 'Item', cell: ({ of }) => of, isHead: true },
  { title: 'Amount', cell: ({ amount }) => amount, isNumber: true },
  { title: 'Why', cell: ({ why }) => why },
]

const linesOf = ({ currency, price_cents, price_lines, adjustments }: Known): Line[] => [
  ...(price_lines ?? []).map(({ code, cents, detail }) => ({
    key: `${code} ${detail}`,
    of: plainWords(code),
    amount: moneyText(cents, currency),
    why: <bdi>{detail}</bdi>,
  })),
  {
    key: 'price',
    of: 'Price',
    amount: moneyText(price_cents, currency),
    why: price_lines === null && 'compared as a whole: the current rates give a different price',
  },
  ...adjustments.map(({ id, delta_cents, currency: of, reason, original_weight, new_weight, dispute_status }) => ({
    key: id,
    of: <Go to={`/console/disputes/${id}`}>Adjustment: {plainWords(reason).toLowerCase()}</Go>,
    amount: deltaText(delta_cents, of),
    why: (
      <>
        {original_weight !== null && new_weight !== null && `${original_weight} lb before, ${new_weight} lb measured`}
        {dispute_status !== null && ` (dispute ${dispute_status})`}
      </>
    ),
  })),
]

/** Shows the price at which the parcel was sold, and the adjustments. If the carrier's rates give that price, it is shown item by item. */
const Owed = ({ known }: { known: Known }) => (
  <section aria-labelledby="owed">
    <h2 id="owed">Amount owed for the parcel</h2>
    <SmallTable
      label="Table of the amount owed for the parcel"
      caption="Amount owed for the parcel"
      className="facts"
      columns={OWED}
      rows={linesOf(known)}
      rowKey={({ key }) => key}
      foot={
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="number">{moneyText(add(known.price_cents, known.correction_cents), known.currency)}</td>
            <td>{known.adjustments.some(({ dispute_status }) => dispute_status === 'upheld') && 'without upheld disputes'}</td>
          </tr>
        </tfoot>
      }
    />
  </section>
)

const earlierColumns = (currency: string): SmallColumn<Known['earlier'][number]>[] => [
  { title: 'For', cell: ({ charge }) => chargeWords(charge), isHead: true },
  { title: 'Amount', cell: ({ amount_cents }) => moneyText(amount_cents, currency), isNumber: true },
  { title: 'Paid', cell: ({ stands_cents }) => moneyText(stands_cents, currency), isNumber: true },
  { title: 'Line', cell: ({ invoice_id, line_id }) => <Go to={`/console/invoices/${invoice_id}/lines/${line_id}`}>View</Go> },
]

/** Shows earlier charges of the carrier for the same parcel on other lines. */
const Earlier = ({ known: { earlier, currency } }: { known: Known }) => (
  <section aria-labelledby="earlier">
    <h2 id="earlier">Earlier charges</h2>
    {earlier.length === 0 ? (
      <p>There are no earlier charges for this parcel.</p>
    ) : (
      <SmallTable
        label="Table of earlier charges"
        caption="Earlier charges"
        className="facts"
        columns={earlierColumns(currency)}
        rows={earlier}
        rowKey={({ line_id }) => line_id}
      />
    )}
  </section>
)

/** Shows the data that a line was compared with, as it was at that time. */
export const Evidence = ({ line }: { line: CarrierInvoiceLine }) => {
  const { evidence, shipment_id } = line
  if (evidence === null)
    return (
      <div className="evidence">
        <h2>Evidence</h2>
        <p>
          No parcel has this number. <Go to={`/console/search?q=${encodeURIComponent(line.reference ?? line.number)}`}>Search for it</Go>.
          When a parcel has this number, compare the line again.
        </p>
      </div>
    )
  return (
    <div className="evidence">
      <p>
        {shipment_id !== null && <Go to={`/console/shipments/${shipment_id}`}>The shipment</Go>}, status at the time of comparison:{' '}
        {statusWords(evidence.status).toLowerCase()}
        {evidence.carrier !== null && (
          <>
            , with <bdi>{evidence.carrier}</bdi>
          </>
        )}
        .
      </p>
      <Owed known={evidence} />
      <Earlier known={evidence} />
    </div>
  )
}
