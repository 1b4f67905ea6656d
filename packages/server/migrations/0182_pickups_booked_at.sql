-- The pickup of a shipment that was live at a time is found without the others, however many were booked and cancelled.
create index concurrently pickups_booked_at on pickups (shipment_id, created_at desc, id desc);
