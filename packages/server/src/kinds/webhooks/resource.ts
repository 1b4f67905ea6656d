import { healthOf, type Saved } from './health.ts'
import type { DeliveryAttempt, DeliveryView, Webhook } from './model.ts'

/** The webhook as the API shows it, never with its secret. `saved`: of any webhooks; a new one has none. */
export const webhookResource = (webhook: Webhook, saved: readonly Saved[]) => ({
  id: webhook.id,
  object: 'webhook_endpoint',
  url: webhook.url,
  enabled_events: webhook.enabled_events,
  description: webhook.description,
  status: webhook.status,
  disabled_reason: webhook.disabled_reason,
  health: healthOf(webhook, saved),
  ...(webhook.signing && { signing: webhook.signing }),
  created_at: webhook.created_at,
})

const attemptResource = (row: DeliveryAttempt) => ({
  attempt: row.attempt,
  at: row.at,
  trigger: row.trigger,
  address: row.address,
  status: row.status,
  duration_ms: row.duration_ms,
  error_class: row.error_class,
  error_message: row.error_message,
  answer: row.answer,
  next_attempt_at: row.next_attempt_at,
})

/** `attempts`: of any deliveries, oldest first. */
export const deliveryResource = (delivery: DeliveryView, attempts: readonly DeliveryAttempt[]) => ({
  id: delivery.id,
  object: 'webhook_delivery',
  webhook_id: delivery.webhook_id,
  event_id: delivery.event_id,
  type: delivery.type,
  status: delivery.status,
  attempt_count: delivery.attempts,
  next_attempt_at: delivery.next_attempt_at,
  created_at: delivery.created_at,
  attempts: attempts.filter(({ delivery_id }) => delivery_id === delivery.id).map(attemptResource),
})
