-- Whose a skill is: the id of the account that uploaded it, which never changes hands, unlike its name.
-- 'local' is the owner of the home; empty is an account that is gone.
alter table skill add column owner text not null default '';
update skill set owner = case
  when uploaded_by = 'local' then 'local'
  else coalesce((select a.id::text from account a
                 where lower(a.name) = lower(skill.uploaded_by) and a.created_at <= skill.uploaded_at), '')
  end;
create index skill_owner on skill (owner);
