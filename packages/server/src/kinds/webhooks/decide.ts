// The decisions of the commands on webhooks and deliveries. The functions are pure: times, ids and secrets are passed in.

import { invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Static } from 'typebox'
import { checkWebhookUrl, type TargetPolicy, type UrlRefusal } from '../../delivery/address-guard.ts'
import { type Delivery, EVERY_TYPE, MAX_WEBHOOKS, RECOVERABLE_MS, type Webhook } from './model.ts'
import type { WebhookUpdate } from './schema.ts'

const URL_REMEDY: Record<UrlRefusal, string> = {
  unreadable: 'is not a well-formed absolute URL',
  too_long: 'is longer than 2048 characters',
  scheme: 'must begin with https://',
  userinfo: 'must not contain a user name or password',
  fragment: 'must not have a fragment',
  port: 'must use port 443, or a port above 1023 that is not known for another protocol',
  host: 'must name a public host',
  address: 'must not point to a private, loopback or otherwise reserved address',
}

/**
 * Makes the checks that the schema cannot express: the URL must be allowed, and if `*` is among the event types, it must be the only one.
 */
export const checkFields = (
  { url, enabled_events }: { url?: string; enabled_events?: readonly string[] },
  policy: TargetPolicy,
): Refusal | null => {
  const every = enabled_events?.indexOf(EVERY_TYPE) ?? -1
  if (enabled_events && every >= 0 && enabled_events.length > 1) {
    return invalidField(`/enabled_events/${every}`, 'alone', 'is "*", which stands for every type and must be the only element')
  }
  const checked = url === undefined ? null : checkWebhookUrl(url, policy)
  if (!checked || checked.ok) return null
  const message = URL_REMEDY[checked.reason]
  if (checked.reason === 'unreadable' || checked.reason === 'too_long') return invalidField('/url', checked.reason, message)
  return refuse('webhook_url_not_allowed', `The field /url ${message}.`, { errors: [{ path: '/url', rule: checked.reason, message }] })
}

/** The first free slot at or after `start`. After the last slot, the search continues with the first. A partner has at most 16 webhooks. */
export const freeSlot = (taken: readonly number[], start: number): number | Refusal => {
  for (let i = 0; i < MAX_WEBHOOKS; i++) {
    const slot = (start + i) % MAX_WEBHOOKS
    if (!taken.includes(slot)) return slot
  }
  return refuse('webhook_limit_reached', `A partner has at most ${MAX_WEBHOOKS} webhooks; delete a webhook first.`, { limit: MAX_WEBHOOKS })
}

export type WebhookChange = Static<typeof WebhookUpdate>

/** Updates a webhook. `now` is the partner's virtual time. Enabling resets the count of failures. */
export const decideUpdate = (webhook: Webhook, { status, ...change }: WebhookChange, now: string): Webhook => {
  const next = { ...webhook, ...change, version: webhook.version + 1 }
  if (status === 'enabled' && webhook.status !== 'enabled') return { ...next, status, disabled_reason: null, enabled_at: now }
  if (status === 'disabled' && webhook.status === 'enabled') return { ...next, status, disabled_reason: 'Disabled at your request.' }
  return next
}

/**
 * Deletes a webhook. The webhook gets no more events and keeps no secret, and its pending deliveries end as skipped. `now` is real time.
 */
export const decideDelete = (webhook: Webhook, now: string): Webhook => ({
  ...webhook,
  status: 'deleted',
  enabled_events: [],
  secret: '\\x',
  next_secret: null,
  next_secret_at: null,
  deleted_at: now,
  version: webhook.version + 1,
})

/**
 * Adds a new secret. Until `until`, deliveries are signed with both the new secret and the current one. If an earlier new secret has not
 * replaced the current one yet, it is dropped.
 */
export const decideRotation = (webhook: Webhook, encrypted: string, until: string, now: string): Webhook => {
  const took_over = webhook.next_secret !== null && webhook.next_secret_at !== null && webhook.next_secret_at <= now
  return {
    ...webhook,
    secret: took_over ? (webhook.next_secret as string) : webhook.secret,
    next_secret: encrypted,
    next_secret_at: until,
    version: webhook.version + 1,
  }
}

const NOT_POSSIBLE = 'delivery_not_possible'

/**
 * Starts a recovery of skipped deliveries. `since` is limited to 30 days before `now` (virtual time). A recovery that is still running is
 * extended, so that it covers both periods.
 */
export const decideRecovery = (webhook: Webhook, since: string, now: string): Webhook | Refusal => {
  if (webhook.status !== 'enabled')
    return refuse(NOT_POSSIBLE, 'The webhook is disabled; enable the webhook before you recover its deliveries.')
  const earliest = new Date(Date.parse(now) - RECOVERABLE_MS).toISOString()
  const asked = new Date(since).toISOString()
  const from = asked < earliest ? earliest : asked
  const recover_since = webhook.recover_since !== null && webhook.recover_since < from ? webhook.recover_since : from
  return { ...webhook, recover_since, recover_until: now, version: webhook.version + 1 }
}

/** PostgreSQL evaluates this text when it stores the row, because due times follow the database's clock. */
export const DUE_NOW = 'now'
const FIRST_ATTEMPT = '-infinity'

/**
 * Schedules one more attempt, due now. Returns null if the delivery still waits for its first attempt; it then keeps its place in the
 * order. `due_now` is DUE_NOW, or the partner's virtual time if its clock is ahead.
 */
export const decideRedelivery = (delivery: Delivery, webhook: Webhook | null, due_now: string): Delivery | null | Refusal => {
  if (!webhook) return refuse(NOT_POSSIBLE, 'The webhook of this delivery was deleted; read the event from /v2/events.')
  if (webhook.status !== 'enabled')
    return refuse(NOT_POSSIBLE, 'The webhook is disabled; enable the webhook before you send this delivery again.')
  if (delivery.status === 'pending' && delivery.attempts === 0) return null
  const due_at = delivery.attempts === 0 ? FIRST_ATTEMPT : due_now
  return { ...delivery, status: 'pending', trigger: 'redeliver', due_at, version: delivery.version + 1 }
}
