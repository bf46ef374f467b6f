-- Camps: dated sessions, their coaches, and who registered.

create table camps (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  description text,
  price numeric(10, 2) not null default 0 check (price >= 0),
  max_spots integer not null default 20 check (max_spots >= 1),
  start_date date not null,
  end_date date not null,
  age_group text,
  min_age smallint not null default 8 check (min_age between 5 and 18),
  max_age smallint not null default 12 check (max_age between 5 and 18),
  sport text not null default 'baseball' check (sport in ('baseball', 'softball')),
  focus text not null default 'all-around' check (focus in ('all-around', 'hitting', 'fielding', 'pitching')),
  banner_url text,
  bullet_points text[] not null default '{}',
  published boolean not null default false,
  registration_enabled boolean not null default true,
  pay_on_arrival_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint camps_date_order check (end_date >= start_date),
  constraint camps_age_order check (max_age >= min_age)
);
create index camps_start_idx on camps (start_date);

create table camp_timeslots (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references camps (id) on delete cascade,
  date date not null,
  start_time time not null,
  end_time time not null,
  unique (camp_id, date, start_time),
  constraint camp_timeslots_time_order check (end_time > start_time)
);
create index camp_timeslots_date_idx on camp_timeslots (date);

create table camp_timeslot_cages (
  camp_timeslot_id uuid not null references camp_timeslots (id) on delete cascade,
  cage_id uuid not null references cages (id),
  primary key (camp_timeslot_id, cage_id)
);
create index camp_timeslot_cages_cage_idx on camp_timeslot_cages (cage_id);

-- Coaches of a camp are taken for each of its timeslots.
create table camp_coaches (
  camp_id uuid not null references camps (id) on delete cascade,
  coach_id uuid not null references coaches (id),
  primary key (camp_id, coach_id)
);
create index camp_coaches_coach_idx on camp_coaches (coach_id);

create table camp_registrations (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references camps (id),
  -- Null once the account is deleted: 'Deleted user'.
  user_id uuid references profiles (id) on delete set null,
  status text not null default 'registered' check (status in ('registered', 'paid', 'canceled')),
  -- Dollars agreed when registering.
  total_cost numeric(10, 2) not null default 0 check (total_cost >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  canceled_at timestamptz
);
create unique index camp_registrations_once on camp_registrations (camp_id, user_id) where status <> 'canceled';
create index camp_registrations_camp_idx on camp_registrations (camp_id);
create index camp_registrations_user_idx on camp_registrations (user_id, created_at desc);

create table guest_camp_registrations (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references camps (id),
  guest_name text not null check (length(guest_name) between 1 and 200),
  guest_email text,
  guest_phone text,
  status text not null default 'registered' check (status in ('registered', 'paid', 'canceled')),
  total_cost numeric(10, 2) not null default 0 check (total_cost >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  canceled_at timestamptz
);
create index guest_camp_registrations_camp_idx on guest_camp_registrations (camp_id);
