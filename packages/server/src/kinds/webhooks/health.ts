// Health of a webhook, as the delivery engine saves it every two seconds (delivery/leases.ts): since when the webhook has been failing, its
// last failure, and what happens next.
import type { Database } from '../../database/db.ts'
import { DAY_MS, FAILING_DAYS } from '../../delivery/health.ts'
import type { HeldHealth } from '../../delivery/queries.ts'
import { iso } from '../../process/clock.ts'
import type { Webhook } from './model.ts'

export const HEALTH_STATES = ['ok', 'failing', 'disabled'] as const
export type HealthState = (typeof HEALTH_STATES)[number]

/**
 * SQL: whether the failures saved in `q` began after webhook `w` was last enabled. Enabling a webhook makes earlier failures irrelevant.
 */
export const HAS_FAILED_SINCE_ENABLED = 'q.failing_since >= w.enabled_at'

/** SQL: the health of webhook `w`, whose row of `webhook_queues` is `q`. */
export const STATE = `case when w.status <> 'enabled' then 'disabled' when ${HAS_FAILED_SINCE_ENABLED} then 'failing' else 'ok' end`

/** The saved health of a webhook and, if it is failing, the time of its next attempt. Times are on its partner's clock. */
export interface Saved extends HeldHealth {
  next_attempt_at: string | null
}

/** For each failing webhook, reads one index entry: that of the delivery that is due first. */
export const readHealth = (db: Database, webhookIds: readonly string[]): Promise<Saved[]> =>
  db.query<Saved>(
    'webhook_health',
    `select q.webhook_id, q.failing_since, q.failures, q.gone_event_id, q.last_failure,
            greatest(d.due_at, now() + make_interval(secs => p.clock_offset_s)) as next_attempt_at
       from unnest($1::text[]) as i(id) join webhook_queues q on q.webhook_id = i.id
       join webhooks w on w.id = i.id join partners p on p.id = w.partner_id
       left join lateral (
         select due_at from deliveries
          where q.failing_since is not null and webhook_id = q.webhook_id and status = 'pending'
          order by deliveries.due_at limit 1) d on d.due_at is not null`,
    [webhookIds],
  )

/** Adds the saved health to webhooks, for `webhookResource`. */
export const withHealth = async (db: Database, webhooks: readonly Webhook[]): Promise<(Webhook & { saved: Saved[] })[]> => {
  const saved = await readHealth(
    db,
    webhooks.map(({ id }) => id),
  )
  return webhooks.map((webhook) => ({ ...webhook, saved }))
}

/** The health of one webhook. Once an attempt has failed, the webhook counts as failing until another attempt succeeds. */
export const healthOf = ({ id, status, enabled_at }: Webhook, saved: readonly Saved[]) => {
  const own = saved.find(({ webhook_id }) => webhook_id === id)
  const since = own?.failing_since ?? null
  const counts = since !== null && since >= enabled_at
  const isFailing = counts && status === 'enabled'
  const state: HealthState = status !== 'enabled' ? 'disabled' : counts ? 'failing' : 'ok'
  return {
    state,
    failing_since: counts ? since : null,
    failures: counts ? (own?.failures ?? 0) : 0,
    last_failure: counts ? (own?.last_failure ?? null) : null,
    next_attempt_at: isFailing ? (own?.next_attempt_at ?? null) : null,
    disable_after: isFailing ? iso(Date.parse(since) + FAILING_DAYS * DAY_MS) : null,
    is_gone: isFailing && own?.gone_event_id !== null,
  }
}
