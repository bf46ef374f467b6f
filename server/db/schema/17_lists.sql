-- One list of everything that is booked: cage bookings of customers and guests, lessons, class sessions and their seats. It has
-- only ids, times and status, so that a change of a name touches only one row of `people_index`. Triggers keep both.

create table people_index (
  -- An account's own id; of a guest the `guest_person` of name, e-mail and phone.
  id uuid primary key,
  kind text not null check (kind in ('account', 'guest', 'participant')),
  name text not null,
  email text,
  phone text,
  -- Of accounts only.
  role text,
  created_at timestamptz,
  sort_name text not null generated always as (fold_text(name)) stored,
  -- The blanks let a pattern ask for the beginning of a word, and for a whole one.
  own text not null generated always as (
    ' ' || search_text(name || ' ' || coalesce(email, '')) || ' ' || phone_digits(phone) || ' '
  ) stored,
  -- Of an account the names of the participants without an account in its household, of a participant its adults' names.
  related text not null default '',
  -- After the rows, which writes each only once.
  search text not null generated always as (
    ' ' || search_text(name || ' ' || coalesce(email, '')) || ' ' || phone_digits(phone) || ' ' || search_text(related) || ' '
  ) stored,
  constraint people_index_account check (kind <> 'account' or num_nonnulls(role, created_at) = 2)
);
create index people_index_name_idx on people_index (sort_name, id) where kind = 'account';
create index people_index_created_idx on people_index (created_at, id) where kind = 'account';
create index people_index_search_idx on people_index using gin (search gin_trgm_ops) with (fastupdate = off);
create index people_index_participant_idx on people_index (sort_name, id) where kind = 'participant';

create table booking_entries (
  -- The row of `bookings`, `coach_bookings`, `class_instances` or `class_registrations`.
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
  group_id uuid not null,
  participant_id uuid
);
-- By the short number of a ticket (shared/domain/bookings/shortNumber.ts).
create index booking_entries_number_idx on booking_entries (right(source_id::text, 5));
create index booking_entries_time_idx on booking_entries (starts_at, group_id);
create index booking_entries_status_idx on booking_entries (status, starts_at, group_id);
create index booking_entries_person_idx on booking_entries (person_id, starts_at, group_id) include (status)
  where person_id is not null;
create index booking_entries_cage_idx on booking_entries (cage_id, starts_at, group_id) where cage_id is not null;
create index booking_entries_coach_idx on booking_entries (coach_id, starts_at, group_id) where coach_id is not null;
create index booking_entries_class_idx on booking_entries (class_id, starts_at, group_id) where class_id is not null;

-- Partial: class sessions have no participant.
create index booking_entries_participant_idx on booking_entries (participant_id, starts_at, group_id) include (status)
  where participant_id is not null;

-- A guest is the same person where name, e-mail and phone are the same.
create function guest_person(name text, email text, phone text) returns uuid
language sql immutable parallel safe
return md5(fold_text(name) || '|' || coalesce(lower(email), '') || '|' || phone_digits(phone))::uuid;

-- Who someone is in `people_index`: a guest where the row names one, else the account. Null once that is deleted.
create function guest_or_user(account uuid, guest_name text, guest_email text, guest_phone text) returns uuid
language sql immutable parallel safe
return case when guest_name is null then account else guest_person(guest_name, guest_email, guest_phone) end;

create function index_account() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- The trigger that gives a new account its household may have run before.
    insert into people_index (id, kind, name, email, phone, role, created_at, related)
    values (
      new.id, 'account', new.full_name, new.email, new.phone_number, new.role, new.created_at, household_names(new.id)
    );
  elsif tg_op = 'UPDATE' then
    update people_index
    set name = new.full_name, email = new.email, phone = new.phone_number, role = new.role, created_at = new.created_at
    where id = old.id;
    if new.full_name <> old.full_name then
      perform index_participant(participant_id) from (
        select adult.participant_id
        from participant_adults adult join participants participant on participant.id = adult.participant_id
        where adult.user_id = new.id and participant.user_id is null order by adult.participant_id
      ) participants;
    end if;
  else
    delete from people_index where id = old.id;
  end if;
  return null;
end $$;
comment on function index_account() is 'Keeps an account in the index of people.';
create trigger people_index_insert after insert or delete on profiles
  for each row execute function index_account();
