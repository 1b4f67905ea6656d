-- Deliveries in partitions by their ids, which begin with the time at which they were made. What there is becomes the partition for all that
-- has no other, so no row is read or moved; workers make the others (src/delivery/partitions.ts). Programs from before read and write as ever.
alter table deliveries rename to deliveries_before;
alter index deliveries_pkey rename to deliveries_before_pkey;
alter index deliveries_due rename to deliveries_before_due;
alter index deliveries_by_time rename to deliveries_before_by_time;
alter index deliveries_skipped rename to deliveries_before_skipped;

create table deliveries (
  like deliveries_before including defaults,
  constraint deliveries_pkey primary key (id) with (fillfactor = 50)
) partition by range (id);
create index deliveries_due on deliveries (webhook_id, due_at, event_seq) where status = 'pending';
create index deliveries_by_time on deliveries (webhook_id, status, created_at);
create index deliveries_skipped on deliveries (created_at) where status = 'skipped';
alter table deliveries attach partition deliveries_before default;
