-- How often a lesson was moved, canceled or taken up again: the SEQUENCE of its calendar entry (RFC 5545 §3.8.7.4),
-- by which calendars know which of two files is the newer one.

alter table coach_bookings add column revision integer not null default 0;

create function count_lesson_revision() returns trigger
language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger revision
  before update of coach_id, cage_id, lesson_date, start_time, end_time, status on coach_bookings
  for each row when (
    (old.coach_id, old.cage_id, old.lesson_date, old.start_time, old.end_time, old.status = 'canceled')
      is distinct from
      (new.coach_id, new.cage_id, new.lesson_date, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function count_lesson_revision();
