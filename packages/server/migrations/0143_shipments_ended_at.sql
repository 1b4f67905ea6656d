-- When a shipment reached a status that it does not leave: for a delivery when it happened, else when it was decided. Null: it has not ended, or
-- an earlier release ended it; then the last change of the row is taken for its end.
alter table shipments add column ended_at timestamptz;
