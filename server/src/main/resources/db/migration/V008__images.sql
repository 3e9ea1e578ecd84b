-- Numbered runtime images: v1.0 is the base, each later one adds one skill's packages.
create table runtime_image (
  number integer primary key check (number >= 0),
  -- {base, layers}
  image jsonb not null,
  skill_id uuid references skill (id) on delete set null,
  skill_name text,
  digest text,
  run_id uuid,
  packages jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  size_bytes bigint not null default 0,
  -- the list of its files; null: the base
  contents text
);

create table runtime_image_current (
  only_row boolean primary key default true check (only_row),
  number integer not null references runtime_image (number)
);

-- Which skills are in use while an image is current.
create table runtime_image_skill (
  number integer not null references runtime_image (number) on delete cascade,
  skill_id uuid not null references skill (id) on delete cascade,
  -- false: its deletion began, but its packages are in the image until one without them is built
  in_use boolean not null default true,
  primary key (number, skill_id)
);

create index runtime_image_skill_of on runtime_image_skill (skill_id);

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
