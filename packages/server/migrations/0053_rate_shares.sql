-- Machines that share this database, each by a name of its start; `seen_at`: when it last said that it is there.
create table rate_machines (
  machine text primary key,
  seen_at timestamptz not null
);

-- How much of a rate limit each machine may admit in any 60 s: `shares` has, by machine, its share, what it would like to have (0: no more), and
-- what it had used. `wanted`: one of them would like more (service/rate-shares.ts).
create table rate_shares (
  bucket text primary key,
  shares jsonb not null,
  wanted boolean not null default false
);
create index rate_shares_wanted on rate_shares (bucket) where wanted;
