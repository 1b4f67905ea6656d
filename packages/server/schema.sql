-- The schema that all migrations together leave. To be read, and to be compared: nothing runs it.
-- Generated from the migrations by `UPDATE_GOLDEN=1 npx vitest run packages/server/test/platform/columns.test.ts`; never edited by hand.

create table adjustments (
  id text not null,
  partner_id text not null,
  shipment_id text not null,
  delta_amount bigint not null,
  currency text not null,
  reason text not null,
  original_weight numeric(10,3),
  new_weight numeric(10,3),
  dispute_status text,
  dispute_reason text,
  source text not null,
  disputed_at timestamp with time zone,
  resolved_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null,
  constraint adjustments_pkey PRIMARY KEY (id),
  constraint adjustments_dispute_status_check CHECK ((dispute_status = ANY (ARRAY['open'::text, 'upheld'::text, 'rejected'::text]))),
  constraint adjustments_source_check CHECK ((source = ANY (ARRAY['counter'::text, 'discrepancy'::text, 'manual'::text])))
);
CREATE INDEX adjustments_dispute_status_created_at_id_idx ON public.adjustments USING btree (dispute_status, created_at DESC, id DESC) WHERE (dispute_status IS NOT NULL);
CREATE INDEX adjustments_disputed ON public.adjustments USING btree (partner_id, dispute_status, created_at DESC, id DESC) WHERE (dispute_status IS NOT NULL);
CREATE INDEX adjustments_shipment_id_created_at_id_idx ON public.adjustments USING btree (shipment_id, created_at DESC, id DESC);

-- answers_pkey: idempotent (service/execute.ts); no two answers of one moment share a number
create table answers (
  created_at timestamp with time zone not null default now(),
  id integer not null,
  body text not null,
  constraint answers_pkey PRIMARY KEY (created_at, id)
) partition by RANGE (created_at);
create table answers_others partition of answers DEFAULT with (autovacuum_vacuum_insert_threshold=-1);

