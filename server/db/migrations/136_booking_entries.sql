-- One list of all that is booked: cage bookings of customers and guests, lessons, class sessions and their seats. It has
-- ids, times and status alone, so that a change of a name touches one row of `people_index`, and is kept by triggers.

create table booking_entries (
  -- The row of `bookings`, `guest_bookings`, `coach_bookings`, `class_instances` or `class_registrations`.
  source_id uuid primary key,
  kind text not null check (kind in ('booking', 'guest_booking', 'lesson', 'class')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- A booking's own; 'active' or 'canceled' of a session; of its seats 'pending payment', 'paid' or 'canceled'.
  status text not null,
  -- In `people_index`. Null for sessions, and once the account is deleted: 'Deleted user'.
  person_id uuid,
  cage_id uuid,
  coach_id uuid,
  class_id uuid,
  -- What one row of the list shows: identical bookings (spec 3 §2); of a session itself with its seats.
  group_id uuid not null
);

-- Bookings are identical where customer, times, kind and status are the same. Without a customer nothing is identical.
create function booking_group(
  kind text, source uuid, person uuid, starts_at timestamptz, ends_at timestamptz, status text
) returns uuid
language sql immutable parallel safe
return md5(
  kind || coalesce(person, source)::text || extract(epoch from starts_at) || extract(epoch from ends_at) || status
)::uuid;

-- The instant of a wall time as a list shows it. Unlike `facility_instant` it refuses nothing, because a canceled row
-- may have a time that the clocks skip.
create function nearest_facility_instant(wall timestamp) returns timestamptz
language plpgsql stable as $$
declare
  zone text := coalesce((select time_zone from facility), 'America/Chicago');
  instant timestamptz := wall at time zone zone;
begin
  return case when (instant - interval '1 hour') at time zone zone = wall
    then instant - interval '1 hour' else instant end;
end $$;

-- What `booking_entries` must hold, read off its sources. Triggers copy from it, and a test compares the two.
create view booking_entries_due as
select
  id as source_id, 'booking' as kind, start_time as starts_at, end_time as ends_at, status, user_id as person_id,
  cage_id, null::uuid as coach_id, null::uuid as class_id,
  booking_group('booking', id, user_id, start_time, end_time, status) as group_id
from bookings
union all
select
  id, 'guest_booking', start_time, end_time, status, guest.person_id, cage_id, null, null,
  booking_group('guest_booking', id, guest.person_id, start_time, end_time, status)
from guest_bookings
cross join lateral (select guest_or_user(null, guest_name, guest_email, guest_phone) as person_id) guest
union all
select
  id, 'lesson', at.starts, at.ends, status, at.person_id, cage_id, coach_id, null,
  booking_group('lesson', id, at.person_id, at.starts, at.ends, status)
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
  status, null, null, coach_id, class_id, id
from class_instances
union all
select
  seat.id, 'class', nearest_facility_instant(session.class_date + session.start_time),
  nearest_facility_instant(session.class_date + session.end_time),
  case when session.status = 'canceled' then 'canceled' when seat.status = 'registered' then 'pending payment'
    else seat.status end,
  guest_or_user(user_id, guest_name, guest_email, guest_phone),
  null, session.coach_id, session.class_id, session.id
from class_registrations seat
join class_instances session on session.id = seat.class_instance_id;

-- The guests who must be in `people_index`.
create view guests_due as
select distinct on (id) id, name, email, phone
from (
  select guest_person(guest_name, guest_email, guest_phone) as id,
    guest_name as name, guest_email as email, guest_phone as phone
  from guest_bookings
  union all
  select guest_person(guest_name, guest_email, guest_phone), guest_name, guest_email, guest_phone
  from coach_bookings where guest_name is not null
  union all
  select guest_person(guest_name, guest_email, guest_phone), guest_name, guest_email, guest_phone
  from class_registrations where guest_name is not null
) guests
order by id;

-- Cage bookings of customers are the hot path: their triggers do one statement.
create function enter_booking() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into booking_entries (source_id, kind, starts_at, ends_at, status, person_id, cage_id, group_id)
    values (
      new.id, 'booking', new.start_time, new.end_time, new.status, new.user_id, new.cage_id,
      booking_group('booking', new.id, new.user_id, new.start_time, new.end_time, new.status)
    );
  elsif tg_op = 'UPDATE' then
    update booking_entries
    set starts_at = new.start_time, ends_at = new.end_time, status = new.status, person_id = new.user_id,
      cage_id = new.cage_id,
      group_id = booking_group('booking', new.id, new.user_id, new.start_time, new.end_time, new.status)
    where source_id = new.id;
  else
    delete from booking_entries where source_id = old.id;
  end if;
  return null;
end $$;
create trigger entries_insert after insert or delete on bookings
  for each row execute function enter_booking();
create trigger entries_update after update of user_id, cage_id, start_time, end_time, status on bookings
  for each row when (
    (old.user_id, old.cage_id, old.start_time, old.end_time, old.status)
      is distinct from (new.user_id, new.cage_id, new.start_time, new.end_time, new.status)
  ) execute function enter_booking();

create function replace_booking_entries(sources uuid[]) returns void
language plpgsql as $$
begin
  delete from booking_entries where source_id = any (sources);
  insert into booking_entries (
    source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id
  )
  select source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id
  from booking_entries_due where source_id = any (sources);
end $$;

-- A guest is kept while something of theirs is listed. The row is locked before the entries are looked for, so that
-- another transaction that enters the same guest is either seen or enters them anew.
create function leave_guest(guest uuid) returns void
language plpgsql as $$
begin
  perform from people_index where id = guest for update;
  delete from people_index
  where id = guest and kind = 'guest' and not exists (select from booking_entries where person_id = guest);
end $$;

-- Of `guest_bookings`, `coach_bookings` and `class_registrations`, which name guests by the same columns.
create function enter_guest_or_user() returns trigger
language plpgsql as $$
declare
  guest_before uuid;
  guest_after uuid;
begin
  if tg_op <> 'INSERT' and old.guest_name is not null then
    guest_before := guest_person(old.guest_name, old.guest_email, old.guest_phone);
  end if;
  if tg_op <> 'DELETE' and new.guest_name is not null then
    guest_after := guest_person(new.guest_name, new.guest_email, new.guest_phone);
    insert into people_index (id, kind, name, email, phone)
    values (guest_after, 'guest', new.guest_name, new.guest_email, new.guest_phone)
    on conflict (id) do update set kind = excluded.kind;
  end if;
  perform replace_booking_entries(array[coalesce(new.id, old.id)]);
  if guest_before is distinct from guest_after and guest_before is not null then
    perform leave_guest(guest_before);
  end if;
  return null;
end $$;
create trigger entries_insert after insert or delete on guest_bookings
  for each row execute function enter_guest_or_user();
create trigger entries_update
  after update of guest_name, guest_email, guest_phone, cage_id, start_time, end_time, status on guest_bookings
  for each row execute function enter_guest_or_user();
create trigger entries_insert after insert or delete on coach_bookings
  for each row execute function enter_guest_or_user();
create trigger entries_update
  after update of customer_id, guest_name, guest_email, guest_phone, cage_id, coach_id, lesson_date, start_time, end_time,
    status
  on coach_bookings
  for each row execute function enter_guest_or_user();
create trigger entries_insert after insert or delete on class_registrations
  for each row execute function enter_guest_or_user();
create trigger entries_update
  after update of class_instance_id, user_id, guest_name, guest_email, guest_phone, status on class_registrations
  for each row execute function enter_guest_or_user();

-- A session takes its seats along.
create function enter_class_session() returns trigger
language plpgsql as $$
begin
  perform replace_booking_entries(
    coalesce(new.id, old.id)
      || array(select id from class_registrations where class_instance_id = coalesce(new.id, old.id))
  );
  return null;
end $$;
create trigger entries_insert after insert or delete on class_instances
  for each row execute function enter_class_session();
create trigger entries_update
  after update of class_id, coach_id, class_date, start_time, end_time, status on class_instances
  for each row execute function enter_class_session();

-- A facility that moves to another zone keeps its wall times, so their instants move.
create function enter_wall_times_again() returns trigger
language plpgsql as $$
begin
  delete from booking_entries where kind in ('lesson', 'class');
  insert into booking_entries (
    source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id
  )
  select source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id
  from booking_entries_due where kind in ('lesson', 'class');
  return null;
end $$;
create trigger entries_update after update of time_zone on facility
  for each row when (old.time_zone <> new.time_zone) execute function enter_wall_times_again();

insert into people_index (id, kind, name, email, phone)
select id, 'guest', name, email, phone from guests_due;
insert into booking_entries (
  source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id
)
select source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id
from booking_entries_due
-- Rows that are read together lie together.
order by starts_at;

create index booking_entries_time_idx on booking_entries (starts_at, group_id);
create index booking_entries_status_idx on booking_entries (status, starts_at, group_id);
create index booking_entries_person_idx on booking_entries (person_id, starts_at, group_id) include (status)
  where person_id is not null;
create index booking_entries_cage_idx on booking_entries (cage_id, starts_at, group_id) where cage_id is not null;
create index booking_entries_coach_idx on booking_entries (coach_id, starts_at, group_id) where coach_id is not null;
create index booking_entries_class_idx on booking_entries (class_id, starts_at, group_id) where class_id is not null;

-- A plan for the rows as they are now, and not for an empty table.
analyze people_index, booking_entries;
