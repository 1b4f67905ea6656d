-- 0115 made one with what is counted, in its place.
drop index tenders_differing_accepted;
