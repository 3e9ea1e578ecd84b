-- Room: registry.

-- The SHA-256 of the archives of skills and of their evals when they were kept, by the digest of the files in them. Archives that
-- were kept before this table are written down when they are first used.
create table kept_archive (
  digest text primary key,
  sha256 text not null
);
