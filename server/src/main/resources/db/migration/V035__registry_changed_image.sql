-- Room: registry.

-- Whether its admission brought files into the runtime image, of packages or not. Where that was
-- not written down, an image is built without it when it is deleted.
alter table skill add column changed_image boolean not null default true;
