-- Partners, their API keys and the secrets that sign their requests.
--
-- Conventions in all files: ids are text with a type prefix, times are timestamptz in UTC, amounts are integers in minor units, parcels are in
-- pounds and inches. `version` counts the writes of a row and guards every update.
-- Tables that every request writes have no foreign keys. The command that writes a reference checks it. A foreign key would take a key-share
-- lock on the partner's row for each request, and the partner's requests would wait for each other.

create table partners (
  id text primary key,
  name text not null,
  default_return_address jsonb,
  default_parcel jsonb,
  contact_email text not null default '',
  contact_name text not null default '',
  -- How far the virtual clock of a sandbox partner is ahead of real time.
  clock_offset_s bigint not null default 0,
  -- Bytes of documents. Null: the service's default.
  storage_limit bigint,
  created_at timestamptz not null default now(),
  version int not null default 1
);

create table api_keys (
  id text primary key,
  kind text not null check (kind in ('partner', 'operator')),
  partner_id text references partners,
  -- The operator's name for the key. Null: none.
  name text,
  secret_hash bytea not null,
  scopes text[] not null,
  allow_ips text[] not null default '{}',
  rate_limit int not null default 100,
  -- The request signature that the key requires: any, or only the one over the whole request.
  signature text not null default 'any',
  email text not null default '',
  full_name text not null default '',
  made_by text,
  -- The person who made the key has left; an operator should decide about the key. Null: nothing to decide.
  decide_since timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'partner') = (partner_id is not null))
);
create index api_keys_partner_id_idx on api_keys (partner_id);
create index api_keys_to_decide on api_keys (decide_since) where decide_since is not null;

-- Secrets are only added. A secret expires one day after the next secret of its key was made.
create table signing_secrets (
  id text primary key,
  key_id text not null references api_keys,
  ciphertext bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now()
);
create index signing_secrets_key_id_idx on signing_secrets (key_id);

-- The last use of each key and session. It is not in `api_keys` because a change to a key is guarded by the transaction id of its row.
create table key_uses (
  id text primary key,
  last_used_at timestamptz not null
);
