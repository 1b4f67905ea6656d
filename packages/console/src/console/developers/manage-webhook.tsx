import type { RotatedWebhookSecret, Webhook } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { useGo } from '../frame/address.ts'
import { Confirm } from '../frame/confirm.tsx'
import { ShownOnce } from '../frame/shown-once.tsx'
import { useCommand } from '../live/use-live.ts'
import { WebhookForm } from './webhook-form.tsx'

/** What can be done with a webhook. */
export const Manage = ({ webhook }: { webhook: Webhook }) => {
  const path = `/v2/webhooks/${webhook.id}` as const
  const { run, isRunning, error } = useCommand()
  const [asked, setAsked] = useState<'change' | 'rotate' | 'delete' | null>(null)
  const [rotated, setRotated] = useState<RotatedWebhookSecret | null>(null)
  const go = useGo()
  const isEnabled = webhook.status === 'enabled'
  const change = async (fields: object) => {
    if (await run('PATCH', path, fields)) setAsked(null)
  }
  const rotate = async () => {
    const answer = await run('POST', `${path}/rotate-secret`)
    setAsked(null)
    if (answer) setRotated(answer)
  }
  const remove = async () => {
    // Nothing is answered to a deletion that was carried out; null is answered to none.
    if ((await run('DELETE', path)) === null) setAsked(null)
    else go('/console/webhooks')
  }
  return (
    <section aria-labelledby="manage">
      <h2 id="manage">Change it</h2>
      <div className="buttons">
        <button type="button" aria-expanded={asked === 'change'} onClick={() => setAsked(asked === 'change' ? null : 'change')}>
          Change address or events
        </button>
        <button type="button" aria-disabled={isRunning} onClick={() => change({ status: isEnabled ? 'disabled' : 'enabled' })}>
          {isEnabled ? 'Disable' : 'Enable'}
        </button>
        <button type="button" onClick={() => setAsked('rotate')}>
          New secret
        </button>
        <button type="button" onClick={() => setAsked('delete')}>
          Delete
        </button>
      </div>
      <Problem error={error} />
      {asked === 'change' && <WebhookForm key={webhook.id} start={webhook} action="Save" isRunning={isRunning} onSubmit={saved(change)} />}
      {rotated && (
        <ShownOnce key={rotated.secret} title="The new secret" secrets={[{ label: 'New secret', value: rotated.secret }]}>
          <p>
            It is not shown again. Until <Time at={rotated.previous_valid_until} /> the secret before it signs, too: make your receiver take
            either by then.
          </p>
        </ShownOnce>
      )}
      {asked === 'rotate' && (
        <Confirm
          title="Make a new secret?"
          action="Make a new secret"
          isRunning={isRunning}
          onConfirm={rotate}
          onCancel={() => setAsked(null)}
        >
          <p>For 24 hours both secrets sign; then the one of now ends. This cannot be undone.</p>
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title="Delete this webhook?"
          action="Delete the webhook"
          isRunning={isRunning}
          onConfirm={remove}
          onCancel={() => setAsked(null)}
        >
          <p>
            No more events are posted to <bdi>{webhook.url}</bdi>, and what waits is not sent. Its secret is gone. This cannot be undone.
          </p>
        </Confirm>
      )}
    </section>
  )
}

const saved =
  (change: (fields: object) => void) =>
  ({ url, enabled_events, description }: { url: string; enabled_events: string[]; description: string | null }) =>
    change({ url, enabled_events, description })
