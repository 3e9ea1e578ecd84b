-- Package: toolservice.

-- Files of a project: brought by its members, or collected from what ran in it. The bytes are in
-- the store of blobs, under a digest made of the id, so that removing one never touches another.
create table project_artifact (
  id uuid primary key,
  project text not null references project on delete cascade,
  -- incoming: the bytes are being written; removed: they are being deleted
  state text not null check (state in ('incoming', 'kept', 'removed')),
  filename text not null,
  mime text not null default 'application/octet-stream',
  size bigint not null default 0,
  sha256 text not null default '',
  -- what made it, and where it lay there
  run uuid,
  path text,
  created_by text not null,
  created_at timestamptz not null
);

create index project_artifact_list on project_artifact (project, created_at desc);
create index project_artifact_unfinished on project_artifact (created_at) where state <> 'kept';

-- What links to artifacts are signed with: the same for all servers.
create table artifact_key (
  id integer primary key check (id = 1),
  secret bytea not null
);

-- JSON: the files that a run gets and gives, and what came of those it gives.
alter table tool_run add column files text not null default '{}';
alter table tool_run add column collected text not null default '{}';
