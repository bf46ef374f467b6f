-- Families: who takes part is not who pays. Each row that somebody books names its participant, and the adults of a
-- participant see it and act on it. An account is a participant too, so a customer with no family notices nothing.

create table participants (
  id uuid primary key default gen_random_uuid(),
  -- The account that is this person; null for children and guests.
  user_id uuid unique references profiles (id) on delete cascade,
  -- Of an account a copy of its name, kept by a trigger.
  name text not null check (length(name) between 1 and 200),
  birth_date date check (birth_date >= '1900-01-01'),
  positions text[] not null default '{}'
    check (positions <@ '{P,C,1B,2B,3B,SS,LF,CF,RF,DH,UT}' and array_position(positions, null) is null),
  bats text check (bats in ('left', 'right', 'switch')),
  throws text check (throws in ('left', 'right')),
  photo_consent text not null default 'unasked' check (photo_consent in ('yes', 'no', 'unasked')),
  -- A guest whom the desk or a form entered: how to reach them. Adults with this address, once confirmed, claim the guest.
  guest_email text,
  guest_phone text,
  -- `guest_person` of name, e-mail and phone: the same details are the same guest.
  guest_key uuid unique,
  -- Not offered any more; what was booked stays.
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint participants_account_stays check (user_id is null or (archived_at is null and guest_key is null))
);
create index participants_guest_email_idx on participants (lower(guest_email)) where guest_email is not null;

