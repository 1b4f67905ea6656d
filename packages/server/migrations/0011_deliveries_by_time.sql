-- Takes the place of deliveries_newest, for the reason given in 0009.
create index concurrently deliveries_by_time on deliveries (webhook_id, status, created_at);