create table api_keys (
  id text not null,
  kind text not null,
  partner_id text,
  secret_hash bytea not null,
  scopes text[] not null,
  allow_ips text[] not null default '{}'::text[],
  rate_limit integer not null default 100,
  email text not null default ''::text,
  full_name text not null default ''::text,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  signature text not null default 'any'::text,
  name text,
  made_by text,
  decide_since timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_check CHECK (((kind = 'partner'::text) = (partner_id IS NOT NULL))),
  constraint api_keys_kind_check CHECK ((kind = ANY (ARRAY['partner'::text, 'operator'::text]))),
  constraint api_keys_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX api_keys_partner_id_idx ON public.api_keys USING btree (partner_id);
CREATE INDEX api_keys_to_decide ON public.api_keys USING btree (decide_since) WHERE (decide_since IS NOT NULL);

create table brand_logos (
  id text not null,
  content bytea not null,
  version integer not null,
  constraint brand_logos_pkey PRIMARY KEY (id)
);

create table brands (
  id text not null,
  color text,
  logo_type text,
  logo_etag text,
  version integer not null,
  constraint brands_pkey PRIMARY KEY (id)
);

create table calendars (
  subject text not null,
  content jsonb not null,
  constraint calendars_pkey PRIMARY KEY (subject)
);

create table carrier_bookings (
  id text not null,
  carrier text not null,
  shipment_id text not null,
  state text not null,
  number text,
  error text,
  tries integer not null,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null,
  constraint carrier_bookings_pkey PRIMARY KEY (id),
  constraint carrier_bookings_shipment_id_carrier_key UNIQUE (shipment_id, carrier),
  constraint carrier_bookings_state_check CHECK ((state = ANY (ARRAY['due'::text, 'booked'::text, 'refused'::text, 'voiding'::text, 'void'::text, 'done'::text])))
);
CREATE INDEX carrier_bookings_listed ON public.carrier_bookings USING btree (created_at, id);
CREATE INDEX carrier_bookings_number ON public.carrier_bookings USING btree (carrier, number) WHERE (number IS NOT NULL);
CREATE INDEX carrier_bookings_open ON public.carrier_bookings USING btree (carrier, due_at) WHERE (state = ANY (ARRAY['due'::text, 'voiding'::text]));
CREATE INDEX carrier_bookings_state ON public.carrier_bookings USING btree (state, created_at, id);

create table carrier_exchanges (
  carrier text not null,
  url text not null,
  since timestamp with time zone not null,
  enrolled_to text not null default ''::text,
  is_enrolled boolean not null default false,
  reports_after text,
  asked_at timestamp with time zone,
  failing_since timestamp with time zone,
  last_error text,
  constraint carrier_exchanges_pkey PRIMARY KEY (carrier, url)
);

create table carrier_invoice_lines (
  id text not null,
  invoice_id text not null,
  carrier text not null,
  line integer not null,
  number text not null,
  reference text,
  charge text not null,
  description text,
  weight numeric(10,3),
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
  decided_at timestamp with time zone,
  decided_by text,
  created_at timestamp with time zone not null,
  version integer not null,
  constraint carrier_invoice_lines_pkey PRIMARY KEY (id)
);
CREATE INDEX carrier_invoice_lines_listed ON public.carrier_invoice_lines USING btree (invoice_id, id);
CREATE INDEX carrier_invoice_lines_open ON public.carrier_invoice_lines USING btree (invoice_id, verdict, id) WHERE (state = 'open'::text);
CREATE INDEX carrier_invoice_lines_parcel ON public.carrier_invoice_lines USING btree (shipment_id) WHERE (shipment_id IS NOT NULL);

create table carrier_invoices (
  id text not null,
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
  created_at timestamp with time zone not null,
  version integer not null,
  constraint carrier_invoices_pkey PRIMARY KEY (id),
  constraint carrier_invoices_carrier_number_key UNIQUE (carrier, number)
);
CREATE INDEX carrier_invoices_newest ON public.carrier_invoices USING btree (created_at, id);
CREATE INDEX carrier_invoices_open ON public.carrier_invoices USING btree (created_at, id) WHERE ((open_lines > 0) OR (disputed_cents <> 0));

create table carrier_outbox (
  id text not null,
  shipment_id text not null,
  rerouted_to text,
  constraint carrier_outbox_pkey PRIMARY KEY (id)
);

create table carrier_report_files (
  id text not null,
  import_id text not null,
  is_taken boolean not null,
  seen_at timestamp with time zone not null,
  constraint carrier_report_files_pkey PRIMARY KEY (id)
);

create table carrier_scans (
  id text not null,
  carrier text not null,
  number text not null,
  code text not null,
  occurred_at timestamp with time zone not null,
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
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_by text,
  version integer not null,
  was_with text[],
  constraint carrier_scans_pkey PRIMARY KEY (id)
);
CREATE INDEX carrier_scans_awaited ON public.carrier_scans USING btree (created_at, id) WHERE ((state = 'open'::text) AND (reason <> 'surplus'::text));
CREATE INDEX carrier_scans_awaited_of ON public.carrier_scans USING btree (carrier, created_at, id) WHERE ((state = 'open'::text) AND (reason <> 'surplus'::text));
CREATE UNIQUE INDEX carrier_scans_once ON public.carrier_scans USING btree (carrier, number, code, occurred_at, place);
CREATE INDEX carrier_scans_surplus ON public.carrier_scans USING btree (surplus_of) WHERE ((state = 'open'::text) AND (reason = 'surplus'::text));
CREATE INDEX carrier_scans_unmatched ON public.carrier_scans USING btree (state, created_at, id) WHERE (state <> 'matched'::text);

create table carrier_secrets (
  id text not null,
  ciphertext bytea not null,
  master_key_id text not null,
  updated_at timestamp with time zone not null,
  constraint carrier_secrets_pkey PRIMARY KEY (id)
);

create table carriers (
  code text not null,
  name text not null,
  active boolean not null default true,
  numbers jsonb,
  adapter text not null default 'house'::text,
  codes jsonb,
  url text,
  constraint carriers_pkey PRIMARY KEY (code)
);

create table claims (
  id text not null,
  partner_id text not null,
  shipment_id text not null,
  type text not null,
  description text,
  amount_claimed integer,
  amount_approved integer,
  status text not null,
  history jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null,
  currency text,
  constraint claims_pkey PRIMARY KEY (id),
  constraint claims_status_check CHECK ((status = ANY (ARRAY['open'::text, 'approved'::text, 'denied'::text, 'closed'::text]))),
  constraint claims_type_check CHECK ((type = ANY (ARRAY['lost'::text, 'damaged'::text, 'misdelivered'::text])))
);
CREATE INDEX claims_by_type ON public.claims USING btree (type, created_at DESC, id DESC);
CREATE INDEX claims_newest ON public.claims USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX claims_one_open ON public.claims USING btree (shipment_id, type) WHERE (status = 'open'::text);
CREATE INDEX claims_open ON public.claims USING btree (partner_id, created_at) WHERE (status = 'open'::text);
CREATE INDEX claims_partner_id_created_at_id_idx ON public.claims USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX claims_shipment_id_created_at_id_idx ON public.claims USING btree (shipment_id, created_at DESC, id DESC);
CREATE INDEX claims_status_created_at_id_idx ON public.claims USING btree (status, created_at DESC, id DESC);

create table console_links (
  id text not null,
  token_hash bytea not null,
  name text not null,
  email text not null,
  access text not null,
  scopes text[] not null,
  store_id text,
  partner_id text,
  made_by text not null,
  made_by_key text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  path text,
  constraint console_links_pkey PRIMARY KEY (id),
  constraint console_links_made_by_key_fkey FOREIGN KEY (made_by_key) REFERENCES api_keys(id),
  constraint console_links_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint console_links_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX console_links_newest ON public.console_links USING btree (created_at DESC, id DESC);
CREATE INDEX console_links_partner ON public.console_links USING btree (partner_id, created_at DESC, id DESC);

create table console_sessions (
  id text not null,
  cookie_hash bytea not null,
  link_id text,
  name text not null,
  email text not null,
  access text not null,
  scopes text[] not null,
  store_id text,
  partner_id text,
  made_by text not null,
  made_by_key text,
  idle_s integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  path text,
  left_at timestamp with time zone,
  constraint console_sessions_pkey PRIMARY KEY (id),
  constraint console_sessions_made_by_key_fkey FOREIGN KEY (made_by_key) REFERENCES api_keys(id),
  constraint console_sessions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint console_sessions_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX console_sessions_newest ON public.console_sessions USING btree (created_at DESC, id DESC);
CREATE INDEX console_sessions_partner ON public.console_sessions USING btree (partner_id, created_at DESC, id DESC);

create table consolidation_members (
  id text not null,
  consolidation_id text not null,
  subject_id text not null,
  partner_id text not null,
  state text not null,
  piece_count integer,
  piece_count_received integer,
  missing_shipment_ids text[] not null default '{}'::text[],
  surplus_numbers text[] not null default '{}'::text[],
  reason text,
  message text,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null,
  constraint consolidation_members_pkey PRIMARY KEY (id),
  constraint consolidation_members_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepting'::text, 'accepted'::text, 'refused'::text, 'released'::text])))
);
CREATE INDEX consolidation_members_listed ON public.consolidation_members USING btree (consolidation_id, id);
CREATE UNIQUE INDEX consolidation_members_once ON public.consolidation_members USING btree (subject_id) WHERE (state = ANY (ARRAY['open'::text, 'accepting'::text]));
CREATE INDEX consolidation_members_subject ON public.consolidation_members USING btree (subject_id);

create table consolidations (
  id text not null,
  carrier text not null,
  facility text,
  store_id text,
  date text,
  status text not null,
  piece_count_received integer,
  unattributed integer not null default 0,
  accepted_by text,
  actor text,
  actor_email text,
  actor_name text,
  created_at timestamp with time zone not null,
  counted_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer not null,
  constraint consolidations_pkey PRIMARY KEY (id),
  constraint consolidations_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepting'::text, 'accepted'::text, 'cancelled'::text])))
);
CREATE INDEX consolidations_accepting ON public.consolidations USING btree (id) WHERE (status = 'accepting'::text);
CREATE INDEX consolidations_newest ON public.consolidations USING btree (created_at DESC, id DESC);

create table customs_declarations (
  id text not null,
  partner_id text not null,
  declaration jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null,
  constraint customs_declarations_pkey PRIMARY KEY (id)
);

-- deliveries_pkey: findDelivery (webhooks/queries.ts), recordFirst (delivery/queries.ts), record (delivery/queries.ts)
create table deliveries (
  id text not null default (('dlv_'::text || lpad(to_hex(((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint), 12, '0'::text)) || "left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 14)),
  webhook_id text not null,
  partner_id text not null,
  event_id text not null,
  event_seq bigint not null,
  subject text not null,
  status text not null,
  attempts integer not null default 0,
  trigger text not null default 'schedule'::text,
  due_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  first_success json,
  constraint deliveries_pkey PRIMARY KEY (id)
) partition by RANGE (id);
-- deliveries_by_time: listDeliveries (webhooks/queries.ts), recoverSome (delivery/bulk-updates.ts)
CREATE INDEX deliveries_by_time ON ONLY public.deliveries USING btree (webhook_id, status, created_at);
-- deliveries_due: claim (delivery/claim.ts), fetchDue (delivery/queries.ts), skipWaiting (delivery/bulk-updates.ts)
CREATE INDEX deliveries_due ON ONLY public.deliveries USING btree (webhook_id, due_at, event_seq) WHERE (status = 'pending'::text);
alter index deliveries_pkey set (fillfactor=50);
-- deliveries_skipped: retention_skipped (delivery/retention.ts)
CREATE INDEX deliveries_skipped ON ONLY public.deliveries USING btree (created_at) WHERE (status = 'skipped'::text);
create table deliveries_before partition of deliveries DEFAULT with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=1);

-- delivery_attempts_pkey: listAttempts (webhooks/queries.ts), record (delivery/queries.ts)
create table delivery_attempts (
  id bigint not null generated always as identity,
  delivery_id text not null,
  attempt integer not null,
  trigger text not null,
  at timestamp with time zone not null,
  address text,
  status integer,
  duration_ms integer not null,
  error_class text,
  error_message text,
  answer text,
  next_attempt_at timestamp with time zone,
  recorded_at timestamp with time zone not null default now(),
  constraint delivery_attempts_pkey PRIMARY KEY (delivery_id, id)
) partition by RANGE (delivery_id);
-- delivery_attempts_by_id: WALKS (delivery/retention.ts), ATTEMPTS (delivery/partitions.ts)
CREATE INDEX delivery_attempts_by_id ON ONLY public.delivery_attempts USING btree (id);
create table delivery_attempts_before partition of delivery_attempts DEFAULT;

create table delivery_workers (
  id text not null,
  seen_at timestamp with time zone not null,
  constraint delivery_workers_pkey PRIMARY KEY (id)
);

create table discrepancies (
  id text not null,
  partner_id text not null,
  shipment_id text not null,
  stage text not null,
  declared jsonb not null,
  observed jsonb not null,
  chargeable boolean not null,
  adjustment_id text,
  store_id text,
  created_at timestamp with time zone not null,
  reason text,
  constraint discrepancies_pkey PRIMARY KEY (id),
  constraint discrepancies_reason_check CHECK ((reason = 'late_custody'::text)),
  constraint discrepancies_stage_check CHECK ((stage = ANY (ARRAY['dropoff'::text, 'sort'::text, 'custody'::text])))
);
CREATE INDEX discrepancies_newest ON public.discrepancies USING btree (created_at DESC, id DESC);
CREATE INDEX discrepancies_partner ON public.discrepancies USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX discrepancies_shipment_id_created_at_id_idx ON public.discrepancies USING btree (shipment_id, created_at DESC, id DESC);
CREATE INDEX discrepancies_store ON public.discrepancies USING btree (partner_id, store_id, created_at DESC, id DESC) WHERE (store_id IS NOT NULL);

create table document_uses (
  id text not null,
  document_id text not null,
  constraint document_uses_pkey PRIMARY KEY (id)
);
CREATE INDEX document_uses_document ON public.document_uses USING btree (document_id);

create table documents (
  id text not null,
  partner_id text not null,
  content_type text not null,
  size integer not null,
  content bytea,
  created_at timestamp with time zone not null,
  object_id text,
  constraint documents_pkey PRIMARY KEY (id)
);
CREATE TRIGGER documents_counted AFTER INSERT OR DELETE ON public.documents FOR EACH ROW EXECUTE FUNCTION count_document();

create table event_archives (
  number bigint not null generated always as identity,
  object_id text not null,
  to_xid xid8 not null,
  events integer not null,
  constraint event_archives_pkey PRIMARY KEY (number)
);

create table event_partitions (
  name text not null,
  from_xid xid8 not null,
  to_xid xid8 not null,
  first_id text,
  last_id text,
  last_shipment_id text,
  closed_at timestamp with time zone not null,
  archive_done text[],
  archived_at timestamp with time zone,
  constraint event_partitions_pkey PRIMARY KEY (to_xid)
);

create table events (
  id text not null,
  xid xid8 not null default feed_xid(pg_current_xact_id()),
  seq bigint not null generated always as identity,
  partner_id text not null,
  type text not null,
  subject text not null,
  shipment_id text,
  created_at timestamp with time zone not null,
  body text not null
) partition by RANGE (xid);
-- events_feed: readFeed (events/feed.ts), fetchDue (delivery/queries.ts)
CREATE INDEX events_feed ON ONLY public.events USING btree (partner_id, xid, seq);
-- events_feed_type: readFeed (events/feed.ts) of one type
CREATE INDEX events_feed_type ON ONLY public.events USING btree (partner_id, type, xid, seq);
-- events_shipment: readFeed (events/feed.ts) of one shipment
CREATE INDEX events_shipment ON ONLY public.events USING btree (shipment_id, xid, seq) WHERE (shipment_id IS NOT NULL);
create table events_before partition of events FOR VALUES FROM (MINVALUE) TO (MAXVALUE);

create table events_by_time (
  partner_id text not null,
  xid xid8 not null,
  seq bigint not null,
  earliest timestamp with time zone not null,
  latest timestamp with time zone not null,
  is_late boolean not null,
  constraint events_by_time_pkey PRIMARY KEY (partner_id, latest, xid, seq)
);
CREATE INDEX events_by_time_late ON public.events_by_time USING btree (partner_id, xid, seq) WHERE is_late;

create table facilities (
  code text not null,
  name text not null,
  line1 text,
  city text not null,
  state text,
  postal_code text not null,
  country text not null,
  lat double precision not null,
  lon double precision not null,
  timezone text not null,
  active boolean not null default true,
  constraint facilities_pkey PRIMARY KEY (code)
);

-- idempotency_keys_pkey: idempotent (service/execute.ts); a key has one answer
create table idempotency_keys (
  principal text not null,
  endpoint text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  body text,
  created_at timestamp with time zone not null default now(),
  answer integer,
  needs text not null default 'earlier'::text,
  constraint idempotency_keys_pkey PRIMARY KEY (principal, endpoint, key)
);

create table import_parts (
  import_id text not null,
  part integer not null,
  content bytea not null,
  constraint import_parts_pkey PRIMARY KEY (import_id, part)
);

create table import_rows (
  import_id text not null,
  number integer not null,
  value jsonb not null,
  constraint import_rows_pkey PRIMARY KEY (import_id, number)
);

create table imports (
  id text not null,
  kind text not null,
  state text not null,
  file_name text,
  bytes bigint not null,
  actor text not null,
  rows integer,
  checked_rows integer not null,
  applied_rows integer not null,
  created_rows integer not null,
  changed_rows integer not null,
  error_count integer not null,
  errors jsonb not null,
  tries integer not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  carrier text,
  unmatched_rows integer not null default 0,
  lost_prices jsonb not null default '[]'::jsonb,
  warning_count integer not null default 0,
  warnings jsonb not null default '[]'::jsonb,
  constraint imports_pkey PRIMARY KEY (id)
);
CREATE INDEX imports_newest ON public.imports USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX imports_open_each ON public.imports USING btree (kind, (
CASE
    WHEN (kind = 'carrier-report'::text) THEN carrier
    ELSE ''::text
END)) WHERE (ended_at IS NULL);

create table key_uses (
  id text not null,
  last_used_at timestamp with time zone not null,
  constraint key_uses_pkey PRIMARY KEY (id)
);

-- labels_pkey: findLabel (shipments/queries.ts), searchShipments (shipments/search.ts)
create table labels (
  id text not null,
  shipment_id text not null,
  version integer not null,
  supersedes text,
  facts jsonb not null,
  created_at timestamp with time zone not null,
  constraint labels_pkey PRIMARY KEY (id)
);

create table link_keys (
  id text not null,
  ciphertext bytea not null,
  master_key_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint link_keys_pkey PRIMARY KEY (id)
);

create table manifests (
  id text not null,
  partner_id text not null,
  store_id text not null,
  store jsonb not null,
  manifest_date text not null,
  status text not null,
  package_count integer not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  version integer not null,
  constraint manifests_pkey PRIMARY KEY (id),
  constraint manifests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX manifests_date ON public.manifests USING btree (partner_id, manifest_date, created_at DESC, id DESC);
CREATE UNIQUE INDEX manifests_one_open ON public.manifests USING btree (partner_id, store_id, manifest_date) WHERE (status = 'open'::text);
CREATE INDEX manifests_partner_id_created_at_id_idx ON public.manifests USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX manifests_store ON public.manifests USING btree (partner_id, store_id, created_at DESC, id DESC);

create table markets (
  country text not null,
  kind text not null,
  carrier text,
  currency text not null,
  constraint markets_pkey PRIMARY KEY (country),
  constraint markets_check CHECK (((kind = 'fixed'::text) = (carrier IS NOT NULL))),
  constraint markets_kind_check CHECK ((kind = ANY (ARRAY['fixed'::text, 'marketplace'::text]))),
  constraint markets_carrier_fkey FOREIGN KEY (carrier) REFERENCES carriers(code)
);

create table migrations (
  id integer not null default nextval('migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  checksum text,
  oldest_program text,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table number_series (
  id text not null,
  first bigint not null,
  next bigint not null,
  constraint number_series_pkey PRIMARY KEY (id)
);

create table objects (
  id text not null,
  sha256 text not null,
  size integer not null,
  remove_after timestamp with time zone,
  claimed_until timestamp with time zone,
  version integer not null default 1,
  constraint objects_pkey PRIMARY KEY (id)
);
CREATE INDEX objects_loose ON public.objects USING btree (remove_after) WHERE (remove_after IS NOT NULL);

create table operator_audit (
  id text not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  constraint operator_audit_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_audit_actor_at_id_idx ON public.operator_audit USING btree (actor, at DESC, id DESC);
CREATE INDEX operator_audit_at_id_idx ON public.operator_audit USING btree (at DESC, id DESC);
CREATE INDEX operator_audit_subject_at_id_idx ON public.operator_audit USING btree (subject, at DESC, id DESC);

create table parcel_links (
  id text not null,
  generation integer not null,
  withdrawn_at timestamp with time zone,
  version integer not null,
  constraint parcel_links_pkey PRIMARY KEY (id)
);

create table partners (
  id text not null,
  name text not null,
  default_return_address jsonb,
  default_parcel jsonb,
  contact_email text not null default ''::text,
  contact_name text not null default ''::text,
  clock_offset_s bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  storage_limit bigint,
  constraint partners_pkey PRIMARY KEY (id)
);

create table person_misses (
  person text not null,
  misses bigint not null,
  recent timestamp with time zone[] not null,
  recent_foreign timestamp with time zone[] not null,
  looked_up_at timestamp with time zone not null,
  constraint person_misses_pkey PRIMARY KEY (person)
);
CREATE INDEX person_misses_age ON public.person_misses USING btree (looked_up_at);

create table pickups (
  id text not null,
  partner_id text not null,
  shipment_id text not null,
  store_id text not null,
  sweep_id text not null,
  confirmation text not null,
  date text not null,
  window_start text not null,
  window_end text not null,
  package_count integer not null,
  status text not null,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null,
  collected_at timestamp with time zone,
  constraint pickups_pkey PRIMARY KEY (id),
  constraint pickups_confirmation_key UNIQUE (confirmation),
  constraint pickups_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'cancelled'::text])))
);
CREATE INDEX pickups_booked_at ON public.pickups USING btree (shipment_id, created_at DESC, id DESC);
CREATE INDEX pickups_date ON public.pickups USING btree (partner_id, date, created_at DESC, id DESC);
CREATE INDEX pickups_newest ON public.pickups USING btree (created_at DESC, id DESC);
CREATE INDEX pickups_of_day ON public.pickups USING btree (date, partner_id, created_at) WHERE (status = 'scheduled'::text);
CREATE UNIQUE INDEX pickups_one_live ON public.pickups USING btree (shipment_id) WHERE (status = 'scheduled'::text);
CREATE INDEX pickups_partner_id_created_at_id_idx ON public.pickups USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX pickups_sweep_id_idx ON public.pickups USING btree (sweep_id);

create table provider_sessions (
  id text not null,
  issuer text not null,
  subject text not null,
  provider_session text,
  refresh_token bytea,
  checked_at timestamp with time zone not null,
  check_at timestamp with time zone,
  lease text,
  lease_until timestamp with time zone,
  constraint provider_sessions_pkey PRIMARY KEY (id),
  constraint provider_sessions_id_fkey FOREIGN KEY (id) REFERENCES console_sessions(id) ON DELETE CASCADE
);
CREATE INDEX provider_sessions_due ON public.provider_sessions USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX provider_sessions_of_provider ON public.provider_sessions USING btree (issuer, provider_session);
CREATE INDEX provider_sessions_subject ON public.provider_sessions USING btree (issuer, subject);

create table provider_used (
  hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint provider_used_pkey PRIMARY KEY (hash)
);
CREATE INDEX provider_used_expired ON public.provider_used USING btree (expires_at);

-- qrs_pkey: findQr (qr/queries.ts), searchShipments (shipments/search.ts)
create table qrs (
  id text not null,
  shipment_id text not null,
  partner_id text not null,
  token text not null,
  status text not null,
  previous_qr_id text,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  invalidated_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null,
  constraint qrs_pkey PRIMARY KEY (id),
  constraint qrs_token_key UNIQUE (token),
  constraint qrs_status_check CHECK ((status = ANY (ARRAY['active'::text, 'used'::text, 'superseded'::text, 'invalidated'::text])))
);
-- qrs_shipment_id_idx: findSuccessor (qr/queries.ts)
CREATE INDEX qrs_shipment_id_idx ON public.qrs USING btree (shipment_id);

create table rate_machines (
  machine text not null,
  seen_at timestamp with time zone not null,
  constraint rate_machines_pkey PRIMARY KEY (machine)
);

create table rate_shares (
  bucket text not null,
  shares jsonb not null,
  wanted boolean not null default false,
  constraint rate_shares_pkey PRIMARY KEY (bucket)
);
CREATE INDEX rate_shares_wanted ON public.rate_shares USING btree (bucket) WHERE wanted;

create table rates (
  carrier text not null,
  country text not null,
  service_level text not null,
  zone text not null,
  base_cents integer not null,
  per_lb_cents integer not null,
  max_weight_lb numeric(10,3) not null,
  constraint rates_pkey PRIMARY KEY (carrier, country, service_level, zone),
  constraint rates_base_cents_check CHECK ((base_cents >= 0)),
  constraint rates_per_lb_cents_check CHECK ((per_lb_cents >= 0)),
  constraint rates_service_level_check CHECK ((service_level = ANY (ARRAY['economy'::text, 'standard'::text, 'express'::text]))),
  constraint rates_zone_check CHECK ((zone = ANY (ARRAY['local'::text, 'regional'::text, 'national'::text, 'international'::text]))),
  constraint rates_carrier_fkey FOREIGN KEY (carrier) REFERENCES carriers(code),
  constraint rates_country_fkey FOREIGN KEY (country) REFERENCES markets(country)
);

create table return_links (
  id text not null,
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
  ends_at timestamp with time zone not null,
  max_shipments integer not null,
  shipment_ids text[] not null,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null,
  customs jsonb,
  forms jsonb not null default '{}'::jsonb,
  constraint return_links_pkey PRIMARY KEY (id),
  constraint return_links_uses CHECK ((cardinality(shipment_ids) <= max_shipments))
);
CREATE INDEX return_links_newest ON public.return_links USING btree (created_at DESC, id DESC);
CREATE INDEX return_links_order ON public.return_links USING btree (order_id, partner_id, created_at DESC, id DESC) WHERE (order_id IS NOT NULL);
CREATE INDEX return_links_partner ON public.return_links USING btree (partner_id, created_at DESC, id DESC);

-- scans_pkey: listScans (scans/queries.ts)
create table scans (
  id text not null,
  shipment_id text not null,
  partner_id text not null,
  kind text not null,
  applied boolean not null,
  status text not null,
  store_id text,
  facility text,
  location jsonb,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  scanner_email text,
  scanner_name text,
  lat text,
  lon text,
  details jsonb not null,
  device_time timestamp with time zone,
  sent_occurred_at timestamp with time zone,
  constraint scans_pkey PRIMARY KEY (shipment_id, occurred_at, id)
) partition by RANGE (shipment_id);
-- scans_by_id: findDocument (documents/queries.ts)
CREATE INDEX scans_by_id ON ONLY public.scans USING btree (id);
create table scans_before partition of scans DEFAULT;

create table session_misses (
  session_id text not null,
  misses bigint not null,
  recent timestamp with time zone[] not null,
  looked_up_at timestamp with time zone not null,
  constraint session_misses_pkey PRIMARY KEY (session_id),
  constraint session_misses_session_id_fkey FOREIGN KEY (session_id) REFERENCES console_sessions(id) ON DELETE CASCADE
);

create table settings (
  name text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (name)
);

create table shipment_groups (
  id text not null,
  partner_id text not null,
  master_number text not null,
  order_id text,
  rma text,
  customer text,
  direction text not null,
  fulfillment text not null,
  service_level text not null,
  shipment_ids text[] not null,
  created_at timestamp with time zone not null,
  constraint shipment_groups_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX shipment_groups_master ON public.shipment_groups USING btree (master_number);
CREATE INDEX shipment_groups_newest ON public.shipment_groups USING btree (created_at DESC, id DESC);
CREATE INDEX shipment_groups_order ON public.shipment_groups USING btree (order_id, partner_id, created_at DESC, id DESC) WHERE (order_id IS NOT NULL);
CREATE INDEX shipment_groups_partner ON public.shipment_groups USING btree (partner_id, created_at DESC, id DESC);

-- shipments_pkey: findShipment (shipments/queries.ts), and every plan that updates or guards a shipment
create table shipments (
  id text not null,
  partner_id text not null,
  tracking text not null,
  barcode text not null,
  ltracking text,
  status text not null,
  direction text not null,
  fulfillment text not null,
  channel text not null,
  order_id text,
  rma text,
  ship_ext_id text,
  customer text,
  service_level text not null,
  from_address jsonb,
  to_address jsonb not null,
  parcel jsonb not null,
  declared_value integer,
  drop_off_store_id text,
  store_id text,
  label_format text not null,
  metadata jsonb not null,
  market text not null,
  currency text not null,
  amount integer not null,
  carrier text,
  label_id text,
  label_version integer,
  supersedes text,
  label_voided boolean not null,
  held boolean not null,
  qr_id text,
  pickup_id text,
  sweep_id text,
  manifest_id text,
  tender_id text,
  open_tender_id text,
  pod_document_id text,
  pod_grade text,
  scheduled_delivery_date text,
  expires_at timestamp with time zone not null,
  expired_at timestamp with time zone,
  voided_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  rejected_at timestamp with time zone,
  reject_reason text,
  reject_reason_note text,
  unclaimed_since timestamp with time zone,
  dispose_after timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null,
  group_id text,
  piece_number integer,
  piece_count integer,
  estimated_delivery_date text,
  taken_in_at timestamp with time zone,
  collecting_carrier text,
  unclaimed_from text,
  ended_at timestamp with time zone,
  ltracking_keys text[],
  constraint shipments_pkey PRIMARY KEY (id),
  constraint shipments_channel_check CHECK ((channel = ANY (ARRAY['api'::text, 'retail'::text]))),
  constraint shipments_direction_check CHECK ((direction = ANY (ARRAY['return'::text, 'outbound'::text]))),
  constraint shipments_fulfillment_check CHECK ((fulfillment = ANY (ARRAY['print_label'::text, 'qr_code'::text]))),
  constraint shipments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'label_ready'::text, 'ready_for_pickup'::text, 'picked_up'::text, 'in_possession'::text, 'at_sort_center'::text, 'sorted'::text, 'injected'::text, 'made_ready'::text, 'in_transit'::text, 'out_for_delivery'::text, 'delivered'::text, 'rejected'::text, 'undeliverable'::text, 'return_to_sender'::text, 'unclaimed'::text, 'disposed'::text, 'cancelled'::text, 'expired'::text])))
);
-- shipments_at_counter: listAtStore (parcels/queries.ts) of all partners
CREATE INDEX shipments_at_counter ON public.shipments USING btree (store_id, taken_in_at, id) WHERE ((status = ANY (ARRAY['ready_for_pickup'::text, 'in_possession'::text, 'unclaimed'::text])) AND (store_id IS NOT NULL));
-- shipments_at_counter_of: listAtStore (parcels/queries.ts) of one partner
CREATE INDEX shipments_at_counter_of ON public.shipments USING btree (store_id, partner_id, taken_in_at, id) WHERE ((status = ANY (ARRAY['ready_for_pickup'::text, 'in_possession'::text, 'unclaimed'::text])) AND (store_id IS NOT NULL));
-- shipments_barcode: findParcels (scans/queries.ts); no two shipments share a barcode
CREATE UNIQUE INDEX shipments_barcode ON public.shipments USING btree (barcode);
-- shipments_by_state: listShipments (shipments/queries.ts) of one status
CREATE INDEX shipments_by_state ON public.shipments USING btree (partner_id, status, created_at, id, expires_at);
-- shipments_by_time: listShipments (shipments/queries.ts)
CREATE INDEX shipments_by_time ON public.shipments USING btree (partner_id, created_at, id);
-- shipments_customer: listShipments (shipments/queries.ts) of one customer
CREATE INDEX shipments_customer ON public.shipments USING btree (customer, partner_id, created_at DESC, id DESC) WHERE (customer IS NOT NULL);
-- shipments_disposable: listShipments (shipments/queries.ts) of what is due to be disposed of
CREATE INDEX shipments_disposable ON public.shipments USING btree (partner_id, dispose_after, id) WHERE (status = 'unclaimed'::text);
-- shipments_due_early: listShipments (shipments/queries.ts) of what is expired
CREATE INDEX shipments_due_early ON public.shipments USING btree (partner_id, status, created_at, id, expires_at) WHERE ((status = ANY (ARRAY['created'::text, 'label_ready'::text, 'rejected'::text])) AND ((expires_at - created_at) < '30 days'::interval));
-- shipments_expiring_early: listShipments (shipments/queries.ts) of what is to expire before a list of its status is read
CREATE INDEX shipments_expiring_early ON public.shipments USING btree (partner_id, status, expires_at) WHERE ((status = ANY (ARRAY['created'::text, 'label_ready'::text, 'rejected'::text])) AND ((expires_at - created_at) < '30 days'::interval));
-- shipments_group: listShipments (shipments/queries.ts) of one group, and searchShipments (shipments/search.ts)
CREATE INDEX shipments_group ON public.shipments USING btree (group_id) WHERE (group_id IS NOT NULL);
-- shipments_ltracking: searchShipments (shipments/search.ts)
CREATE INDEX shipments_ltracking ON public.shipments USING btree (ltracking) WHERE (ltracking IS NOT NULL);
-- shipments_ltracking_keys: searchShipments (shipments/search.ts)
CREATE INDEX shipments_ltracking_keys ON public.shipments USING gin (ltracking_keys) WITH (fastupdate=off) WHERE (ltracking_keys IS NOT NULL);
-- shipments_manifest: listParcels (manifests/queries.ts)
CREATE INDEX shipments_manifest ON public.shipments USING btree (manifest_id) WHERE (manifest_id IS NOT NULL);
-- shipments_of_order: listShipments (shipments/queries.ts) of one order, and searchShipments (shipments/search.ts)
CREATE INDEX shipments_of_order ON public.shipments USING btree (order_id, partner_id, created_at DESC) WHERE (order_id IS NOT NULL);
-- shipments_pod: findDocument (documents/queries.ts), retention_documents (delivery/retention.ts)
CREATE INDEX shipments_pod ON public.shipments USING btree (pod_document_id) WHERE (pod_document_id IS NOT NULL);
-- shipments_rma: listShipments (shipments/queries.ts) of one RMA, and searchShipments (shipments/search.ts)
CREATE INDEX shipments_rma ON public.shipments USING btree (rma, created_at DESC, id DESC) WHERE (rma IS NOT NULL);
-- shipments_ship_ext_id: searchShipments (shipments/search.ts)
CREATE INDEX shipments_ship_ext_id ON public.shipments USING btree (ship_ext_id, created_at DESC, id DESC) WHERE (ship_ext_id IS NOT NULL);
-- shipments_store: listShipments (shipments/queries.ts) of one counter
CREATE INDEX shipments_store ON public.shipments USING btree (partner_id, store_id, created_at DESC, id DESC) WHERE (store_id IS NOT NULL);
-- shipments_sweep: listShipments (shipments/queries.ts) of one sweep
CREATE INDEX shipments_sweep ON public.shipments USING btree (sweep_id) WHERE (sweep_id IS NOT NULL);
-- shipments_tender: listShipments (shipments/queries.ts) of one tender
CREATE INDEX shipments_tender ON public.shipments USING btree (tender_id) WHERE (tender_id IS NOT NULL);
-- shipments_tracking: findShipmentByTracking (shipments/queries.ts); no two shipments share a number
CREATE UNIQUE INDEX shipments_tracking ON public.shipments USING btree (tracking);
-- shipments_unmoved: listShipments (shipments/queries.ts) of what has not moved
CREATE INDEX shipments_unmoved ON public.shipments USING btree (partner_id, status, updated_at, id) WHERE (status = ANY (ARRAY['ready_for_pickup'::text, 'picked_up'::text, 'in_possession'::text, 'at_sort_center'::text, 'sorted'::text, 'injected'::text, 'made_ready'::text, 'in_transit'::text, 'out_for_delivery'::text, 'undeliverable'::text, 'unclaimed'::text]));

create table signing_secrets (
  id text not null,
  key_id text not null,
  ciphertext bytea not null,
  master_key_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint signing_secrets_pkey PRIMARY KEY (id),
  constraint signing_secrets_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id)
);
CREATE INDEX signing_secrets_key_id_idx ON public.signing_secrets USING btree (key_id);

create table storage (
  id text not null,
  used bigint not null default 0,
  version integer not null default 1,
  constraint storage_pkey PRIMARY KEY (id)
);

create table stores (
  id text not null,
  code text not null,
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
  created_at timestamp with time zone not null default now(),
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_code_key UNIQUE (code)
);
CREATE INDEX stores_lat_lon_idx ON public.stores USING btree (lat, lon);
CREATE INDEX stores_postal_code ON public.stores USING btree (country, regexp_replace(upper(postal_code), '[^A-Z0-9]'::text, ''::text, 'g'::text) COLLATE "C");

create table sweeps (
  id text not null,
  partner_id text not null,
  store_id text not null,
  store jsonb not null,
  sweep_date text not null,
  dp text not null,
  status text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  version integer not null,
  constraint sweeps_pkey PRIMARY KEY (id),
  constraint sweeps_status_check CHECK ((status = ANY (ARRAY['ordered'::text, 'closed'::text])))
);
CREATE INDEX sweeps_date ON public.sweeps USING btree (partner_id, sweep_date, created_at DESC, id DESC);
CREATE UNIQUE INDEX sweeps_one_ordered ON public.sweeps USING btree (partner_id, store_id, sweep_date, dp) WHERE (status = 'ordered'::text);
CREATE INDEX sweeps_partner_id_created_at_id_idx ON public.sweeps USING btree (partner_id, created_at DESC, id DESC);

create table tariffs (
  id text not null,
  carrier text not null,
  country text not null,
  effective_on text not null,
  currency text not null,
  pairs integer not null,
  rows jsonb not null,
  imported_at timestamp with time zone not null,
  actor text not null,
  constraint tariffs_pkey PRIMARY KEY (carrier, country, effective_on),
  constraint tariffs_id_key UNIQUE (id),
  constraint tariffs_effective_on_check CHECK ((effective_on ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint tariffs_carrier_fkey FOREIGN KEY (carrier) REFERENCES carriers(code),
  constraint tariffs_country_fkey FOREIGN KEY (country) REFERENCES markets(country)
);

create table tenders (
  id text not null,
  partner_id text not null,
  carrier text not null,
  handoff text not null,
  facility text,
  shipment_ids text[] not null,
  piece_count integer not null,
  piece_count_received integer,
  status text not null,
  accepted_by text,
  accepted_at timestamp with time zone,
  discrepancy jsonb,
  created_at timestamp with time zone not null,
  version integer not null,
  cancelled_at timestamp with time zone,
  missing_shipment_ids text[] not null default '{}'::text[],
  dismissal jsonb,
  constraint tenders_pkey PRIMARY KEY (id),
  constraint tenders_cancelled_check CHECK (((status = 'cancelled'::text) <> (cancelled_at IS NULL))),
  constraint tenders_handoff_check CHECK ((handoff = ANY (ARRAY['inject'::text, 'collect'::text]))),
  constraint tenders_status_check CHECK ((status = ANY (ARRAY['created'::text, 'accepted'::text, 'cancelled'::text])))
);
CREATE INDEX tenders_differing ON public.tenders USING btree (partner_id, ((discrepancy ->> 'type'::text)), accepted_at DESC, id DESC) INCLUDE (discrepancy) WHERE (discrepancy IS NOT NULL);
CREATE INDEX tenders_discrepancy ON public.tenders USING btree (partner_id, ((discrepancy ->> 'type'::text)), created_at DESC, id DESC) WHERE (discrepancy IS NOT NULL);
CREATE INDEX tenders_newest ON public.tenders USING btree (created_at DESC, id DESC);
CREATE INDEX tenders_open ON public.tenders USING btree (carrier, created_at, id) WHERE (status = 'created'::text);
CREATE INDEX tenders_partner_id_created_at_id_idx ON public.tenders USING btree (partner_id, created_at DESC, id DESC);
CREATE INDEX tenders_to_clear ON public.tenders USING btree (partner_id, ((discrepancy ->> 'type'::text)), accepted_at DESC, id DESC) INCLUDE (discrepancy) WHERE ((discrepancy IS NOT NULL) AND (dismissal IS NULL));

create table today_counts (
  partner_id text not null,
  hour timestamp with time zone not null,
  what text not null,
  bucket integer not null,
  n bigint not null,
  constraint today_counts_pkey PRIMARY KEY (partner_id, hour, what, bucket)
);

create table today_reached (
  partner_id text not null,
  xid xid8 not null,
  seq bigint not null,
  at timestamp with time zone,
  constraint today_reached_pkey PRIMARY KEY (partner_id)
);

create table upkeep_marks (
  task text not null,
  done_to text not null,
  constraint upkeep_marks_pkey PRIMARY KEY (task)
);

create table webhook_queues (
  webhook_id text not null,
  owner text,
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  gone_event_id text,
  last_failure json,
  constraint webhook_queues_pkey PRIMARY KEY (webhook_id),
  constraint webhook_queues_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
) with (fillfactor=50);

create table webhooks (
  id text not null,
  partner_id text not null,
  slot integer not null,
  url text not null,
  enabled_events text[] not null,
  description text,
  status text not null,
  disabled_reason text,
  enabled_at timestamp with time zone not null,
  secret bytea not null,
  next_secret bytea,
  next_secret_at timestamp with time zone,
  master_key_id text not null,
  recover_since timestamp with time zone,
  recover_until timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null,
  signing text,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'deleted'::text]))),
  constraint webhooks_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX webhooks_newest ON public.webhooks USING btree (partner_id, created_at DESC, id DESC) WHERE (status <> 'deleted'::text);
CREATE INDEX webhooks_recovering ON public.webhooks USING btree (id) WHERE (recover_since IS NOT NULL);
CREATE UNIQUE INDEX webhooks_slot ON public.webhooks USING btree (partner_id, slot) WHERE (status <> 'deleted'::text);

CREATE OR REPLACE FUNCTION public.count_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into storage as s (id, used) values (new.partner_id, new.size)
      on conflict (id) do update set used = s.used + excluded.used, version = s.version + 1;
  else
    update storage set used = used - old.size, version = version + 1 where id = old.partner_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.feed_xid(id xid8)
 RETURNS xid8
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN id;

CREATE OR REPLACE FUNCTION public.shipments_with_keys(keys text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE ROWS 5
 SET enable_bitmapscan TO 'on'
AS $function$ select id from public.shipments where ltracking_keys && keys $function$;
