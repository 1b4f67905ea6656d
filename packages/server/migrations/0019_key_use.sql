-- What operators call a key; null: nothing.
alter table api_keys add column name text;

-- When each key was last used. Apart from the keys, as a change to a key is guarded by the row's transaction: src/service/key-uses.ts.
create table key_uses (
  id text primary key,
  last_used_at timestamptz not null
);
