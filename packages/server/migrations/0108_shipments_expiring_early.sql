-- Of what still waits and was given less than the usual 30 days, what is due, without a look at what is not.
create index concurrently shipments_expiring_early on shipments (partner_id, status, expires_at)
 where status in ('created', 'label_ready', 'rejected') and expires_at - created_at < interval '30 days';
