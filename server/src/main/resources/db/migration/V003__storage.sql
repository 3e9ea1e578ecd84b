-- Which storage belongs to this database. marked_at is empty until the storage carries the id, too.
create table storage_identity (
  only_one boolean primary key default true check (only_one),
  id uuid not null,
  place text not null,
  marked_at timestamptz
);

-- The servers that use it, and what they make sandboxes from.
create table storage_server (
  name text primary key,
  sandboxes text not null,
  seen_at timestamptz not null
);

-- Layers and bases of images: what their engine calls them, and the archive that holds each.
create table stored_layer (
  name text primary key,
  digest text not null,
  size_bytes bigint not null,
  made_at timestamptz not null
);
create index stored_layer_made_at on stored_layer (made_at);
