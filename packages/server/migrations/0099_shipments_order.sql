-- 0098 made a narrower one, and no program names either: shipments of one order and one moment are sorted as they are listed.
drop index shipments_order;
