-- A skill in use that is validated once more: the run, and what it found if it failed.
alter table skill add column again_run uuid;
alter table skill add column again_failed text;
create index skill_again_run on skill (again_run) where again_run is not null;
