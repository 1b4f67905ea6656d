-- Older events whose bytes are outside the database (src/platform/event-archive.ts): a row for each object, which has a line for each event. Their
-- rows in `events` stay, with the number of the object and of the line in `body`.
create table event_archives (
  number bigint generated always as identity primary key,
  object_id text not null,
  -- Of its partition (event_partitions), with which it goes.
  to_xid xid8 not null,
  -- How many events it has.
  events int not null
);

-- How far a closed partition is archived (src/platform/event-archiver.ts): the last event that is copied, by partner, transaction and number; null:
-- it has not begun. Programs from before do not know of it.
alter table event_partitions add column archive_done text[], add column archived_at timestamptz;
