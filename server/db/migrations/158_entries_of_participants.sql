-- The staff's list of all that is booked says who takes part. Bookings of two children at the same time are two rows of it.

alter table booking_entries add column participant_id uuid;

-- Bookings are identical where customer, participant, times, kind and status are the same.
create function booking_group(
  kind text, source uuid, person uuid, participant uuid, starts_at timestamptz, ends_at timestamptz, status text
) returns uuid
language sql immutable parallel safe
return md5(
  kind || coalesce(person, source)::text || coalesce(participant::text, '') || extract(epoch from starts_at)
    || extract(epoch from ends_at) || status
)::uuid;

create or replace view booking_entries_due as
select
  id as source_id, 'booking' as kind, start_time as starts_at, end_time as ends_at, status, user_id as person_id,
  cage_id, null::uuid as coach_id, null::uuid as class_id,
  booking_group('booking', id, user_id, participant_id, start_time, end_time, status) as group_id,
  participant_id
from bookings
union all
select
  id, 'guest_booking', start_time, end_time, status, guest.person_id, cage_id, null, null,
  booking_group('guest_booking', id, guest.person_id, participant_id, start_time, end_time, status), participant_id
from guest_bookings
cross join lateral (select guest_or_user(null, guest_name, guest_email, guest_phone) as person_id) guest
union all
select
  id, 'lesson', at.starts, at.ends, status, at.person_id, cage_id, coach_id, null,
  booking_group('lesson', id, at.person_id, participant_id, at.starts, at.ends, status), participant_id
from coach_bookings
cross join lateral (
  select
    nearest_facility_instant(lesson_date + start_time) as starts,
    nearest_facility_instant(lesson_date + end_time) as ends,
    guest_or_user(customer_id, guest_name, guest_email, guest_phone) as person_id
) at
union all
select
  id, 'class', nearest_facility_instant(class_date + start_time), nearest_facility_instant(class_date + end_time),
  status, null, null, coach_id, class_id, id, null
from class_instances
union all
select
  seat.id, 'class', nearest_facility_instant(session.class_date + session.start_time),
  nearest_facility_instant(session.class_date + session.end_time),
  case when session.status = 'canceled' then 'canceled' when seat.status = 'registered' then 'pending payment'
    else seat.status end,
  guest_or_user(user_id, guest_name, guest_email, guest_phone),
  null, session.coach_id, session.class_id, session.id, participant_id
from class_registrations seat
join class_instances session on session.id = seat.class_instance_id;

create or replace function enter_booking() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into booking_entries (
      source_id, kind, starts_at, ends_at, status, person_id, cage_id, group_id, participant_id
    )
    values (
      new.id, 'booking', new.start_time, new.end_time, new.status, new.user_id, new.cage_id,
      booking_group(
        'booking', new.id, new.user_id, new.participant_id, new.start_time, new.end_time, new.status
      ),
      new.participant_id
    );
  elsif tg_op = 'UPDATE' then
    update booking_entries
    set starts_at = new.start_time, ends_at = new.end_time, status = new.status, person_id = new.user_id,
      cage_id = new.cage_id, participant_id = new.participant_id,
      group_id = booking_group(
        'booking', new.id, new.user_id, new.participant_id, new.start_time, new.end_time, new.status
      )
    where source_id = new.id;
  else
    delete from booking_entries where source_id = old.id;
  end if;
  return null;
end $$;
drop trigger entries_update on bookings;
create trigger entries_update
  after update of user_id, participant_id, cage_id, start_time, end_time, status on bookings
  for each row when (
    (old.user_id, old.participant_id, old.cage_id, old.start_time, old.end_time, old.status)
      is distinct from (new.user_id, new.participant_id, new.cage_id, new.start_time, new.end_time, new.status)
  ) execute function enter_booking();

create or replace function replace_booking_entries(sources uuid[]) returns void
language plpgsql as $$
begin
  delete from booking_entries where source_id = any (sources);
  insert into booking_entries (
    source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id
  )
  select source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id
  from booking_entries_due where source_id = any (sources);
end $$;

create or replace function enter_wall_times_again() returns trigger
language plpgsql as $$
begin
  delete from booking_entries where kind in ('lesson', 'class');
  insert into booking_entries (
    source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id
  )
  select source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id
  from booking_entries_due where kind in ('lesson', 'class');
  return null;
end $$;

drop trigger entries_update on guest_bookings;
create trigger entries_update
  after update of participant_id, guest_name, guest_email, guest_phone, cage_id, start_time, end_time, status
  on guest_bookings
  for each row execute function enter_guest_or_user();
drop trigger entries_update on coach_bookings;
create trigger entries_update
  after update of participant_id, customer_id, guest_name, guest_email, guest_phone, cage_id, coach_id, lesson_date,
    start_time, end_time, status
  on coach_bookings
  for each row execute function enter_guest_or_user();
drop trigger entries_update on class_registrations;
create trigger entries_update
  after update of participant_id, class_instance_id, user_id, guest_name, guest_email, guest_phone, status
  on class_registrations
  for each row execute function enter_guest_or_user();

drop function booking_group(text, uuid, uuid, timestamptz, timestamptz, text);

update booking_entries entry
set participant_id = due.participant_id, group_id = due.group_id
from booking_entries_due due
where due.source_id = entry.source_id and due.participant_id is not null;
