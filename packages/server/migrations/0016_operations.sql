-- What running the service needs: settings, audit trail, upkeep and rate limits.

-- Settings of the operator and of the service.
create table settings (
  name text primary key,
  value jsonb not null
);

create table operator_audit (
  id text primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb
);
create index operator_audit_at_id_idx on operator_audit (at desc, id desc);
create index operator_audit_subject_at_id_idx on operator_audit (subject, at desc, id desc);
create index operator_audit_actor_at_id_idx on operator_audit (actor, at desc, id desc);

-- How far each task of upkeep is through rows that stay.
create table upkeep_marks (
  task text primary key,
  done_to text not null
);
insert into upkeep_marks (task, done_to) values
  -- Deliveries older than this have no first success.
  ('first_successes', 'dlv_' || lpad(to_hex((extract(epoch from now() - interval '2 days') * 1000)::bigint), 12, '0')),
  -- Documents are checked once, in the order of their ids.
  ('documents', ''),
  -- No key from before this moment is left.
  ('idempotency_keys', to_char((now() - interval '7 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'));

-- Machines that share this database. Each start of a machine has a name of its own. `seen_at`: the last sign of life.
create table rate_machines (
  machine text primary key,
  seen_at timestamptz not null
);

-- How much of a rate limit each machine may admit in any 60 s. `shares` has for each machine its share, the share
-- that it would like (0: no more) and what it had used. `wanted`: a machine would like more.
create table rate_shares (
  bucket text primary key,
  shares jsonb not null,
  wanted boolean not null default false
);
create index rate_shares_wanted on rate_shares (bucket) where wanted;
