-- Two records of one person become one, and for a day can become two again. What belongs to the record that goes moves to
-- the one that is kept; the empty record stays for the day, without an address, so that nobody signs in with it.

alter table profiles add column merged_into uuid;
-- squawk-ignore adding-foreign-key-constraint,constraint-missing-not-valid -- the column is new and empty
alter table profiles add constraint profiles_merged_into_fkey
  foreign key (merged_into) references profiles (id) on delete cascade;
-- squawk-ignore constraint-missing-not-valid -- as above
alter table profiles add constraint profiles_merged
  check (merged_into is null or (merged_into <> id and email is null and role = 'user'));
alter table participants add column merged_into uuid;
-- squawk-ignore adding-foreign-key-constraint,constraint-missing-not-valid -- the column is new and empty
alter table participants add constraint participants_merged_into_fkey
  foreign key (merged_into) references participants (id) on delete cascade;
-- squawk-ignore constraint-missing-not-valid -- as above
alter table participants add constraint participants_merged check (merged_into <> id);
-- squawk-ignore require-concurrent-index-creation
create index profiles_merged_idx on profiles (merged_into) where merged_into is not null;
-- squawk-ignore require-concurrent-index-creation
create index participants_merged_idx on participants (merged_into) where merged_into is not null;

create table person_merges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('account', 'participant')),
  source_account uuid references profiles (id) on delete cascade,
  target_account uuid references profiles (id) on delete cascade,
  source_participant uuid not null references participants (id) on delete cascade,
  target_participant uuid not null references participants (id) on delete cascade,
  -- Of the record that goes: given back when the merge is reversed.
  source_email text,
  source_confirmed boolean not null default false,
  -- Name and phone of the kept record before the merge and with it.
  kept_before jsonb not null,
  kept_after jsonb not null,
  merged_by uuid references profiles (id) on delete set null,
  merged_at timestamptz not null,
  reversible_until timestamptz not null,
  reversed_at timestamptz,
  check ((kind = 'account') = (num_nonnulls(source_account, target_account) = 2))
);
create unique index person_merges_once on person_merges (source_participant) where reversed_at is null;
create index person_merges_source_idx on person_merges (source_account) where source_account is not null;
create index person_merges_target_idx on person_merges (target_account) where target_account is not null;
create index person_merges_participant_idx on person_merges (target_participant);
create index person_merges_merger_idx on person_merges (merged_by) where merged_by is not null;
create trigger audit after insert or update or delete on person_merges
  for each row execute function audit_row('id', 'source_email', 'kept_before', 'kept_after');

-- What was moved or set aside, to be put back. The audit log has each change of the rows themselves.
create table person_merge_rows (
  merge_id uuid not null references person_merges (id) on delete cascade,
  position integer not null generated always as identity,
  table_name text not null,
  row_key jsonb not null,
  -- The column that was changed; null where the row was set aside.
  column_name text,
  set_aside jsonb,
  primary key (merge_id, position),
  check (num_nonnulls(column_name, set_aside) = 1)
);

-- Whom a row is for: the kept record, where this one is merged into another. Waits for a merge that is under way.
create function kept_account(account uuid) returns uuid
language plpgsql as $$
declare
  next uuid;
begin
  loop
    select merged_into into next from profiles where id = account for key share;
    if next is null then
      return account;
    end if;
    account := next;
  end loop;
end $$;
create function kept_participant(participant uuid) returns uuid
language plpgsql as $$
declare
  next uuid;
begin
  loop
    select merged_into into next from participants where id = participant for key share;
    if next is null then
      return participant;
    end if;
    participant := next;
  end loop;
end $$;

-- A row that is made for a merged record at this very moment, or by a late answer of the payment provider, belongs to the
-- kept one. Named so that it runs before the other triggers. Its arguments are the columns that name a person.
create function belong_to_kept() returns trigger
language plpgsql as $$
declare
  person text;
  named uuid;
  kept uuid;
