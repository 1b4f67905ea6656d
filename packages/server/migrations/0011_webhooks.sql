-- Webhooks, their deliveries and attempts (docs/delivery.md).

-- A deleted webhook stays as a row without secrets or subscriptions until its deliveries are done. `slot` makes the limit of webhooks for each
-- partner a unique index, so that concurrent registrations cannot exceed it.
create table webhooks (
  id text primary key,
  partner_id text not null references partners,
  slot int not null,
  url text not null,
  enabled_events text[] not null,
  description text,
  status text not null check (status in ('enabled', 'disabled', 'deleted')),
  disabled_reason text,
  -- Virtual time from which failures count.
  enabled_at timestamptz not null,
  -- A second signature on each delivery: `standard`. Null: only the service's own.
  signing text,
  -- `next_secret` signs alone from `next_secret_at` on (real time).
  secret bytea not null,
  next_secret bytea,
  next_secret_at timestamptz,
  master_key_id text not null,
  -- Failed deliveries of this time span are to be queued again.
  recover_since timestamptz,
  recover_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  version int not null
);
create index webhooks_newest on webhooks (partner_id, created_at desc, id desc) where status <> 'deleted';
create unique index webhooks_slot on webhooks (partner_id, slot) where status <> 'deleted';
create index webhooks_recovering on webhooks (id) where recover_since is not null;

-- Which worker may send for a webhook, until when, and the health of the webhook. Rows are updated all the time: half
-- of each page is free for new versions.
create table webhook_queues (
  webhook_id text primary key references webhooks on delete cascade,
  owner text,
  leased_until timestamptz not null default '-infinity',
  -- Virtual time of the first failure since the last success, and the failures since. Null: the last attempt succeeded.
  failing_since timestamptz,
  failures int not null default 0,
  -- The last attempt that failed: {"at", "delivery_id", "status", "error_class", "error_message"}.
  last_failure json,
  gone_event_id text
) with (fillfactor = 50);

create table delivery_workers (
  id text primary key,
  seen_at timestamptz not null
);

-- `due_at` is real time. '-infinity' marks a row whose first attempt is still to come, so one index holds new deliveries in the order of their
-- events, and retries in the order of their times. `created_at` is the event's, and so virtual.
-- `status` and `trigger` have no check: PostgreSQL reads and compiles checks again for each statement that writes, a tenth of the cost of
-- recording a few results. Only the delivery engine writes these columns, with constants.
-- Partitions by id, which begins with the time. Workers make them.
create table deliveries (
  id text not null default 'dlv_' || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || left(replace(gen_random_uuid()::text, '-', ''), 14),
  webhook_id text not null,
  partner_id text not null,
  event_id text not null,
  event_seq bigint not null,
  subject text not null,
  status text not null,
  attempts int not null default 0,
  trigger text not null default 'schedule',
  due_at timestamptz not null default '-infinity',
  -- How the first attempt succeeded, which is how nearly all end: a third less to write than a row of delivery_attempts.
  -- {"at_ms", "address", "status", "duration_ms", "answer"}; `at_ms` is virtual time in Unix milliseconds.
  first_success json,
  created_at timestamptz not null,
  version int not null default 1,
  constraint deliveries_pkey primary key (id) with (fillfactor = 50)
) partition by range (id);
create index deliveries_due on deliveries (webhook_id, due_at, event_seq) where status = 'pending';
-- Without the id the index is half as large, and no generic plan can look deliveries up by id in it: PostgreSQL 18 would, with a skip scan over
-- the whole index. Deliveries of one moment are sorted when they are listed.
create index deliveries_by_time on deliveries (webhook_id, status, created_at);
create index deliveries_skipped on deliveries (created_at) where status = 'skipped';

create table deliveries_before (like deliveries including defaults, constraint deliveries_before_pkey primary key (id) with (fillfactor = 90))
  with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 1);
create index deliveries_before_due on deliveries_before (webhook_id, due_at, event_seq) where status = 'pending';
create index deliveries_before_by_time on deliveries_before (webhook_id, status, created_at);
create index deliveries_before_skipped on deliveries_before (created_at) where status = 'skipped';
alter table deliveries attach partition deliveries_before default;

-- `at` and `next_attempt_at` are virtual, as the partner sees them. `recorded_at` is real and says when the row may be removed.
-- Partitions by the id of the delivery, so all attempts of a delivery are in one.
create table delivery_attempts (
  id bigint generated always as identity,
  delivery_id text not null,
  attempt int not null,
  trigger text not null,
  at timestamptz not null,
  address text,
  status int,
  duration_ms int not null,
  error_class text,
  error_message text,
  answer text,
  next_attempt_at timestamptz,
  recorded_at timestamptz not null default now(),
  constraint delivery_attempts_pkey primary key (delivery_id, id)
) partition by range (delivery_id);
-- In the order in which attempts were recorded, for retention.
create index delivery_attempts_by_id on delivery_attempts (id);

create table delivery_attempts_before (like delivery_attempts including defaults, constraint delivery_attempts_before_pkey primary key (delivery_id, id));
create index delivery_attempts_before_by_id on delivery_attempts_before (id);
alter table delivery_attempts attach partition delivery_attempts_before default;
