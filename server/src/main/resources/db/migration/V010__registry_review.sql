-- Room: registry.

alter table skill
  add column approved_by text,
  add column approved_at timestamptz,
  add column rejected_by text,
  add column rejected_at timestamptz,
  add column reject_reason text,
  -- the reviewer knew that rules had taken a model's place; stays with the skill
  add column rehearsal_acknowledged boolean not null default false,
  -- the runtime image it was admitted with
  add column image_number integer,
  -- exact versions it was tested with, {ecosystem: {name: version}}
  add column installed jsonb not null default '{}',
  -- a newer version of the same name took its place; approved, but in use no more
  add column replaced_by uuid,
  -- the run that changes the runtime image for it just now
  add column change_run uuid;

-- One version of a name is in use.
create unique index skill_in_use on skill (name) where status = 'approved' and replaced_by is null;
create index skill_waiting on skill (validated_at) where status = 'pending' and stage = 'completed';

alter table runtime_image
  add column size_bytes bigint not null default 0;

-- Which skills are in use while an image is current.
create table runtime_image_skill (
  number integer not null references runtime_image (number) on delete cascade,
  skill_id uuid not null references skill (id) on delete cascade,
  primary key (number, skill_id)
);

create index runtime_image_skill_of on runtime_image_skill (skill_id);
