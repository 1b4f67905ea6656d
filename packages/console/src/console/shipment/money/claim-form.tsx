import type { ClaimType } from '@backhaul/client'
import { useState } from 'react'
import { ChoiceField } from '../../../design/choice-field.tsx'
import { Field } from '../../../design/field.tsx'
import { parseMoney } from '../../../shared/money.ts'
import { amountErrorAt, errorAt } from '../../forms/errors.ts'
import { useCommand } from '../../live/use-live.ts'
import { MoneyForm } from './money-form.tsx'

const TYPES: Readonly<Record<ClaimType, string>> = { lost: 'Lost', damaged: 'Damaged', misdelivered: 'Delivered to the wrong person' }

export const ClaimForm = ({ id, currency, onClose }: { id: string; currency: string; onClose: () => void }) => {
  const [form, setForm] = useState({ type: 'lost', description: '', amount: '' })
  const command = useCommand()
  const { run, error } = command
  const send = () => {
    const body = {
      shipment_id: id,
      type: form.type,
      ...(form.description.trim() !== '' && { description: form.description.trim() }),
      ...(form.amount.trim() !== '' && { amount_claimed: parseMoney(form.amount, currency) ?? form.amount }),
    }
    return run('POST', '/v2/claims', body)
  }
  return (
    <MoneyForm label="Open a claim" action="Open the claim" fields={['/description', '/amount_claimed']} {...{ command, send, onClose }}>
      <ChoiceField
        label="What happened to the parcel"
        value={form.type}
        choices={Object.entries(TYPES)}
        onChange={(type) => setForm({ ...form, type })}
      />
      <Field
        label="Description"
        isLong
        maxLength={2000}
        value={form.description}
        error={errorAt(error, '/description')}
        onChange={(description) => setForm({ ...form, description })}
      />
      <Field
        label={`Claimed amount, ${currency}`}
        isNumber
        value={form.amount}
        error={amountErrorAt(error, '/amount_claimed', currency)}
        onChange={(amount) => setForm({ ...form, amount })}
      />
    </MoneyForm>
  )
}
