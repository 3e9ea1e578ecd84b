-- Package: toolservice.

-- JSON: ports of a service that are to be reached from outside, and where they are reached.
alter table tool_run add column ports text not null default '[]';
alter table tool_run add column endpoints text not null default '[]';
-- whether something listened on all of them when it was last looked
alter table tool_run add column endpoints_active boolean not null default false;
