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
