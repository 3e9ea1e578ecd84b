-- Who works on a call. The id of a call may be long, so its hash is the key.
create table call_lease (
  project text not null references project on delete cascade,
  call_hash text not null,
  holder uuid not null,
  -- grows each time somebody takes the call; an older holder writes nothing more
  fence bigint not null,
  until timestamptz not null,
  done_at timestamptz,
  primary key (project, call_hash)
);

create index call_lease_done on call_lease (done_at) where done_at is not null;

-- Messages that could not be handled, as they came.
create table bus_parked (
  id uuid primary key,
  project text not null references project on delete cascade,
  subject text not null,
  -- JSON, name to value
  headers text not null,
  payload text not null,
  -- false: something had to be cut off, so it cannot be sent again
  whole boolean not null,
  reason text not null,
  parked_at timestamptz not null,
  resent_at timestamptz
);

create index bus_parked_project on bus_parked (project, parked_at desc);
