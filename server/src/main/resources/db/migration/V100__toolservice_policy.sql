-- Package: toolservice.

-- What a project may do beyond using approved skills offline.
alter table project add column unreviewed text not null default 'refused'
  check (unreviewed in ('refused', 'allowed'));
alter table project add column network text not null default 'blocked'
  check (network in ('blocked', 'open', 'allow_list'));
-- JSON: the hosts of an allow-list
alter table project add column allowed_hosts text not null default '[]';
alter table project add column packages text not null default 'refused'
  check (packages in ('refused', 'allowed'));

-- the version that was uploaded through the project, whether it is approved or not
alter table project_skill add column uploaded integer;
