-- Stored answers: what a repeated request with the same Idempotency-Key gets.

-- Keys are unique in one table. Their answers are in `answers`: the row with the same `created_at` and the id `answer`.
-- There is no index by time: once a day retention reads all keys, which spares every command an index entry.
create table idempotency_keys (
  principal text not null,
  endpoint text not null,
  key text not null,
  fingerprint text not null,
  status int not null,
  answer int not null,
  -- What a caller must hold to see the answer again.
  needs text not null,
  created_at timestamptz not null default now(),
  primary key (principal, endpoint, key)
);

-- `body` is JSON, packed, or begins with `sealed:` and is encrypted.
-- Partitions by time, so old answers are removed by dropping a partition. Answers never change and are dropped before PostgreSQL would have to
-- freeze them, so inserts alone start no vacuum.
create table answers (
  created_at timestamptz not null default now(),
  id int not null,
  body text not null,
  constraint answers_pkey primary key (created_at, id)
) partition by range (created_at);
create table answers_others partition of answers default with (autovacuum_vacuum_insert_threshold = -1);
