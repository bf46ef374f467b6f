-- Who came to a class session, noted for each seat: as for bookings and lessons (migration 182).

alter table class_registrations
  add column attendance text check (attendance in ('checked_in', 'late', 'no_show')),
  add column attendance_at timestamptz;
-- The columns are new, so every row passes.
-- squawk-ignore constraint-missing-not-valid
alter table class_registrations add constraint class_registrations_attendance check (
  (attendance is null) = (attendance_at is null) and (attendance is null or status <> 'canceled')
);

create function class_session_start(session uuid) returns timestamptz
language sql stable
begin atomic
  select nearest_facility_instant(class_date + start_time) from class_instances where id = session;
end;

-- What is canceled has no attendance any more, nor what is moved to a session for which it could not have been noted.
create function keep_class_attendance() returns trigger
language plpgsql as $$
declare
  starts_at timestamptz := class_session_start(new.class_instance_id);
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
create trigger keep_attendance
  before insert or update of attendance, attendance_at, status, class_instance_id on class_registrations
  for each row when (new.attendance is not null) execute function keep_class_attendance();

-- The same where the session itself is moved.
create function keep_moved_session_attendance() returns trigger
language plpgsql as $$
begin
  update class_registrations set attendance = null, attendance_at = null
  where class_instance_id = new.id
    and attendance_refusal(attendance, attendance_at, nearest_facility_instant(new.class_date + new.start_time)) is not null;
  return null;
end $$;
create trigger keep_attendance after update of class_date, start_time on class_instances
  for each row when ((old.class_date, old.start_time) is distinct from (new.class_date, new.start_time))
  execute function keep_moved_session_attendance();
