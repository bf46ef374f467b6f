-- Whether somebody came, who noted a payment by hand, and the orders in which a coach's lessons are listed.

alter table coach_bookings
  -- Null: nothing is known. Checking in will be another value.
  add column attendance text check (attendance in ('no_show')),
  add column attendance_at timestamptz,
  -- When and by which account a payment was noted by hand; null for what a card paid. No reference: it outlives accounts.
  add column paid_by_hand_at timestamptz,
  add column paid_by_hand_by uuid;
-- The columns are new, so every row passes.
-- squawk-ignore constraint-missing-not-valid
alter table coach_bookings add constraint coach_bookings_attendance check (
  (attendance is null) = (attendance_at is null) and (attendance is null or status <> 'canceled')
);
-- squawk-ignore constraint-missing-not-valid
alter table coach_bookings add constraint coach_bookings_paid_by_hand check (
  (paid_by_hand_at is null) = (paid_by_hand_by is null)
  and (paid_by_hand_at is null or payment_status <> 'pending payment')
);

-- Nobody is absent from what has not begun. Cage bookings can call it with their own start.
create function check_attendance(attendance text, noted_at timestamptz, starts_at timestamptz) returns void
language plpgsql as $$
begin
  if attendance = 'no_show' and noted_at < starts_at then
    raise exception 'This has not begun yet.'
      using errcode = 'check_violation', constraint = 'attendance_after_start';
  end if;
end $$;

-- What is canceled, or moved to a time that is still to come, has no attendance any more.
create function keep_lesson_attendance() returns trigger
language plpgsql as $$
declare
  starts_at timestamptz := nearest_facility_instant(new.lesson_date + new.start_time);
begin
  if tg_op = 'UPDATE'
    and (new.attendance, new.attendance_at) is not distinct from (old.attendance, old.attendance_at)
    and (new.status = 'canceled' or new.attendance_at < starts_at)
  then
    new.attendance := null;
    new.attendance_at := null;
  end if;
  perform check_attendance(new.attendance, new.attendance_at, starts_at);
  return new;
end $$;
create trigger keep_attendance
  before insert or update of attendance, attendance_at, status, lesson_date, start_time on coach_bookings
  for each row when (new.attendance is not null) execute function keep_lesson_attendance();

-- squawk-ignore require-concurrent-index-creation -- a facility's lessons are indexed in a moment
create index coach_bookings_list_idx on coach_bookings (coach_id, lesson_date, start_time, id);
-- squawk-ignore require-concurrent-index-deletion
drop index coach_bookings_coach_idx;
-- squawk-ignore require-concurrent-index-creation
create index coach_bookings_created_idx on coach_bookings (coach_id, created_at, id);
