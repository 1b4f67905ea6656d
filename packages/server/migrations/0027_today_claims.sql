-- A partner's open claims, oldest first, however many it has had.
create index concurrently claims_open on claims (partner_id, created_at) where status = 'open';
