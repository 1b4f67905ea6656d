-- Pages that shoppers open: parcel links, return links and how they look.

-- The key that makes and verifies shoppers' links: random, encrypted with the master key. There is one row.
create table link_keys (
  id text primary key,
  ciphertext bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now()
);

-- Parcel pages whose first link was renewed or withdrawn. All other shipments have no row. `id` is the id of the shipment.
create table parcel_links (
  id text primary key,
  generation int not null,
  withdrawn_at timestamptz,
  version int not null
);

-- Links with which shoppers make their own returns.
create table return_links (
  id text primary key,
  partner_id text not null,
  order_id text,
  rma text,
  customer text,
  from_address jsonb,
  to_address jsonb,
  parcel jsonb,
  declared_value bigint,
  service_level text,
  fulfillments text[] not null,
  market text,
  language text,
  asks_contents boolean not null,
  -- What the link's shipments declare to customs, as the partner gave it (docs/guide/customs.md).
  customs jsonb,
  metadata jsonb not null,
  last_day text not null,
  ends_at timestamptz not null,
  max_shipments int not null,
  shipment_ids text[] not null,
  -- The shipment that each form of the link made, by the hash of the form's nonce. Only for links with several shipments.
  forms jsonb not null default '{}',
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  version int not null,
  constraint return_links_uses check (cardinality(shipment_ids) <= max_shipments)
);
create index return_links_partner on return_links (partner_id, created_at desc, id desc);
create index return_links_order on return_links (order_id, partner_id, created_at desc, id desc) where order_id is not null;
create index return_links_newest on return_links (created_at desc, id desc);

-- How a partner's shopper pages look. `id` is the id of the partner. Only browsers read the logo, so it has a table of its own.
create table brands (
  id text primary key,
  color text,
  logo_type text,
  logo_etag text,
  version int not null
);
create table brand_logos (
  id text primary key,
  content bytea not null,
  version int not null
);
