-- Room: registry.

-- One version of one name.
create table skill (
  id uuid primary key,
  name text not null,
  version integer not null,
  -- names the admitted tree, whose files are in the blob store
  digest text not null,
  status text not null check (status in ('pending', 'validating', 'approved', 'rejected', 'rollback_pending')),
  -- manifest, files, dependencies, evals and findings as intake saw them
  bundle jsonb not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  unique (name, version),
  unique (name, digest)
);

-- At most one version of a name is on its way.
create unique index skill_on_its_way on skill (name) where status in ('pending', 'validating');
create index skill_status on skill (status);
