-- What the runtime image that a skill was admitted with was made from: the images themselves say it in their JSON, but
-- old ones are forgotten. What was written down before is filled in by the first server that starts.
alter table skill
  add column image_base text,
  add column image_architecture text;
