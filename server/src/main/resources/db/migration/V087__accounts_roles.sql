-- Authors, reviewers and auditors beside admins and users.
alter table account drop constraint if exists account_role_check;
alter table account add constraint account_role_check
  check (role in ('admin', 'reviewer', 'author', 'auditor', 'user'));
