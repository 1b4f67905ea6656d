-- For 0112: the same of one partner, in place of shipments_at_store, which does not say when.
create index concurrently shipments_at_counter_of on shipments (store_id, partner_id, taken_in_at, id)
 where status in ('ready_for_pickup', 'in_possession', 'unclaimed') and store_id is not null;
