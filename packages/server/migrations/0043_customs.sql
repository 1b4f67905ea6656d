-- What is declared to customs of a shipment (docs/guide/customs.md): a row for each that declares anything, so that a parcel within a country
-- costs nothing more. `declaration` has all of it; the shipment's id is the row's.
create table customs_declarations (
  id text primary key,
  partner_id text not null,
  declaration jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
