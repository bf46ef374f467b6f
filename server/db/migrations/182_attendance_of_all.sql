-- Who came, for cage bookings as for lessons: checked in, late, or not there at all. 'late' is somebody who is expected still, or
-- who came after the start.

alter table bookings
  add column attendance text check (attendance in ('checked_in', 'late', 'no_show')),
  add column attendance_at timestamptz;
alter table guest_bookings
  add column attendance text check (attendance in ('checked_in', 'late', 'no_show')),
  add column attendance_at timestamptz;
-- The columns are new, so every row passes.
-- squawk-ignore constraint-missing-not-valid
alter table bookings add constraint bookings_attendance check (
  (attendance is null) = (attendance_at is null) and (attendance is null or status <> 'canceled')
);
-- squawk-ignore constraint-missing-not-valid
alter table guest_bookings add constraint guest_bookings_attendance check (
  (attendance is null) = (attendance_at is null) and (attendance is null or status <> 'canceled')
);
alter table coach_bookings drop constraint coach_bookings_attendance_check;
-- The values that were allowed are allowed still.
-- squawk-ignore constraint-missing-not-valid
alter table coach_bookings add constraint coach_bookings_attendance_check
  check (attendance in ('checked_in', 'late', 'no_show'));

-- The constraint that forbids it; null when it may stand. Nobody is absent from what has not begun, and people check in on the
-- facility day of the booking, not before.
create function attendance_refusal(attendance text, noted_at timestamptz, starts_at timestamptz) returns text
language sql stable
return case
  when attendance = 'no_show' and noted_at < starts_at then 'attendance_after_start'
  when attendance is not null and facility_day(noted_at) < facility_day(starts_at) then 'attendance_on_its_day'
end;

create or replace function check_attendance(attendance text, noted_at timestamptz, starts_at timestamptz) returns void
language plpgsql as $$
declare
  refusal text := attendance_refusal(attendance, noted_at, starts_at);
begin
  if refusal is not null then
    raise exception 'It is too early to note this.' using errcode = 'check_violation', constraint = refusal;
  end if;
end $$;

-- What is canceled, or moved to a time for which it could not have been noted, has no attendance any more.
create or replace function keep_lesson_attendance() returns trigger
language plpgsql as $$
declare
  starts_at timestamptz := nearest_facility_instant(new.lesson_date + new.start_time);
begin
  if tg_op = 'UPDATE'
    and (new.attendance, new.attendance_at) is not distinct from (old.attendance, old.attendance_at)
    and (new.status = 'canceled' or attendance_refusal(new.attendance, new.attendance_at, starts_at) is not null)
  then
    new.attendance := null;
    new.attendance_at := null;
  end if;
  perform check_attendance(new.attendance, new.attendance_at, starts_at);
  return new;
end $$;

create function keep_booking_attendance() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.attendance, new.attendance_at) is not distinct from (old.attendance, old.attendance_at)
    and (new.status = 'canceled' or attendance_refusal(new.attendance, new.attendance_at, new.start_time) is not null)
  then
    new.attendance := null;
    new.attendance_at := null;
  end if;
  perform check_attendance(new.attendance, new.attendance_at, new.start_time);
  return new;
end $$;
create trigger keep_attendance before insert or update of attendance, attendance_at, status, start_time on bookings
  for each row when (new.attendance is not null) execute function keep_booking_attendance();
create trigger keep_attendance before insert or update of attendance, attendance_at, status, start_time on guest_bookings
  for each row when (new.attendance is not null) execute function keep_booking_attendance();
