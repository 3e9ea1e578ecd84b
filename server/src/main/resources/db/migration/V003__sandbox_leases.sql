-- Room: sandbox.

-- The right of one sandbox to exist.
create table sandbox_lease (
  id text primary key,
  engine text not null,
  -- the home whose server made it; only a server of that home can reach it
  place text not null,
  -- the server that keeps it alive
  holder text not null,
  owner text not null,
  opened_at timestamptz not null,
  used_at timestamptz not null,
  -- when its holder last said that it lives
  seen_at timestamptz not null,
  -- somebody wants it gone
  condemned boolean not null default false,
  -- when somebody last tried to remove it
  tried_at timestamptz
);

create index sandbox_lease_place on sandbox_lease (place, opened_at);