create trigger people_index_update after update of full_name, email, phone_number, role, created_at on profiles
  for each row when (
    (old.full_name, old.email, old.phone_number, old.role, old.created_at)
      is distinct from (new.full_name, new.email, new.phone_number, new.role, new.created_at)
  ) execute function index_account();

-- Bookings are identical where customer, participant, times, kind and status are the same.
create function booking_group(
  kind text, source uuid, person uuid, participant uuid, starts_at timestamptz, ends_at timestamptz, status text
) returns uuid
language sql immutable parallel safe
return md5(
  kind || coalesce(person, source)::text || coalesce(participant::text, '') || extract(epoch from starts_at)
    || extract(epoch from ends_at) || status
)::uuid;

-- What `booking_entries` must contain, by its sources. Triggers copy from it, and a test compares the two.
create view booking_entries_due as
select
  id as source_id, guest_or_account('booking', guest_name) as kind, start_time as starts_at, end_time as ends_at, status, at.person_id,
  cage_id, null::uuid as coach_id, null::uuid as class_id,
  booking_group(guest_or_account('booking', guest_name), id, at.person_id, participant_id, start_time, end_time, status) as group_id,
  participant_id
from bookings
cross join lateral (select guest_or_user(user_id, guest_name, guest_email, guest_phone) as person_id) at
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

-- The guests who must be in `people_index`.
create view guests_due as
select distinct on (id) id, name, email, phone
from (
  select guest_person(guest_name, guest_email, guest_phone) as id,
    guest_name as name, guest_email as email, guest_phone as phone
  from bookings where guest_name is not null
  union all
  select guest_person(guest_name, guest_email, guest_phone), guest_name, guest_email, guest_phone
  from coach_bookings where guest_name is not null
  union all
  select guest_person(guest_name, guest_email, guest_phone), guest_name, guest_email, guest_phone
  from class_registrations where guest_name is not null
) guests
order by id;

-- These are the hot path, so it does one statement.
create function enter_booking() returns trigger
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
comment on function enter_booking() is 'Keeps an account''s cage booking in the list of bookings.';

create function replace_booking_entries(sources uuid[]) returns void
language plpgsql as $$
begin
  delete from booking_entries where source_id = any (sources);
  insert into booking_entries (
    source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id
  )
  select source_id, kind, starts_at, ends_at, status, person_id, cage_id, coach_id, class_id, group_id, participant_id
  from booking_entries_due where source_id = any (sources);
end $$;

-- Takes a guest out of the index once nothing of theirs is listed. The row is locked before the entries are looked for, so that
-- another transaction that enters the same guest is either seen or enters the guest again.
create function leave_guest(guest uuid) returns void
language plpgsql as $$
begin
  perform from people_index where id = guest for update;
  delete from people_index
  where id = guest and kind = 'guest' and not exists (select from booking_entries where person_id = guest);
end $$;

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
comment on function enter_guest_or_user() is
  'Keeps a lesson, a registration or a guest''s cage booking in the list of bookings, and the guest in the index of people.';
create trigger entries_insert after insert on bookings
  for each row when (new.guest_name is null) execute function enter_booking();
create trigger entries_update
  after update of user_id, participant_id, cage_id, start_time, end_time, status on bookings
  for each row when (
    new.guest_name is null
    and (old.user_id, old.participant_id, old.cage_id, old.start_time, old.end_time, old.status)
      is distinct from (new.user_id, new.participant_id, new.cage_id, new.start_time, new.end_time, new.status)
  ) execute function enter_booking();
create trigger entries_delete after delete on bookings
  for each row when (old.guest_name is null) execute function enter_booking();
create trigger guest_entries_insert after insert on bookings
  for each row when (new.guest_name is not null) execute function enter_guest_or_user();
create trigger guest_entries_update
  after update of participant_id, guest_name, guest_email, guest_phone, cage_id, start_time, end_time, status on bookings
  for each row when (new.guest_name is not null) execute function enter_guest_or_user();
create trigger guest_entries_delete after delete on bookings
  for each row when (old.guest_name is not null) execute function enter_guest_or_user();
create trigger entries_insert after insert or delete on coach_bookings
  for each row execute function enter_guest_or_user();
create trigger entries_insert after insert or delete on class_registrations
  for each row execute function enter_guest_or_user();
