-- Room: sandbox.

-- What the layers of images were when their packages were admitted, by the engine's own names. Layers that were made before this
-- table are written down when they are first used.
create table layer_digest (
  name text primary key,
  digest text not null,
  made_at timestamptz not null
);
create index layer_digest_made_at on layer_digest (made_at);
