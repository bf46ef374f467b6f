-- What staff and account pages show beyond the ledger: status, payment, notes, registrations. Triggers announce it on
-- channels that no public topic names (server/http/followLive.ts). The payload is a facility day, an id or empty, and
-- equal messages of one transaction are sent once: one per day, person and coach, however many rows it changes.
--   records_changed   facility day: a booking, lesson or registration of it changed, while the ledger did not
--   lessons_changed   coach id: a lesson of that coach was made, changed or removed
--   person_changed    profile id: something of that person's own changed
--   payments_changed  (empty): a payment or a refund changed
--   people_changed    (empty): a profile, a coach or a membership changed

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

-- The trigger names the columns with the owner's account and, where rows of guests are kept, with the guest's address.
create function notify_owner() returns trigger
language plpgsql as $$
declare
  version jsonb;
begin
  foreach version in array array[to_jsonb(old), to_jsonb(new)] loop
    perform notify_person(version ->> tg_argv[0], version ->> tg_argv[1]);
  end loop;
  return null;
end $$;
create trigger notify_owner after insert or update or delete on bookings
  for each row execute function notify_owner('user_id');
create trigger notify_owner after insert or update or delete on guest_bookings
  for each row execute function notify_owner('', 'guest_email');
create trigger notify_owner after insert or update or delete on coach_bookings
  for each row execute function notify_owner('customer_id', 'guest_email');
create trigger notify_owner after insert or update or delete on class_registrations
  for each row execute function notify_owner('user_id', 'guest_email');
create trigger notify_owner after insert or update or delete on camp_registrations
  for each row execute function notify_owner('user_id');
create trigger notify_owner after insert or update or delete on guest_camp_registrations
  for each row execute function notify_owner('', 'guest_email');
create trigger notify_owner after insert or update or delete on subscriptions
  for each row execute function notify_owner('user_id');
create trigger notify_owner after insert or update or delete on payment_transactions
  for each row execute function notify_owner('user_id', 'customer_email');
create trigger notify_owner after update on profiles
  for each row execute function notify_owner('id');

-- The ledger announces the day of what was taken, moved or freed; here is every other change of the row.
create function notify_booking_records() returns trigger
language plpgsql as $$
begin
  perform pg_notify('records_changed', day::date::text)
  from generate_series(
    facility_day(new.start_time), facility_day(new.end_time - interval '1 microsecond'), interval '1 day'
  ) day;
  return null;
end $$;
create trigger notify_records after update on bookings
  for each row when (
    (old.cage_id, old.start_time, old.end_time, old.status = 'canceled')
      is not distinct from (new.cage_id, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function notify_booking_records();
create trigger notify_records after update on guest_bookings
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
create trigger notify_lessons after insert or update or delete on coach_bookings
  for each row execute function notify_lessons();

-- Registrations take no cage, so the ledger says nothing of them. A camp is on the schedule on each of its days.
create function notify_class_records() returns trigger
language plpgsql as $$
begin
  perform pg_notify('records_changed', class_date::text) from class_instances
  where id in (old.class_instance_id, new.class_instance_id);
  return null;
end $$;
create trigger notify_records after insert or update or delete on class_registrations
  for each row execute function notify_class_records();

create function notify_camp_records() returns trigger
language plpgsql as $$
begin
  perform pg_notify('records_changed', date::text) from camp_timeslots where camp_id in (old.camp_id, new.camp_id);
  return null;
end $$;
create trigger notify_records after insert or update or delete on camp_registrations
  for each row execute function notify_camp_records();
create trigger notify_records after insert or update or delete on guest_camp_registrations
  for each row execute function notify_camp_records();

-- A refund changes what its payment's owner sees too.
create function notify_refund() returns trigger
language plpgsql as $$
begin
  perform pg_notify('payments_changed', '');
  perform notify_person(user_id::text, customer_email) from payment_transactions
  where id = coalesce(new.payment_transaction_id, old.payment_transaction_id);
  return null;
end $$;
create trigger notify_refund after insert or update or delete on payment_refunds
  for each row execute function notify_refund();

create trigger notify_staff after insert or update or delete or truncate on payment_transactions
  for each statement execute function notify_channel('payments_changed');
create trigger notify_staff after insert or update or delete or truncate on profiles
  for each statement execute function notify_channel('people_changed');
create trigger notify_staff after insert or update or delete or truncate on coaches
  for each statement execute function notify_channel('people_changed');
create trigger notify_staff after insert or update or delete or truncate on subscriptions
  for each statement execute function notify_channel('people_changed');
