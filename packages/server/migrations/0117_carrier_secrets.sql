-- The shared secret by which requests to a carrier's service are signed (docs/operating.md#carriers-with-a-service), encrypted. `id`: the
-- carrier's code.
create table carrier_secrets (
  id text primary key,
  ciphertext bytea not null,
  master_key_id text not null,
  updated_at timestamptz not null
);

-- Files that are still in the report folder and need no more work (docs/operating.md#the-report-folder). `id`: a digest of the carrier, the
-- name and the state of the file. `is_taken`: its content is in the import; otherwise the import says why it was refused.
create table carrier_report_files (
  id text primary key,
  import_id text not null,
  is_taken boolean not null,
  seen_at timestamptz not null
);
