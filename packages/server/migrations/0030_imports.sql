-- Imports of files, which go on in the background (docs/operating.md#imports). `rows`: of the file, null until all were read. `errors`: the
-- first thousand. `tries`: how often a process began to work on it.
create table imports (
  id text primary key,
  kind text not null,
  state text not null,
  file_name text,
  bytes bigint not null,
  actor text not null,
  rows integer,
  checked_rows integer not null,
  applied_rows integer not null,
  created_rows integer not null,
  changed_rows integer not null,
  error_count integer not null,
  errors jsonb not null,
  tries integer not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
-- One of a kind at a time: two could not say what is in force after them.
create unique index imports_open on imports (kind) where ended_at is null;
create index imports_newest on imports (created_at desc, id desc);

-- The file, in pieces, and its rows once they were checked. Both are empty but for imports that have not ended. Pieces may come before their
-- import, so they do not refer to it.
create table import_parts (
  import_id text not null,
  part integer not null,
  content bytea not null,
  primary key (import_id, part)
);
create table import_rows (
  import_id text not null,
  number integer not null,
  value jsonb not null,
  primary key (import_id, number)
);
