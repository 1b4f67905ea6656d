-- For 0080: what document_uses names, which the primary key found.
create index concurrently scans_before_by_id on scans (id);
