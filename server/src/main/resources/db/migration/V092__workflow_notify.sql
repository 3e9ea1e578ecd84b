-- Package: workflow. Every server listens on one connection and wakes its viewers.

create function workflow_notify() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'workflow_event' then
    perform pg_notify('assay_event', new.run::text);
  elsif tg_table_name = 'workflow_run' then
    perform pg_notify('assay_event', new.id::text);
  else
    perform pg_notify('assay_event', new.stream::text);
  end if;
  return null;
end
$$;

create trigger workflow_event_notify after insert on workflow_event
  for each row execute function workflow_notify();
create trigger workflow_run_notify after update of state on workflow_run
  for each row when (old.state is distinct from new.state) execute function workflow_notify();
create trigger live_event_notify after insert on live_event
  for each row execute function workflow_notify();
create trigger live_run_notify after update of running on live_run
  for each row when (old.running is distinct from new.running) execute function workflow_notify();
