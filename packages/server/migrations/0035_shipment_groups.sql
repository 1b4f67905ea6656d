-- Shipments that were ordered together (docs/guide/shipments.md#several-parcels-in-one-order). Each has a row and a life of its own; the group
-- says which they are, in which order, and never changes.
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

-- Which of its group a shipment is: what its label says. Null: it was ordered by itself.
alter table shipments
  add column group_id text,
  add column piece_number integer,
  add column piece_count integer;
