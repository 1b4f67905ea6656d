-- Looked up by keys through a GIN index, which PostgreSQL reads as a bitmap only: reads have bitmaps switched off, so that lists keep their order.
create function shipments_with_keys(keys text[]) returns setof text language sql stable rows 5 set enable_bitmapscan to on
  as $$ select id from public.shipments where ltracking_keys && keys $$;
