-- The last status of a shipment before it became unclaimed, by which an unclaimed shipment ranks. Null: it never was unclaimed, or an
-- earlier release reported it; such a shipment ranks as before.
alter table shipments add column unclaimed_from text;
