-- The right of one sandbox to exist.
create table sandbox_lease (
  id text primary key,
  engine text not null,
  -- the home whose server made it; only a server of that home can reach it
  place text not null,
  -- the server that keeps it alive
  holder text not null,
  owner text not null,
  opened_at timestamptz not null,
  used_at timestamptz not null,
  -- when its holder last said that it lives
  seen_at timestamptz not null,
  -- somebody wants it gone
  condemned boolean not null default false,
  -- when a server last tried to remove it
  tried_at timestamptz,
  -- the use of the sandbox, how far it sees, and how long it may stay
  purpose text not null default '',
  network text not null default '',
  idle_seconds bigint not null default 1800 check (idle_seconds > 0),
  longest_seconds bigint not null default 21600 check (longest_seconds > 0),
  -- by which a provider knows it; empty until the provider has named it
  provider_id text not null default '',
  -- the provider, as all servers know it; empty if only the place can reach it
  reach text not null default ''
);

create index sandbox_lease_place on sandbox_lease (place, opened_at);

-- By which the maker of a sandbox finds it again, for example run=… and step=….
create table sandbox_label (
  sandbox text not null references sandbox_lease (id) on delete cascade,
  name text not null,
  value text not null,
  primary key (sandbox, name)
);

-- By their hash: values may be of any length.
create index sandbox_label_value on sandbox_label (name, md5(value));

-- The files of a conversation or session. The version grows with every change.
create table shared_folder (
  workspace uuid primary key,
  version bigint not null
);

create table shared_file (
  workspace uuid not null references shared_folder (workspace) on delete cascade,
  place text not null,
  path text not null,
  digest text not null,
  size_bytes bigint not null,
  executable boolean not null,
  modified_at timestamptz not null,
  primary key (workspace, place, path)
);
create index shared_file_digest on shared_file (digest);

-- Contents of such files. One that no file has goes some time after it was last touched.
create table shared_content (
  digest text primary key,
  touched_at timestamptz not null
);
create index shared_content_touched_at on shared_content (touched_at);

-- What the layers of images were when their packages were admitted, by the engine's own names. A layer without a row is
-- written down when it is first used.
create table layer_digest (
  name text primary key,
  digest text not null,
  made_at timestamptz not null
);
create index layer_digest_made_at on layer_digest (made_at);
