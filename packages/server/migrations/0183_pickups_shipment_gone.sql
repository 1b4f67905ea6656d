-- 0182 made one that begins with the same column, in its place.
drop index pickups_shipment_id_idx;
