// The statement with which a worker claims webhooks. The notes on query plans in queries.ts apply here as well.
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../database/db.ts'
import { IS_HELD } from '../database/hold.ts'
import type { Health } from './health.ts'
import { LEASE_S } from './queries.ts'
import type { EncryptedSecrets, Signing } from './secrets.ts'

const READING_LIMIT_WEBHOOKS = 10_000

/** The columns of a webhook that its worker needs. Times are ISO 8601. */
export interface HeldWebhook
  extends EncryptedSecrets,
    Health,
    Pick<Row<'webhooks'>, 'partner_id' | 'url' | 'enabled_at' | 'recover_since' | 'version'> {
  status: 'enabled' | 'disabled' | 'deleted'
  signing: Signing
  clock_offset_s: number
  /** Whether this statement took the lease. The health columns are set only in this case. */
  claimed: boolean
}

/** A webhook as the claim statement returns it. */
export interface ClaimedWebhook extends HeldWebhook {
  /** The master key that the secrets are encrypted with. */
  master_key_id: string
}

// One index probe for each webhook with pending deliveries, so that one large backlog cannot hide the others. Webhooks that the worker
// already holds are skipped, except for their retries. Otherwise every claim would step over all their delivered rows, which stay in the
// index until the next vacuum, before newer rows. Readings (fetchDue) find the new rows of held webhooks. Usually there is no other webhook
// between two held ones; the CTE `gap` checks this in the small table `webhook_queues`.
const CLAIM = `
  with recursive held as materialized (
    select * from json_to_recordset($3::json) as h(id text, version int, clock_offset_s float8, is_leased boolean, has_more boolean)
  ),
  gap as materialized (
    select low, high
      from (select low, coalesce(lead(low) over (order by low), (select max(webhook_id) || 'z' from webhook_queues)) as high
              from (select '' as low union all select id from held where is_leased) h) g
     where exists (select from webhook_queues q where q.webhook_id > g.low and q.webhook_id < g.high offset 0)
  ),
  head as (
    select first.webhook_id, first.due_at, gap.high
      from gap cross join lateral (
        select d.webhook_id, d.due_at from deliveries d
         where d.status = 'pending' and d.webhook_id > gap.low and d.webhook_id < gap.high order by d.webhook_id, d.due_at limit 1) first
    union all
    select next.webhook_id, next.due_at, head.high
      from head cross join lateral (
        select d.webhook_id, d.due_at from deliveries d
         where d.status = 'pending' and d.webhook_id > head.webhook_id and d.webhook_id < head.high
         order by d.webhook_id, d.due_at limit 1) next
  ),
  seen as materialized (
    select h.webhook_id, w.status,
           case when h.due_at <= now() then h.due_at
                else h.due_at - (select clock_offset_s from partners where id = w.partner_id) * interval '1 s' end as due_at
      from ((select webhook_id, due_at from head limit ${READING_LIMIT_WEBHOOKS})
            union all
            select held.id, retry.due_at from held cross join lateral (
              select d.due_at from deliveries d
               where d.status = 'pending' and d.webhook_id = held.id
                 and d.due_at > coalesce($5::timestamptz, now()) + (
                   select clock_offset_s from partners where id = (select partner_id from webhooks where id = held.id)) * interval '1 s'
               order by d.due_at limit 1) retry
             where is_leased and not has_more) h
      cross join lateral (select status, partner_id, master_key_id from webhooks where id = h.webhook_id offset 0) w
     where w.master_key_id = any ($4::text[])
  ),
  free as materialized (
    select q.webhook_id from webhook_queues q
     where q.webhook_id = any (array (
             select webhook_id from seen where due_at <= now() or status <> 'enabled'
             union all select id from webhooks where recover_since is not null and master_key_id = any ($4::text[])))
       and q.leased_until < now()
     order by q.leased_until limit $2 for update skip locked
  ),
  claimed as (
    update webhook_queues q set owner = $1, leased_until = now() + interval '${LEASE_S} s'
     where q.webhook_id = any (array (select webhook_id from free))
    returning q.webhook_id, q.failing_since, q.failures, q.gone_event_id, q.last_failure
  ),
  changed as (
    select h.id
      from held h
      cross join lateral (
        select version, (select clock_offset_s from partners where id = partner_id) as clock_offset_s from webhooks where id = h.id offset 0) w
     where w.version <> h.version or w.clock_offset_s <> h.clock_offset_s
  )
  select w.id, w.partner_id, w.url, w.status, w.enabled_at, w.secret, w.next_secret, w.next_secret_at, w.master_key_id, w.signing, w.recover_since, w.version,
         (select clock_offset_s from partners where id = w.partner_id) as clock_offset_s,
         x.claimed, x.failing_since, x.failures, x.gone_event_id, x.last_failure, null::float8 as next_due_s, null::boolean as is_held
    from (select webhook_id as id, true as claimed, failing_since, failures, gone_event_id, last_failure from claimed
          union all
          select id, false, null, 0, null, null from changed) x
    cross join lateral (select * from webhooks where id = x.id offset 0) w
  union all
  select null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
         (select extract(epoch from min(due_at) - now())::float8 from seen
           where due_at > coalesce($5::timestamptz, now()) and status = 'enabled'),
         ${IS_HELD}`

export interface Claimed {
  webhooks: ClaimedWebhook[]
  /**
   * Seconds until the next delivery becomes due among webhooks that had none due at `read_at`. Negative if it is already due; null if there
   * is none.
   */
  next_due_s: number | null
  /** Whether deliveries are held (database/hold.ts). */
  is_held: boolean
}

export interface Held {
  id: string
  version: number
  clock_offset_s: number
  /** False when the lease has expired. Then the claim must also return this webhook, so that it is leased again. */
  is_leased: boolean
  /** Whether more rows of the webhook wait than were read. */
  has_more: boolean
}

/**
 * Takes the leases of up to `limit` webhooks that have something due and that no worker holds, and rereads those of `held` that changed.
 * Webhooks that another worker is claiming at the same moment are skipped without waiting. `masterKeyIds`: only webhooks whose secrets are
 * encrypted with one of these keys are claimed, because the caller could not sign for other webhooks. `read_at`: when the caller last read
 * everything due for its webhooks (null: now). Deliveries that became due after this time have not been read yet, so `next_due_s` covers
 * them.
 */
export const claim = async (
  db: Database,
  owner: string,
  limit: number,
  held: Held[],
  masterKeyIds: readonly string[],
  read_at: string | null,
): Promise<Claimed> => {
  const values = [owner, limit, JSON.stringify(held), masterKeyIds, read_at]
  const webhooks = await db.query<ClaimedWebhook & Omit<Claimed, 'webhooks'>>('delivery_claim', CLAIM, values)
  const last = webhooks.pop()
  return { next_due_s: last?.next_due_s ?? null, is_held: last?.is_held === true, webhooks }
}
