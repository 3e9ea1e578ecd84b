-- How often the gate itself errs, as `assay calibrate` measured it, and under which conditions.
create table calibration (
  id uuid primary key,
  made_at timestamptz not null,
  made_by text not null,
  conditions jsonb not null,
  report jsonb not null
);

create index calibration_made_at on calibration (made_at desc);
