-- What carriers report of the parcels that they have (docs/operating.md#reports-of-carriers). `adapter`: how a carrier is talked to; those
-- from before report by the API alone. `codes`: what its codes mean, by code: a kind of scan, or null for what says nothing of a parcel.
alter table carriers
  add column adapter text not null default 'house',
  add column codes jsonb;

-- A report is an import of one carrier. `unmatched_rows`: those whose number was not known.
alter table imports
  add column carrier text,
  add column unmatched_rows integer not null default 0;

-- Each scan of a report, once. `facts`: what else its line says. `state`: matched with a parcel, open in the inbox, or dismissed from it.
-- `reason`: why it is open. Where it comes from: a line of an import, or the surplus of a tender, whose partner is `surplus_of`.
create table carrier_scans (
  id text primary key,
  carrier text not null,
  number text not null,
  code text not null,
  occurred_at timestamptz not null,
  place text not null,
  kind text not null,
  facts jsonb not null,
  state text not null,
  reason text,
  shipment_id text,
  scan_id text,
  import_id text,
  line integer,
  tender_id text,
  surplus_of text,
  note text,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  version integer not null
);
create unique index carrier_scans_once on carrier_scans (carrier, number, code, occurred_at, place);
create index carrier_scans_unmatched on carrier_scans (state, created_at, id) where state <> 'matched';
-- What a pass over the inbox tries again, and what counts to a partner's limit: neither reads past the other.
create index carrier_scans_awaited on carrier_scans (created_at, id) where state = 'open' and reason <> 'surplus';
create index carrier_scans_surplus on carrier_scans (surplus_of) where state = 'open' and reason = 'surplus';
