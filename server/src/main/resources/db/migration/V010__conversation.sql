create table conversation (
  id uuid primary key,
  -- the id of an account, or 'local' for the owner of the home
  owner text not null,
  title text not null,
  archived boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
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
  unique (conversation, number)
);

-- Conversations that are forgotten but whose files may still be there, because a server died
-- between the two.
create table conversation_leftover (
  id uuid primary key,
  deleted_at timestamptz not null
);
