import type { AdjustmentReason } from '@backhaul/client'
import { useState } from 'react'
import { ChoiceField } from '../../../design/choice-field.tsx'
import { Field } from '../../../design/field.tsx'
import { parseMoney } from '../../../shared/money.ts'
import { amountErrorAt } from '../../forms/errors.ts'
import { useCommand } from '../../live/use-live.ts'
import { MoneyForm } from './money-form.tsx'

const REASONS: Readonly<Record<AdjustmentReason, string>> = {
  reweigh: 'Different weight',
  dimension: 'Different size',
  address: 'Different address',
  service: 'Service',
  other: 'Other',
}

/** A manual correction: a charge, or a credit if the amount is negative. */
export const AdjustForm = ({ id, currency, onClose }: { id: string; currency: string; onClose: () => void }) => {
  const [form, setForm] = useState({ amount: '', reason: 'other' })
  const command = useCommand()
  const { run, error } = command
  const send = () => {
    const body = { delta_amount: parseMoney(form.amount, currency) ?? form.amount, reason: form.reason }
    return run('POST', `/v2/shipments/${id}/adjustments`, body)
  }
  return (
    <MoneyForm label="Adjust the price" action="Adjust" fields={['/delta_amount']} {...{ command, send, onClose }}>
      <Field
        label={`Amount, ${currency}`}
        isNumber
        isRequired
        help="Use a minus sign for a credit."
        value={form.amount}
        error={amountErrorAt(error, '/delta_amount', currency)}
        onChange={(amount) => setForm({ ...form, amount })}
      />
      <ChoiceField
        label="Reason"
        value={form.reason}
        choices={Object.entries(REASONS)}
        onChange={(reason) => setForm({ ...form, reason })}
      />
    </MoneyForm>
  )
}
