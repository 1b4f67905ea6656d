-- Half of each page of the primary key was left for the entries of results (0002). Since then PostgreSQL clears entries of old versions before
-- it splits a page, so as much room is never used.
do $$
declare key regclass;
begin
  for key in select inhrelid from pg_inherits where inhparent = 'deliveries_pkey'::regclass loop
    execute format('alter index %s set (fillfactor = 90)', key);
  end loop;
end $$;
