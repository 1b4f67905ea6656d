import { showAs } from '../../http/show-as.ts'
import { healthOf, type Saved } from './health.ts'
import type { DeliveryAttempt, DeliveryView, Webhook } from './model.ts'
import { AttemptOut, DeliveryOut, WebhookOut } from './schema.ts'

/**
 * The webhook as the API shows it, never with its secret. `saved` may contain the health of other webhooks too. For a new webhook it has no
 * entry.
 */
export const webhookResource = (webhook: Webhook, saved: readonly Saved[]) =>
  showAs(WebhookOut, webhook, {
    health: healthOf(webhook, saved),
    ...(webhook.signing && { signing: webhook.signing }),
  })

/** The delivery as the API shows it. `attempts` may contain attempts of other deliveries too, oldest first. */
export const deliveryResource = (delivery: DeliveryView, attempts: readonly DeliveryAttempt[]) =>
  showAs(DeliveryOut, delivery, {
    attempt_count: delivery.attempts,
    attempts: attempts.filter(({ delivery_id }) => delivery_id === delivery.id).map((attempt) => showAs(AttemptOut, attempt)),
  })
