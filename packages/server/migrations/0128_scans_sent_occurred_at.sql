-- A scan from before its shipment's creation counts as of the creation; this is the time that was sent.
alter table scans add column sent_occurred_at timestamptz;
