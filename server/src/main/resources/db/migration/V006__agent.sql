-- What agents were told, said and did. Entries are added as they happen; a transcript without an
-- end belongs to a run that is going on, or that was killed.
create table agent_transcript (
  id uuid primary key,
  -- what it belongs to, for example a validation
  owner text not null,
  purpose text not null,
  model text not null,
  rehearsal boolean not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- how it ended, in a word
  ending text
);

create index agent_transcript_owner on agent_transcript (owner, opened_at);

-- JSON as text: a tool's output may hold characters that the database's JSON cannot.
create table agent_transcript_entry (
  transcript uuid not null references agent_transcript on delete cascade,
  number integer not null,
  entry text not null,
  primary key (transcript, number)
);

-- Every model call that was answered.
create table agent_cost (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  purpose text not null,
  model text not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost numeric not null,
  owner text not null,
  -- the part of the input that came from the provider's cache, and what was put into it
  cached_tokens bigint not null default 0,
  cache_writes bigint not null default 0,
  -- how long failed tries took, with the pauses that the provider asked for
  waited_ms bigint not null default 0,
  -- whose money the call was when it was made
  account text not null default ''
);

create index agent_cost_owner on agent_cost (owner);
create index agent_cost_at on agent_cost (at);
create index agent_cost_by_account on agent_cost (account, at);

-- One row once a model was configured: from then on rehearsal is never silently in its place.
create table agent_model_seen (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);

-- Whose costs an owner's are, for limits by user.
create table agent_cost_account (
  owner text primary key,
  account text not null
);

create index agent_cost_account_account on agent_cost_account (account);
