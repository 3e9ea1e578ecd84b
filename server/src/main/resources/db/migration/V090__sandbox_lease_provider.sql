-- A sandbox may lie with a provider that several servers use: then each of them can remove it.
alter table sandbox_lease
  -- by which the provider knows it; empty until it has named it
  add column provider_id text not null default '',
  -- the provider, as all servers know it; empty if only the place can reach it
  add column reach text not null default '';

update sandbox_lease set provider_id = id;
