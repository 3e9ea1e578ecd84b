-- Room: sandbox.

-- What a sandbox is for, how far it sees, and how long it may stay.
alter table sandbox_lease
  add column purpose text not null default '',
  add column network text not null default '',
  add column idle_seconds bigint not null default 1800 check (idle_seconds > 0),
  add column longest_seconds bigint not null default 21600 check (longest_seconds > 0);

-- By which the maker of a sandbox finds it again, for example run=… and step=….
create table sandbox_label (
  sandbox text not null references sandbox_lease (id) on delete cascade,
  name text not null,
  value text not null,
  primary key (sandbox, name)
);

-- By their hash: values may be of any length.
create index sandbox_label_value on sandbox_label (name, md5(value));
