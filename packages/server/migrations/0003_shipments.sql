-- Shipments, groups of shipments, their labels and QR codes.
--
-- Every creation writes these tables, so each index costs every creation. Each index serves a query that is named in
-- the list of needed indexes. Lists by time have ascending indexes, which are read backward: new entries then go to the right end of the
-- partner's part of the index, where PostgreSQL leaves full pages full. At the left end it would split every full page in the middle.

create table shipments (
  id text primary key,
  partner_id text not null,
  tracking text not null,
  barcode text not null,
  ltracking text,
  -- Other spellings by which the carrier's number is found: without separators, in capitals, without its envelope
  --. Null for most shipments.
  ltracking_keys text[],
  status text not null check (status in ('created', 'label_ready', 'ready_for_pickup', 'picked_up', 'in_possession', 'at_sort_center',
    'sorted', 'injected', 'made_ready', 'in_transit', 'out_for_delivery', 'delivered', 'rejected', 'undeliverable', 'return_to_sender',
    'unclaimed', 'disposed', 'cancelled', 'expired')),
  direction text not null check (direction in ('return', 'outbound')),
  fulfillment text not null check (fulfillment in ('print_label', 'qr_code')),
  channel text not null check (channel in ('api', 'retail')),
  order_id text,
  rma text,
  ship_ext_id text,
  customer text,
  -- The place of the shipment in its group, as its label says. Null: the shipment was ordered alone.
  group_id text,
  piece_number int,
  piece_count int,
  service_level text not null,
  from_address jsonb,
  to_address jsonb not null,
  parcel jsonb not null,
  declared_value int,
  drop_off_store_id text,
  store_id text,
  -- When a counter last took the parcel in. Lists of parcels at a counter are read by it. Null: no counter did.
  taken_in_at timestamptz,
  label_format text not null,
  metadata jsonb not null,
  market text not null,
  currency text not null,
  amount int not null,
  carrier text,
  -- The carrier that accepted a collect tender of the parcel, until a carrier is known to have the parcel. Such an acceptance changes neither
  -- `carrier` nor `ltracking`.
  collecting_carrier text,
  label_id text,
  label_version int,
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
  -- The day on which the parcel is expected at its destination. Null: no calendar says it.
  estimated_delivery_date text,
  expires_at timestamptz not null,
  expired_at timestamptz,
  voided_at timestamptz,
  cancelled_at timestamptz,
  rejected_at timestamptz,
  reject_reason text,
  reject_reason_note text,
  -- The last status before `unclaimed`, by which an unclaimed shipment ranks. Null: the shipment was never unclaimed.
  unclaimed_from text,
  unclaimed_since timestamptz,
  dispose_after timestamptz,
  -- When the shipment reached a terminal status: the time of the delivery, otherwise the time of the decision. Null: it has not ended.
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null
);
create unique index shipments_tracking on shipments (tracking);
create unique index shipments_barcode on shipments (barcode);
create index shipments_by_time on shipments (partner_id, created_at, id);
-- A shipment expires when it is read, not by itself. So a list of one status leaves out shipments past their time, and the list of expired
-- shipments adds them. With `expires_at` at the end of the entry, neither list has to read the rows that it skips.
create index shipments_by_state on shipments (partner_id, status, created_at, id, expires_at);
-- Shipments with less than the usual 30 days that still wait. For all others `created_at` says that none of them is due yet.
create index shipments_due_early on shipments (partner_id, status, created_at, id, expires_at)
 where status in ('created', 'label_ready', 'rejected') and expires_at - created_at < interval '30 days';
create index shipments_expiring_early on shipments (partner_id, status, expires_at)
 where status in ('created', 'label_ready', 'rejected') and expires_at - created_at < interval '30 days';
