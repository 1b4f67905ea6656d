-- Takes the place of shipments_newest, whose time descends. What is newest then goes to the left end of its partner's part of the index, where
-- every full page is split in the middle: half of it is written again, and half of it stays empty for good. At the right end PostgreSQL leaves
-- full pages full. Read backward, the index gives the newest first all the same.
create index concurrently shipments_by_time on shipments (partner_id, created_at, id);
