import type { Adjustment, Claim, Discrepancy, Parcel } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../../shared/problem.tsx'
import { Time } from '../../../shared/time.tsx'
import { totalsOf } from '../../cases/totals.ts'
import { Go } from '../../frame/address.ts'
import { useCurrentSession } from '../../frame/session.tsx'
import { hasScope } from '../../frame/who-may.ts'
import { deltaText, moneyText } from '../../words.ts'
import type { ShownShipment } from '../types.ts'
import type { Money as Records } from '../way/use-way.ts'
import { AdjustForm } from './adjust-form.tsx'
import { ClaimForm } from './claim-form.tsx'
import { DisputeForm } from './dispute-form.tsx'
import { pricedParcel } from './priced.ts'

const measures = ({ weight, length, width, height }: Parcel): string => `${weight} lb, ${length} × ${width} × ${height} in`

/** Shows the basis of a correction: the weights named in the correction, or the measurements. */
const Evidence = ({ adjustment, found }: { adjustment: Adjustment; found: Discrepancy | undefined }) => (
  <>
    {adjustment.original_weight !== null && adjustment.new_weight !== null && (
      <div className="soft">
        {adjustment.original_weight} lb charged, {adjustment.new_weight} lb measured
      </div>
    )}
    {found && (
      <div className="soft">
        Declared {measures(found.declared)}; measured {measures(found.observed)} at {found.stage}
      </div>
    )}
  </>
)

interface LineProps {
  adjustment: Adjustment
  found: Discrepancy | undefined
  mayDispute: boolean
}

const Line = ({ adjustment, found, mayDispute }: LineProps) => {
  const [isOpen, setOpen] = useState(false)
  const { id, currency, delta_amount, dispute_status, dispute_reason, created_at, reason, source } = adjustment
  return (
    <tr>
      <td>
        Adjustment: {reason}, {source}
        <div className="soft">
          <Time at={created_at} />
        </div>
        <Evidence adjustment={adjustment} found={found} />
        {dispute_status && (
          <div>
            <Go to={`/console/disputes/${id}`}>Dispute {dispute_status}</Go>: <bdi>{dispute_reason}</bdi>
          </div>
        )}
        {mayDispute && dispute_status === null && !isOpen && (
          <button type="button" aria-label={`Dispute the adjustment of ${deltaText(delta_amount, currency)}`} onClick={() => setOpen(true)}>
            Dispute
          </button>
        )}
        {isOpen && <DisputeForm adjustment={adjustment} onClose={() => setOpen(false)} />}
      </td>
      <td className="number">{deltaText(delta_amount, currency)}</td>
    </tr>
  )
}

const Claims = ({ claims }: { claims: readonly Claim[] }) => (
  <ul className="rows">
    {claims.map(({ id, type, status, description, amount_claimed, amount_approved, currency }) => (
      <li key={id}>
        <Go to={`/console/claims/${id}`}>Claim: {type}</Go>, <strong>{status}</strong>
        {amount_claimed !== null && `, ${moneyText(amount_claimed, currency)} claimed`}
        {amount_approved !== null && `, ${moneyText(amount_approved, currency)} approved`}
        {description && (
          <div className="soft">
            <bdi>{description}</bdi>
          </div>
        )}
      </li>
    ))}
  </ul>
)

type OpenForm = 'claim' | 'adjust' | null

/** Shows the price of the parcel and its calculation. */
export const Money = ({ shipment, money }: { shipment: ShownShipment; money: Records }) => {
  const { session } = useCurrentSession()
  const [form, setForm] = useState<OpenForm>(null)
  const { id, amount, currency, service_level, parcel } = shipment
  const adjustments = money.adjustments.data?.data ?? []
  const discrepancies = money.discrepancies.data?.data ?? []
  const claims = money.claims.data?.data ?? []
  const isPartners = session.access === 'partner'
  const mayClaim = isPartners && hasScope(session, 'claims:write')
  const mayDispute = isPartners && hasScope(session, 'shipments:write')
  const mayAdjust = (isPartners || session.access === 'operator') && hasScope(session, 'adjustments:write')
  const foundFor = ({ id: adjustment_id }: Adjustment) => discrepancies.find((one) => one.adjustment_id === adjustment_id)
  return (
    <section aria-labelledby="money">
      <h2 id="money">Money</h2>
      <Problem error={money.error} />
      <table className="plain bill">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col" className="number">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              Price: {service_level}, {measures(pricedParcel(parcel, adjustments, discrepancies))}
            </td>
            <td className="number">{moneyText(amount, currency)}</td>
          </tr>
          {adjustments.toReversed().map((one) => (
            <Line key={one.id} adjustment={one} found={foundFor(one)} mayDispute={mayDispute} />
          ))}
        </tbody>
        {money.adjustments.data && !money.adjustments.data.has_more && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className="number">
                {totalsOf({ amount, currency }, adjustments).map((total) => (
                  <div key={total.currency}>{moneyText(total.amount, total.currency)}</div>
                ))}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      {money.adjustments.data?.has_more && <p className="soft">Not all adjustments are shown here.</p>}
      <Claims claims={claims} />
      <div className="buttons">
        {mayClaim && form !== 'claim' && (
          <button type="button" onClick={() => setForm('claim')}>
            Open a claim
          </button>
        )}
        {mayAdjust && form !== 'adjust' && (
          <button type="button" onClick={() => setForm('adjust')}>
            Adjust the price
          </button>
        )}
      </div>
      {form === 'claim' && <ClaimForm id={id} currency={currency} onClose={() => setForm(null)} />}
      {form === 'adjust' && <AdjustForm id={id} currency={currency} onClose={() => setForm(null)} />}
    </section>
  )
}
