-- Discrepancies of all partners, newest first.
create index concurrently discrepancies_newest on discrepancies (created_at desc, id desc);
