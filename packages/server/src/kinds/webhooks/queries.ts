import { isId } from '@backhaul/core/ids.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'
import type { Filters, Position } from '../../database/list-rows.ts'
import type { RetentionDays } from '../../process/config.ts'
import { deliveryIdAt } from '../../process/ids.ts'
import { eventById } from '../../storage/event-ranges.ts'
import { type HealthState, STATE } from './health.ts'
import {
  AMONG_OTHERS,
  type AttemptsShown,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
  type DeliveryView,
  type Webhook,
} from './model.ts'

const WEBHOOK = `w.id, partner_id, slot, url, enabled_events, description, status, disabled_reason, enabled_at, secret::text as secret,
  next_secret::text as next_secret, next_secret_at, master_key_id, signing, recover_since, recover_until, deleted_at, created_at, version`

/** The health that the delivery engine saved for each webhook: health.ts. */
const QUEUE = 'left join webhook_queues q on q.webhook_id = w.id'

/** Finds one of the partner's webhooks, unless it was deleted. */
export const findWebhook = async (db: Database, partnerId: string, id: string): Promise<Webhook | null> =>
  isId('webhook', id)
    ? db.one<Webhook>('webhook', `select ${WEBHOOK} from webhooks w where id = $1 and partner_id = $2 and status <> 'deleted'`, [
        id,
        partnerId,
      ])
    : null

/** Finds a webhook of any partner by id, unless it was deleted. */
export const findAnyWebhook = async (db: Database, id: string): Promise<Webhook | null> =>
  isId('webhook', id)
    ? db.one<Webhook>('webhook_any', `select ${WEBHOOK} from webhooks w where id = $1 and status <> 'deleted'`, [id])
    : null

export interface WebhookFilters extends Filters<'partner_id' | 'status'> {
  health?: HealthState | undefined
}

/** Lists the webhooks of all partners, newest first. Sorting them all is cheap, because a partner has 16 at most. */
export const listAllPartnersWebhooks = (
  db: Database,
  { partner_id, status, health }: WebhookFilters,
  after: Position | null,
  limit: number,
): Promise<Webhook[]> =>
  db.query<Webhook>(
    'webhooks_all',
    `select ${WEBHOOK} from webhooks w ${QUEUE}
      where status <> 'deleted' and ($1::text is null or partner_id = $1) and ($2::text is null or status = $2)
        and ($3::timestamptz is null or (created_at, id) < ($3, $4)) and ($6::text is null or ${STATE} = $6)
      order by created_at desc, id desc limit $5`,
    [partner_id ?? null, status ?? null, after?.created_at ?? null, after?.id ?? null, limit, health ?? null],
  )

/** Lists a partner's webhooks, newest first. */
export const listWebhooks = (
  db: Database,
  partnerId: string,
  health: HealthState | undefined,
  after: Position | null,
  limit: number,
): Promise<Webhook[]> =>
  db.query<Webhook>(
    'webhooks',
    `select ${WEBHOOK} from webhooks w ${QUEUE}
      where partner_id = $1 and status <> 'deleted' and ($2::timestamptz is null or (created_at, id) < ($2, $3))
        and ($5::text is null or ${STATE} = $5)
      order by created_at desc, id desc limit $4`,
    [partnerId, after?.created_at ?? null, after?.id ?? null, limit, health ?? null],
  )

export const usedSlots = async (db: Database, partnerId: string): Promise<number[]> =>
  (
    await db.query<{ slot: number }>('webhook_slots', `select slot from webhooks where partner_id = $1 and status <> 'deleted'`, [
      partnerId,
    ])
  ).map(({ slot }) => slot)

const DELIVERY = `d.id, d.webhook_id, d.partner_id, d.event_id, d.event_seq, d.subject, d.status, d.attempts, d.trigger,
  d.due_at::text as due_at, d.created_at, d.version, e.type,
  case when d.status <> 'pending' then null when d.due_at = '-infinity' then d.created_at else d.due_at end as next_attempt_at`
const DELIVERY_JOINS = `cross join lateral ${eventById('type', 'd.event_id')} e`

