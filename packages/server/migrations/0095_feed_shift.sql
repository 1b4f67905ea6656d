-- The place in the feed of the transaction with this id. A database that is restored into a server whose ids are lower than those of its
-- events gets another function, which adds what is missing (src/platform/restored-feed.ts), so that no event has to be written again. It is
-- `stable` because it may be replaced: what is immutable stays in plans as the number that it was.
create function feed_xid(id xid8) returns xid8 language sql stable parallel safe return id;
alter table events alter column xid set default feed_xid(pg_current_xact_id());
