-- Package: workflow, which takes over what conversations kept for themselves.

-- A list of numbered events that viewers follow; of one stream at most one run is alive.
create table live_stream (
  id uuid primary key,
  -- the number of its latest event
  last_seq bigint not null default 0
);

-- Work that one server does while others watch. It is not repeated: if its server dies, another one
-- ends it.
create table live_run (
  id uuid primary key,
  kind text not null,
  stream uuid not null references live_stream on delete cascade,
  -- in the order they began
  place bigint generated always as identity,
  running boolean not null default true,
  -- the server that works on it, and when it last said that it lives, by the database's clock
  server text not null,
  beat_at timestamptz not null,
  cancel_wanted boolean not null default false
);

create unique index live_run_alive on live_run (stream) where running;
create index live_run_stream on live_run (stream, place);

-- What happened, as viewers are shown it. The body is JSON as text: a tool's output may hold
-- characters that the database's JSON cannot.
create table live_event (
  stream uuid not null references live_stream on delete cascade,
  seq bigint not null,
  run uuid not null references live_run on delete cascade,
  kind text not null,
  body text not null,
  at timestamptz not null,
  primary key (stream, seq)
);

create index live_event_run on live_event (run, seq);

insert into live_stream (id, last_seq) select id, last_seq from conversation;
insert into live_run (id, kind, stream, running, server, beat_at, cancel_wanted)
  select id, 'turn', conversation, state = 'running', server, beat_at, cancel_wanted
  from conversation_turn order by conversation, number;
insert into live_event (stream, seq, run, kind, body, at)
  select conversation, seq, turn, kind, body, at from conversation_event;

drop table conversation_event;
drop index conversation_turn_running;
alter table conversation drop column last_seq;
alter table conversation_turn drop column server, drop column beat_at, drop column cancel_wanted;
