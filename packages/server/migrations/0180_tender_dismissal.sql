-- Why nobody needs to clear up the discrepancy of a tender anymore. Programs from before leave it as it is.
alter table tenders add column dismissal jsonb;
