-- 0111 made one with the time, in its place.
drop index shipments_at_store;
