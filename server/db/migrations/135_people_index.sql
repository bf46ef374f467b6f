-- Everybody whom staff search for, in one table with the only index of names: accounts, and guests of bookings.

do $$
begin
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then
    raise exception 'Dugout needs the PostgreSQL extension pg_trgm, and this server does not have it.'
      using
        errcode = 'feature_not_supported',
        hint = 'Install PostgreSQL''s contrib package (for example postgresql-contrib) and start Dugout again.';
  end if;
end $$;
create extension if not exists pg_trgm;

-- Text as it is sorted and compared: lower case, without accents, with the Latin letters that have no accent to lose.
create function fold_text(word text) returns text
language sql immutable strict parallel safe
return translate(
  lower(regexp_replace(normalize(word, nfd), U&'[\0300-\036f]', '', 'g') collate "und-x-icu"), 'łøđħŧı', 'lodhti'
);

-- Folded text as it is searched. What is still not ASCII is written as 'u' and its code point, because pg_trgm sees no
-- letters there where the database's locale is C. `searchText` in server/db/searchWords.ts does the same.
create function search_text(word text) returns text
language sql immutable strict parallel safe
begin atomic
  select case when folded !~ '[^\u0001-\u007f]' then folded else (
    select string_agg(case when ascii(letter) < 128 then letter else 'u' || to_hex(ascii(letter)) end, '' order by place)
    from unnest(string_to_array(folded, null)) with ordinality as letters (letter, place)
  ) end
  from (select fold_text(word) as folded) text;
end;

-- Phone numbers are searched by their digits alone.
create function phone_digits(phone text) returns text
language sql immutable parallel safe
return coalesce(regexp_replace(phone, '\D', '', 'g'), '');

create table people_index (
  -- An account's own id; of a guest the `guest_person` of name, e-mail and phone.
  id uuid primary key,
  kind text not null check (kind in ('account', 'guest')),
  name text not null,
  email text,
  phone text,
  -- Of accounts only.
  role text,
  created_at timestamptz,
  sort_name text not null generated always as (fold_text(name)) stored,
  -- The blanks let a pattern ask for the beginning of a word, and for a whole one.
  search text not null generated always as (
    ' ' || search_text(name || ' ' || coalesce(email, '')) || ' ' || phone_digits(phone) || ' '
  ) stored,
  constraint people_index_account check (kind = 'guest' or num_nonnulls(email, role, created_at) = 3)
);
-- A guest is the same person where name, e-mail and phone are the same.
create function guest_person(name text, email text, phone text) returns uuid
language sql immutable parallel safe
return md5(fold_text(name) || '|' || coalesce(lower(email), '') || '|' || phone_digits(phone))::uuid;

-- Who somebody is in `people_index`: a guest where the row names one, else the account. Null once that is deleted.
create function guest_or_user(account uuid, guest_name text, guest_email text, guest_phone text) returns uuid
language sql immutable parallel safe
return case when guest_name is null then account else guest_person(guest_name, guest_email, guest_phone) end;

create function index_account() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into people_index (id, kind, name, email, phone, role, created_at)
    values (new.id, 'account', new.full_name, new.email, new.phone_number, new.role, new.created_at);
  elsif tg_op = 'UPDATE' then
    update people_index
    set name = new.full_name, email = new.email, phone = new.phone_number, role = new.role, created_at = new.created_at
    where id = old.id;
  else
    delete from people_index where id = old.id;
  end if;
  return null;
end $$;
create trigger people_index_insert after insert or delete on profiles
  for each row execute function index_account();
create trigger people_index_update after update of full_name, email, phone_number, role, created_at on profiles
  for each row when (
    (old.full_name, old.email, old.phone_number, old.role, old.created_at)
      is distinct from (new.full_name, new.email, new.phone_number, new.role, new.created_at)
  ) execute function index_account();

insert into people_index (id, kind, name, email, phone, role, created_at)
select id, 'account', full_name, email, phone_number, role, created_at from profiles;

-- Built after the rows, which is faster. No pending list: a search right after many changes would read it from end to end.
create index people_index_search_idx on people_index using gin (search gin_trgm_ops) with (fastupdate = off);
create index people_index_name_idx on people_index (sort_name, id) where kind = 'account';
create index people_index_created_idx on people_index (created_at, id) where kind = 'account';
