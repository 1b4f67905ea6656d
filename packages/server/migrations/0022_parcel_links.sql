-- The key by which the links of shoppers are made and known: random, encrypted with the master key. There is one row.
create table link_keys (
  id text primary key,
  ciphertext bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now()
);

-- Parcel pages whose first link was renewed or withdrawn; every other shipment has no row. The id is the shipment's.
create table parcel_links (
  id text primary key,
  generation integer not null,
  withdrawn_at timestamptz,
  version integer not null
);
