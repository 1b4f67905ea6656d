create index concurrently pickups_date on pickups (partner_id, date, created_at desc, id desc);
