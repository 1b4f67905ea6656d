-- When a counter last took a parcel in, so that a list of what is at a counter goes through no more than it shows. Null for all that was taken in
-- before, which is looked at one by one until it moves on.
alter table shipments add column taken_in_at timestamptz;
