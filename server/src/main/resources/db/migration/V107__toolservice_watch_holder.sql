-- Package: toolservice.

-- Which call watches, so that the same call goes on with it after its worker died.
alter table tool_watch add column holder text not null default '';