begin
  foreach person in array tg_argv loop
    named := (to_jsonb(new) ->> person)::uuid;
    if named is not null then
      kept := case person when 'participant_id' then kept_participant(named) else kept_account(named) end;
      if kept <> named then
        new := jsonb_populate_record(new, jsonb_build_object(person, kept));
      end if;
    end if;
  end loop;
  return new;
end $$;
create trigger belong_to_kept before insert on bookings
  for each row execute function belong_to_kept('user_id', 'participant_id');
create trigger belong_to_kept before insert on coach_bookings
  for each row execute function belong_to_kept('customer_id', 'participant_id');
create trigger belong_to_kept before insert on class_registrations
  for each row execute function belong_to_kept('user_id', 'participant_id');
create trigger belong_to_kept before insert on camp_registrations
  for each row execute function belong_to_kept('user_id', 'participant_id');
create trigger belong_to_kept before insert on checkout_holds
  for each row execute function belong_to_kept('user_id');
create trigger belong_to_kept before insert on checkout_hold_seats
  for each row execute function belong_to_kept('participant_id');
create trigger belong_to_kept before insert on payment_transactions
  for each row execute function belong_to_kept('user_id');
create trigger belong_to_kept before insert on subscriptions
  for each row execute function belong_to_kept('user_id');
create trigger belong_to_kept before insert on person_notes
  for each row execute function belong_to_kept('user_id');

-- While records are merged, rows keep their participant: it is moved on its own.
create or replace function fill_account_participant() returns trigger
language plpgsql as $$
begin
  if current_setting('dugout.merging', true) = 'on' then
    return new;
  end if;
  new.participant_id := household_participant(new.user_id, new.participant_id);
  return new;
end $$;
create or replace function fill_class_participant() returns trigger
language plpgsql as $$
begin
  if current_setting('dugout.merging', true) = 'on' then
    return new;
  end if;
  new.participant_id := case when new.guest_name is null then household_participant(new.user_id, new.participant_id)
    else kept_participant(guest_participant(new.guest_name, new.guest_email, new.guest_phone)) end;
  return new;
end $$;
create or replace function fill_lesson_participant() returns trigger
language plpgsql as $$
begin
  if current_setting('dugout.merging', true) = 'on' then
    return new;
  end if;
  new.participant_id := case when new.guest_name is null then household_participant(new.customer_id, new.participant_id)
    else kept_participant(guest_participant(new.guest_name, new.guest_email, new.guest_phone)) end;
  return new;
end $$;
create or replace function fill_guest_participant() returns trigger
language plpgsql as $$
begin
  new.participant_id := kept_participant(guest_participant(new.guest_name, new.guest_email, new.guest_phone));
  return new;
end $$;

-- A merged child has no adults for the day, and stays.
create or replace function leave_participant() returns trigger
language plpgsql as $$
begin
  delete from participants
  where id = old.participant_id and merged_into is null
    and not exists (select from participant_adults where participant_id = old.participant_id);
  return null;
end $$;
drop trigger keep_adult on participant_adults;
create trigger keep_adult before delete on participant_adults
  for each row when (pg_trigger_depth() = 0 and current_setting('dugout.merging', true) is distinct from 'on')
  execute function keep_adult();

-- Guests who are merged into a person are not claimed by an address meanwhile.
create or replace function claim_guests(account uuid, address text) returns void
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

-- A merge that is reversed gives the address back to the person who had confirmed it.
drop trigger forget_unproven_password on profiles;
create trigger forget_unproven_password after update of email_verified on profiles
  for each row when (new.email_verified and not old.email_verified and old.merged_into is null)
  execute function forget_unproven_password();

-- A merged account is in no list and no search.
create function index_merged_account() returns trigger
language plpgsql as $$
begin
  if new.merged_into is not null then
    delete from people_index where id = new.id;
  else
    insert into people_index (id, kind, name, email, phone, role, created_at)
    values (new.id, 'account', new.full_name, new.email, new.phone_number, new.role, new.created_at)
    on conflict (id) do nothing;
  end if;
  return null;
end $$;
create trigger people_index_merge after update of merged_into on profiles
  for each row when (old.merged_into is distinct from new.merged_into) execute function index_merged_account();
