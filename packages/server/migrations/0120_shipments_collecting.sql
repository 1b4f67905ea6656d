-- The carrier that accepted a collect tender of the parcel, until a carrier is seen to have it. Such an acceptance changes neither `carrier`
-- nor `ltracking`.
alter table shipments add column collecting_carrier text;
