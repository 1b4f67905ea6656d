-- Scans, in partitions by the ids of their shipments, which begin with the time of creation. So all scans of a shipment are in one partition.
-- Workers make the partitions; rows that fit none of them go into the default partition.

create table scans (
  id text not null,
  shipment_id text not null,
  partner_id text not null,
  kind text not null,
  applied boolean not null,
  status text not null,
  store_id text,
  facility text,
  location jsonb,
  occurred_at timestamptz not null,
  -- The time that was sent, if the scan says that it is older than its shipment. `occurred_at` is then the shipment's creation.
  sent_occurred_at timestamptz,
  -- The clock of the scanning device. It decides nothing. Null: the device did not send it.
  device_time timestamptz,
  recorded_at timestamptz not null,
  scanner_email text,
  scanner_name text,
  lat text,
  lon text,
  details jsonb not null,
  -- A primary key of a partitioned table includes the partition key. Lists of a shipment's scans are read by it too.
  constraint scans_pkey primary key (shipment_id, occurred_at, id)
) partition by range (shipment_id);
create index scans_by_id on scans (id);

create table scans_before (like scans, constraint scans_before_pkey primary key (shipment_id, occurred_at, id));
create index scans_before_by_id on scans_before (id);
alter table scans attach partition scans_before default;
