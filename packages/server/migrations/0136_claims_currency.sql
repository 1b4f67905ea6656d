-- In which currency a claim's amounts are: its shipment's when it was opened. Null for older ones, which are read with that of their shipment.
alter table claims add column currency text;
