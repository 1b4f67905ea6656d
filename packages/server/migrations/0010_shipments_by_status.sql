-- Takes the place of shipments_status, for the reason given in 0009.
create index concurrently shipments_by_status on shipments (partner_id, status, created_at, id);
