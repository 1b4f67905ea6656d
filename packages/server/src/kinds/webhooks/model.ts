import type { EventType } from '@backhaul/core/events/catalog.ts'
import type { Signing } from '../../delivery/secrets.ts'

/** Of one partner: docs/guide/webhooks.md#register-a-webhook. */
export const MAX_WEBHOOKS = 16
/** How long deliveries that were skipped can be recovered, in virtual time (docs/guide/webhooks.md#deliver-again). */
export const RECOVERABLE_MS = 30 * 24 * 3600 * 1000
export const EVERY_TYPE = '*'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'exhausted', 'skipped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
export type Trigger = 'schedule' | 'redeliver' | 'recover'

/** One row of `webhooks`; `bytea` columns are in the text form that plans write. */
export interface Webhook {
  id: string
  partner_id: string
  slot: number
  url: string
  enabled_events: (EventType | typeof EVERY_TYPE)[]
  description: string | null
  status: 'enabled' | 'disabled' | 'deleted'
  disabled_reason: string | null
  enabled_at: string
  secret: string
  next_secret: string | null
  next_secret_at: string | null
  master_key_id: string
  signing: Signing
  recover_since: string | null
  recover_until: string | null
  deleted_at: string | null
  created_at: string
  version: number
}

/** One row of `deliveries`. */
export interface Delivery {
  id: string
  webhook_id: string
  partner_id: string
  event_id: string
  event_seq: number
  subject: string
  status: DeliveryStatus
  attempts: number
  trigger: Trigger
  /** PostgreSQL's own text: `-infinity` before the first attempt. */
  due_at: string
  created_at: string
  version: number
  /** The first attempt, if it succeeded, as the delivery engine wrote it; listAttempts returns it. */
  first_success: object | null
}

/** How much of a delivery's history is shown: at most this many attempts, and this many characters of each response. */
export interface AttemptsShown {
  attempts: number
  characters: number
}
export const ONE_DELIVERY: AttemptsShown = { attempts: 50, characters: 16_384 }
export const AMONG_OTHERS: AttemptsShown = { attempts: 10, characters: 1_000 }

export interface DeliveryAttempt {
  delivery_id: string
  attempt: number
  trigger: Trigger
  at: string
  address: string | null
  status: number | null
  duration_ms: number
  error_class: string | null
  error_message: string | null
  answer: string | null
  next_attempt_at: string | null
}

/** A delivery with what its resource shows in addition to the row. */
export interface DeliveryView extends Omit<Delivery, 'first_success'> {
  type: EventType
  next_attempt_at: string | null
}
