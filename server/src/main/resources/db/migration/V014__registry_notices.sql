-- Room: registry.

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
