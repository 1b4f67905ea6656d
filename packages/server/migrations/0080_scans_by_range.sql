-- Scans in partitions by the ids of their shipments, whose time they begin with: all of a shipment's are in one, however late they come, so
-- whoever asks for them looks into no other. As with attempts (0078), no row is read or moved, and programs from before go on as ever.
alter table scans rename to scans_before;
alter table scans_before drop constraint scans_pkey;
alter table scans_before add constraint scans_before_pkey primary key using index scans_before_pkey;
drop index scans_shipment_id_occurred_at_id_idx;

create table scans (
  like scans_before including defaults,
  constraint scans_pkey primary key (shipment_id, occurred_at, id)
) partition by range (shipment_id);
create index scans_by_id on scans (id);
alter table scans attach partition scans_before default;
