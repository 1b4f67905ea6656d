-- Tenders of all partners, newest first.
create index concurrently tenders_newest on tenders (created_at desc, id desc);
