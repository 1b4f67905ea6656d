import type { RotatedWebhookSecret, Webhook } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { useGo } from '../frame/address.ts'
import { Asked } from '../frame/asked.tsx'
import { ShownOnce } from '../frame/shown-once.tsx'
import { useCommand } from '../live/use-live.ts'
import { WebhookForm } from './webhook-form.tsx'

export const Manage = ({ webhook }: { webhook: Webhook }) => {
  const path = `/v2/webhooks/${webhook.id}` as const
  const { run, isRunning, error } = useCommand()
  const [isChanging, setChanging] = useState(false)
  const [rotated, setRotated] = useState<RotatedWebhookSecret | null>(null)
  const go = useGo()
  const { url, enabled_events, description } = webhook
  const start = { url, enabled_events, description }
  const isEnabled = webhook.status === 'enabled'
  const change = async (fields: object) => {
    if (await run('PATCH', path, fields)) setChanging(false)
  }
  return (
    <section aria-labelledby="manage">
      <h2 id="manage">Change the webhook</h2>
      <div className="buttons">
        <button type="button" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
          Change address or events
        </button>
        <button type="button" aria-disabled={isRunning} onClick={() => change({ status: isEnabled ? 'disabled' : 'enabled' })}>
          {isEnabled ? 'Disable' : 'Enable'}
        </button>
        <Asked
          title="Create a new secret?"
          label="Create a new secret"
          action="Create a new secret"
          act={async (run) => {
            const answer = await run('POST', `${path}/rotate-secret`)
            if (answer) setRotated(answer)
          }}
        >
          <p>For 24 hours, deliveries are signed with both secrets. Then the old secret stops working. This cannot be undone.</p>
        </Asked>
        <Asked
          title="Delete this webhook?"
          label="Delete"
          action="Delete the webhook"
          act={async (run) => {
            // `run` resolves to undefined after a successful deletion, and to null after a failed one.
            if ((await run('DELETE', path)) !== null) go('/console/webhooks')
          }}
        >
          <p>
            No more events are sent to <bdi>{webhook.url}</bdi>, and waiting deliveries are not sent. The secret is deleted. This cannot be
            undone.
          </p>
        </Asked>
      </div>
      <Problem error={error} />
      {isChanging && <WebhookForm key={webhook.id} start={start} action="Save" isRunning={isRunning} onSubmit={change} />}
      {rotated && (
        <ShownOnce key={rotated.secret} title="The new secret" secrets={[{ label: 'New secret', value: rotated.secret }]}>
          <p>
            It is not shown again. Until <Time at={rotated.previous_valid_until} />, deliveries are also signed with the previous secret.
            Change your receiver to the new secret by then.
          </p>
        </ShownOnce>
      )}
    </section>
  )
}
