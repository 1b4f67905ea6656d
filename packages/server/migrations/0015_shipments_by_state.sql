-- Takes the place of shipments_by_status and of shipments_expiring. A shipment expires when it is read and not by itself, so a list of one status
-- leaves out what is past its time, and a list of the expired ones takes it in. With that time at the end of the entry neither has to fetch the
-- rows that it passes over.
create index concurrently shipments_by_state on shipments (partner_id, status, created_at, id, expires_at);
