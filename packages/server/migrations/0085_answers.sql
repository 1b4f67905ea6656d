-- The bodies of answers go into a table of their own, in partitions by time, so that they go as a whole when they are old. The keys stay
-- unique in one table, where they are (src/platform/packing.ts says in which databases, src/delivery/retention.ts how both go). There, `body`
-- is null then, and `answer` says which one of those that its statement wrote; what is there stays as it is.
alter table idempotency_keys alter column body drop not null;
alter table idempotency_keys add column answer integer;
comment on column idempotency_keys.body is 'JSON, or the same packed; null: it is the row of answers with this created_at and answer';

create table answers (
  created_at timestamptz not null default now(),
  id integer not null,
  body text not null,
  constraint answers_pkey primary key (created_at, id)
) partition by range (created_at);
create table answers_others partition of answers default with (autovacuum_vacuum_insert_threshold = -1);

-- All keys from before this moment are gone.
insert into upkeep_marks (task, done_to)
values ('idempotency_keys', to_char((now() - interval '7 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'));
