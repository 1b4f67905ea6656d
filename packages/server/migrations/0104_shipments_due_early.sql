-- For 0105: in place of shipments_short_lived, which also has all that expired long ago.
create index concurrently shipments_due_early on shipments (partner_id, status, created_at, id, expires_at)
 where status in ('created', 'label_ready', 'rejected') and expires_at - created_at < interval '30 days';
