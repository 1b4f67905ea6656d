create index concurrently claims_by_type on claims (type, created_at desc, id desc);
