-- What the scanning device's own clock said; null: it did not say. It decides nothing.
alter table scans add column device_time timestamptz;
