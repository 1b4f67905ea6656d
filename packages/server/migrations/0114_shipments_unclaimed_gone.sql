-- 0113 made one by when they may be disposed of, in its place.
drop index shipments_unclaimed;
