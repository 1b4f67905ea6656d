-- Tariffs: what a carrier charges in a market from a day on (docs/guide/money.md#tariffs). `rows`: those of the imported file. `pairs`: size of
-- the table of zones, by which the memory of all tariffs is bounded. A tariff that changes gets another `id`, so processes keep what they
-- have read under it. Carriers and markets without one are priced by `rates`, as before.
create table tariffs (
  id text not null unique,
  carrier text not null references carriers,
  country text not null references markets,
  effective_on text not null check (effective_on ~ '^\d{4}-\d{2}-\d{2}$'),
  currency text not null,
  pairs integer not null,
  rows jsonb not null,
  imported_at timestamptz not null,
  actor text not null,
  primary key (carrier, country, effective_on)
);
