-- What a caller must hold to be shown a stored answer again. An earlier program stores none.
alter table idempotency_keys add needs text not null default 'earlier';
