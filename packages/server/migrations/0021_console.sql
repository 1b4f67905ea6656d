-- Sign-in links and the sessions that they become (docs/guide/sign-in.md). Of a link's token and a session's cookie only the hash is here.
-- `scopes`: at most these, whatever else the access or the key that made it gains. `made_by_key`: the key that both end with; null: a link of
-- the command line.
create table console_links (
  id text primary key,
  token_hash bytea not null,
  name text not null,
  email text not null,
  access text not null,
  scopes text[] not null,
  store_id text references stores (id),
  partner_id text references partners (id),
  made_by text not null,
  made_by_key text references api_keys (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index console_links_newest on console_links (created_at desc, id desc);
create index console_links_partner on console_links (partner_id, created_at desc, id desc);

-- `idle_s`: how long it lasts without being used; key_uses has its last use.
create table console_sessions (
  id text primary key,
  cookie_hash bytea not null,
  link_id text not null,
  name text not null,
  email text not null,
  access text not null,
  scopes text[] not null,
  store_id text references stores (id),
  partner_id text references partners (id),
  made_by text not null,
  made_by_key text references api_keys (id),
  idle_s integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index console_sessions_newest on console_sessions (created_at desc, id desc);
create index console_sessions_partner on console_sessions (partner_id, created_at desc, id desc);
