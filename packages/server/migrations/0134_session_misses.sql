-- Codes that a session at a counter or of a handler scanned and that name no parcel, so that guessing codes is seen and slowed.
create table session_misses (
  session_id text primary key references console_sessions (id) on delete cascade,
  misses bigint not null,
  -- The times of the newest 20, oldest first.
  recent timestamptz[] not null,
  -- The last look-up that was admitted or missed.
  looked_up_at timestamptz not null
);
