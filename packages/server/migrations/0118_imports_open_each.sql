-- For 0119: one report of each carrier at a time, and one import of every other kind.
create unique index concurrently imports_open_each on imports (kind, (case when kind = 'carrier-report' then carrier else '' end))
 where ended_at is null;
