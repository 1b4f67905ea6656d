-- Exchange with carriers: their reports, their services and their invoices.

-- Each scan of a report, once (docs/operating/carriers.md#reports-of-carriers). It comes from a line of an import, or from the surplus of a tender,
-- whose partner is `surplus_of`.
create table carrier_scans (
  id text primary key,
  carrier text not null,
  number text not null,
  code text not null,
  occurred_at timestamptz not null,
  place text not null,
  kind text not null,
  -- Everything else that the line of the report says.
  facts jsonb not null,
  -- Matched with a parcel, open in the inbox, or dismissed from the inbox.
  state text not null,
  -- Why it is open.
  reason text,
  shipment_id text,
  scan_id text,
  import_id text,
  line int,
  tender_id text,
  surplus_of text,
  -- The carriers that had the parcel when an operator matched the scan. The match ends once another carrier has the parcel.
  was_with text[],
  note text,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  version int not null
);
create unique index carrier_scans_once on carrier_scans (carrier, number, code, occurred_at, place);
create index carrier_scans_unmatched on carrier_scans (state, created_at, id) where state <> 'matched';
-- The inbox is retried in pages, one carrier after the other. Surplus counts toward a partner's limit. Neither reads the other's entries.
create index carrier_scans_awaited on carrier_scans (created_at, id) where state = 'open' and reason <> 'surplus';
create index carrier_scans_awaited_of on carrier_scans (carrier, created_at, id) where state = 'open' and reason <> 'surplus';
create index carrier_scans_surplus on carrier_scans (surplus_of) where state = 'open' and reason = 'surplus';

-- Files that are still in the report folder and need no more work (docs/operating/carriers.md#the-report-folder). `id` is a digest of the carrier, the
-- name and the state of the file. `is_taken`: the import has the content. Otherwise the import says why the file was refused.
create table carrier_report_files (
  id text primary key,
  import_id text not null,
  is_taken boolean not null,
  seen_at timestamptz not null
);

-- The shared secret that signs requests to a carrier's service (docs/operating/carriers.md#carriers-with-a-service), encrypted. `id` is the carrier.
create table carrier_secrets (
  id text primary key,
  ciphertext bytea not null,
  master_key_id text not null,
  updated_at timestamptz not null
);

-- The state of the exchange with a carrier's service.
create table carrier_exchanges (
  carrier text not null,
  url text not null,
  since timestamptz not null,
  -- Shipments up to this id that are older than the exchange have been enrolled.
  enrolled_to text not null default '',
  is_enrolled boolean not null default false,
  -- Up to where the carrier's reports were read, in the carrier's own terms.
  reports_after text,
  asked_at timestamptz,
  failing_since timestamptz,
  last_error text,
  primary key (carrier, url)
);

-- Shipments that were written while a carrier has a service, noted by the transaction that wrote them. A worker decides what happens to their
-- bookings. `id` is the id of the shipment and its version.
create table carrier_outbox (
  id text primary key,
  shipment_id text not null
);

-- What the services of carriers are told about parcels. `number` is the carrier's number for the parcel. `due_at` is when the service is called
-- next, in the states `due` and `voiding`. `tries` counts the calls since the state began.
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

-- What carriers charge (docs/operating/money.md#invoices-of-carriers). Sums are in cents of the invoice's currency. `billed_cents` is the sum of the
-- agreed, open, disputed and credited cents. `verdicts` has the lines, amounts and differences for each verdict.
create table carrier_invoices (
  id text primary key,
  carrier text not null,
  number text not null,
  currency text not null,
  issued_on text,
  import_id text not null,
  actor text not null,
  line_count int not null,
  open_lines int not null,
  billed_cents bigint not null,
  expected_cents bigint not null,
  agreed_cents bigint not null,
  open_cents bigint not null,
  disputed_cents bigint not null,
  credited_cents bigint not null,
  verdicts jsonb not null,
  created_at timestamptz not null,
  version int not null,
  unique (carrier, number)
);
create index carrier_invoices_newest on carrier_invoices (created_at, id);
create index carrier_invoices_open on carrier_invoices (created_at, id) where open_lines > 0 or disputed_cents <> 0;

-- The lines of an invoice. `expected_cents` is what is owed for a line, `agreed_cents` what is paid once an operator has decided. `evidence`
-- is what the verdict rests on.
create table carrier_invoice_lines (
  id text primary key,
  invoice_id text not null,
  carrier text not null,
  line int not null,
  number text not null,
  reference text,
  charge text not null,
  description text,
  weight numeric(10, 3),
  amount_cents int not null,
  shipment_id text,
  verdict text not null,
  reason text,
  doubled_of text,
  expected_cents bigint not null,
  difference_cents bigint not null,
  evidence jsonb,
  state text not null,
  agreed_cents bigint,
  note text,
  decided_at timestamptz,
  decided_by text,
  created_at timestamptz not null,
  version int not null
);
create index carrier_invoice_lines_listed on carrier_invoice_lines (invoice_id, id);
create index carrier_invoice_lines_open on carrier_invoice_lines (invoice_id, verdict, id) where state = 'open';
create index carrier_invoice_lines_parcel on carrier_invoice_lines (shipment_id) where shipment_id is not null;
