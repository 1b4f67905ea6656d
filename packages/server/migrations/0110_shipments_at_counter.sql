-- What is at a counter, of all partners, by when it was taken in.
create index concurrently shipments_at_counter on shipments (store_id, taken_in_at, id)
 where status in ('ready_for_pickup', 'in_possession', 'unclaimed') and store_id is not null;
