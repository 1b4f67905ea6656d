-- Shipments that were given less than the usual 30 days: of all others it is known from when they were created that none of them is due yet.
create index concurrently shipments_short_lived on shipments (partner_id, status, created_at, id, expires_at) where expires_at - created_at < interval '30 days';
