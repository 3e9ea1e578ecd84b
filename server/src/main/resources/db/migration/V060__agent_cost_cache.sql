-- Room: agent.

-- What was read from the provider's cache or put into it, as a part of what was read, and how long
-- failed tries and pauses took that the provider asked for.
alter table agent_cost
  add column cached_tokens bigint not null default 0,
  add column cache_writes bigint not null default 0,
  add column waited_ms bigint not null default 0;

-- Whose costs an owner's are, for limits by user.
create table agent_cost_account (
  owner text primary key,
  account text not null
);

create index agent_cost_account_account on agent_cost_account (account);
