-- How parcels move on from a counter or facility: pickups, sweeps, manifests, tenders and consolidations.

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
  -- When a driver collected the parcel. Null: no collection was scanned.
  collected_at timestamptz,
  created_at timestamptz not null,
  version int not null
);
create unique index pickups_one_live on pickups (shipment_id) where status = 'scheduled';
-- Finds the pickup of a shipment that was live at a given time, however many were booked and cancelled.
create index pickups_booked_at on pickups (shipment_id, created_at desc, id desc);
create index pickups_sweep_id_idx on pickups (sweep_id);
create index pickups_newest on pickups (created_at desc, id desc);
create index pickups_partner_id_created_at_id_idx on pickups (partner_id, created_at desc, id desc);
create index pickups_date on pickups (partner_id, date, created_at desc, id desc);
create index pickups_of_day on pickups (date, partner_id, created_at) where status = 'scheduled';

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
create index sweeps_partner_id_created_at_id_idx on sweeps (partner_id, created_at desc, id desc);
create index sweeps_date on sweeps (partner_id, sweep_date, created_at desc, id desc);

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
create index manifests_partner_id_created_at_id_idx on manifests (partner_id, created_at desc, id desc);
create index manifests_date on manifests (partner_id, manifest_date, created_at desc, id desc);
create index manifests_store on manifests (partner_id, store_id, created_at desc, id desc);

create table tenders (
  id text primary key,
  partner_id text not null,
  carrier text not null,
  handoff text not null check (handoff in ('inject', 'collect')),
  facility text,
  shipment_ids text[] not null,
  -- Members that the carrier did not find.
  missing_shipment_ids text[] not null default '{}',
  piece_count int not null,
  piece_count_received int,
  status text not null check (status in ('created', 'accepted', 'cancelled')),
  accepted_by text,
  accepted_at timestamptz,
  cancelled_at timestamptz,
  discrepancy jsonb,
  -- Why the discrepancy needs no further work.
  dismissal jsonb,
  created_at timestamptz not null,
  version int not null,
  constraint tenders_cancelled_check check ((status = 'cancelled') <> (cancelled_at is null))
);
create index tenders_partner_id_created_at_id_idx on tenders (partner_id, created_at desc, id desc);
create index tenders_newest on tenders (created_at desc, id desc);
create index tenders_open on tenders (carrier, created_at, id) where status = 'created';
create index tenders_discrepancy on tenders (partner_id, (discrepancy ->> 'type'), created_at desc, id desc) where discrepancy is not null;
-- Tenders with a discrepancy, and those of them that are not dismissed. PostgreSQL counts by the index alone only if the index includes all of
-- `discrepancy`, from which the type is taken.
create index tenders_differing on tenders (partner_id, (discrepancy ->> 'type'), accepted_at desc, id desc) include (discrepancy)
 where discrepancy is not null;
create index tenders_to_clear on tenders (partner_id, (discrepancy ->> 'type'), accepted_at desc, id desc) include (discrepancy)
 where discrepancy is not null and dismissal is null;

-- What a carrier takes at one place at one time, from any number of partners (docs/operating/carriers.md#consolidations). `actor` is the person who
-- accepted it, as the events of its tenders name them.
create table consolidations (
  id text primary key,
  carrier text not null,
  facility text,
  store_id text,
  date text,
  status text not null check (status in ('open', 'accepting', 'accepted', 'cancelled')),
  piece_count_received int,
  unattributed int not null default 0,
  accepted_by text,
  actor text,
  actor_email text,
  actor_name text,
  created_at timestamptz not null,
  counted_at timestamptz,
  ended_at timestamptz,
  version int not null
);
create index consolidations_newest on consolidations (created_at desc, id desc);
create index consolidations_accepting on consolidations (id) where status = 'accepting';

-- The tenders and sweeps of a consolidation. `piece_count` is what was expected when the whole was counted. Null: not counted yet.
create table consolidation_members (
  id text primary key,
  consolidation_id text not null,
  subject_id text not null,
  partner_id text not null,
  state text not null check (state in ('open', 'accepting', 'accepted', 'refused', 'released')),
  piece_count int,
  piece_count_received int,
  missing_shipment_ids text[] not null default '{}',
  surplus_numbers text[] not null default '{}',
  reason text,
  message text,
  ended_at timestamptz,
  created_at timestamptz not null,
  version int not null
);
create index consolidation_members_listed on consolidation_members (consolidation_id, id);
create index consolidation_members_subject on consolidation_members (subject_id);
-- A tender or sweep is in one open consolidation at a time.
create unique index consolidation_members_once on consolidation_members (subject_id) where state in ('open', 'accepting');
