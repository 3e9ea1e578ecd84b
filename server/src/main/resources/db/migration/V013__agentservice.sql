-- A message to an agent of a project, and what came of it.
create table agent_turn (
  id uuid primary key,
  project text not null references project on delete cascade,
  channel text not null,
  agent text not null,
  account text not null,
  sender text not null,
  -- of the sender's id of the message, which may be long
  message_hash text,
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  cancel_wanted boolean not null default false,
  result text,
  error text,
  rehearsal boolean,
  -- how many it has
  cards integer not null default 0,
  created_at timestamptz not null,
  published_at timestamptz not null,
  finished_at timestamptz
);

create unique index agent_turn_message on agent_turn (project, message_hash)
  where message_hash is not null;
create index agent_turn_project on agent_turn (project, created_at desc);
create index agent_turn_channel on agent_turn (project, agent, channel, created_at);
create index agent_turn_open on agent_turn (published_at) where state in ('queued', 'running');

-- What was said and done in a turn, and from what it follows.
create table agent_card (
  id uuid primary key,
  turn uuid not null references agent_turn on delete cascade,
  number integer not null,
  type text not null check (type in ('user_message', 'agent_reply', 'tool_call', 'tool_progress',
    'tool_result', 'retry_judgement', 'agent_result')),
  author text not null,
  parent uuid references agent_card on delete cascade,
  call_id text,
  -- JSON
  content text not null,
  created_at timestamptz not null,
  -- of calls: when they were last sent over the bus
  published_at timestamptz default now(),
  unique (turn, number)
);

-- One result for each call; progress has a type of its own and cannot take its place.
create unique index agent_card_call on agent_card (turn, call_id) where type = 'tool_call';
create unique index agent_card_result on agent_card (turn, call_id) where type = 'tool_result';
create index agent_card_parent on agent_card (parent);

create function agent_notify() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'agent_card' then
    perform pg_notify('assay_event', new.turn::text);
  else
    perform pg_notify('assay_event', new.id::text);
  end if;
  return null;
end
$$;

create trigger agent_card_notify after insert on agent_card
  for each row execute function agent_notify();
create trigger agent_turn_notify after update on agent_turn
  for each row when (old.cancel_wanted is distinct from new.cancel_wanted
    or old.state is distinct from new.state) execute function agent_notify();
