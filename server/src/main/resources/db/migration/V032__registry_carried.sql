-- Room: registry.

-- A skill whose deletion began is out of use, but its packages are in the image until one without them is built.
alter table runtime_image_skill
  add column in_use boolean not null default true;
