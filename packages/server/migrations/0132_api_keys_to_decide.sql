create index concurrently api_keys_to_decide on api_keys (decide_since) where decide_since is not null;
