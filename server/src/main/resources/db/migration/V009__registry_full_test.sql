-- Room: registry.

alter table skill
  add column last_full_test_at timestamptz,
  -- {outcome, reason, scores, tasks} of that test
  add column full_test_results jsonb;

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
  reason text
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