/**
 * SQL: `first_success`, or null if retention is about to clear it. A redelivery writes the whole row back. Without this condition it could
 * restore a value that was just cleared, and the value would then stay forever. $3: number of days for which attempts are kept.
 */
const FIRST_SUCCESS = `case when d.id > ${deliveryIdAt("(now() - make_interval(days => $3::int + 1) + interval '5 minutes')")} then d.first_success end as first_success`

/** Finds a delivery by id within a tenant (null: any partner's). `kept` is how long attempts are kept. */
export const findDelivery = async (
  db: Database,
  tenant: string | null,
  id: string,
  kept: Pick<RetentionDays, 'attempts'>,
): Promise<(DeliveryView & Delivery) | null> =>
  isId('delivery', id)
    ? db.one<DeliveryView & Delivery>(
        'delivery',
        `select ${DELIVERY}, ${FIRST_SUCCESS} from deliveries d ${DELIVERY_JOINS} where d.id = $1 and ($2::text is null or d.partner_id = $2)`,
        [id, tenant, kept.attempts],
      )
    : null

/**
 * Lists a webhook's deliveries, newest first. Each status is read separately from the same index, so the list without a status filter needs
 * no second index.
 */
export const listDeliveries = (
  db: Database,
  webhookId: string,
  status: DeliveryStatus | null,
  after: Position | null,
  limit: number,
): Promise<DeliveryView[]> =>
  db.query<DeliveryView>(
    'deliveries',
    `select ${DELIVERY}
       from (
        select p.* from unnest($2::text[]) as s(status)
         cross join lateral (
          select * from deliveries
           where webhook_id = $1 and status = s.status and ($3::timestamptz is null or (created_at, id) < ($3, $4))
           order by created_at desc, id desc limit $5) p
         order by p.created_at desc, p.id desc limit $5) d ${DELIVERY_JOINS}
      order by d.created_at desc, d.id desc`,
    [webhookId, status ? [status] : DELIVERY_STATUSES, after?.created_at ?? null, after?.id ?? null, limit],
  )

export interface DeliveryFilters extends Filters<'created_after' | 'created_before' | 'partner_id'> {
  status?: DeliveryStatus | undefined
}

const OF_PERIOD = "created_at > coalesce($2::timestamptz, '-infinity') and created_at < coalesce($3::timestamptz, 'infinity')"

/**
 * Lists deliveries of all existing webhooks of a partner (null: of all partners). It first reads only times from the index. These times
 * show which webhooks have deliveries on the page, and the time of the oldest one. Then it reads whole rows for those webhooks only, back
 * to that time.
 */
export const listDeliveriesOfAll = (
  db: Database,
  partnerId: string | null,
  { status, created_after, created_before }: DeliveryFilters,
  after: Position | null,
  limit: number,
): Promise<DeliveryView[]> =>
  db.query<DeliveryView>(
    partnerId === null ? 'deliveries_all' : 'deliveries_of_partner',
    `with times as materialized (
        select w.id as webhook_id, s.status, d.created_at
          from webhooks w cross join unnest($1::text[]) as s(status)
         cross join lateral (
           select created_at from deliveries
            where webhook_id = w.id and status = s.status
              and ${OF_PERIOD}
              and created_at <= coalesce($4::timestamptz, 'infinity')
            order by created_at desc limit $6) d
         where w.status <> 'deleted' and ${partnerId === null ? '$7::text is null' : 'w.partner_id = $7'}),
      page as materialized (
        select coalesce((select created_at from times where created_at < coalesce($4::timestamptz, 'infinity')
                          order by created_at desc offset $6::bigint - 1 limit 1), '-infinity') as since)
     select ${DELIVERY}
       from (select d.*
               from (select webhook_id, status from times group by 1, 2 having max(created_at) >= (select since from page)) t
              cross join lateral (
                select * from deliveries
                 where webhook_id = t.webhook_id and status = t.status
                   and ${OF_PERIOD}
                   and created_at >= (select since from page) and ($4::timestamptz is null or (created_at, id) < ($4, $5))
                 order by created_at desc, id desc limit $6) d
              order by d.created_at desc, d.id desc limit $6) d ${DELIVERY_JOINS}
      order by d.created_at desc, d.id desc`,
    [
      status ? [status] : DELIVERY_STATUSES,
      created_after ?? null,
      created_before ?? null,
      after?.created_at ?? null,
      after?.id ?? null,
      limit,
      partnerId,
    ],
  )

