-- Pickups of all partners, newest first.
create index concurrently pickups_newest on pickups (created_at desc, id desc);
