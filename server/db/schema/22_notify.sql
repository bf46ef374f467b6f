-- What every instance must hear once it is committed. Equal messages of one transaction are sent once.

-- 'schedule_changed' carries a facility day; 'coach_changed' a coach's id, a blank and a facility day.
create function notify_schedule() returns trigger
language plpgsql as $$
declare
  -- Of the two rows the one that this event has; the other is all nulls.
  cage uuid := coalesce(new.cage_id, old.cage_id);
  coach uuid := coalesce(new.coach_id, old.coach_id);
  during tstzrange := coalesce(new.during, old.during);
  zone text := coalesce((select time_zone from facility), 'America/Chicago');
  day date := (lower(during) at time zone zone)::date;
  last_day date := ((upper(during) - interval '1 microsecond') at time zone zone)::date;
begin
  while day <= last_day loop
    if cage is not null then
      perform pg_notify('schedule_changed', day::text);
    end if;
    if coach is not null then
      perform pg_notify('coach_changed', coach || ' ' || day);
    end if;
    day := day + 1;
  end loop;
  return null;
end $$;
comment on function notify_schedule() is 'Announces the facility days, and the coach, of time that was taken or freed.';
create trigger notify after insert or delete on occupancy
  for each row execute function notify_schedule();

-- A new session is in no cache yet.
create function notify_session() returns trigger
language plpgsql as $$
begin
  perform pg_notify('session_changed', old.user_id::text);
  return null;
end $$;
comment on function notify_session() is
  'Announces a renewed or ended session to the instances that cache whose it is and what that person may do.';
create trigger notify after delete or update of expires_at, token, user_id, proved_at on auth_sessions
  for each row execute function notify_session();

create function notify_profile() returns trigger
language plpgsql as $$
begin
  perform pg_notify('session_changed', old.id::text);
  return null;
end $$;
comment on function notify_profile() is 'Announces a changed account to the instances that cache it.';
create trigger notify after update or delete on profiles
  for each row execute function notify_profile();

create function notify_subscription() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.user_id is not null then
    perform pg_notify('session_changed', old.user_id::text);
  end if;
  if tg_op <> 'DELETE' and new.user_id is not null then
    perform pg_notify('session_changed', new.user_id::text);
  end if;
  return null;
end $$;
comment on function notify_subscription() is 'Announces a changed membership to the instances that cache its account.';
create trigger notify after insert or update or delete on subscriptions
  for each row execute function notify_subscription();

create function notify_seats() returns trigger
language plpgsql as $$
declare
  -- The trigger names the column that has the id.
  program text;
begin
  foreach program in array array[to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]] loop
    if program is not null then
      perform pg_notify('seats_changed', program);
    end if;
  end loop;
  return null;
end $$;
comment on function notify_seats() is 'Announces a camp or class whose seats or dates changed.';
create trigger notify after update or delete on camps
  for each row execute function notify_seats('id');
create trigger notify after insert or update or delete on camp_timeslots
  for each row execute function notify_seats('camp_id');
create trigger notify after insert or delete or update of status, camp_id on camp_registrations
  for each row execute function notify_seats('camp_id');
create trigger notify after update or delete on classes
  for each row execute function notify_seats('id');
create trigger notify after insert or update or delete on class_instances
  for each row execute function notify_seats('class_id');

-- For a seat in a session that is gone, the session's own trigger has announced it.
create function notify_session_seats() returns trigger
language plpgsql as $$
begin
  perform pg_notify('seats_changed', class_id::text) from class_instances
  where id in (old.class_instance_id, new.class_instance_id);
  return null;
end $$;
comment on function notify_session_seats() is 'Announces the class of a registration that came or went.';
create trigger notify after insert or delete or update of status, class_instance_id on class_registrations
  for each row execute function notify_session_seats();

-- A checkout gets its seats after itself, and gives them back with its status.
create function notify_held_seats() returns trigger
language plpgsql as $$
begin
  perform pg_notify('seats_changed', coalesce(seat.camp_id, session.class_id)::text)
  from checkout_hold_seats seat
  left join class_instances session on session.id = seat.class_instance_id
  where seat.checkout_hold_id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end $$;
comment on function notify_held_seats() is 'Announces the camp or class of seats that a checkout holds or gives back.';
create trigger notify after insert on checkout_hold_seats
  for each row execute function notify_held_seats('checkout_hold_id');
create trigger notify after update of status on checkout_holds
  for each row when (old.status <> new.status) execute function notify_held_seats('id');

-- A row without an account belongs to the account with the guest's address, if there is one: its owner sees it.
create function notify_person(account text, guest_email text) returns void
language plpgsql as $$
begin
  if account is not null then
    perform pg_notify('person_changed', account);
  elsif guest_email is not null then
    perform pg_notify('person_changed', id::text) from profiles where email = lower(guest_email);
  end if;
end $$;

