-- Claims of all partners, newest first, whatever their status.
create index concurrently claims_newest on claims (created_at desc, id desc);
