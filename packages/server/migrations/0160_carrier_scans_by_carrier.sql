-- The inbox is retried in turns, a page of each carrier's scans at a time.
create index concurrently carrier_scans_awaited_of on carrier_scans (carrier, created_at, id) where state = 'open' and reason <> 'surplus';
