-- Links by which shoppers make their own returns.
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
  metadata jsonb not null,
  last_day text not null,
  ends_at timestamptz not null,
  max_shipments integer not null,
  shipment_ids text[] not null,
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  version integer not null,
  constraint return_links_uses check (cardinality(shipment_ids) <= max_shipments)
);
create index return_links_partner on return_links (partner_id, created_at desc, id desc);
create index return_links_order on return_links (order_id, partner_id, created_at desc, id desc) where order_id is not null;
create index return_links_newest on return_links (created_at desc, id desc);

-- How the pages of a partner's shoppers look. The id is the partner's. The logo is apart: it is read by browsers only.
create table brands (
  id text primary key,
  color text,
  logo_type text,
  logo_etag text,
  version integer not null
);
create table brand_logos (
  id text primary key,
  content bytea not null,
  version integer not null
);
