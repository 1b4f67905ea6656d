import { type FormEvent, type ReactNode, useState } from 'react'
import { TextField } from '../forms/text-field.tsx'
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
  children?: ReactNode
}

export const WebhookForm = ({ start, action, isRunning, onSubmit, children }: Props) => {
  const [fields, setFields] = useState(start)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRunning) onSubmit({ ...fields, description: fields.description || null })
  }
  return (
    <form onSubmit={submit}>
      <TextField
        label="Address that events are posted to"
        type="url"
        required
        maxLength={2048}
        value={fields.url}
        onChange={(url) => setFields({ ...fields, url })}
      />
      <EventPicker value={fields.enabled_events} onChange={(enabled_events) => setFields({ ...fields, enabled_events })} />
      <TextField
        label="What it is for (may be empty)"
        maxLength={200}
        value={fields.description ?? ''}
        onChange={(description) => setFields({ ...fields, description })}
      />
      {children}
      <button type="submit" className="action" aria-disabled={isRunning}>
        {action}
      </button>
    </form>
  )
}
