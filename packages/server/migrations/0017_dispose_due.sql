-- Parcels that wait unclaimed are few: those past their time are found among them, newest first, without their rows being read.
create index concurrently shipments_unclaimed on shipments (partner_id, created_at, id, dispose_after) where status = 'unclaimed';
