-- Package: workflow. How much of its time a run has used while a server worked on it; what passes
-- while no server is up does not count.
alter table workflow_run add column used_ms bigint not null default 0;
