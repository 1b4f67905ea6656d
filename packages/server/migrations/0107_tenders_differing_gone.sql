-- 0106 made one with the type, in its place.
drop index tenders_differing;
