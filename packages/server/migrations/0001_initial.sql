-- Everything of the first release. Conventions: text ids with a type prefix, timestamptz in UTC, cents as integers, parcels in
-- pounds and inches. `version` counts the writes of a row and guards every update (see src/platform/commit.ts).
-- The tables that every request writes carry no foreign keys: their references are checked by the command that writes them, and a
-- key-share lock on a partner's row by each of its requests would serialise them.

create table partners (
  id text primary key,
  name text not null,
  default_return_address jsonb,
  default_parcel jsonb,
  contact_email text not null default '',
  contact_name text not null default '',
  clock_offset_s bigint not null default 0,
  created_at timestamptz not null default now(),
  version int not null default 1
);

create table api_keys (
  id text primary key,
  kind text not null check (kind in ('partner', 'operator')),
  partner_id text references partners,
  secret_hash bytea not null,
  scopes text[] not null,
  allow_ips text[] not null default '{}',
  rate_limit int not null default 100,
  email text not null default '',
  full_name text not null default '',
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'partner') = (partner_id is not null))
);
create index on api_keys (partner_id);

-- Only ever added to: a secret runs out a day after the next one of its key was made (src/partners/directory.ts).
create table signing_secrets (
  id text primary key,
  key_id text not null references api_keys,
  ciphertext bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now()
);
create index on signing_secrets (key_id);

create table settings (
  name text primary key,
  value jsonb not null
);

create table carriers (
  code text primary key,
  name text not null,
  active boolean not null default true
);

create table markets (
  country text primary key,
  kind text not null check (kind in ('fixed', 'marketplace')),
  carrier text references carriers,
  currency text not null,
  check ((kind = 'fixed') = (carrier is not null))
);

create table rates (
  carrier text not null references carriers,
  country text not null references markets,
  service_level text not null check (service_level in ('economy', 'standard', 'express')),
  zone text not null check (zone in ('local', 'regional', 'national', 'international')),
  base_cents int not null check (base_cents >= 0),
  per_lb_cents int not null check (per_lb_cents >= 0),
  max_weight_lb numeric(10, 3) not null,
  primary key (carrier, country, service_level, zone)
);