-- Only to the adults of the participant: the account that booked it may no longer be one, and must not hear of it on the live
-- stream.
create function notify_owner() returns trigger
language plpgsql as $$
declare
  version jsonb;
begin
  foreach version in array array[to_jsonb(old), to_jsonb(new)] loop
    if version ->> 'participant_id' is null then
      perform notify_person(version ->> tg_argv[0], version ->> tg_argv[1]);
    else
      perform pg_notify('person_changed', user_id::text) from participant_adults
      where participant_id = (version ->> 'participant_id')::uuid;
    end if;
  end loop;
  return null;
end $$;
comment on function notify_owner() is 'Announces a changed row to the adults of its participant, or to its account.';
create trigger notify_owner after insert or update or delete on subscriptions
  for each row execute function notify_owner('user_id');
create trigger notify_owner after insert or update or delete on payment_transactions
  for each row execute function notify_owner('user_id', 'customer_email');
create trigger notify_owner after update on profiles
  for each row execute function notify_owner('id');
create trigger notify_owner after insert or update or delete on participant_care
  for each row execute function notify_owner('');

-- The ledger announces the day of what was taken, moved or freed; this is every other change of the row.
create function notify_booking_records() returns trigger
language plpgsql as $$
begin
  perform pg_notify('records_changed', day::date::text)
  from generate_series(
    facility_day(new.start_time), facility_day(new.end_time - interval '1 microsecond'), interval '1 day'
  ) day;
  return null;
end $$;
comment on function notify_booking_records() is 'Announces the days of a cage booking that changed without moving.';
create trigger notify_records after update on bookings
  for each row when (
    (old.cage_id, old.start_time, old.end_time, old.status = 'canceled')
      is not distinct from (new.cage_id, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function notify_booking_records();

create function notify_lesson_records() returns trigger
language plpgsql as $$
begin
  perform pg_notify('records_changed', new.lesson_date::text);
  return null;
end $$;
comment on function notify_lesson_records() is 'Announces the day of a lesson that changed without moving.';
create trigger notify_records after update on coach_bookings
  for each row when (
    (old.cage_id, old.coach_id, old.lesson_date, old.start_time, old.end_time, old.status = 'canceled')
      is not distinct from
      (new.cage_id, new.coach_id, new.lesson_date, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function notify_lesson_records();

create function notify_lessons() returns trigger
language plpgsql as $$
begin
  perform pg_notify('lessons_changed', coach_id::text)
  from (values (old.coach_id), (new.coach_id)) lesson (coach_id)
  where coach_id is not null;
  return null;
end $$;
comment on function notify_lessons() is 'Announces a changed lesson to its coach.';
create trigger notify_lessons after insert or update or delete on coach_bookings
  for each row execute function notify_lessons();

-- Registrations take no cage, so the ledger announces none. A camp is on the schedule on each of its days.
create function notify_class_records() returns trigger
language plpgsql as $$
begin
  perform pg_notify('records_changed', class_date::text) from class_instances
  where id in (old.class_instance_id, new.class_instance_id);
  return null;
end $$;
comment on function notify_class_records() is 'Announces the day of a changed class registration.';
create trigger notify_records after insert or update or delete on class_registrations
  for each row execute function notify_class_records();

create function notify_camp_records() returns trigger
language plpgsql as $$
begin
  perform pg_notify('records_changed', date::text) from camp_timeslots where camp_id in (old.camp_id, new.camp_id);
  return null;
end $$;
comment on function notify_camp_records() is 'Announces the days of a camp whose registrations changed.';
create trigger notify_records after insert or update or delete on camp_registrations
  for each row execute function notify_camp_records();

create function notify_refund() returns trigger
language plpgsql as $$
begin
  perform pg_notify('payments_changed', '');
  perform notify_person(user_id::text, customer_email) from payment_transactions
  where id = coalesce(new.payment_transaction_id, old.payment_transaction_id);
  return null;
end $$;
comment on function notify_refund() is 'Announces a changed refund to staff and to the payment''s owner.';
create trigger notify_refund after insert or update or delete on payment_refunds
  for each row execute function notify_refund();

-- Pages that show a coach's free times hear of new weekly hours: 'coach_changed' for each day that can be booked.
create function notify_coach_hours() returns trigger
language plpgsql as $$
begin
  perform pg_notify('coach_changed', coach_id || ' ' || (facility_day(now()) + ahead))
  from (select distinct coach_id from changed) coaches
  cross join generate_series(0, coalesce((select booking_window_days from facility), 365)) ahead;
  return null;
end $$;
comment on function notify_coach_hours() is 'Announces a coach''s new weekly hours for each day that can be booked.';
create trigger notify_insert after insert on coach_availability
  referencing new table as changed for each statement execute function notify_coach_hours();
create trigger notify_update after update on coach_availability
  referencing new table as changed for each statement execute function notify_coach_hours();
create trigger notify_delete after delete on coach_availability
  referencing old table as changed for each statement execute function notify_coach_hours();
