-- Nothing changes but what one reads of the tables. Programs from this migration on can read events and answers that are packed
-- (src/platform/packed-text.ts), and write them so where no earlier one has to read them: in databases made by such a program, and in
-- others from `backhaul migrate --pack` on (src/platform/packing.ts).
comment on column events.body is 'JSON, or the same packed: GET /v2/events/{id} has it as it was sent';
comment on column idempotency_keys.body is 'JSON, or the same packed';
