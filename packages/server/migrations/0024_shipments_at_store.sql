-- For lists of what is at a counter: parcels that it took in and that no facility or carrier has yet. Their latest scan says whether they
-- are still there. That there is a counter is said as well: without one the index would be of use to lists of a status, which have better ones.
create index concurrently shipments_at_store on shipments (store_id, partner_id, id) where status in ('ready_for_pickup', 'in_possession', 'unclaimed')
  and store_id is not null;
