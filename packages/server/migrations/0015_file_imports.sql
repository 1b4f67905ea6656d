-- Imports of files, which run in the background (docs/operating/network.md#imports).

-- `rows`: of the file; null until all were read. `errors`: the first thousand. `tries`: how often a process began to work on the import.
create table imports (
  id text primary key,
  kind text not null,
  -- A report is an import of one carrier.
  carrier text,
  state text not null,
  file_name text,
  bytes bigint not null,
  actor text not null,
  rows int,
  checked_rows int not null,
  applied_rows int not null,
  created_rows int not null,
  changed_rows int not null,
  -- Rows of a report whose number was not known.
  unmatched_rows int not null default 0,
  error_count int not null,
  errors jsonb not null,
  -- What was applied and an operator should look at, such as a store far from its postal code.
  warning_count int not null default 0,
  warnings jsonb not null default '[]',
  -- Effects that an operator should know of, such as origins that lose their price.
  lost_prices jsonb not null default '[]',
  tries int not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index imports_newest on imports (created_at desc, id desc);
-- One open import of each kind: after two, nobody could say which one is in force. Reports of different carriers do not touch each other.
create unique index imports_open_each on imports (kind, (case when kind = 'carrier-report' then carrier else '' end)) where ended_at is null;

-- The file in pieces, and its checked rows. Both are empty except for imports that have not ended. Pieces may arrive before their import, so
-- they have no foreign key.
create table import_parts (
  import_id text not null,
  part int not null,
  content bytea not null,
  primary key (import_id, part)
);
create table import_rows (
  import_id text not null,
  number int not null,
  value jsonb not null,
  primary key (import_id, number)
);
