-- For 0080: the primary key of scans in partitions has the shipment in it, and is what lists of a shipment's scans are read by.
create unique index concurrently scans_before_pkey on scans (shipment_id, occurred_at, id);
