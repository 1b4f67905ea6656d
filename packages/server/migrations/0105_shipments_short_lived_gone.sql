-- 0104 made one of what still waits, in its place.
drop index shipments_short_lived;
