-- Room: registry.

-- Digests under which deleted skills kept files; cleared away when nobody can need them any more.
create table skill_leftover (
  digest text primary key,
  name text not null,
  deleted_at timestamptz not null
);
