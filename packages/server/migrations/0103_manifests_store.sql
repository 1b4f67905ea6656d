-- Manifests of one counter: without it those of all others of the partner are gone through.
create index concurrently manifests_store on manifests (partner_id, store_id, created_at desc, id desc);
