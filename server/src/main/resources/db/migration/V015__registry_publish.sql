-- Room: registry.

-- The public keys of all servers that sign, each in its X.509 form as PEM. Rows stay: what a key
-- signed has to be checked for as long as somebody has it.
create table signing_key (
  key_id text primary key,
  public_key text not null,
  first_seen_at timestamptz not null
);

-- Lists of skills: what they are searched by, and the orders they come in.
alter table skill
  add column search_text text generated always as
    (lower(name || ' ' || coalesce(bundle #>> '{manifest,description}', ''))) stored;

create index skill_by_name on skill (name, version desc);
create index skill_by_upload on skill (uploaded_at, id);
