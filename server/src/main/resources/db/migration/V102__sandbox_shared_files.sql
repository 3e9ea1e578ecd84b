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
