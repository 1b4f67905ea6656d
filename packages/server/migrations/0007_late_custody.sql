-- A scan that shows that the network had a parcel, uploaded after the shipment had expired or was cancelled, opens a discrepancy. `reason`
-- is null for those that were measured, as every row from before is.
alter table discrepancies add column reason text;
alter table discrepancies add constraint discrepancies_reason_check check (reason in ('late_custody')) not valid;
alter table discrepancies validate constraint discrepancies_reason_check;

alter table discrepancies drop constraint discrepancies_stage_check;
alter table discrepancies add constraint discrepancies_stage_check check (stage in ('dropoff', 'sort', 'custody')) not valid;
alter table discrepancies validate constraint discrepancies_stage_check;
