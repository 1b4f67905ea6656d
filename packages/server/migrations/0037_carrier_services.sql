-- `url`: where a carrier's own service answers, for adapters that ask one (docs/operating.md#carriers-with-a-service).
alter table carriers add column url text;

-- Shipments that were written while a carrier has a service, in the transaction that wrote them: what becomes of their bookings is still to
-- be decided. `id`: the id of the shipment and its version.
create table carrier_outbox (
  id text primary key,
  shipment_id text not null
);

-- What carriers' services are told of parcels. `number`: the carrier's own for the parcel. `due_at`: when the service is told next, in the
-- states `due` and `voiding`; `tries`: how often it was since the state began.
create table carrier_bookings (
  id text primary key,
  carrier text not null,
  shipment_id text not null,
  state text not null check (state in ('due', 'booked', 'refused', 'voiding', 'void', 'done')),
  number text,
  error text,
  tries int not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (shipment_id, carrier)
);
create index carrier_bookings_open on carrier_bookings (carrier, due_at) where state in ('due', 'voiding');
create index carrier_bookings_state on carrier_bookings (state, created_at, id);
create index carrier_bookings_listed on carrier_bookings (created_at, id);
create index carrier_bookings_number on carrier_bookings (carrier, number) where number is not null;

-- How it stands with a carrier's service. `enrolled_to`: shipments up to this id were looked at that were there before it;
-- `reports_after`: up to where its reports were read, in its own words.
create table carrier_exchanges (
  carrier text not null,
  url text not null,
  since timestamptz not null,
  enrolled_to text not null default '',
  is_enrolled boolean not null default false,
  reports_after text,
  asked_at timestamptz,
  failing_since timestamptz,
  last_error text,
  primary key (carrier, url)
);
