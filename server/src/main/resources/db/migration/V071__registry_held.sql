-- A validation that could not decide by itself: a person does, and has to say that they know why.
alter table skill
  add column held_reasons jsonb not null default '[]',
  add column held_acknowledged boolean not null default false;
