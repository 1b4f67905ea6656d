-- Attempts in partitions by the ids of their deliveries, whose time they begin with: all of a delivery's are in one, so whoever asks for them
-- looks into no other. As with deliveries (0060), what there is becomes the partition for all that has no other, no row is read or moved, and
-- programs from before read and write as ever.
alter table delivery_attempts rename to delivery_attempts_before;
alter sequence delivery_attempts_id_seq rename to delivery_attempts_before_id_seq;
alter table delivery_attempts_before drop constraint delivery_attempts_pkey;
alter table delivery_attempts_before add constraint delivery_attempts_before_pkey primary key using index delivery_attempts_before_pkey;
drop index delivery_attempts_delivery;

create table delivery_attempts (
  like delivery_attempts_before including defaults,
  constraint delivery_attempts_pkey primary key (delivery_id, id)
) partition by range (delivery_id);
create index delivery_attempts_by_id on delivery_attempts (id);
alter table delivery_attempts alter column id add generated always as identity;
select setval('delivery_attempts_id_seq', last_value, is_called) from delivery_attempts_before_id_seq;
alter table delivery_attempts_before alter column id drop identity;
alter table delivery_attempts attach partition delivery_attempts_before default;
