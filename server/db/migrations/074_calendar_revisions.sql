-- How often what stands in a calendar was moved, canceled or taken up again: part of the SEQUENCE of its entry
-- (RFC 5545 §3.8.7.4), as lessons have it already.

alter table class_instances add column revision integer not null default 0;
alter table class_registrations add column revision integer not null default 0;
alter table camp_timeslots add column revision integer not null default 0;
alter table camp_registrations add column revision integer not null default 0;
alter table guest_camp_registrations add column revision integer not null default 0;

create function count_calendar_revision() returns trigger
language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger revision before update of class_date, start_time, end_time, status on class_instances
  for each row when (
    (old.class_date, old.start_time, old.end_time, old.status)
      is distinct from (new.class_date, new.start_time, new.end_time, new.status)
  ) execute function count_calendar_revision();
create trigger revision before update of date, start_time, end_time on camp_timeslots
  for each row when (
    (old.date, old.start_time, old.end_time) is distinct from (new.date, new.start_time, new.end_time)
  ) execute function count_calendar_revision();

do $$
declare
  registrations text;
begin
  foreach registrations in array array['class_registrations', 'camp_registrations', 'guest_camp_registrations'] loop
    execute format(
      'create trigger revision before update of status on %I for each row '
      'when ((old.status = ''canceled'') is distinct from (new.status = ''canceled'')) '
      'execute function count_calendar_revision()',
      registrations
    );
  end loop;
end $$;