-- The adults who see, book, move, cancel and pay for a participant. An account is the only adult of itself.
create table participant_adults (
  participant_id uuid not null references participants (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  -- Whether this adult is told of what others book and change for the participant.
  is_told boolean not null default true,
  -- The order in which the adults joined: an adult can only be removed by those who joined before, and leave.
  joined integer not null generated always as identity,
  created_at timestamptz not null default now(),
  primary key (participant_id, user_id)
);
create index participant_adults_user_idx on participant_adults (user_id);

create trigger touch before update on participants for each row
  when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at();
-- Entries of the log cannot be deleted, so it says what changed and never the personal values.
create trigger audit after insert or update or delete on participants for each row execute function audit_row(
  'id', 'name', 'birth_date', 'positions', 'bats', 'throws', 'guest_email', 'guest_phone', 'guest_key'
);
create trigger audit after insert or update or delete on participant_adults
  for each row execute function audit_row('participant_id,user_id');

-- Full years on a day. Somebody born on February 29 becomes a year older on March 1 in common years. 0 before the birth, null
-- without one. Days are compared as such: as text they would be instants of the session's zone, which may have skipped one.
create function full_years(birth_date date, as_of date) returns integer
language sql immutable strict
return greatest(
  0,
  extract(year from as_of)::integer - extract(year from birth_date)::integer
    - case
        when (extract(month from as_of), extract(day from as_of))
          < (extract(month from birth_date), extract(day from birth_date)) then 1 else 0
      end
);

-- No child has an account (COPPA), and nobody is born in the future, by the facility's day.
create function check_birth_date() returns trigger
language plpgsql as $$
declare
  today date := (now() at time zone coalesce((select time_zone from facility), 'America/Chicago'))::date;
  years integer := full_years(new.birth_date, today);
begin
  if new.birth_date > today then
    raise exception 'The birth date is in the future.'
      using errcode = 'check_violation', constraint = 'participants_are_born';
  elsif new.user_id is not null and years < 13 then
    raise exception 'An account belongs to somebody of 13 years or more.'
      using errcode = 'check_violation', constraint = 'participants_account_age';
  end if;
  return new;
end $$;
create trigger check_birth_date before insert or update of birth_date, user_id on participants
  for each row when (new.birth_date is not null) execute function check_birth_date();

-- An account is the only adult of itself, and is told of its own bookings.
create function check_adult() returns trigger
language plpgsql as $$
begin
  if exists (
    select from participants where id = new.participant_id and user_id is not null
      and (user_id <> new.user_id or not new.is_told)
  ) then
    raise exception 'An account is the only adult of itself.'
      using errcode = 'check_violation', constraint = 'participant_adults_account';
  end if;
  return new;
end $$;
create trigger check_adult before insert or update on participant_adults
  for each row execute function check_adult();

-- A person keeps an adult, and whoever added a child cannot be removed by those who joined later. An account that is
-- deleted leaves in any case; that, and the deletion of a participant, come from another trigger.
create function keep_adult() returns trigger
language plpgsql as $$
declare
  actor uuid := nullif(current_setting('dugout.actor_id', true), '');
begin
  -- Of several who leave at once, the others wait for the first.
  perform from participants where id = old.participant_id for update;
  if not exists (
    select from participant_adults where participant_id = old.participant_id and user_id <> old.user_id
  ) then
    raise exception 'A participant keeps an adult.'
      using errcode = 'check_violation', constraint = 'participant_adults_last';
  elsif exists (
    select from participant_adults
    where participant_id = old.participant_id and user_id = actor and user_id <> old.user_id and joined > old.joined
  ) then
    raise exception 'An adult cannot be removed by one who joined later.'
      using errcode = 'check_violation', constraint = 'participant_adults_joined_before';
  end if;
  return old;
end $$;
create trigger keep_adult before delete on participant_adults
  for each row when (pg_trigger_depth() = 0) execute function keep_adult();

-- Without an adult nobody answers for a participant: an account that goes takes along those who have no other adult.
create function leave_participant() returns trigger
language plpgsql as $$
begin
  delete from participants
  where id = old.participant_id
    and not exists (select from participant_adults where participant_id = old.participant_id);
  return null;
end $$;
create trigger leave_participant after delete on participant_adults
  for each row execute function leave_participant();

-- Ahead of the account itself: foreign keys of rows that lose both at once would be checked when the participant is gone.
create function leave_household() returns trigger
language plpgsql as $$
begin
  -- Two adults of the same children who go at once: the second waits, and takes the children along.
  perform from participants
  where id in (select participant_id from participant_adults where user_id = old.id)
  order by id for update;
  delete from participant_adults where user_id = old.id;
  return old;
end $$;
create trigger leave_household before delete on profiles
  for each row execute function leave_household();

-- The tables are empty or checked in a moment, in the migrations' transaction.
-- squawk-ignore adding-foreign-key-constraint
alter table bookings add column participant_id uuid references participants (id) on delete set null;
-- squawk-ignore adding-foreign-key-constraint
alter table guest_bookings add column participant_id uuid references participants (id) on delete set null;
-- squawk-ignore adding-foreign-key-constraint
alter table coach_bookings add column participant_id uuid references participants (id) on delete set null;
-- squawk-ignore adding-foreign-key-constraint
alter table class_registrations add column participant_id uuid references participants (id) on delete set null;
-- squawk-ignore adding-foreign-key-constraint
alter table camp_registrations add column participant_id uuid references participants (id) on delete set null;
-- squawk-ignore adding-foreign-key-constraint
alter table guest_camp_registrations add column participant_id uuid references participants (id) on delete set null;
-- squawk-ignore adding-foreign-key-constraint
alter table checkout_hold_seats add column participant_id uuid references participants (id) on delete set null;

-- The participant of a row that an account pays for: the one named, who must be of its household, or the account itself.
create function household_participant(account uuid, participant uuid) returns uuid
language plpgsql stable as $$
begin
  if account is null then
    return participant;
  elsif participant is null then
    return (select id from participants where user_id = account);
  elsif not exists (select from participant_adults where participant_id = participant and user_id = account) then
    raise exception 'The participant is not of this account''s household.'
      using errcode = 'check_violation', constraint = 'participant_of_household';
  end if;
  return participant;
end $$;

-- A name as it is compared: without case, accents and extra blanks.
create function folded_name(name text) returns text
language sql immutable
return fold_text(regexp_replace(btrim(name), '\s+', ' ', 'g'));

-- Somebody of this name in the household of an account: the account itself before others, archived people last.
create function household_member(account uuid, wanted text) returns uuid
language plpgsql as $$
begin
  return (
    select participant.id
    from participant_adults adult join participants participant on participant.id = adult.participant_id
    where adult.user_id = account and folded_name(participant.name) = folded_name(wanted)
    order by participant.archived_at is not null, participant.user_id is null, participant.created_at, participant.id
    limit 1
  );
end $$;

-- Taken before a guest of this address is looked up or claimed, so that nobody is entered and missed while the address is
-- being confirmed. 256 locks, because an old database has more addresses than room for locks.
create function lock_guests(address text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('guests'), hashtext(lower(address)) & 255);
end $$;

-- The participant of a row that names a guest: somebody of that name in the household of the account with that confirmed
-- address, or else one more there; without such an account the guest with these details. Without any way to reach them
-- nobody can be told to be the same guest.
create function guest_participant(guest_name text, guest_email text, guest_phone text) returns uuid
language plpgsql as $$
declare
  account uuid;
  key uuid;
  found_id uuid;
begin
  if guest_email is not null then
    perform lock_guests(guest_email);
    select id into account from profiles where email = lower(guest_email) and email_verified;
  end if;
  if account is not null then
    found_id := household_member(account, guest_name);
    if found_id is null then
      insert into participants (name) values (guest_name) returning id into found_id;
      insert into participant_adults (participant_id, user_id) values (found_id, account);
    end if;
    return found_id;
  end if;
  if num_nonnulls(guest_email, guest_phone) > 0 then
    key := guest_person(guest_name, guest_email, guest_phone);
  end if;
  -- Locked: a guest whom nothing refers to any more may be deleted at this moment.
  select id into found_id from participants where guest_key = key for key share;
  if found_id is null then
    insert into participants (name, guest_email, guest_phone, guest_key)
    values (guest_name, guest_email, guest_phone, key)
    on conflict (guest_key) do nothing
    returning id into found_id;
    -- Entered by another transaction meanwhile, which this one waited for.
    if found_id is null then
      select id into found_id from participants where guest_key = key for key share;
    end if;
  end if;
  return found_id;
end $$;

create function fill_account_participant() returns trigger
language plpgsql as $$
begin
  new.participant_id := household_participant(new.user_id, new.participant_id);
  return new;
end $$;
create function fill_guest_participant() returns trigger
language plpgsql as $$
begin
  new.participant_id := guest_participant(new.guest_name, new.guest_email, new.guest_phone);
  return new;
end $$;
create function fill_class_participant() returns trigger
language plpgsql as $$
begin
  new.participant_id := case when new.guest_name is null then household_participant(new.user_id, new.participant_id)
    else guest_participant(new.guest_name, new.guest_email, new.guest_phone) end;
  return new;
end $$;
create function fill_lesson_participant() returns trigger
language plpgsql as $$
begin
  new.participant_id := case when new.guest_name is null then household_participant(new.customer_id, new.participant_id)
    else guest_participant(new.guest_name, new.guest_email, new.guest_phone) end;
  return new;
end $$;

-- Existing rows belong to their own person. The rows say nothing new to anybody, so no trigger has to tell.
insert into participants (user_id, name) select id, full_name from profiles;
insert into participant_adults (participant_id, user_id) select id, user_id from participants;

do $$
declare
  source record;
begin
  for source in
    select * from (values
      ('bookings', 'household_participant(user_id, null)'),
      ('guest_bookings', 'guest_participant(guest_name, guest_email, guest_phone)'),
      ('coach_bookings', 'case when guest_name is null then household_participant(customer_id, null)
        else guest_participant(guest_name, guest_email, guest_phone) end'),
      ('class_registrations', 'case when guest_name is null then household_participant(user_id, null)
        else guest_participant(guest_name, guest_email, guest_phone) end'),
      ('camp_registrations', 'household_participant(user_id, null)'),
      ('guest_camp_registrations', 'guest_participant(guest_name, guest_email, guest_phone)')
    ) sources (name, participant)
  loop
    execute format('alter table %I disable trigger user', source.name);
    execute format('update %I set participant_id = %s', source.name, source.participant);
    execute format('alter table %I enable trigger user', source.name);
  end loop;
end $$;
update checkout_hold_seats seat set participant_id = household_participant(hold.user_id, null)
from checkout_holds hold where hold.id = seat.checkout_hold_id;

-- The same details may have several seats in a session, e.g. of siblings under a parent's name: each seat has its own
-- person, as the index below says.
do $$
declare
  seat class_registrations;
  person uuid;
begin
  alter table class_registrations disable trigger user;
  for seat in
    select registration.* from (
      select id, row_number() over (
        partition by class_instance_id, participant_id order by guest_name is not null, created_at, id
      ) as nth
      from class_registrations where status <> 'canceled' and participant_id is not null
    ) seats join class_registrations registration using (id)
    where nth > 1
  loop
    insert into participants (name, guest_email, guest_phone)
    values (seat.guest_name, seat.guest_email, seat.guest_phone) returning id into person;
    update class_registrations set participant_id = person where id = seat.id;
  end loop;
  alter table class_registrations enable trigger user;
end $$;

create trigger fill_participant before insert on bookings
  for each row execute function fill_account_participant();
create trigger change_participant before update of participant_id on bookings
  for each row when (new.participant_id is distinct from old.participant_id and new.participant_id is not null)
  execute function fill_account_participant();
create trigger fill_participant before insert on camp_registrations
  for each row execute function fill_account_participant();
create trigger change_participant before update of participant_id on camp_registrations
  for each row when (new.participant_id is distinct from old.participant_id and new.participant_id is not null)
  execute function fill_account_participant();
create trigger fill_participant before insert on guest_bookings
  for each row execute function fill_guest_participant();
create trigger change_participant before update of guest_name, guest_email, guest_phone on guest_bookings
  for each row execute function fill_guest_participant();
create trigger fill_participant before insert on guest_camp_registrations
  for each row execute function fill_guest_participant();
create trigger change_participant before update of guest_name, guest_email, guest_phone on guest_camp_registrations
  for each row execute function fill_guest_participant();
create trigger fill_participant before insert on class_registrations
  for each row execute function fill_class_participant();
create trigger change_participant before update of participant_id, guest_name, guest_email, guest_phone
  on class_registrations for each row when (
    (new.participant_id, new.guest_name, new.guest_email, new.guest_phone)
      is distinct from (old.participant_id, old.guest_name, old.guest_email, old.guest_phone)
    and new.participant_id is not null
  ) execute function fill_class_participant();
create trigger fill_participant before insert on coach_bookings
  for each row execute function fill_lesson_participant();
create trigger change_participant before update of participant_id, guest_name, guest_email, guest_phone
  on coach_bookings for each row when (
    (new.participant_id, new.guest_name, new.guest_email, new.guest_phone)
      is distinct from (old.participant_id, old.guest_name, old.guest_email, old.guest_phone)
    and new.participant_id is not null
  ) execute function fill_lesson_participant();

-- Made in the migrations' transaction, where nothing waits for it.
-- squawk-ignore require-concurrent-index-creation
create index bookings_participant_idx on bookings (participant_id, start_time);
-- squawk-ignore require-concurrent-index-creation
create index guest_bookings_participant_idx on guest_bookings (participant_id);
-- squawk-ignore require-concurrent-index-creation
create index coach_bookings_participant_idx on coach_bookings (participant_id, lesson_date);
-- squawk-ignore require-concurrent-index-creation
create index class_registrations_participant_idx on class_registrations (participant_id);
-- squawk-ignore require-concurrent-index-creation
create index camp_registrations_participant_idx on camp_registrations (participant_id);
-- squawk-ignore require-concurrent-index-creation
create index guest_camp_registrations_participant_idx on guest_camp_registrations (participant_id);

-- One seat for each participant: siblings are not the same child twice.
-- squawk-ignore require-concurrent-index-deletion
drop index camp_registrations_once;
-- squawk-ignore require-concurrent-index-creation
create unique index camp_registrations_once on camp_registrations (camp_id, participant_id) where status <> 'canceled';
-- squawk-ignore require-concurrent-index-deletion
drop index class_registrations_once;
-- squawk-ignore require-concurrent-index-creation
create unique index class_registrations_once on class_registrations (class_instance_id, participant_id)
  where status <> 'canceled';
-- squawk-ignore require-concurrent-index-deletion
drop index checkout_hold_seats_session_idx;
-- squawk-ignore require-concurrent-index-creation
create unique index checkout_hold_seats_session_idx
  on checkout_hold_seats (class_instance_id, checkout_hold_id, participant_id) where class_instance_id is not null;
-- squawk-ignore require-concurrent-index-deletion
drop index checkout_hold_seats_camp_idx;
-- squawk-ignore require-concurrent-index-creation
create unique index checkout_hold_seats_camp_idx
  on checkout_hold_seats (camp_id, checkout_hold_id, participant_id) where camp_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index checkout_hold_seats_participant_idx on checkout_hold_seats (participant_id);

-- Guests entered with this address become part of the account's household: as the person of the same name there, unless
-- both have the same seat; else as one more. From then on they are found by name, and no longer by the guest's details.
create function claim_guests(account uuid, address text) returns void
language plpgsql as $$
declare
  guest participants;
  same uuid;
  source text;
begin
  perform lock_guests(address);
  for guest in
    select * from participants
    where lower(guest_email) = address and user_id is null
      and not exists (select from participant_adults where participant_id = participants.id)
    order by id for update
  loop
    same := household_member(account, guest.name);
    begin
      if same is null then
        raise unique_violation;
      end if;
      foreach source in array array[
        'guest_bookings', 'coach_bookings', 'class_registrations', 'guest_camp_registrations'
      ] loop
        execute format('update %I set participant_id = $1 where participant_id = $2', source) using same, guest.id;
      end loop;
      delete from participants where id = guest.id;
    exception when unique_violation then
      update participants set guest_email = null, guest_phone = null, guest_key = null where id = guest.id;
      insert into participant_adults (participant_id, user_id) values (guest.id, account);
    end;
  end loop;
end $$;

-- Each account is a participant, under its own name.
create function keep_account_participant() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    with self as (
      insert into participants (user_id, name) values (new.id, new.full_name) returning id
    )
    insert into participant_adults (participant_id, user_id) select id, new.id from self;
  elsif new.full_name <> old.full_name then
    update participants set name = new.full_name where user_id = new.id;
  end if;
  if new.email_verified and (
    tg_op = 'INSERT' or new.email is distinct from old.email or new.email_verified <> old.email_verified
  ) then
    perform claim_guests(new.id, new.email);
  end if;
  return null;
end $$;
create trigger account_participant_insert after insert on profiles
  for each row execute function keep_account_participant();
create trigger account_participant_update after update of full_name, email, email_verified on profiles
  for each row execute function keep_account_participant();
select claim_guests(id, email) from profiles where email_verified order by id;

-- Every adult of the participant is told, and not the account alone that booked. Guests with a confirmed address are
-- claimed, so an address needs no looking up.
create or replace function notify_owner() returns trigger
language plpgsql as $$
declare
  version jsonb;
begin
  foreach version in array array[to_jsonb(old), to_jsonb(new)] loop
    perform notify_person(version ->> tg_argv[0], version ->> tg_argv[1]);
    perform pg_notify('person_changed', user_id::text) from participant_adults
    where participant_id = (version ->> 'participant_id')::uuid;
  end loop;
  return null;
end $$;
-- Who joins, changes or leaves is told, and so are the others.
create function notify_adults() returns trigger
language plpgsql as $$
begin
  perform pg_notify('person_changed', adult::text)
  from (
    select unnest(array[old.user_id, new.user_id])
    union select user_id from participant_adults where participant_id in (old.participant_id, new.participant_id)
  ) adults (adult)
  where adult is not null;
  return null;
end $$;
create trigger notify_owner after insert or update or delete on participant_adults
  for each row execute function notify_adults();
create function notify_participant() returns trigger
language plpgsql as $$
begin
  perform pg_notify('person_changed', user_id::text) from participant_adults where participant_id = new.id;
  return null;
end $$;
create trigger notify_owner after update on participants for each row execute function notify_participant();
