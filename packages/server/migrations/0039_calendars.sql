-- Calendars of markets and of stores (docs/operating.md#calendars). `subject`: a country, or the id of a store. `content`: working days,
-- holidays, exceptions, cut-off times, and for markets the days that parcels are under way. Without any, everything is as before.
create table calendars (
  subject text primary key,
  content jsonb not null
);

-- The day on which a parcel is to be expected where it goes; null where no calendar says it, as for all parcels from before.
alter table shipments add column estimated_delivery_date text;
