-- For 0078: the primary key of attempts in partitions has the delivery in it.
create unique index concurrently delivery_attempts_before_pkey on delivery_attempts (delivery_id, id);
