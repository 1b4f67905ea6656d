-- Prices and what changes them: rates, tariffs, discrepancies, adjustments and claims.

-- Prices of carriers and markets without a tariff.
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

-- What a carrier charges in a market from a day on (docs/guide/money.md#tariffs). `rows` is the imported file. `pairs` is the size of the zone
-- table, which bounds the memory of all tariffs. A tariff that changes gets a new `id`, so processes may cache a tariff by its id.
create table tariffs (
  id text not null unique,
  carrier text not null references carriers,
  country text not null references markets,
  effective_on text not null check (effective_on ~ '^\d{4}-\d{2}-\d{2}$'),
  currency text not null,
  pairs int not null,
  rows jsonb not null,
  imported_at timestamptz not null,
  actor text not null,
  primary key (carrier, country, effective_on)
);

create table discrepancies (
  id text primary key,
  partner_id text not null,
  shipment_id text not null,
  stage text not null check (stage in ('dropoff', 'sort')),
  -- `late_custody`: a scan that was uploaded after the shipment had expired or was cancelled shows that the network had the parcel. Null: the
  -- parcel was measured.
  reason text check (reason in ('late_custody')),
  declared jsonb not null,
  observed jsonb not null,
  chargeable boolean not null,
  adjustment_id text,
  store_id text,
  created_at timestamptz not null
);
create index discrepancies_shipment_id_created_at_id_idx on discrepancies (shipment_id, created_at desc, id desc);
create index discrepancies_newest on discrepancies (created_at desc, id desc);
create index discrepancies_partner on discrepancies (partner_id, created_at desc, id desc);
create index discrepancies_store on discrepancies (partner_id, store_id, created_at desc, id desc) where store_id is not null;

create table adjustments (
  id text primary key,
  partner_id text not null,
  shipment_id text not null,
  -- A measured parcel is charged as it is, so no limit bounds the amount as it does at creation.
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
create index adjustments_shipment_id_created_at_id_idx on adjustments (shipment_id, created_at desc, id desc);
-- An adjustment that nobody disputes has no entry in these two.
create index adjustments_dispute_status_created_at_id_idx on adjustments (dispute_status, created_at desc, id desc) where dispute_status is not null;
create index adjustments_disputed on adjustments (partner_id, dispute_status, created_at desc, id desc) where dispute_status is not null;

create table claims (
  id text primary key,
  partner_id text not null,
  shipment_id text not null,
  type text not null check (type in ('lost', 'damaged', 'misdelivered')),
  description text,
  -- The currency of the shipment when the claim was opened.
  currency text not null,
  amount_claimed int,
  amount_approved int,
  status text not null check (status in ('open', 'approved', 'denied', 'closed')),
  history jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null
);
create unique index claims_one_open on claims (shipment_id, type) where status = 'open';
create index claims_open on claims (partner_id, created_at) where status = 'open';
create index claims_shipment_id_created_at_id_idx on claims (shipment_id, created_at desc, id desc);
create index claims_status_created_at_id_idx on claims (status, created_at desc, id desc);
create index claims_by_type on claims (type, created_at desc, id desc);
create index claims_newest on claims (created_at desc, id desc);
create index claims_partner_id_created_at_id_idx on claims (partner_id, created_at desc, id desc);
