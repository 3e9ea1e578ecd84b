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

-- Where a full test was made; of older ones the engine of their image.
alter table full_test add column engine text;
