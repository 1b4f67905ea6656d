-- A partner's open disputes, oldest first, however many adjustments it has had.
create index concurrently adjustments_open on adjustments (partner_id, created_at) where dispute_status = 'open';
