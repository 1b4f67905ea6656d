-- Every delivery is written when it is caused and again when it ended, so each page of its primary key takes twice the entries that were
-- there when it filled up. With room for them no page is split or searched for dead entries while results are recorded.
alter index deliveries_pkey set (fillfactor = 50);
