import type { Webhook, WebhookRecovery } from '@backhaul/client'
import { useState } from 'react'
import { TextField } from '../../design/text-field.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { fromTimeField, toTimeField } from '../../shared/time-text.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { useCommand, useLive } from '../live/use-live.ts'

const DAY_MS = 86_400_000

/** Sends failed and skipped deliveries again, after showing their number. */
export const Recover = ({ webhook }: { webhook: Webhook }) => {
  const { session } = useCurrentSession()
  const [text, setText] = useState(() => toTimeField(new Date(Date.parse(session.server_time) - DAY_MS).toISOString()))
  const since = fromTimeField(text)
  const path = `/v2/webhooks/${webhook.id}` as const
  const isEnabled = webhook.status === 'enabled'
  const { data: preview, error } = useLive(`${path}/recovery`, { since }, { enabled: isEnabled && since !== null, every: 10_000 })
  const command = useCommand()
  const [done, setDone] = useState<WebhookRecovery | null>(null)
  const recover = async () => setDone(await command.run('POST', `${path}/recover`, { since }))
  return (
    <section aria-labelledby="recover">
      <h2 id="recover">Recover missed deliveries</h2>
      <p>Sends all failed and skipped deliveries again, in the order of their events.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!command.isRunning && since !== null) void recover()
        }}
      >
        <TextField label="Start of the period, at most 30 days ago" type="datetime-local" required value={text} onChange={setText} />
        {!isEnabled && <p>Enable the webhook first.</p>}
        {isEnabled && preview && (
          <p role="status">
            {preview.count === 1 ? '1 delivery' : `${preview.count} deliveries`} since <Time at={preview.since} /> will be sent again.
          </p>
        )}
        <Problem error={error ?? command.error} />
        <button type="submit" className="action" disabled={!isEnabled || preview?.count === 0} aria-disabled={command.isRunning}>
          Recover
        </button>
        <p role="status">{done ? `${done.queued} queued. The list above shows their progress.` : ''}</p>
      </form>
    </section>
  )
}
