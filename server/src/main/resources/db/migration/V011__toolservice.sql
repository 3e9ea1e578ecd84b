-- A view on the one registry: names of skills are global, a project enables some of them.
create table project (
  id text primary key,
  title text not null,
  reuse_mode text not null default 'none'
    check (reuse_mode in ('none', 'project_agent', 'session')),
  bootstrapped_at timestamptz,
  -- what it may do beyond using approved skills offline
  unreviewed text not null default 'refused' check (unreviewed in ('refused', 'allowed')),
  network text not null default 'blocked' check (network in ('blocked', 'open', 'allow_list')),
  -- JSON: the hosts of an allow-list
  allowed_hosts text not null default '[]',
  packages text not null default 'refused' check (packages in ('refused', 'allowed')),
  created_by text not null,
  created_at timestamptz not null
);

-- What members to whom it is given may call: a JSON list of names.
create table project_profile (
  project text not null references project on delete cascade,
  name text not null,
  tools text not null,
  primary key (project, name)
);

create table project_member (
  project text not null references project on delete cascade,
  -- the id of an account, or 'local' for the owner of the home
  account text not null,
  role text not null check (role in ('owner', 'editor', 'caller', 'viewer')),
  profile text,
  primary key (project, account),
  foreign key (project, profile) references project_profile
);

create index project_member_account on project_member (account);

create table project_tool (
  project text not null references project on delete cascade,
  name text not null,
  -- of tools that workers of the project do: the description and the arguments; null: a built-in tool
  description text,
  input_schema text,
  primary key (project, name)
);

create table project_skill (
  project text not null references project on delete cascade,
  name text not null,
  enabled boolean not null,
  -- the pinned version; without one it is the version in use
  version integer,
  -- the version that was uploaded through the project, whether it is approved or not
  uploaded integer,
  primary key (project, name)
);

-- The files of a caller, and the sandboxes that see them.
create table tool_session (
  id uuid primary key,
  project text not null references project on delete cascade,
  agent text not null,
  -- what the caller calls it
  alias text not null,
  -- false: made for one call, ends with it
  kept boolean not null,
  -- the skills whose files were copied into it: JSON, name to digest
  placed text not null default '{}',
  created_at timestamptz not null,
  used_at timestamptz not null,
  ends_at timestamptz not null,
  -- the last attempt to remove it
  tried_at timestamptz
);

create unique index tool_session_key on tool_session (project, agent, alias) where kept;

-- What is done in a session. While it is worked on there is a live run with the same id.
create table tool_run (
  id uuid primary key,
  project text not null references project on delete cascade,
  kind text not null check (kind in ('command', 'task', 'service', 'job', 'step')),
  -- the job of a step, and which step it is
  parent uuid references tool_run on delete cascade,
  position integer not null default 0,
  name text not null default '',
  session uuid not null,
  alias text not null,
  agent text not null,
  caller text not null,
  -- of the caller's id of the call, which may be long
  call_hash text,
  skill text not null,
  version integer not null,
  version_hash text not null,
  workdir text not null,
  command text not null,
  -- JSON; emptied at the end
  variables text not null default '{}',
  timeout_seconds integer not null,
  ready_pattern text,
  startup_seconds integer not null default 0,
  state text not null check (state in
    ('queued', 'starting', 'running', 'succeeded', 'failed', 'canceled')),
  startup_ready boolean not null default false,
  current_step integer not null default -1,
  cancel_reason text,
  exit_code integer,
  -- what was written, as far as it is kept, and how many bytes there were
  stdout text not null default '',
  stderr text not null default '',
  stdout_bytes bigint not null default 0,
  stderr_bytes bigint not null default 0,
  error_message text,
  orphaned_reason text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  last_output_at timestamptz,
  -- JSON: the files that the run gets and gives, and what came of those it gives
  files text not null default '{}',
  collected text not null default '{}',
  -- JSON: ports of a service that are to be reached from outside, and where they are reached
  ports text not null default '[]',
  endpoints text not null default '[]',
  -- whether a program listened on all of them when it was last looked
  endpoints_active boolean not null default false
);

-- One command at a time in a working directory of a session, whichever server it runs on.
create unique index tool_run_busy on tool_run (session, workdir)
  where state in ('queued', 'starting', 'running') and kind in ('command', 'task', 'job');
create unique index tool_run_call on tool_run (project, kind, call_hash)
  where call_hash is not null;
create index tool_run_queue on tool_run (created_at) where state = 'queued' and parent is null;
create index tool_run_open on tool_run (session)
  where state in ('queued', 'starting', 'running');
create index tool_run_project on tool_run (project, created_at desc);
create index tool_run_parent on tool_run (parent, position);

-- Who watches what; a second one with the same key is sent away.
create table tool_watch (
  project text not null references project on delete cascade,
  key_hash text not null,
  until timestamptz not null,
  -- the call that watches, so that the same call goes on with it after its worker died
  holder text not null default '',
  primary key (project, key_hash)
);

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
