create index concurrently manifests_date on manifests (partner_id, manifest_date, created_at desc, id desc);
