create index concurrently shipments_group on shipments (group_id) where group_id is not null;
