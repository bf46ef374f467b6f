-- Bookings are found by the name of who takes part, and accounts by the names of the people whom they look after: children
-- have no account, and a parent on the phone says the child's name.

-- A participant without an account who has adults. Its own row in the index; guests have theirs already.
alter table people_index drop constraint people_index_kind_check;
-- squawk-ignore constraint-missing-not-valid -- a facility's people are looked through in a moment
alter table people_index add constraint people_index_kind_check check (kind in ('account', 'guest', 'participant'));
alter table people_index drop constraint people_index_account;
-- squawk-ignore constraint-missing-not-valid -- as above
alter table people_index add constraint people_index_account check (kind <> 'account' or num_nonnulls(role, created_at) = 2);

-- Of an account the names of the participants without an account in its household, of a participant its adults' names.
alter table people_index add column related text not null default '';
-- What the row says itself, and all by which it is found.
-- squawk-ignore renaming-column -- the index is written by triggers and read by the release that has this migration
alter table people_index rename column search to own;
-- squawk-ignore require-concurrent-index-deletion
drop index people_index_search_idx;

create function household_names(account uuid) returns text
language sql stable
begin atomic
  select coalesce(string_agg(participant.name, ' ' order by participant.name, participant.id), '')
  from participant_adults adult join participants participant on participant.id = adult.participant_id
  where adult.user_id = account and participant.user_id is null;
end;

-- The participants who must be in `people_index`.
create view participants_due as
select participant.id, participant.name, string_agg(account.full_name, ' ' order by account.full_name, account.id) as related
from participants participant
join participant_adults adult on adult.participant_id = participant.id
join profiles account on account.id = adult.user_id
where participant.user_id is null
group by participant.id;

update people_index set related = household_names(id)
where kind = 'account' and exists (select from participant_adults where user_id = people_index.id);
insert into people_index (id, kind, name, related) select id, 'participant', name, related from participants_due;

-- After the rows, which writes each only once.
-- squawk-ignore adding-required-field,adding-field-with-default
alter table people_index add column search text not null generated always as (
  ' ' || search_text(name || ' ' || coalesce(email, '')) || ' ' || phone_digits(phone) || ' ' || search_text(related) || ' '
) stored;
-- squawk-ignore require-concurrent-index-creation
create index people_index_search_idx on people_index using gin (search gin_trgm_ops) with (fastupdate = off);
-- squawk-ignore require-concurrent-index-creation
create index people_index_participant_idx on people_index (sort_name, id) where kind = 'participant';

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
create trigger people_index_delete after delete on participants
  for each row when (old.user_id is null) execute function leave_participant_index();

create or replace function index_account() returns trigger
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

-- Partial: class sessions have no participant.
-- squawk-ignore require-concurrent-index-creation
create index booking_entries_participant_idx on booking_entries (participant_id, starts_at, group_id) include (status)
  where participant_id is not null;
analyze people_index;
