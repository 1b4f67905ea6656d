import type { ClaimType } from '@backhaul/client'
import { type FormEvent, useId, useState } from 'react'
import { parseMoney } from '../../../shared/money.ts'
import { Problem } from '../../../shared/problem.tsx'
import { amountErrorAt, errorAt, errorBeside } from '../../forms/errors.ts'
import { Field } from '../../forms/field.tsx'
import { useCommand } from '../../live/use-live.ts'

const TYPES: Readonly<Record<ClaimType, string>> = { lost: 'Lost', damaged: 'Damaged', misdelivered: 'Delivered to somebody else' }

export const ClaimForm = ({ id, currency, onClose }: { id: string; currency: string; onClose: () => void }) => {
  const [form, setForm] = useState({ type: 'lost', description: '', amount: '' })
  const { run, isRunning, error } = useCommand()
  const type = useId()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const body = {
      shipment_id: id,
      type: form.type,
      ...(form.description.trim() !== '' && { description: form.description.trim() }),
      ...(form.amount.trim() !== '' && { amount_claimed: parseMoney(form.amount, currency) ?? form.amount }),
    }
    if (await run('POST', '/v2/claims', body)) onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Open a claim">
      <div className="field">
        <label htmlFor={type}>What happened to the parcel</label>
        <select id={type} value={form.type} onChange={(event) => setForm({ ...form, type: event.target.value })}>
          {Object.entries(TYPES).map(([word, words]) => (
            <option key={word} value={word}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <Field
        label="Description"
        isLong
        maxLength={2000}
        value={form.description}
        error={errorAt(error, '/description')}
        onChange={(description) => setForm({ ...form, description })}
      />
      <Field
        label={`Amount that you ask for, ${currency}`}
        isNumber
        value={form.amount}
        error={amountErrorAt(error, '/amount_claimed', currency)}
        onChange={(amount) => setForm({ ...form, amount })}
      />
      <Problem error={errorBeside(error, ['/description', '/amount_claimed'])} />
      <div className="buttons">
        <button type="submit" className="action" aria-disabled={isRunning}>
          Open the claim
        </button>
        <button type="button" onClick={onClose}>
          Do not
        </button>
      </div>
    </form>
  )
}
