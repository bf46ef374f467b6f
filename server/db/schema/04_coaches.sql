-- Coaches, their weekly hours and their time off.

create table coaches (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text,
  phone_number text,
  bio text,
  specialties text[] not null default '{}',
  hourly_rate numeric(10, 2) not null default 50 check (hourly_rate >= 0),
  profile_image_url text,
  user_id uuid unique references profiles (id) on delete set null,
  is_active boolean not null default true,
  -- Entered whole by an admin: customers see and book the coach although there is no account.
  without_account boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Lets a profile point at its coach only where the coach points back.
  unique (id, user_id)
);

create table coach_availability (
  id uuid primary key default gen_random_uuid(),
  coach_id uuid not null references coaches (id) on delete cascade,
  day_of_week smallint not null check (day_of_week between 0 and 6),
  start_time time not null default '09:00',
  end_time time not null default '17:00',
  is_available boolean not null default false,
  unique (coach_id, day_of_week),
  check (end_time > start_time)
);

-- The private calendar address of a coach's own lessons. It belongs to the account, and shows lessons only while the account
-- is that of a coach.
create table coach_calendar_feeds (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- SHA-256 of the secret in the feed's address.
  token_hash text not null unique,
  created_at timestamptz not null default now()
);

create table coach_time_off (
  id uuid primary key default gen_random_uuid(),
  coach_id uuid not null references coaches (id) on delete cascade,
  start_date date not null,
  -- The last day of it.
  end_date date not null,
  -- On the facility's clock; null for whole days.
  start_time time,
  end_time time,
  -- Only the coach reads it.
  note text not null default '' check (length(note) <= 200),
  -- The whole time, and the part that the ledger takes: what was booked with the coach before keeps its time. Set by triggers.
  during tstzrange not null default 'empty',
  taken tstzmultirange not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint coach_time_off_days check (end_date between start_date and start_date + 365),
  constraint coach_time_off_hours check (
    case
      when start_time is null then end_time is null
      else end_date = start_date and end_time is not null and end_time > start_time
        and extract(minute from start_time) in (0, 30) and extract(second from start_time) = 0
        and extract(minute from end_time) in (0, 30) and extract(second from end_time) = 0
    end
  ),
  -- Checked at the end of a statement, because a change of the facility's zone moves all rows in one.
  constraint coach_time_off_apart exclude using gist (coach_id with =, during with &&)
    deferrable initially immediate
);
create trigger notify_staff after insert or update or delete or truncate on coaches
  for each statement execute function notify_channel('people_changed');

-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid -- closes a circle of two new tables
alter table profiles add constraint profiles_coach_agrees foreign key (coach_id, id)
  references coaches (id, user_id) on delete set null (coach_id);
