import type { Partner, PartnerChange } from '@backhaul/client'
import { useState } from 'react'
import { TextField } from '../../design/text-field.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { numberOrNone } from './numbers.ts'

interface Props {
  partner?: Partner
  action: string
  isRunning: boolean
  onSubmit: (change: PartnerChange & { name: string }) => void
  error: unknown
}

/** The form for an operator's data about a partner. */
export const PartnerForm = ({ partner, action, isRunning, error, onSubmit }: Props) => {
  const [name, setName] = useState(partner?.name ?? '')
  const [email, setEmail] = useState(partner?.contact_email ?? '')
  const [contact, setContact] = useState(partner?.contact_name ?? '')
  const [rate, setRate] = useState(partner?.rate_limit?.toString() ?? '')
  const [storage, setStorage] = useState(partner?.storage_limit?.toString() ?? '')
  const submit = () => {
    const rate_limit = numberOrNone(rate)
    const storage_limit = numberOrNone(storage)
    onSubmit({
      name,
      contact_email: email,
      contact_name: contact,
      ...(rate_limit !== undefined && rate_limit !== partner?.rate_limit && { rate_limit }),
      ...(storage_limit !== undefined ? { storage_limit } : partner && { storage_limit: null }),
    })
  }
  return (
    <CommandForm {...{ action, isRunning, error }} onSubmit={submit}>
      <TextField label="Name" required maxLength={100} value={name} onChange={setName} />
      <TextField label="Contact name" maxLength={100} value={contact} onChange={setContact} />
      <TextField label="Contact email" type="email" maxLength={254} value={email} onChange={setEmail} />
      <TextField label="Requests per minute for each key" type="number" min={1} max={1_000_000} value={rate} onChange={setRate} />
      <TextField
        label="Storage limit for documents, in bytes (empty: default)"
        type="number"
        min={0}
        value={storage}
        onChange={setStorage}
      />
    </CommandForm>
  )
}
