-- Up to which entry of the audit log somebody has read what became of their skills.
create table notice_read (
  owner text primary key,
  sequence bigint not null
);
