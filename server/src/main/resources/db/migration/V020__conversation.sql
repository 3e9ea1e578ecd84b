-- Room: conversation.

create table conversation (
  id uuid primary key,
  -- the id of an account, or 'local' for the owner of the home
  owner text not null,
  title text not null,
  archived boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the number of its latest event
  last_seq bigint not null default 0
);

create index conversation_owner on conversation (owner, updated_at desc);

-- What a user said, and what became of it.
create table conversation_turn (
  id uuid primary key,
  conversation uuid not null references conversation on delete cascade,
  number integer not null,
  message text not null,
  state text not null check (state in
    ('running', 'answered', 'failed', 'cancelled', 'out_of_budget', 'lost')),
  model text not null,
  rehearsal boolean not null,
  -- skills that could be chosen and those that were used: a JSON list of {name, id, version}
  listed text not null,
  used text not null default '[]',
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost numeric not null default 0,
  transcript uuid,
  began_at timestamptz not null,
  ended_at timestamptz,
  -- the server that works on it, and when it last said that it lives, by the database's clock
  server text not null,
  beat_at timestamptz not null,
  cancel_wanted boolean not null default false,
  unique (conversation, number)
);

-- One turn at a time, whichever server it runs on.
create unique index conversation_turn_running on conversation_turn (conversation)
  where state = 'running';

-- What happened, as viewers are told it. The body is JSON as text: a tool's output may hold
-- characters that the database's JSON cannot.
create table conversation_event (
  conversation uuid not null references conversation on delete cascade,
  seq bigint not null,
  turn uuid not null references conversation_turn on delete cascade,
  kind text not null,
  body text not null,
  at timestamptz not null,
  primary key (conversation, seq)
);

create index conversation_event_turn on conversation_event (turn, seq);
