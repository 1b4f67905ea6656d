-- The operator's network: carriers, markets, stores, facilities and their calendars.

create table carriers (
  code text primary key,
  name text not null,
  active boolean not null default true,
  -- The source of the carrier's own tracking numbers. Null: numbers are random.
  numbers jsonb,
  -- How the service talks to the carrier. `house`: the carrier reports by the API only.
  adapter text not null default 'house',
  -- The meaning of the carrier's codes: for each code a kind of scan, or null if the code says nothing about a parcel.
  codes jsonb,
  -- Address of the carrier's service, for adapters that call one (docs/operating/carriers.md#carriers-with-a-service).
  url text
);

create table markets (
  country text primary key,
  kind text not null check (kind in ('fixed', 'marketplace')),
  carrier text references carriers,
  currency text not null,
  check ((kind = 'fixed') = (carrier is not null))
);

create table stores (
  id text primary key,
  code text not null unique,
  pudo_code text not null,
  name text not null,
  line1 text not null,
  city text not null,
  state text,
  postal_code text not null,
  country text not null,
  lat double precision not null,
  lon double precision not null,
  timezone text not null,
  hours jsonb,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
-- Only letters and digits of a postal code are compared. Collation "C" lets a prefix be read as a range.
create index stores_postal_code on stores (country, (regexp_replace(upper(postal_code), '[^A-Z0-9]', '', 'g') collate "C"));
create index stores_lat_lon_idx on stores (lat, lon);

create table facilities (
  code text primary key,
  name text not null,
  line1 text,
  city text not null,
  state text,
  postal_code text not null,
  country text not null,
  lat double precision not null,
  lon double precision not null,
  timezone text not null,
  active boolean not null default true
);

-- Calendars of markets and stores (docs/operating/network.md#calendars): working days, holidays, exceptions and cut-off times; for markets also the
-- days in transit. `subject` is a country or the id of a store.
create table calendars (
  subject text primary key,
  content jsonb not null
);

-- Number series of which each number is given out once. A process takes a block of numbers: `first` is the start of the block that was taken
-- last, `next` the start of the next block.
create table number_series (
  id text primary key,
  first bigint not null,
  next bigint not null
);
