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
  -- the id of the account that uploaded it, which never changes hands, unlike its name; 'local' is the owner of the
  -- home, empty is an account that is gone
  owner text not null default '',
  -- layer1, layer2, completed, failed; null before the first validation
  stage text check (stage in ('layer1', 'layer2', 'completed', 'failed')),
  -- the run that validates or validated it last
  run_id uuid,
  inconclusive_reason text,
  -- a validation that could not decide by itself: a person does, and acknowledges the reasons
  held_reasons jsonb not null default '[]',
  held_acknowledged boolean not null default false,
  -- {completion_score, trigger_score, offline_score, overall, weights, …} of the last run with scores
  scores jsonb,
  -- whether those came from rules instead of a model
  rehearsal boolean not null default false,
  validated_at timestamptz,
  last_full_test_at timestamptz,
  -- {outcome, reason, scores, tasks} of that test
  full_test_results jsonb,
  approved_by text,
  approved_at timestamptz,
  rejected_by text,
  rejected_at timestamptz,
  reject_reason text,
  -- the reviewer knew that rules had taken a model's place; stays with the skill
  rehearsal_acknowledged boolean not null default false,
  -- the runtime image it was admitted with: its number, its list of files, and what it was made from
  image_number integer,
  contents text,
  image_base text,
  image_architecture text,
  image_engine text,
  -- whether its admission brought files into the runtime image
  changed_image boolean not null default true,
  -- exact versions it was tested with, {ecosystem: {name: version}}
  installed jsonb not null default '{}',
  -- a newer version of the same name took its place; approved, but in use no more
  replaced_by uuid,
  -- the run that changes the runtime image for it just now
  change_run uuid,
  -- the run that validates it once more while it is in use, and what that run found if it failed
  again_run uuid,
  again_failed text,
  -- by which lists of skills are searched
  search_text text generated always as
    (lower(name || ' ' || coalesce(bundle #>> '{manifest,description}', ''))) stored,
  unique (name, version),
  unique (name, digest)
);

-- At most one version of a name is on its way, and one is in use.
create unique index skill_on_its_way on skill (name) where status in ('pending', 'validating');
create unique index skill_in_use on skill (name) where status = 'approved' and replaced_by is null;
create index skill_status on skill (status);
create index skill_waiting on skill (validated_at) where status = 'pending' and stage = 'completed';
create index skill_again_run on skill (again_run) where again_run is not null;
create index skill_owner on skill (owner);
create index skill_by_name on skill (name, version desc);
create index skill_by_upload on skill (uploaded_at, id);

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

-- One row per full test; kept longer than the run that made it.
create table full_test (
  run_id uuid primary key,
  image_number integer not null,
  rehearsal boolean not null,
  started_by text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- running, finished, cancelled, timed_out, inconclusive, failed
  state text not null,
  reason text,
  -- where it was made; null: the engine of its image
  engine text
);

create index full_test_started on full_test (started_at desc);

-- One row per skill and full test.
create table full_test_skill (
  run_id uuid not null references full_test on delete cascade,
  skill_name text not null,
  -- null once the skill is deleted
  skill_id uuid references skill (id) on delete set null,
  version integer not null,
  -- passed, failed, inconclusive; null while it is not known
  outcome text check (outcome in ('passed', 'failed', 'inconclusive')),
  overall numeric(4, 1),
  results jsonb,
  primary key (run_id, skill_name)
);

create index full_test_skill_id on full_test_skill (skill_id);

-- On which engines beside the one they were admitted on skills did their saved tasks again, and
-- what came of it. A skill is used on another engine only with a row that says `passed`.
create table skill_engine_test (
  skill_id uuid not null references skill (id) on delete cascade,
  engine text not null,
  base text not null,
  architecture text not null,
  place text not null,
  outcome text not null check (outcome in ('passed', 'failed', 'inconclusive')),
  reason text not null,
  recorded boolean not null,
  unenforced text not null,
  rehearsal boolean not null,
  run_id uuid not null,
  tested_at timestamptz not null,
  primary key (skill_id, engine, base, architecture, place)
);

-- How often the gate itself errs, as `assay calibrate` measured it, and under which conditions.
create table calibration (
  id uuid primary key,
  made_at timestamptz not null,
  made_by text not null,
  conditions jsonb not null,
  report jsonb not null
);

create index calibration_made_at on calibration (made_at desc);

-- What became of each try of a skill's tasks, for its history: drift and flaky tasks.
create table trial_outcome (
  run_id uuid not null,
  skill_id uuid not null references skill (id) on delete cascade,
  task_digest text not null,
  phase text not null,
  task_id text not null,
  source text not null,
  executor text not null,
  score integer not null,
  completed boolean not null,
  activated boolean not null,
  at timestamptz not null,
  primary key (run_id, skill_id, task_digest, phase)
);

create index trial_outcome_skill on trial_outcome (skill_id, at);

-- Digests under which deleted skills kept files; cleared away when nobody can need them any more.
create table skill_leftover (
  digest text primary key,
  name text not null,
  deleted_at timestamptz not null
);