create table stores (
  id text primary key,
  code text not null unique,
  pudo_code text not null,
  name text not null,
  line1 text not null,
  city text not null,
  state text,
  postal_code text not null,
  country text not null,
  lat double precision not null,
  lon double precision not null,
  timezone text not null,
  hours jsonb,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
-- Postal codes are compared by their letters and digits only; "C", as the beginning of one is looked up as a range.
create index stores_postal_code on stores (country, (regexp_replace(upper(postal_code), '[^A-Z0-9]', '', 'g') collate "C"));
create index on stores (lat, lon);

create table facilities (
  code text primary key,
  name text not null,
  line1 text,
  city text not null,
  state text,
  postal_code text not null,
  country text not null,
  lat double precision not null,
  lon double precision not null,
  timezone text not null,
  active boolean not null default true
);

create table shipments (
  id text primary key,
  partner_id text not null,
  tracking text not null,
  barcode text not null,
  ltracking text,
  status text not null check (status in ('created', 'label_ready', 'ready_for_pickup', 'picked_up', 'in_possession', 'at_sort_center',
    'sorted', 'injected', 'made_ready', 'in_transit', 'out_for_delivery', 'delivered', 'rejected', 'undeliverable', 'return_to_sender',
    'unclaimed', 'disposed', 'cancelled', 'expired')),
  direction text not null check (direction in ('return', 'outbound')),
  fulfillment text not null check (fulfillment in ('print_label', 'qr_code')),
  channel text not null check (channel in ('api', 'retail')),
  order_id text,
  rma text,
  ship_ext_id text,
  customer text,
  service_level text not null,
  from_address jsonb,
  to_address jsonb not null,
  parcel jsonb not null,
  declared_value int,
  drop_off_store_id text,
  store_id text,
  label_format text not null,
  metadata jsonb not null,
  market text not null,
  currency text not null,
  amount int not null,
  carrier text,
  label_id text,
  label_version int,
  supersedes text,
  label_voided boolean not null,
  held boolean not null,
  qr_id text,
  pickup_id text,
  sweep_id text,
  manifest_id text,
  tender_id text,
  open_tender_id text,
  pod_document_id text,
  pod_grade text,
  scheduled_delivery_date text,
  expires_at timestamptz not null,
  expired_at timestamptz,
  voided_at timestamptz,
  cancelled_at timestamptz,
  rejected_at timestamptz,
  reject_reason text,
  reject_reason_note text,
  unclaimed_since timestamptz,
  dispose_after timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null
);
create unique index shipments_tracking on shipments (tracking);
create unique index shipments_barcode on shipments (barcode);
create index shipments_newest on shipments (partner_id, created_at desc, id desc);
create index shipments_status on shipments (partner_id, status, created_at desc, id desc);
-- The order number first: an operator looks for it without knowing whose it is.
create index shipments_order on shipments (order_id, partner_id, created_at desc, id desc) where order_id is not null;
create index shipments_rma on shipments (rma, created_at desc, id desc) where rma is not null;
create index shipments_ship_ext_id on shipments (ship_ext_id, created_at desc, id desc) where ship_ext_id is not null;
create index shipments_ltracking on shipments (ltracking) where ltracking is not null;
create index shipments_sweep on shipments (sweep_id) where sweep_id is not null;
create index shipments_tender on shipments (tender_id) where tender_id is not null;
create index shipments_manifest on shipments (manifest_id) where manifest_id is not null;
create index shipments_pod on shipments (pod_document_id) where pod_document_id is not null;
create index shipments_store on shipments (partner_id, store_id, created_at desc, id desc) where store_id is not null;
create index shipments_expiring on shipments (partner_id, expires_at) where status in ('created', 'label_ready', 'rejected');

create table labels (
  id text primary key,
  shipment_id text not null,
  version int not null,
  supersedes text,
  facts jsonb not null,
  created_at timestamptz not null
);
create index on labels (shipment_id);

create table qrs (
  id text primary key,
  shipment_id text not null,
  partner_id text not null,
  token text not null unique,
  status text not null check (status in ('active', 'used', 'superseded', 'invalidated')),
  previous_qr_id text,
  expires_at timestamptz not null,
  used_at timestamptz,
  invalidated_at timestamptz,
  created_at timestamptz not null,
  version int not null
);
create index on qrs (shipment_id);

create table scans (
  id text primary key,
  shipment_id text not null,
  partner_id text not null,
  kind text not null,
  applied boolean not null,
  status text not null,
  store_id text,
  facility text,
  location jsonb,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  scanner_email text,
  scanner_name text,
  lat text,
  lon text,
  details jsonb not null
);
create index on scans (shipment_id, occurred_at, id);

create table adjustments (
  id text primary key,
  partner_id text not null,
  shipment_id text not null,
  -- What was measured is a fact and charged as it is, so nothing bounds this as a creation bounds a price.
  delta_amount bigint not null,
  currency text not null,
  reason text not null,
  original_weight numeric(10, 3),
  new_weight numeric(10, 3),
  dispute_status text check (dispute_status in ('open', 'upheld', 'rejected')),
  dispute_reason text,
  source text not null check (source in ('counter', 'discrepancy', 'manual')),
  disputed_at timestamptz,
  resolved_at timestamptz,
  created_at timestamptz not null,
  version int not null
);
create index on adjustments (shipment_id, created_at desc, id desc);
create index on adjustments (dispute_status, created_at desc, id desc) where dispute_status is not null;

create table discrepancies (
  id text primary key,
  partner_id text not null,
  shipment_id text not null,
  stage text not null check (stage in ('dropoff', 'sort')),
  declared jsonb not null,
  observed jsonb not null,
  chargeable boolean not null,
  adjustment_id text,
  store_id text,
  created_at timestamptz not null
);
create index on discrepancies (shipment_id, created_at desc, id desc);

create table claims (
  id text primary key,
  partner_id text not null,
  shipment_id text not null,
  type text not null check (type in ('lost', 'damaged', 'misdelivered')),
  description text,
  amount_claimed int,
  amount_approved int,
  status text not null check (status in ('open', 'approved', 'denied', 'closed')),
  history jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null
);
create unique index claims_one_open on claims (shipment_id, type) where status = 'open';
create index on claims (shipment_id, created_at desc, id desc);
create index on claims (status, created_at desc, id desc);
create index on claims (partner_id, created_at desc, id desc);

create table pickups (
  id text primary key,
  partner_id text not null,
  shipment_id text not null,
  store_id text not null,
  sweep_id text not null,
  confirmation text not null unique,
  date text not null,
  window_start text not null,
  window_end text not null,
  package_count int not null,
  status text not null check (status in ('scheduled', 'cancelled')),
  cancelled_at timestamptz,
  created_at timestamptz not null,
  version int not null
);
create unique index pickups_one_live on pickups (shipment_id) where status = 'scheduled';
create index on pickups (sweep_id);
create index on pickups (shipment_id);
create index on pickups (partner_id, created_at desc, id desc);

create table sweeps (
  id text primary key,
  partner_id text not null,
  store_id text not null,
  store jsonb not null,
  sweep_date text not null,
  dp text not null,
  status text not null check (status in ('ordered', 'closed')),
  created_at timestamptz not null,
  closed_at timestamptz,
  version int not null
);
create unique index sweeps_one_ordered on sweeps (partner_id, store_id, sweep_date, dp) where status = 'ordered';
create index on sweeps (partner_id, created_at desc, id desc);

create table tenders (
  id text primary key,
  partner_id text not null,
  carrier text not null,
  handoff text not null check (handoff in ('inject', 'collect')),
  facility text,
  shipment_ids text[] not null,
  piece_count int not null,
  piece_count_received int,
  status text not null check (status in ('created', 'accepted')),
  accepted_by text,
  accepted_at timestamptz,
  discrepancy jsonb,
  created_at timestamptz not null,
  version int not null
);
create index on tenders (partner_id, created_at desc, id desc);

create table manifests (
  id text primary key,
  partner_id text not null,
  store_id text not null,
  store jsonb not null,
  manifest_date text not null,
  status text not null check (status in ('open', 'closed')),
  package_count int not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  version int not null
);
create unique index manifests_one_open on manifests (partner_id, store_id, manifest_date) where status = 'open';
create index on manifests (partner_id, created_at desc, id desc);

create table documents (
  id text primary key,
  partner_id text not null,
  content_type text not null,
  size int not null,
  content bytea not null,
  created_at timestamptz not null
);

-- The feed. `xid` is the transaction that wrote the row: the reader orders by (xid, seq) and stops below the oldest transaction still
-- in flight, so a late commit is never skipped (see src/events/store.ts).
create table events (
  id text primary key,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  partner_id text not null,
  type text not null,
  subject text not null,
  shipment_id text,
  created_at timestamptz not null,
  body text not null
);
create index events_feed on events (partner_id, xid, seq);
create index events_feed_type on events (partner_id, type, xid, seq);
create index events_shipment on events (shipment_id, xid, seq) where shipment_id is not null;

-- A deleted webhook stays as a row without secrets or subscriptions until its deliveries have been dealt with. `slot` makes the limit of
-- webhooks per partner a unique index, so that concurrent registrations cannot pass it together.
create table webhooks (
  id text primary key,
  partner_id text not null references partners,
  slot int not null,
  url text not null,
  enabled_events text[] not null,
  description text,
  status text not null check (status in ('enabled', 'disabled', 'deleted')),
  disabled_reason text,
  -- Virtual time since which failures count against it.
  enabled_at timestamptz not null,
  -- next_secret signs alone from next_secret_at on (real time).
  secret bytea not null,
  next_secret bytea,
  next_secret_at timestamptz,
  master_key_id text not null,
  -- Deliveries of this span that did not get through are to be queued again.
  recover_since timestamptz,
  recover_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  version int not null
);
create index webhooks_newest on webhooks (partner_id, created_at desc, id desc) where status <> 'deleted';
create unique index webhooks_slot on webhooks (partner_id, slot) where status <> 'deleted';
create index webhooks_recovering on webhooks (id) where recover_since is not null;

-- Which worker may send for a webhook, until when, and how the webhook has been doing; see src/delivery/worker.ts.
create table webhook_queues (
  webhook_id text primary key references webhooks on delete cascade,
  owner text,
  leased_until timestamptz not null default '-infinity',
  -- Virtual time of the first failure since the last success, and how many since; null: the last attempt succeeded.
  failing_since timestamptz,
  failures int not null default 0,
  gone_event_id text
) with (fillfactor = 50);

create table delivery_workers (
  id text primary key,
  seen_at timestamptz not null
);

-- due_at is real time; '-infinity' marks a row whose first attempt is still to come, so that one index holds both what is new, in the
-- order of its events, and what is to be tried again, in the order of its times. created_at is the event's, and so virtual.
create table deliveries (
  id text primary key default 'dlv_' || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || left(replace(gen_random_uuid()::text, '-', ''), 14),
  webhook_id text not null,
  partner_id text not null,
  event_id text not null,
  event_seq bigint not null,
  subject text not null,
  status text not null check (status in ('pending', 'delivered', 'exhausted', 'skipped')),
  attempts int not null default 0,
  trigger text not null default 'schedule' check (trigger in ('schedule', 'redeliver', 'recover')),
  due_at timestamptz not null default '-infinity',
  created_at timestamptz not null,
  version int not null default 1
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 1);
create index deliveries_due on deliveries (webhook_id, due_at, event_seq) where status = 'pending';
create index deliveries_newest on deliveries (webhook_id, status, created_at desc, id desc);
create index deliveries_skipped on deliveries (created_at) where status = 'skipped';

-- `at` and `next_attempt_at` are virtual, as the partner sees them; recorded_at is real and says when the row may go.
create table delivery_attempts (
  id bigint generated always as identity primary key,
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
  recorded_at timestamptz not null default now()
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id, id);

create table idempotency_keys (
  principal text not null,
  endpoint text not null,
  key text not null,
  fingerprint text not null,
  status int not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (principal, endpoint, key)
);
create index on idempotency_keys (created_at);

create table operator_audit (
  id text primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb
);
create index on operator_audit (at desc, id desc);
create index on operator_audit (subject, at desc, id desc);
create index on operator_audit (actor, at desc, id desc);
