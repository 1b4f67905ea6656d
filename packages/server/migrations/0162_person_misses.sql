-- Codes that name no parcel, counted for each person at a counter or of a handler, so that signing in again does not reset the count. The
-- previous release goes on with `session_misses`.
create table person_misses (
  -- A hash of who it is: as the provider knows the person, or as the links name it.
  person text primary key,
  misses bigint not null,
  -- The times of the newest 20, oldest first.
  recent timestamptz[] not null,
  -- The times of the newest 60 codes of other networks, oldest first.
  recent_foreign timestamptz[] not null,
  -- The last look-up that was admitted or missed.
  looked_up_at timestamptz not null
);
