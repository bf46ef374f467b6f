-- Families: who takes part is not who pays. Each row that someone books names its participant, and the adults of a
-- participant see it and act on it. An account is a participant too, so a customer with no family notices nothing.

create table participants (
  id uuid primary key default gen_random_uuid(),
  -- The account that is this person; null for children and guests.
  user_id uuid unique references profiles (id) on delete cascade,
  -- An account's is a copy of its name, kept by a trigger.
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
  merged_into uuid,
  constraint participants_account_stays check (user_id is null or (archived_at is null and guest_key is null)),
  constraint participants_merged_into_fkey foreign key (merged_into) references participants (id) on delete cascade,
  constraint participants_merged check (merged_into <> id)
);
create index participants_guest_email_idx on participants (lower(guest_email)) where guest_email is not null;
create index participants_merged_idx on participants (merged_into) where merged_into is not null;

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

create table household_invitations (
  id uuid primary key default gen_random_uuid(),
  invited_by uuid not null references profiles (id) on delete cascade,
  -- Who has this address once confirmed may accept.
  email text not null check (email = lower(email) and length(email) <= 254),
  -- SHA-256 of the secret in the link; the secret itself is only in the mail.
  token_hash text not null unique,
  accepted_by uuid references profiles (id) on delete cascade,
  accepted_at timestamptz,
  declined_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (id, invited_by),
  check (expires_at > created_at),
  constraint household_invitations_one_answer check (num_nonnulls(accepted_at, declined_at) <= 1),
  check (num_nonnulls(accepted_by, accepted_at) <> 1)
);

-- Inviting again replaces the first link.
create unique index household_invitations_once on household_invitations (invited_by, email)
  where accepted_at is null and declined_at is null;
create index household_invitations_email_idx on household_invitations (email);
create index household_invitations_accepted_idx on household_invitations (accepted_by) where accepted_by is not null;
create index household_invitations_expires_idx on household_invitations (expires_at);

-- An adult can share a person only while being an adult of theirs.
create table household_invitation_participants (
  invitation_id uuid not null,
  participant_id uuid not null,
  invited_by uuid not null,
  primary key (invitation_id, participant_id),
  foreign key (invitation_id, invited_by) references household_invitations (id, invited_by) on delete cascade,
  foreign key (participant_id, invited_by) references participant_adults (participant_id, user_id) on delete cascade
);
create index household_invitation_participants_adult_idx
  on household_invitation_participants (participant_id, invited_by);

