-- What a shipment declares to customs (docs/guide/customs.md). Only shipments that declare something have a row, so a parcel within a country
-- costs nothing more. `id` is the id of the shipment.
create table customs_declarations (
  id text primary key,
  partner_id text not null,
  declaration jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null
);
