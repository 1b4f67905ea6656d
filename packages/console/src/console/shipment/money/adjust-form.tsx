import type { AdjustmentReason } from '@backhaul/client'
import { type FormEvent, useId, useState } from 'react'
import { parseMoney } from '../../../shared/money.ts'
import { Problem } from '../../../shared/problem.tsx'
import { amountErrorAt, errorBeside } from '../../forms/errors.ts'
import { Field } from '../../forms/field.tsx'
import { useCommand } from '../../live/use-live.ts'

const REASONS: Readonly<Record<AdjustmentReason, string>> = {
  reweigh: 'Another weight',
  dimension: 'Other measures',
  address: 'Another address',
  service: 'The service',
  other: 'Something else',
}

/** A correction by hand: a charge, or with a minus a credit. */
export const AdjustForm = ({ id, currency, onClose }: { id: string; currency: string; onClose: () => void }) => {
  const [form, setForm] = useState({ amount: '', reason: 'other' })
  const { run, isRunning, error } = useCommand()
  const reason = useId()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const body = { delta_amount: parseMoney(form.amount, currency) ?? form.amount, reason: form.reason }
    if (await run('POST', `/v2/shipments/${id}/adjustments`, body)) onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Adjust the price">
      <Field
        label={`Amount, ${currency}`}
        isNumber
        isRequired
        help="A charge; with a minus before it a credit."
        value={form.amount}
        error={amountErrorAt(error, '/delta_amount', currency)}
        onChange={(amount) => setForm({ ...form, amount })}
      />
      <div className="field">
        <label htmlFor={reason}>Reason</label>
        <select id={reason} value={form.reason} onChange={(event) => setForm({ ...form, reason: event.target.value })}>
          {Object.entries(REASONS).map(([word, words]) => (
            <option key={word} value={word}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <Problem error={errorBeside(error, ['/delta_amount'])} />
      <div className="buttons">
        <button type="submit" className="action" aria-disabled={isRunning}>
          Adjust
        </button>
        <button type="button" onClick={onClose}>
          Do not
        </button>
      </div>
    </form>
  )
}
