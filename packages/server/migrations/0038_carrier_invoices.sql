-- What carriers charge (docs/operating.md#invoices-of-carriers). Sums are in cents of the invoice's currency; the billed ones are what is
-- agreed, open, disputed and credited together. `verdicts`: lines, amounts and differences by verdict.
create table carrier_invoices (
  id text primary key,
  carrier text not null,
  number text not null,
  currency text not null,
  issued_on text,
  import_id text not null,
  actor text not null,
  line_count integer not null,
  open_lines integer not null,
  billed_cents bigint not null,
  expected_cents bigint not null,
  agreed_cents bigint not null,
  open_cents bigint not null,
  disputed_cents bigint not null,
  credited_cents bigint not null,
  verdicts jsonb not null,
  created_at timestamptz not null,
  version integer not null,
  unique (carrier, number)
);
create index carrier_invoices_newest on carrier_invoices (created_at, id);
create index carrier_invoices_open on carrier_invoices (created_at, id) where open_lines > 0 or disputed_cents <> 0;

-- Their lines. `expected_cents` is what is owed for a line, `agreed_cents` what is paid of it once somebody has decided; `evidence`: what it
-- was judged by.
create table carrier_invoice_lines (
  id text primary key,
  invoice_id text not null,
  carrier text not null,
  line integer not null,
  number text not null,
  reference text,
  charge text not null,
  description text,
  weight numeric(10, 3),
  amount_cents integer not null,
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
  version integer not null
);
create index carrier_invoice_lines_listed on carrier_invoice_lines (invoice_id, id);
create index carrier_invoice_lines_open on carrier_invoice_lines (invoice_id, verdict, id) where state = 'open';
create index carrier_invoice_lines_parcel on carrier_invoice_lines (shipment_id) where shipment_id is not null;