create table participant_care (
  participant_id uuid primary key references participants (id) on delete cascade,
  medical_note text check (length(medical_note) between 1 and 1000),
  -- An adult has said that there is nothing to note; false where nobody was asked.
  nothing_to_note boolean not null default false check (not nothing_to_note or medical_note is null),
  -- [{ name, phone, relation }]
  emergency_contacts jsonb not null default '[]'
    check (jsonb_typeof(emergency_contacts) = 'array' and jsonb_array_length(emergency_contacts) <= 4),
  -- [{ name, phone }]: who may pick the participant up, besides the adults of the household.
  pickup_adults jsonb not null default '[]'
    check (jsonb_typeof(pickup_adults) = 'array' and jsonb_array_length(pickup_adults) <= 6),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What nobody has said yet of a child, without what was said: the one rule of the account, the rosters and registering.
-- Adults are not asked. Without a birth date someone whom a family has entered is a child.
create function missing_care(participant uuid) returns text[]
language sql stable
begin atomic
  select array_remove(array[
    case when coalesce(jsonb_array_length(care.emergency_contacts), 0) = 0 then 'emergency_contact' end,
    case when care.medical_note is null and not coalesce(care.nothing_to_note, false) then 'allergies' end
  ], null)
  from participants person left join participant_care care on care.participant_id = person.id
  where person.id = participant
    and case when person.birth_date is null then person.user_id is null and person.guest_key is null
      else full_years(person.birth_date, facility_day(now())) < 18 end;
end;
comment on function missing_care(uuid) is
  'What is still to be said of a child: emergency_contact, allergies. Null or empty: nothing.';

create function has_medical_note(participant uuid) returns boolean
language sql stable
begin atomic
  select exists (select from participant_care where participant_id = participant and medical_note is not null);
end;
comment on function has_medical_note(uuid) is 'Whether there is a note to ask for; not what it says.';

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
    raise exception 'An account belongs to someone of 13 years or more.'
      using errcode = 'check_violation', constraint = 'participants_account_age';
  end if;
  return new;
end $$;
comment on function check_birth_date() is 'Refuses a birth date in the future, and an account of a child under 13 (COPPA).';
create trigger check_birth_date before insert or update of birth_date, user_id on participants
  for each row when (new.birth_date is not null) execute function check_birth_date();

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
comment on function check_adult() is
  'Refuses other adults for a person with an account, who is always told of the own bookings.';
create trigger check_adult before insert or update on participant_adults
  for each row execute function check_adult();

-- An account that is deleted leaves in any case; that, and the deletion of a participant, come from another trigger.
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
comment on function keep_adult() is 'Refuses to remove a participant''s last adult, and an adult by one who joined later.';
create trigger keep_adult before delete on participant_adults
  for each row when (pg_trigger_depth() = 0 and current_setting('dugout.merging', true) is distinct from 'on')
  execute function keep_adult();

-- A merged child has no adults for the day, and stays.
create function leave_participant() returns trigger
language plpgsql as $$
begin
  delete from participants
  where id = old.participant_id and merged_into is null
    and not exists (select from participant_adults where participant_id = old.participant_id);
  return null;
end $$;
comment on function leave_participant() is 'Deletes a participant whose last adult has left.';
create trigger leave_participant after delete on participant_adults
  for each row execute function leave_participant();

-- This comes before the deletion of the account, because foreign keys of rows that lose both at once would be checked when the
-- participant is gone.
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
comment on function leave_household() is 'Takes an account out of its household before it is deleted.';
create trigger leave_household before delete on profiles
  for each row execute function leave_household();

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

-- The person of this name in the household of an account: the account itself first, archived people last.
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

-- Taken before a guest of this address is looked up or claimed, so that no guest is missed who is entered while the address is
-- being confirmed. There are 256 locks, because there may be more addresses than room for locks.
create function lock_guests(address text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('guests'), hashtext(lower(address)) & 255);
end $$;

-- The participant of a row that names a guest. If an account has confirmed the guest's address, it is the person of that name in
-- its household, who is added if there is none; else the guest with these details. Two guests without e-mail and phone are
-- never the same.
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
    -- Another transaction, which this one waited for, has entered the guest.
    if found_id is null then
      select id into found_id from participants where guest_key = key for key share;
    end if;
  end if;
  return found_id;
end $$;

-- While records are merged, rows keep their participant, which is moved separately. Nothing identifies a guest who gives only a
-- name: the code that enters the row says who it is, and that stays.
create function fill_booked_participant() returns trigger
language plpgsql as $$
begin
  if current_setting('dugout.merging', true) = 'on' then
    return new;
  end if;
  if new.guest_name is not null and num_nonnulls(new.guest_email, new.guest_phone) = 0
    and new.participant_id is not null and new.participant_id is distinct from old.participant_id
  then
    return new;
  end if;
  new.participant_id := case when new.guest_name is null then household_participant(new.user_id, new.participant_id)
    else kept_participant(guest_participant(new.guest_name, new.guest_email, new.guest_phone)) end;
  return new;
end $$;
comment on function fill_booked_participant() is
  'Sets who takes part in a booking or registration: the person named, or the account or guest itself.';

create function fill_lesson_participant() returns trigger
language plpgsql as $$
begin
  if current_setting('dugout.merging', true) = 'on' then
    return new;
  end if;
  new.participant_id := case when new.guest_name is null then household_participant(new.customer_id, new.participant_id)
    else kept_participant(guest_participant(new.guest_name, new.guest_email, new.guest_phone)) end;
  return new;
end $$;
comment on function fill_lesson_participant() is 'Sets who takes part in a lesson, as fill_booked_participant does.';

-- Gives the guests of a confirmed address to its account. Guests who are merged into another person stay there.
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
    where lower(guest_email) = address and user_id is null and merged_into is null
      and not exists (select from participant_adults where participant_id = participants.id)
    order by id for update
  loop
    same := household_member(account, guest.name);
    begin
      if same is null then
        raise unique_violation;
      end if;
      foreach source in array array[
        'bookings', 'coach_bookings', 'class_registrations', 'camp_registrations'
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
comment on function keep_account_participant() is 'Makes each account a participant under its own name.';
create trigger account_participant_insert after insert on profiles
  for each row execute function keep_account_participant();
create trigger account_participant_update after update of full_name, email, email_verified on profiles
  for each row execute function keep_account_participant();

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
comment on function notify_adults() is 'Announces to a participant''s adults that one joined, changed or left.';
create trigger notify_owner after insert or update or delete on participant_adults
  for each row execute function notify_adults();

create function notify_participant() returns trigger
language plpgsql as $$
begin
  perform pg_notify('person_changed', user_id::text) from participant_adults where participant_id = new.id;
  return null;
end $$;
comment on function notify_participant() is 'Announces to a participant''s adults that the participant changed.';
create trigger notify_owner after update on participants for each row execute function notify_participant();
create trigger audit after insert or delete on household_invitation_participants
  for each row execute function audit_row('invitation_id,participant_id');

create function check_invited_participant() returns trigger
language plpgsql as $$
begin
  if exists (select from participants where id = new.participant_id and user_id is not null) then
    raise exception 'An account is the only adult of itself.'
      using errcode = 'check_violation', constraint = 'household_invitations_account';
  end if;
  return new;
end $$;
comment on function check_invited_participant() is 'Refuses to share a person who has an account.';
create trigger check_invited_participant before insert on household_invitation_participants
  for each row execute function check_invited_participant();

create function leave_invitation() returns trigger
language plpgsql as $$
begin
  delete from household_invitations
  where id = old.invitation_id
    and not exists (select from household_invitation_participants where invitation_id = old.invitation_id);
  return null;
end $$;
comment on function leave_invitation() is 'Deletes an invitation that no longer offers anybody.';
create trigger leave_invitation after delete on household_invitation_participants
  for each row execute function leave_invitation();

-- The account is found by its confirmed address.
create function notify_invitation() returns trigger
language plpgsql as $$
begin
  perform pg_notify('person_changed', account::text)
  from (
    select unnest(array[old.invited_by, new.invited_by, new.accepted_by])
    union select id from profiles where email in (old.email, new.email) and email_verified
  ) accounts (account)
  where account is not null;
  return null;
end $$;
comment on function notify_invitation() is 'Announces an invitation to the adult who invites and to the one who is invited.';
create trigger notify_owner after insert or update or delete on household_invitations
  for each row execute function notify_invitation();

-- A payment that comes nevertheless is refunded.
create function release_checkouts() returns trigger
language plpgsql as $$
begin
  update checkout_holds hold set status = 'released'
  where hold.user_id = old.user_id and hold.status = 'held' and (
    exists (
      select from checkout_hold_seats
      where checkout_hold_id = hold.id and participant_id = old.participant_id
    )
    or strpos(hold.details::text, old.participant_id::text) > 0
  );
  return null;
end $$;
comment on function release_checkouts() is 'Releases a removed adult''s open checkouts for the participant.';
create trigger release_checkouts after delete on participant_adults
  for each row execute function release_checkouts();

create function fill_held_participant() returns trigger
language plpgsql as $$
begin
  new.participant_id := household_participant(
    (select user_id from checkout_holds where id = new.checkout_hold_id), new.participant_id
  );
  return new;
end $$;
comment on function fill_held_participant() is
  'Sets who takes part in a held seat: the person named, of the household that pays, or the account itself.';

-- Logs that someone read a row, such as a medical note.
create function log_reading(read_table text, read_record text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if read_table is null or read_record is null or length(read_record) > 100
    or to_regclass('public.' || quote_ident(read_table)) is null
  then
    raise exception 'This is nothing that can be read.' using errcode = 'insufficient_privilege';
  end if;
  insert into public.audit_log (action, table_name, record_id, user_id, description, client_info)
  values (
    'READ', read_table, read_record,
    nullif(current_setting('dugout.actor_id', true), '')::uuid,
    nullif(current_setting('dugout.description', true), ''),
    nullif(current_setting('dugout.client_info', true), '')
  );
end $$;
create constraint trigger audit_forgetting after delete on participants
  deferrable initially deferred for each row execute function forget_in_audit();
