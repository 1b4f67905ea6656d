-- What a carrier takes at one place in one go, of however many partners (docs/operating.md#consolidations). Who accepted it is named in the
-- events of its tenders.
create table consolidations (
  id text primary key,
  carrier text not null,
  facility text,
  store_id text,
  date text,
  status text not null check (status in ('open', 'accepting', 'accepted', 'cancelled')),
  piece_count_received integer,
  unattributed integer not null default 0,
  accepted_by text,
  actor text,
  actor_email text,
  actor_name text,
  created_at timestamptz not null,
  counted_at timestamptz,
  ended_at timestamptz,
  version integer not null
);
create index consolidations_newest on consolidations (created_at desc, id desc);
create index consolidations_accepting on consolidations (id) where status = 'accepting';

-- Its tenders and sweeps. `piece_count`: what was expected of it when the whole was counted; null: it is not counted yet.
create table consolidation_members (
  id text primary key,
  consolidation_id text not null,
  subject_id text not null,
  partner_id text not null,
  state text not null check (state in ('open', 'accepting', 'accepted', 'refused', 'released')),
  piece_count integer,
  piece_count_received integer,
  missing_shipment_ids text[] not null default '{}',
  surplus_numbers text[] not null default '{}',
  reason text,
  message text,
  ended_at timestamptz,
  created_at timestamptz not null,
  version integer not null
);
create index consolidation_members_listed on consolidation_members (consolidation_id, id);
create index consolidation_members_subject on consolidation_members (subject_id);
-- A tender or a sweep is in one of them at a time.
create unique index consolidation_members_once on consolidation_members (subject_id) where state in ('open', 'accepting');
