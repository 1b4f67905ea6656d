-- Sessions of people who signed in at the operator's provider of OpenID Connect (docs/guide/sign-in.md#with-a-provider). They have no link.
alter table console_sessions alter column link_id drop not null;

-- `subject`, `provider_session`: what the provider calls the person and its own session. `refresh_token`: encrypted; null: the provider gave
-- none. `checked_at`: when the provider last said that the person may be in. `check_at`: when it is asked next; null: never again. `lease`:
-- the one check that is under way, which nobody repeats before `lease_until`.
create table provider_sessions (
  id text primary key references console_sessions (id) on delete cascade,
  issuer text not null,
  subject text not null,
  provider_session text,
  refresh_token bytea,
  checked_at timestamptz not null,
  check_at timestamptz,
  lease text,
  lease_until timestamptz
);
create index provider_sessions_due on provider_sessions (check_at) where check_at is not null;
create index provider_sessions_subject on provider_sessions (issuer, subject);
create index provider_sessions_of_provider on provider_sessions (issuer, provider_session);

-- What works once: the state of a sign-in that was sent back, the number of a logout token. Hashes.
create table provider_used (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index provider_used_expired on provider_used (expires_at);