/** The columns of an event that locate its deliveries. */
export type SentEvent = Pick<Row<'events'>, 'id' | 'partner_id' | 'created_at'>

/** Finds an event by id within a tenant (null: any partner's). */
export const findSentEvent = async (db: Database, tenant: string | null, id: string): Promise<SentEvent | null> =>
  isId('event', id)
    ? db.one<SentEvent>(
        'event_sent',
        `select id, partner_id, created_at from ${eventById('id, partner_id, created_at', '$1')} e where $2::text is null or partner_id = $2`,
        [id, tenant],
      )
    : null

/**
 * Lists the deliveries of one event to each webhook that its partner still has, beginning with the oldest webhook. A delivery has the time
 * of its event. So finding it takes one index look-up for each webhook and each possible status.
 */
export const listDeliveriesOfEvent = (db: Database, event: SentEvent): Promise<DeliveryView[]> =>
  db.query<DeliveryView>(
    'deliveries_of_event',
    `select ${DELIVERY}
       from webhooks w cross join unnest($4::text[]) as s(status)
      cross join lateral (
        select * from deliveries where webhook_id = w.id and status = s.status and created_at = $3::timestamptz and event_id = $1 offset 0) d
       ${DELIVERY_JOINS}
      where w.partner_id = $2 and w.status <> 'deleted'
      order by w.created_at, w.id`,
    [event.id, event.partner_id, event.created_at, DELIVERY_STATUSES],
  )

/**
 * Lists the newest attempts of each of these deliveries, oldest first. A successful first attempt is stored in its delivery's row.
 * Deliveries can be repeated without limit and responses can have any length, so the number of attempts and the length of responses are
 * limited here.
 */
export const listAttempts = (db: Database, deliveryIds: string[], { attempts, characters }: AttemptsShown): Promise<DeliveryAttempt[]> =>
  db.query<DeliveryAttempt>(
    'delivery_attempts',
    `select a.delivery_id, a.attempt, a.trigger, a.at, a.address, a.status, a.duration_ms, a.error_class, a.error_message,
            left(a.answer, $3) as answer, a.next_attempt_at
       from unnest($1::text[]) as d(id) cross join lateral (
         (select id, delivery_id, attempt, trigger, at, address, status, duration_ms, error_class, error_message, answer, next_attempt_at
            from delivery_attempts where delivery_id = d.id order by id desc limit $2)
         union all
         (select 0, d.id, 1, 'schedule', to_timestamp(f.at_ms / 1000), f.address, f.status, f.duration_ms, null, null, f.answer, null
            from deliveries s cross join lateral json_to_record(s.first_success)
              as f(at_ms float8, address text, status int, duration_ms int, answer text)
           where s.id = d.id and s.first_success is not null)
         order by id desc limit $2) a
      order by a.id`,
    [deliveryIds, attempts, characters],
  )

/** Adds the attempts to the deliveries of a list, for `deliveryResource`. */
export const withAttempts = async (db: Database, deliveries: DeliveryView[]): Promise<(DeliveryView & { made: DeliveryAttempt[] })[]> => {
  const ids = deliveries.map(({ id }) => id)
  const made = await listAttempts(db, ids, AMONG_OTHERS)
  return deliveries.map((delivery) => ({ ...delivery, made }))
}

/** Counts the deliveries of events in this period that did not succeed. */
export const countRecoverable = async (db: Database, webhookId: string, since: string, until: string): Promise<number> => {
  const row = await db.one<{ count: number }>(
    'deliveries_recoverable',
    `select count(*) from unnest('{skipped,exhausted}'::text[]) as s(status) join deliveries d on d.status = s.status
      where d.webhook_id = $1 and d.created_at >= $2 and d.created_at <= $3`,
    [webhookId, since, until],
  )
  return row?.count ?? 0
}
