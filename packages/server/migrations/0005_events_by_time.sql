-- Where in a partner's feed a time is: one row for each 1,024 of its events, in the order of the feed (src/events/by-time.ts). `xid` and
-- `seq` are the place of the last of them, `earliest` is the earliest of their times, `latest` the latest time of all events up to here,
-- and `is_late` says that `earliest` is more than a minute before the latest time of the events before these: a clock was wrong.
-- Rows are made from stretches of the feed that do not change any more, so they are never updated.
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
