-- Events, their feed, their archive, and what is counted from them.

-- The place of a transaction in the feed. A database that is restored into a server with lower transaction ids gets another function, which
-- adds the difference, so that no event has to be rewritten. `stable` because the function may be replaced:
-- the result of an immutable function stays in plans as a constant.
create function feed_xid(id xid8) returns xid8 language sql stable parallel safe return id;

-- The feed. `xid` is the transaction that wrote the row. Readers order by (xid, seq) and stop below the oldest transaction that is still open,
-- so a late commit is never skipped. `body` is the JSON that GET /v2/events/{id} returns, packed,
-- or the place of the event in the archive.
-- Partitions by transaction: a page of the feed is in one partition, or in two neighbors. The first partition takes everything until workers
-- give it an end and make the next one.
create table events (
  id text not null,
  xid xid8 not null default feed_xid(pg_current_xact_id()),
  seq bigint generated always as identity,
  partner_id text not null,
  type text not null,
  subject text not null,
  shipment_id text,
  created_at timestamptz not null,
  body text not null
) partition by range (xid);
create index events_feed on events (partner_id, xid, seq);
create index events_feed_type on events (partner_id, type, xid, seq);
create index events_shipment on events (shipment_id, xid, seq) where shipment_id is not null;

-- Ids are unique within a partition only: the primary key of the whole table would have to include `xid`.
create table events_before (like events including defaults, constraint events_before_pkey primary key (id));
create index events_before_feed on events_before (partner_id, xid, seq);
create index events_before_feed_type on events_before (partner_id, type, xid, seq);
create index events_before_shipment on events_before (shipment_id, xid, seq) where shipment_id is not null;
alter table events attach partition events_before for values from (minvalue) to (maxvalue);

-- What a partition has once all transactions that could add to it have ended. Lookups by id choose partitions by it.
create table event_partitions (
  name text not null,
  from_xid xid8 not null,
  to_xid xid8 primary key,
  first_id text,
  last_id text,
  last_shipment_id text,
  closed_at timestamptz not null,
  -- How far the partition is archived: partner, transaction and number of the last event that was copied.
  -- Null: archiving has not begun.
  archive_done text[],
  archived_at timestamptz
);

-- Objects with the bytes of older events, one line for each event. The rows in `events` stay, with the number
-- of the object and of the line in `body`.
create table event_archives (
  number bigint generated always as identity primary key,
  object_id text not null,
  -- The partition of its events (event_partitions), with which it is removed.
  to_xid xid8 not null,
  -- How many events it has.
  events int not null
);

-- Where a time is in a partner's feed: one row for each 1,024 events, in the order of the feed. `xid` and `seq` are the
-- place of the last of them, `earliest` is the earliest of their times, `latest` the latest time of all events up to here. `is_late`: a clock
-- was wrong, as `earliest` is more than a minute before the latest time of the events before them.
-- Rows are made from parts of the feed that no longer change, so they are never updated.
create table events_by_time (
  partner_id text not null,
  xid xid8 not null,
  seq bigint not null,
  earliest timestamptz not null,
  latest timestamptz not null,
  is_late boolean not null,
  primary key (partner_id, latest, xid, seq)
);
create index events_by_time_late on events_by_time (partner_id, xid, seq) where is_late;

-- What happened in each hour, counted from the feeds and from webhook attempts. `what` is the type of an event, two statuses
-- (`sorted>injected`) with the duration of the step in `bucket`, or the outcome of a delivery. Durations are kept by the day (UTC).
-- `partner_id` is empty in the sums over all partners, so an operator's numbers cost no more than a partner's.
create table today_counts (
  partner_id text not null,
  hour timestamptz not null,
  what text not null,
  bucket int not null,
  n bigint not null,
  primary key (partner_id, hour, what, bucket)
);

-- How far each partner's feed is counted: place and time of the last event. The statement that counts also writes this row.
create table today_reached (
  partner_id text primary key,
  xid xid8 not null,
  seq bigint not null,
  at timestamptz
);
