-- A tender can be cancelled, and an acceptance can name the members that the carrier did not find. `cancelled_at` is set exactly on cancelled
-- tenders. Programs from before know none: they would accept one, which the second check refuses, and nothing of their statement is written.
alter table tenders add column cancelled_at timestamptz;
alter table tenders add column missing_shipment_ids text[] not null default '{}';

alter table tenders drop constraint tenders_status_check;
alter table tenders add constraint tenders_status_check check (status in ('created', 'accepted', 'cancelled')) not valid;
alter table tenders validate constraint tenders_status_check;
alter table tenders add constraint tenders_cancelled_check check ((status = 'cancelled') <> (cancelled_at is null)) not valid;
alter table tenders validate constraint tenders_cancelled_check;
