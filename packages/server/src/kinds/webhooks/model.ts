import type { EventType } from '@backhaul/core/events/catalog.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Trigger } from '../../delivery/queries.ts'
import type { Signing } from '../../delivery/secrets.ts'

/** Limit per partner: docs/guide/webhooks.md#register-a-webhook. */
export const MAX_WEBHOOKS = 16
/** How long skipped deliveries can be recovered, in virtual time (docs/guide/webhooks.md#deliver-again). */
export const RECOVERABLE_MS = 30 * 24 * 3600 * 1000
export const EVERY_TYPE = '*'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'exhausted', 'skipped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** One row of `webhooks`. `bytea` columns have the text form that plans write. */
export interface Webhook extends Row<'webhooks'> {
  enabled_events: (EventType | typeof EVERY_TYPE)[]
  status: 'enabled' | 'disabled' | 'deleted'
  signing: Signing
}

/**
 * One row of `deliveries`. `due_at` is text in PostgreSQL's format; before the first attempt it is `-infinity`. If the first attempt
 * succeeded, `first_success` is that attempt as the delivery engine wrote it; listAttempts returns it.
 */
export interface Delivery extends Row<'deliveries'> {
  status: DeliveryStatus
  trigger: Trigger
}

/** Limits for the displayed history of a delivery: the number of attempts, and the characters of each response. */
export interface AttemptsShown {
  attempts: number
  characters: number
}
export const ONE_DELIVERY: AttemptsShown = { attempts: 50, characters: 16_384 }
export const AMONG_OTHERS: AttemptsShown = { attempts: 10, characters: 1_000 }

export interface DeliveryAttempt extends Omit<Row<'delivery_attempts'>, 'id' | 'recorded_at'> {
  trigger: Trigger
}

/** A delivery with the additional fields that its resource shows. */
export interface DeliveryView extends Omit<Delivery, 'first_success'> {
  type: EventType
  next_attempt_at: string | null
}
