import type { CarrierInvoiceLine } from '@backhaul/client'
import type { ReactNode } from 'react'
import { add } from '../../shared/money.ts'
import { Go } from '../frame/address.ts'
import { Wide } from '../lists/wide.tsx'
import { deltaText, moneyText, plainWords, statusWords } from '../words.ts'
import { chargeWords } from './words.ts'

type Known = NonNullable<CarrierInvoiceLine['evidence']>

const Rows = ({ label, head, children }: { label: string; head: string[]; children: ReactNode }) => (
  <Wide label={`Table: ${label}`}>
    <table className="facts">
      <caption className="unseen">{label}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col" className={title === 'Amount' || title === 'Paid of it' ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  </Wide>
)

/** What the parcel was sold at, line by line if the carrier's table gives that price, and what was adjusted. */
const Owed = ({ known: { currency, price_cents, price_lines, correction_cents, adjustments } }: { known: Known }) => (
  <section aria-labelledby="owed">
    <h2 id="owed">What is owed for the parcel</h2>
    <Rows label="What is owed for the parcel" head={['Of', 'Amount', 'Why']}>
      <tbody>
        {price_lines?.map(({ code, cents, detail }) => (
          <tr key={`${code} ${detail}`}>
            <th scope="row">{plainWords(code)}</th>
            <td className="number">{moneyText(cents, currency)}</td>
            <td>
              <bdi>{detail}</bdi>
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">Price</th>
          <td className="number">{moneyText(price_cents, currency)}</td>
          <td>{price_lines === null && 'compared as a whole: today’s table gives another price than it was sold at'}</td>
        </tr>
        {adjustments.map(({ id, delta_cents, currency: of, reason, original_weight, new_weight, dispute_status }) => (
          <tr key={id}>
            <th scope="row">
              <Go to={`/console/disputes/${id}`}>Adjustment: {plainWords(reason).toLowerCase()}</Go>
            </th>
            <td className="number">{deltaText(delta_cents, of)}</td>
            <td>
              {original_weight !== null && new_weight !== null && `${original_weight} lb before, ${new_weight} lb measured`}
              {dispute_status !== null && ` (dispute ${dispute_status})`}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">In all</th>
          <td className="number">{moneyText(add(price_cents, correction_cents), currency)}</td>
          <td>{adjustments.some(({ dispute_status }) => dispute_status === 'upheld') && 'without what was upheld'}</td>
        </tr>
      </tfoot>
    </Rows>
  </section>
)

/** What the carrier charged for the same parcel on other lines. */
const Earlier = ({ known: { earlier, currency } }: { known: Known }) => (
  <section aria-labelledby="earlier">
    <h2 id="earlier">Charged before</h2>
    {earlier.length === 0 ? (
      <p>Nothing was charged for this parcel before.</p>
    ) : (
      <Rows label="Charged before" head={['For', 'Amount', 'Paid of it', 'Line']}>
        <tbody>
          {earlier.map(({ invoice_id, line_id, charge, amount_cents, stands_cents }) => (
            <tr key={line_id}>
              <th scope="row">{chargeWords(charge)}</th>
              <td className="number">{moneyText(amount_cents, currency)}</td>
              <td className="number">{moneyText(stands_cents, currency)}</td>
              <td>
                <Go to={`/console/invoices/${invoice_id}/lines/${line_id}`}>Look</Go>
              </td>
            </tr>
          ))}
        </tbody>
      </Rows>
    )}
  </section>
)

/** What a line was judged by, as it was then. */
export const Evidence = ({ line }: { line: CarrierInvoiceLine }) => {
  const { evidence, shipment_id } = line
  if (evidence === null)
    return (
      <div className="evidence">
        <h2>Evidence</h2>
        <p>
          No parcel is known by this number.{' '}
          <Go to={`/console/search?q=${encodeURIComponent(line.reference ?? line.number)}`}>Look for it</Go>; once a parcel has it, let the
          line be compared again.
        </p>
      </div>
    )
  return (
    <div className="evidence">
      <p>
        {shipment_id !== null && <Go to={`/console/shipments/${shipment_id}`}>The shipment</Go>}, when this was compared:{' '}
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
