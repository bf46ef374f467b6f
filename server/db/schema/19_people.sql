-- What staff write down about a person. Only staff read it; it goes with the account.

create table person_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- Null once the writer's own account is deleted.
  written_by uuid references profiles (id) on delete set null,
  body text not null check (length(body) between 1 and 2000),
  pinned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index person_notes_user_idx on person_notes (user_id, pinned desc, created_at desc, id desc);
create index person_notes_writer_idx on person_notes (written_by) where written_by is not null;

create table person_unpaid_limits (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- Hours of upcoming cages and lessons; null is no limit.
  hours integer check (hours between 0 and 1000),
  reason text not null check (length(reason) between 1 and 200),
  set_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index person_unpaid_limits_setter_idx on person_unpaid_limits (set_by) where set_by is not null;

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

-- Links with which someone takes over a coach without an account, or a customer without an email.
create table profile_invitations (
  id uuid primary key default gen_random_uuid(),
  coach_id uuid references coaches (id) on delete cascade,
  user_id uuid references profiles (id) on delete cascade,
  -- SHA-256 of the secret in the link; the secret itself is only in the link.
  token_hash text not null unique,
  created_by uuid references profiles (id) on delete set null,
  accepted_by uuid references profiles (id) on delete set null,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint profile_invitations_one_profile check (num_nonnulls(coach_id, user_id) = 1),
  check (accepted_by is null or accepted_at is not null),
  check (expires_at > created_at)
);
-- One link of a profile works at a time.
create unique index profile_invitations_coach_once on profile_invitations (coach_id) where accepted_at is null;
create unique index profile_invitations_user_once on profile_invitations (user_id) where accepted_at is null;
create index profile_invitations_coach_idx on profile_invitations (coach_id) where coach_id is not null;
create index profile_invitations_user_idx on profile_invitations (user_id) where user_id is not null;
create index profile_invitations_maker_idx on profile_invitations (created_by) where created_by is not null;
create index profile_invitations_accepted_idx on profile_invitations (accepted_by) where accepted_by is not null;

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

-- The limit of one customer in minutes; null is no limit. Staff and members have none, whatever the desk has set.
create function unpaid_limit_minutes(customer uuid, as_of timestamptz) returns integer
language plpgsql stable as $$
declare
  own record;
  standing text := customer_standing(customer, as_of);
begin
  if standing in ('staff', 'member') then
    return null;
  end if;
  select hours into own from person_unpaid_limits where user_id = customer;
  if found then
    return own.hours * 60;
  end if;
  return (
    select 60 * case standing when 'new' then unpaid_hours_new_customer else unpaid_hours_returning_customer end
    from facility
  );
end $$;

-- The record that is kept, where this one is merged into another. Waits for a merge that is under way.
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

-- Such rows come at the moment of the merge, or by a late answer of the payment provider. The name makes the trigger run before
-- the others. Arguments: the columns that name a person.
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
comment on function belong_to_kept() is 'Gives a row that is made for a merged person to the person who is kept.';
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

-- A message that is queued for a record while it is merged belongs to the kept one, as its booking does.
create trigger belong_to_kept before insert on outbox
  for each row when (new.to_user_id is not null) execute function belong_to_kept('to_user_id');

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
comment on function index_merged_account() is
  'Takes a merged account out of the index of people, and puts it back when the merge is undone.';
create trigger people_index_merge after update of merged_into on profiles
  for each row when (old.merged_into is distinct from new.merged_into) execute function index_merged_account();
