-- Room: registry.

alter table skill
  -- layer1, layer2, completed, failed; null before the first validation
  add column stage text check (stage in ('layer1', 'layer2', 'completed', 'failed')),
  -- the run that validates or validated it last
  add column run_id uuid,
  add column inconclusive_reason text,
  -- {completion_score, trigger_score, offline_score, overall, weights, …} of the last run with scores
  add column scores jsonb,
  -- whether those came from rules instead of a model
  add column rehearsal boolean not null default false,
  add column validated_at timestamptz;

-- Tasks a skill was admitted with; they come back in regressions and full tests.
create table skill_task (
  skill_id uuid not null references skill (id) on delete cascade,
  task_id text not null,
  position integer not null,
  task jsonb not null,
  completed_offline boolean not null,
  activated boolean not null,
  rehearsal boolean not null,
  primary key (skill_id, task_id)
);

-- Numbered runtime images: v1.0 is the base, each later one adds one skill's packages.
create table runtime_image (
  number integer primary key check (number >= 0),
  -- {base, layers}
  image jsonb not null,
  skill_id uuid references skill (id) on delete set null,
  skill_name text,
  digest text,
  run_id uuid,
  packages jsonb not null,
  created_at timestamptz not null,
  created_by text not null
);

create table runtime_image_current (
  only_row boolean primary key default true check (only_row),
  number integer not null references runtime_image (number)
);
