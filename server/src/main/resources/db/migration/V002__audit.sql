-- Who did what, in order. Every entry names the hash of the one before; nothing is ever changed.
create table audit_entry (
  sequence bigint primary key check (sequence > 0),
  at timestamptz not null,
  actor text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  object_name text not null,
  -- kept to the letter, because the hash covers the letters
  before json not null,
  after json not null,
  request_id text not null,
  previous text not null,
  hash text not null unique
);

create index audit_entry_actor on audit_entry (actor, sequence desc);
create index audit_entry_action on audit_entry (action, sequence desc);
create index audit_entry_object_id on audit_entry (object_id, sequence desc);
create index audit_entry_object_name on audit_entry (object_name, sequence desc);
create index audit_entry_at on audit_entry (at);

create function audit_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % refused', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_entry_stays before update or delete or truncate on audit_entry
  for each statement execute function audit_entry_stays();
