import type { InFlight, WebhookBacklog } from './backlog.ts'
import type { AttemptResult } from './http1/http1.ts'

/** Returns the fields of the access log line for a finished attempt. */
export const attemptLine = (
  { webhook }: WebhookBacklog,
  { delivery }: InFlight,
  { ok, status, error_class, address, body_bytes, duration_ms }: AttemptResult,
) => ({
  delivery: delivery.id,
  event: delivery.event_id,
  webhook: webhook.id,
  partner: webhook.partner_id,
  attempt: delivery.attempts + 1,
  ok,
  status: status ?? undefined,
  error: error_class ?? undefined,
  address: address ?? undefined,
  bytes_in: body_bytes,
  bytes_out: Buffer.byteLength(delivery.body),
  duration_ms: Math.round(duration_ms * 1000) / 1000,
})
