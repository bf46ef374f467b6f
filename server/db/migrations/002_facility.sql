-- Who the facility is and when it is open: one place, from which every screen and message takes it.

create table facility (
  -- There is one facility; the key makes a second row impossible.
  id smallint primary key default 1 check (id = 1),
  name text not null check (length(name) between 1 and 200),
  street_address text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  phone text not null,
  email text not null,
  maps_url text not null default '',
  apple_maps_url text not null default '',
  -- A name that PostgreSQL does not know is refused by the conversion itself.
  time_zone text not null default 'America/Chicago'
    check ((timestamptz '2000-01-01 00:00+00' at time zone time_zone) is not null),
  -- [{"label": …, "url": …}]
  social_links jsonb not null default '[]' check (jsonb_typeof(social_links) = 'array'),
  announcement text not null default 'NOW OPEN',
  rate_line text not null default '',
  member_cage_discount_percent numeric(5, 2) not null default 15
    check (member_cage_discount_percent between 0 and 100),
  member_class_discount_percent numeric(5, 2) not null default 15
    check (member_class_discount_percent between 0 and 100),
  membership_monthly_price numeric(10, 2) not null default 109.99 check (membership_monthly_price >= 0),
  founders_cap integer not null default 10 check (founders_cap >= 0),
  card_payment_for_cages boolean not null default false,
  card_payment_for_lessons boolean not null default false,
  booking_window_days integer not null default 365 check (booking_window_days between 1 and 730),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A weekday without a row is closed.
create table opening_hours (
  day_of_week smallint primary key check (day_of_week between 0 and 6),
  opens time not null,
  closes time not null,
  check (closes > opens),
  check (extract(minute from opens) in (0, 30) and extract(second from opens) = 0),
  check (extract(minute from closes) in (0, 30) and extract(second from closes) = 0)
);

-- A date whose hours differ from its weekday's; both times null means closed all day.
create table special_days (
  date date primary key,
  opens time,
  closes time,
  reason text not null default '',
  check ((opens is null) = (closes is null)),
  check (closes > opens),
  check (extract(minute from opens) in (0, 30) and extract(second from opens) = 0),
  check (extract(minute from closes) in (0, 30) and extract(second from closes) = 0)
);

create table team_rates (
  weekly_hours integer primary key check (weekly_hours > 0),
  monthly_hours integer not null check (monthly_hours > 0),
  monthly_price numeric(10, 2) not null check (monthly_price >= 0),
  price_per_hour numeric(10, 2) not null check (price_per_hour >= 0)
);

-- The instant of a wall time in the facility. A time that the clocks skip is refused; of one that happens
-- twice the first is meant, as in Temporal's default.
create function facility_instant(wall timestamp) returns timestamptz
language plpgsql stable as $$
declare
  zone text := coalesce((select time_zone from facility), 'America/Chicago');
  instant timestamptz := wall at time zone zone;
begin
  if instant at time zone zone <> wall then
    raise exception 'The clocks skip % in %.', wall, zone
      using errcode = 'check_violation', constraint = 'wall_time_exists';
  end if;
  if (instant - interval '1 hour') at time zone zone = wall then
    return instant - interval '1 hour';
  end if;
  return instant;
end $$;

-- The facility day on which an instant falls.
create function facility_day(instant timestamptz) returns date
language sql stable
return (instant at time zone coalesce((select time_zone from facility), 'America/Chicago'))::date;
