-- Room: registry.

-- What an image has in it: packages with the hashes of their files, and every file with its owner.
-- One list may belong to a candidate that waits for a review, or to images.
create table image_contents (
  digest text primary key,
  -- the text of the list, packed by gzip
  packed bytea not null,
  -- digests of the package files it was made from
  package_files text[] not null,
  created_at timestamptz not null
);
-- the runs that made such an image
create table image_contents_run (
  digest text not null references image_contents (digest) on delete cascade,
  run_id uuid not null,
  primary key (digest, run_id)
);
create index image_contents_files on image_contents using gin (package_files);

alter table runtime_image
  -- null: the base, or made before lists were kept
  add column contents text;

alter table skill
  -- the list of the image it was admitted with
  add column contents text;
