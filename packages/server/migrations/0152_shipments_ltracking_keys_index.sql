-- Creations write nothing into it: it has only numbers that are found by another spelling.
create index concurrently shipments_ltracking_keys on shipments using gin (ltracking_keys) with (fastupdate = off)
 where ltracking_keys is not null;
