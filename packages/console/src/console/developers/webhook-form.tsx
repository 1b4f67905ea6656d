import { type FormEvent, type ReactNode, useId, useState } from 'react'
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
  const [url, description] = [useId(), useId()]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRunning) onSubmit({ ...fields, description: fields.description || null })
  }
  return (
    <form onSubmit={submit}>
      <div className="field">
        <label htmlFor={url}>Address that events are posted to</label>
        <input
          id={url}
          type="url"
          required
          maxLength={2048}
          autoComplete="off"
          value={fields.url}
          onChange={({ target }) => setFields({ ...fields, url: target.value })}
        />
      </div>
      <EventPicker value={fields.enabled_events} onChange={(enabled_events) => setFields({ ...fields, enabled_events })} />
      <div className="field">
        <label htmlFor={description}>What it is for (may be empty)</label>
        <input
          id={description}
          maxLength={200}
          autoComplete="off"
          value={fields.description ?? ''}
          onChange={({ target }) => setFields({ ...fields, description: target.value })}
        />
      </div>
      {children}
      <button type="submit" className="action" aria-disabled={isRunning}>
        {action}
      </button>
    </form>
  )
}
