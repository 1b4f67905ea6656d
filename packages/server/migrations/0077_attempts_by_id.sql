-- For 0078: in the order in which they were recorded, which was the primary key's.
create index concurrently delivery_attempts_before_by_id on delivery_attempts (id);