create index shipments_disposable on shipments (partner_id, dispose_after, id) where status = 'unclaimed';
-- Parcels that the network has and that have not moved, longest first, of one status or of all. A creation writes no entry, and a scan writes
-- one only where it also writes the entry of the list by status.
create index shipments_unmoved on shipments (partner_id, status, updated_at, id)
 where status in ('ready_for_pickup', 'picked_up', 'in_possession', 'at_sort_center', 'sorted', 'injected', 'made_ready', 'in_transit',
   'out_for_delivery', 'undeliverable', 'unclaimed');
-- Parcels at a counter. `store_id is not null` keeps the planner from using these two indexes for lists by status, which have better ones.
create index shipments_at_counter on shipments (store_id, taken_in_at, id)
 where status in ('ready_for_pickup', 'in_possession', 'unclaimed') and store_id is not null;
create index shipments_at_counter_of on shipments (store_id, partner_id, taken_in_at, id)
 where status in ('ready_for_pickup', 'in_possession', 'unclaimed') and store_id is not null;
create index shipments_store on shipments (partner_id, store_id, created_at desc, id desc) where store_id is not null;
-- The order number, RMA or customer comes before the partner: an operator searches for it without knowing the partner. Shipments of one order
-- and one moment are few, so they are sorted when they are listed and the id is not in the index.
create index shipments_of_order on shipments (order_id, partner_id, created_at desc) where order_id is not null;
create index shipments_customer on shipments (customer, partner_id, created_at desc, id desc) where customer is not null;
create index shipments_rma on shipments (rma, created_at desc, id desc) where rma is not null;
create index shipments_ship_ext_id on shipments (ship_ext_id, created_at desc, id desc) where ship_ext_id is not null;
create index shipments_ltracking on shipments (ltracking) where ltracking is not null;
-- Creations write no entry: only numbers that have another spelling are in it.
create index shipments_ltracking_keys on shipments using gin (ltracking_keys) with (fastupdate = off) where ltracking_keys is not null;
create index shipments_group on shipments (group_id) where group_id is not null;
create index shipments_sweep on shipments (sweep_id) where sweep_id is not null;
create index shipments_tender on shipments (tender_id) where tender_id is not null;
create index shipments_manifest on shipments (manifest_id) where manifest_id is not null;
create index shipments_pod on shipments (pod_document_id) where pod_document_id is not null;

-- Shipments with one of these keys. PostgreSQL reads a GIN index as a bitmap only, and the connections for reads have bitmaps switched off so
-- that lists keep their order. The function switches them on.
create function shipments_with_keys(keys text[]) returns setof text language sql stable rows 5 set enable_bitmapscan to on
  as $$ select id from public.shipments where ltracking_keys && keys $$;

-- Shipments that were ordered together (docs/guide/shipments.md#several-parcels-in-one-order). The group lists them in order and never changes.
create table shipment_groups (
  id text primary key,
  partner_id text not null,
  master_number text not null,
  order_id text,
  rma text,
  customer text,
  direction text not null,
  fulfillment text not null,
  service_level text not null,
  shipment_ids text[] not null,
  created_at timestamptz not null
);
create unique index shipment_groups_master on shipment_groups (master_number);
create index shipment_groups_newest on shipment_groups (created_at desc, id desc);
create index shipment_groups_partner on shipment_groups (partner_id, created_at desc, id desc);
create index shipment_groups_order on shipment_groups (order_id, partner_id, created_at desc, id desc) where order_id is not null;

-- What each version of a label shows. `facts` is packed JSON. The label is drawn when it is read.
create table labels (
  id text primary key,
  shipment_id text not null,
  version int not null,
  supersedes text,
  facts jsonb not null,
  created_at timestamptz not null
);

create table qrs (
  id text primary key,
  shipment_id text not null,
  partner_id text not null,
  token text not null unique,
  status text not null check (status in ('active', 'used', 'superseded', 'invalidated')),
  previous_qr_id text,
  expires_at timestamptz not null,
  used_at timestamptz,
  invalidated_at timestamptz,
  created_at timestamptz not null,
  version int not null
);
create index qrs_shipment_id_idx on qrs (shipment_id);
