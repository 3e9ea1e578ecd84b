-- On which engine a skill was proved; there was only one before.
alter table skill add column image_engine text;
update skill set image_engine = 'local' where image_architecture is not null;
