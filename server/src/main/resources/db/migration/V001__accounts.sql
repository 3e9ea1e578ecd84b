create table account (
  id uuid primary key,
  name text not null,
  role text not null check (role in ('admin', 'reviewer', 'author', 'auditor', 'user')),
  origin text not null check (origin in ('local', 'oidc')),
  -- issuer and subject of an account that signs in with an identity provider
  subject text unique,
  password_hash text,
  -- has a one-time password and must choose a new one
  must_change_password boolean not null,
  disabled boolean not null default false,
  created_at timestamptz not null,
  check ((origin = 'oidc') = (subject is not null)),
  check ((origin = 'local') = (password_hash is not null))
);

create unique index account_name on account (lower(name));

create table access_token (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  -- session: a browser; login: a program that signed in; api: made by hand, with a name
  kind text not null check (kind in ('session', 'login', 'api')),
  name text not null,
  -- SHA-256 of the token; the token itself is nowhere
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- a session that is not used for this long ends
  idle_limit interval not null,
  last_used_at timestamptz not null
);

create index access_token_account on access_token (account_id);
create index access_token_expiry on access_token (expires_at);

create table sign_in_failure (
  -- SHA-256 of what is slowed: a name at an address, an address, a name
  key bytea primary key,
  count integer not null,
  last_at timestamptz not null
);
