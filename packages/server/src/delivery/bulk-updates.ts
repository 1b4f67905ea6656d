// Changes to all waiting deliveries of a webhook: skipping them when the webhook is disabled, or queuing deliveries again (recovery).
// queries.ts explains the form of the statements.
import type { Database } from '../database/db.ts'

/** Rows that one statement skips or recovers. Limited, so that no statement holds its locks for long. */
const BULK_UPDATE_BATCH = 1000

const SKIP = `
  with w as materialized (select id from webhooks where id = $1 and status <> 'enabled' for share),
  n as materialized (
    select id from deliveries
     where (select true from w) and webhook_id = $1 and status = 'pending' and event_seq <> all ($2::bigint[])
     order by due_at, event_seq limit ${BULK_UPDATE_BATCH} for update
  )
  update deliveries set status = 'skipped', trigger = 'schedule', version = version + 1
   where id = any (array (select id from n)) and id between (select min(id) from n) and (select max(id) from n) returning id`

/** Skips up to BULK_UPDATE_BATCH waiting deliveries of a webhook that is not enabled, except those under way. Returns their number. */
export const skipWaiting = async (db: Database, webhookId: string, underWay: number[]): Promise<number> =>
  (await db.query('delivery_skip', SKIP, [webhookId, `{${underWay.join(',')}}`])).length

const RECOVER = `
  with w as materialized (
    select id, recover_since, recover_until, (select clock_offset_s from partners where id = partner_id) as clock_offset_s
      from webhooks where id = $1 and status = 'enabled' and recover_since is not null
  ),
  n as materialized (
    select m.id
      from w cross join (values ('skipped'), ('exhausted')) s(status) cross join lateral (
        select d.id from deliveries d
         where d.webhook_id = $1 and d.status = s.status and d.created_at >= w.recover_since and d.created_at <= w.recover_until
         order by d.created_at, d.id limit ${BULK_UPDATE_BATCH} for update) m
  )
  update deliveries d
     set status = 'pending', trigger = 'recover', version = d.version + 1,
         due_at = case when d.attempts = 0 then '-infinity'::timestamptz
                       else now() + (select clock_offset_s from w) * interval '1 s' end
   where d.id = any (array (select id from n)) and d.id between (select min(id) from n) and (select max(id) from n) returning d.id`

/** Queues deliveries of the requested time span again, up to BULK_UPDATE_BATCH of each kind. Returns their number. */
export const recoverSome = async (db: Database, webhookId: string): Promise<number> =>
  (await db.query('delivery_recover', RECOVER, [webhookId])).length

/**
 * Ends a recovery that is complete, or that became void because the webhook was disabled. Does nothing if another recovery was requested
 * meanwhile.
 */
export const endRecovery = (db: Database, webhookId: string, version: number) =>
  db.query(
    'delivery_recovered',
    'update webhooks set recover_since = null, recover_until = null, version = version + 1 where id = $1 and version = $2',
    [webhookId, version],
  )

export const disableWebhook = (db: Database, webhookId: string, reason: string) =>
  db.query(
    'delivery_disable',
    `update webhooks set status = 'disabled', disabled_reason = $2, version = version + 1 where id = $1 and status = 'enabled'`,
    [webhookId, reason],
  )
