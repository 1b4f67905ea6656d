-- When a driver collected the parcel of a pickup. Null: no collection was scanned, or an earlier release recorded it.
alter table pickups add column collected_at timestamptz;
