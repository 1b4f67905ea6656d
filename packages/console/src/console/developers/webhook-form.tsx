import { useState } from 'react'
import { TextField } from '../../design/text-field.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { EventPicker } from './event-picker.tsx'

export interface WebhookFields {
  url: string
  enabled_events: string[]
  description: string | null
}

interface Props {
  start: WebhookFields
  action: string
  isRunning: boolean
  onSubmit: (fields: WebhookFields) => void
  error?: unknown
}

export const WebhookForm = ({ start, action, isRunning, error, onSubmit }: Props) => {
  const [fields, setFields] = useState(start)
  const submit = () => onSubmit({ ...fields, description: fields.description || null })
  return (
    <CommandForm {...{ action, isRunning, error }} onSubmit={submit}>
      <TextField
        label="Address that receives the events"
        type="url"
        required
        maxLength={2048}
        value={fields.url}
        onChange={(url) => setFields({ ...fields, url })}
      />
      <EventPicker value={fields.enabled_events} onChange={(enabled_events) => setFields({ ...fields, enabled_events })} />
      <TextField
        label="Description (optional)"
        maxLength={200}
        value={fields.description ?? ''}
        onChange={(description) => setFields({ ...fields, description })}
      />
    </CommandForm>
  )
}