create trigger entries_update
  after update of participant_id, customer_id, guest_name, guest_email, guest_phone, cage_id, coach_id, lesson_date,
    start_time, end_time, status
  on coach_bookings
  for each row execute function enter_guest_or_user();
create trigger entries_update
  after update of participant_id, class_instance_id, user_id, guest_name, guest_email, guest_phone, status
  on class_registrations
  for each row execute function enter_guest_or_user();

create function enter_class_session() returns trigger
language plpgsql as $$
begin
  perform replace_booking_entries(
    coalesce(new.id, old.id)
      || array(select id from class_registrations where class_instance_id = coalesce(new.id, old.id))
  );
  return null;
end $$;
comment on function enter_class_session() is 'Keeps a class session and its registrations in the list of bookings.';
create trigger entries_insert after insert or delete on class_instances
  for each row execute function enter_class_session();
create trigger entries_update
  after update of class_id, coach_id, class_date, start_time, end_time, status on class_instances
  for each row execute function enter_class_session();

create function enter_wall_times_again() returns trigger
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
comment on function enter_wall_times_again() is
  'Enters everything with a wall time in the list of bookings again when the facility''s time zone changes.';
create trigger entries_update after update of time_zone on facility
  for each row when (old.time_zone <> new.time_zone) execute function enter_wall_times_again();

-- A filter, and no condition: without statistics a plan would begin with everybody who has no account.
create function household_names(account uuid) returns text
language sql stable
begin atomic
  select coalesce(
    string_agg(participant.name, ' ' order by participant.name, participant.id) filter (where participant.user_id is null), ''
  )
  from participant_adults adult join participants participant on participant.id = adult.participant_id
  where adult.user_id = account;
end;

-- The participants who must be in `people_index`.
create view participants_due as
select participant.id, participant.name, string_agg(account.full_name, ' ' order by account.full_name, account.id) as related
from participants participant
join participant_adults adult on adult.participant_id = participant.id
join profiles account on account.id = adult.user_id
where participant.user_id is null
group by participant.id;

-- The row is locked before its names are read, so that of two changes at once the second sees the first.
create function index_participant(participant uuid) returns void
language plpgsql as $$
begin
  perform from people_index where id = participant for update;
  insert into people_index (id, kind, name, related)
  select id, 'participant', name, related from participants_due where id = participant
  on conflict (id) do update set name = excluded.name, related = excluded.related;
  if not found then
    delete from people_index where id = participant and kind = 'participant';
  end if;
end $$;

create function index_household(account uuid) returns void
language plpgsql as $$
begin
  perform from people_index where id = account for update;
  update people_index set related = household_names(account)
  where id = account and related <> household_names(account);
end $$;

create function index_adult() returns trigger
language plpgsql as $$
declare
  link record;
begin
  for link in
    select distinct participant_id, user_id
    from (values (old.participant_id, old.user_id), (new.participant_id, new.user_id)) links (participant_id, user_id)
    where participant_id is not null
      -- The account itself, whose name is in its own row.
      and not exists (select from participants where id = participant_id and participants.user_id is not null)
    order by participant_id, user_id
  loop
    perform index_participant(link.participant_id);
    perform index_household(link.user_id);
  end loop;
  return null;
end $$;
comment on function index_adult() is
  'Keeps the names of a participant''s adults, and of an adult''s people, in the index of people.';
create trigger people_index_change after insert or delete or update of participant_id, user_id on participant_adults
  for each row execute function index_adult();

create function index_participant_name() returns trigger
language plpgsql as $$
begin
  perform index_participant(new.id);
  perform index_household(user_id) from (
    select user_id from participant_adults where participant_id = new.id order by user_id
  ) adults;
  return null;
end $$;
comment on function index_participant_name() is 'Keeps a participant''s name in the index of people.';
create trigger people_index_update after update of name, user_id on participants
  for each row when (
    (old.name, old.user_id) is distinct from (new.name, new.user_id) and num_nonnulls(old.user_id, new.user_id) < 2
  ) execute function index_participant_name();

create function leave_participant_index() returns trigger
language plpgsql as $$
begin
  delete from people_index where id = old.id and kind = 'participant';
  return null;
end $$;
comment on function leave_participant_index() is 'Takes a deleted participant out of the index of people.';
create trigger people_index_delete after delete on participants
  for each row when (old.user_id is null) execute function leave_participant_index();
