-- Checks are read and compiled anew by each statement that writes, which is a tenth of the cost of recording a few results. Only the
-- statements of the delivery engine write these columns, with constants.
alter table deliveries drop constraint deliveries_status_check, drop constraint deliveries_trigger_check;

-- Without the id the index is half as large, and no plan made while the table was empty can look deliveries up by id in it: PostgreSQL 18
-- would, skipping through all of it each time. Deliveries of one moment are sorted as they are listed.
drop index deliveries_newest;
create index deliveries_newest on deliveries (webhook_id, status, created_at desc);
