-- Signing in to the console and the counter (docs/guide/sign-in.md), and the guard against guessing codes.

-- Sign-in links. Only the hash of a link's token and of a session's cookie is stored. `scopes` is an upper bound: the link gains nothing that
-- its access or its key gains later. The link ends with the key `made_by_key`. Null: the command line made the link.
create table console_links (
  id text primary key,
  token_hash bytea not null,
  name text not null,
  email text not null,
  access text not null,
  scopes text[] not null,
  store_id text references stores,
  partner_id text references partners,
  -- The page of the console that opens first. Null: the first page of the access.
  path text,
  made_by text not null,
  made_by_key text references api_keys,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index console_links_newest on console_links (created_at desc, id desc);
create index console_links_partner on console_links (partner_id, created_at desc, id desc);

-- Sessions. `idle_s`: how long the session lasts without being used; `key_uses` has its last use. `link_id` is null for people who signed in at
-- the operator's OpenID Connect provider. `left_at`: when the person left.
create table console_sessions (
  id text primary key,
  cookie_hash bytea not null,
  link_id text,
  name text not null,
  email text not null,
  access text not null,
  scopes text[] not null,
  store_id text references stores,
  partner_id text references partners,
  path text,
  made_by text not null,
  made_by_key text references api_keys,
  idle_s int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  left_at timestamptz
);
create index console_sessions_newest on console_sessions (created_at desc, id desc);
create index console_sessions_partner on console_sessions (partner_id, created_at desc, id desc);

-- Sessions of people who signed in at a provider (docs/guide/sign-in.md#with-a-provider). `subject` and `provider_session` are the provider's
-- ids of the person and of its own session.
create table provider_sessions (
  id text primary key references console_sessions on delete cascade,
  issuer text not null,
  subject text not null,
  provider_session text,
  -- Encrypted. Null: the provider gave none.
  refresh_token bytea,
  -- When the provider last confirmed the person.
  checked_at timestamptz not null,
  -- When the provider is asked next. Null: never again.
  check_at timestamptz,
  -- The check that is under way. No process repeats it before `lease_until`.
  lease text,
  lease_until timestamptz
);
create index provider_sessions_due on provider_sessions (check_at) where check_at is not null;
create index provider_sessions_subject on provider_sessions (issuer, subject);
create index provider_sessions_of_provider on provider_sessions (issuer, provider_session);

-- Hashes of what works once: the state of a sign-in that came back, the number of a logout token.
create table provider_used (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index provider_used_expired on provider_used (expires_at);

-- Scanned codes that name no parcel, counted for each person at a counter or of a handler, so that guessing codes is seen and slowed. The count
-- belongs to the person: signing in again does not reset it.
create table person_misses (
  -- A hash of the identity: as the provider knows the person, or as the links name the person.
  person text primary key,
  misses bigint not null,
  -- The times of the newest 20, oldest first.
  recent timestamptz[] not null,
  -- The times of the newest 60 codes of other networks, oldest first.
  recent_foreign timestamptz[] not null,
  -- The last lookup that was admitted or missed.
  looked_up_at timestamptz not null
);
create index person_misses_age on person_misses (looked_up_at);
