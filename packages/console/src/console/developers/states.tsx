// Texts for the states of webhooks and deliveries.
import type { Delivery, DeliveryAttempt, Webhook } from '@backhaul/client'
import { Pill, type Tone } from '../../design/pill.tsx'

const OF_DELIVERY: Record<string, [Tone, string]> = {
  pending: ['plain', 'waiting'],
  delivered: ['good', 'delivered'],
  exhausted: ['bad', 'failed'],
  skipped: ['warn', 'skipped'],
}

export const DeliveryState = ({ delivery: { status, attempt_count } }: { delivery: Pick<Delivery, 'status' | 'attempt_count'> }) => {
  if (status === 'pending' && attempt_count > 0) return <Pill tone="warn">failing, will retry</Pill>
  const [tone, words] = OF_DELIVERY[status] ?? ['plain', status]
  return <Pill tone={tone}>{words}</Pill>
}

export const WebhookState = ({ webhook }: { webhook: Webhook }) => {
  if (webhook.status !== 'enabled') return <Pill tone="warn">disabled</Pill>
  if (webhook.health.state === 'failing') return <Pill tone="bad">failing</Pill>
  return <Pill tone="good">enabled</Pill>
}

/** Describes the outcome of an attempt in one line. */
export const outcomeOf = ({ status, error_class, error_message }: DeliveryAttempt): string => {
  if (error_class === null) return `answered ${status}`
  return [status === null ? 'no answer' : `answered ${status}`, error_message ?? error_class].join(': ')
}

export const lastOf = ({ attempts }: Delivery): string => {
  const last = attempts.at(-1)
  return last ? outcomeOf(last) : 'not tried'
}

/** Says why the delivery has not arrived and what to do. Returns null if it has arrived. */
export const whyNot = ({ status, attempts }: Delivery): string | null => {
  if (status === 'delivered') return null
  if (status === 'skipped')
    return 'The webhook was disabled when this delivery was due. Enable the webhook, then recover missed deliveries or send this one again.'
  const last = attempts.at(-1)
  if (!last) return status === 'pending' ? 'No attempt has been made yet.' : 'The attempts are no longer stored.'
  const end = status === 'exhausted' ? 'There are no more automatic attempts.' : 'The next attempt is automatic.'
  return `Last attempt: ${outcomeOf(last)}. ${end}`
}
