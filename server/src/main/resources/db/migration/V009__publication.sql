-- Entries of the audit log that somebody outside is told of, until they were told.
create table notice (
  sequence bigint primary key,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_error text
);

create index notice_due on notice (next_attempt_at)
  where delivered_at is null and given_up_at is null;

-- How far the audit log was read for them.
create table notice_cursor (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null
);

-- Up to which entry of the audit log somebody has read what became of their skills.
create table notice_read (
  owner text primary key,
  sequence bigint not null
);

-- The public keys of all servers that sign, each in its X.509 form as PEM. Rows stay: what a key
-- signed has to be checked for as long as somebody has it.
create table signing_key (
  key_id text primary key,
  public_key text not null,
  first_seen_at timestamptz not null
);
