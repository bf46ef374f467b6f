-- What all the other files use: extensions, text as it is compared and searched, ages, counters, and answered requests.

create extension if not exists btree_gist;

-- Cages are shown in name order; a person expects 'Cage 10' after 'Cage 9'.
create collation natural_order (provider = icu, locale = 'en-u-kn-true');

-- Claimed by insert in the transaction of the work, kept for 24 hours.
create table idempotency_keys (
  key text not null check (length(key) between 1 and 200),
  -- The nil id stands for visitors; no reference, because a key may outlive its account by hours.
  user_id uuid not null default '00000000-0000-0000-0000-000000000000',
  route text not null,
  body_hash text not null,
  status integer,
  answer json,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);

create extension if not exists pg_trgm;

create function notify_channel() returns trigger
language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;
comment on function notify_channel() is 'Sends an empty message on the channel that the trigger names.';

create function touch_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function touch_updated_at() is 'Sets updated_at to the time of the transaction.';

create function count_revision() returns trigger
language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
comment on function count_revision() is 'Counts the changes of a row that its trigger names, such as moves and cancellations, which calendars need.';

create function keep_canceled_at() returns trigger
language plpgsql as $$
begin
  new.canceled_at := case when new.status = 'canceled' then coalesce(new.canceled_at, now()) end;
  return new;
end $$;
comment on function keep_canceled_at() is
  'Sets canceled_at when a row is canceled, and clears it when the row is taken up again.';

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

-- Phone numbers are searched by their digits.
create function phone_digits(phone text) returns text
language sql immutable parallel safe
return coalesce(regexp_replace(phone, '\D', '', 'g'), '');

-- Age in full years on a day: 0 before birth, null without a birth date. Who was born on February 29 becomes a year older on
-- March 1 in common years. Month and day are compared, because an age() of timestamps would depend on the session's time zone.
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

-- What the API and the audit log call something booked, where a guest's has a name of its own: 'guest_booking' for 'booking'.
create function guest_or_account(name text, guest_name text) returns text
language sql immutable parallel safe
return case when guest_name is null then name else 'guest_' || name end;

-- The argument names a generated column: it has no value yet, so the columns that it is computed from are compared.
create function count_version() returns trigger
language plpgsql as $$
begin
  if to_jsonb(new) - coalesce(tg_argv[0], '') is distinct from to_jsonb(old) - coalesce(tg_argv[0], '') then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
comment on function count_version() is 'Counts every change of a row in its version.';

-- The change by staff that this transaction makes or undoes; else null.
create function current_staff_change() returns uuid
language sql stable
return nullif(current_setting('dugout.staff_change', true), '')::uuid;
