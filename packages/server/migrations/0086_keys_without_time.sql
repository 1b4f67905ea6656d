-- What is old among the keys is found by going through all of them once a day (src/delivery/retention.ts), which spares every command an
-- entry. Earlier programs do not name the index; they go through all keys each time that they look.
drop index idempotency_keys_created_at_idx;
