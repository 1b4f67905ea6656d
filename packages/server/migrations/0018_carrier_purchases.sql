-- Labels bought from carriers, and the quota and pauses of an account (docs/operating/carriers.md#carriers-with-a-service).

alter table carrier_bookings drop constraint carrier_bookings_state_check;
alter table carrier_bookings add constraint carrier_bookings_state_check
  check (state in ('due', 'buying', 'uncertain', 'undecided', 'booked', 'refused', 'voiding', 'void', 'done')) not valid;
-- What a refusal is about.
alter table carrier_bookings add column cause text;

-- All processes pause together. `stopped`: the account is not served until an operator acts. `quota_left`: requests left at `quota_at`.
alter table carrier_exchanges
  add column paused_until timestamptz,
  add column pauses int not null default 0,
  add column stopped text,
  add column quota_left double precision,
  add column quota_at timestamptz;

-- One attempt to buy one label, committed before the carrier is asked. `reference`: our reference at the carrier, the id of the attempt; a
-- second label of an attempt has the same one. `numbers`: the carrier's number and its aliases. `charges`: what the cost consists of.
-- `due_at`: when the carrier is asked next; while the attempt is made, the end of its lease.
create table carrier_purchases (
  id text primary key,
  reference text not null,
  booking_id text not null,
  carrier text not null,
  url text not null,
  shipment_id text not null,
  carrier_shipment_id text,
  offer text not null,
  service text not null,
  state text not null check (state in ('buying', 'uncertain', 'undecided', 'absent', 'refused', 'held', 'voiding', 'void_submitted',
                                       'void_refused', 'void', 'void_not_needed')),
  numbers text[] not null,
  cost_cents bigint,
  currency text,
  charges jsonb not null,
  ids jsonb not null,
  error text,
  tries int not null,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null
);
-- A booking has at most one attempt without an outcome or one valid label.
create unique index carrier_purchases_one on carrier_purchases (booking_id) where state in ('buying', 'uncertain', 'undecided', 'held');
create index carrier_purchases_booking on carrier_purchases (booking_id);
create index carrier_purchases_due on carrier_purchases (carrier, due_at) where due_at is not null;
create index carrier_purchases_refund on carrier_purchases (state) where state in ('void_refused', 'undecided');
create index carrier_purchases_numbers on carrier_purchases using gin (numbers);

-- A label or another paper of a purchase, byte for byte as the carrier gave it. `format` is judged by the first bytes.
create table carrier_papers (
  id text primary key,
  purchase_id text not null,
  name text not null,
  format text not null,
  content bytea not null
);
create index carrier_papers_purchase on carrier_papers (purchase_id);
