create index concurrently tenders_open on tenders (carrier, created_at, id) where status = 'created';
