-- For 0099: in place of shipments_order, which has the id as well.
create index concurrently shipments_of_order on shipments (order_id, partner_id, created_at desc) where order_id is not null;
