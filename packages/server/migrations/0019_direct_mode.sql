-- Direct mode: the sender hands the parcel to the carrier with the carrier's own label (docs/guide/labels.md#label-of-the-carrier).
alter table markets add column mode text not null default 'network' check (mode in ('network', 'direct'));
-- Decided at creation. The label is bought only when it is ordered.
alter table shipments add column is_direct boolean not null default false;
