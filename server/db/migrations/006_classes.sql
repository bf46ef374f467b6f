-- Classes: weekly schedules, the dated sessions made from them, and who registered.

create table classes (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  description text,
  coach_id uuid references coaches (id),
  age_group text,
  price numeric(10, 2) not null check (price >= 0),
  max_spots integer not null check (max_spots >= 1),
  start_date date not null,
  end_date date not null,
  cages_reserved smallint not null default 1 check (cages_reserved >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint classes_date_order check (end_date >= start_date)
);
create index classes_coach_idx on classes (coach_id);

create table class_schedules (
  id uuid primary key default gen_random_uuid(),
  class_id uuid not null references classes (id) on delete cascade,
  day_of_week smallint not null check (day_of_week between 0 and 6),
  start_time time not null,
  end_time time not null,
  unique (class_id, day_of_week, start_time),
  check (end_time > start_time)
);

create table class_instances (
  id uuid primary key default gen_random_uuid(),
  class_id uuid not null references classes (id),
  -- Who teaches this session; that coach can give no lesson meanwhile.
  coach_id uuid references coaches (id),
  class_date date not null,
  start_time time not null,
  end_time time not null,
  status text not null default 'active' check (status in ('active', 'canceled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (class_id, class_date, start_time),
  constraint class_instances_time_order check (end_time > start_time)
);
create index class_instances_date_idx on class_instances (class_date);
create index class_instances_coach_idx on class_instances (coach_id);

create table class_instance_cages (
  class_instance_id uuid not null references class_instances (id) on delete cascade,
  cage_id uuid not null references cages (id),
  primary key (class_instance_id, cage_id)
);
create index class_instance_cages_cage_idx on class_instance_cages (cage_id);

create table class_registrations (
  id uuid primary key default gen_random_uuid(),
  class_instance_id uuid not null references class_instances (id) on delete cascade,
  -- Null for guests, and once the account is deleted: 'Deleted user'.
  user_id uuid references profiles (id) on delete set null,
  guest_name text check (length(guest_name) between 1 and 200),
  guest_email text,
  guest_phone text,
  status text not null default 'registered' check (status in ('registered', 'paid', 'canceled')),
  -- Dollars agreed when registering, a member's discount already taken off.
  total_cost numeric(10, 2) not null default 0 check (total_cost >= 0),
  -- The admin who entered it by hand.
  registered_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  canceled_at timestamptz,
  constraint class_registrations_person check (
    case when guest_name is null then num_nonnulls(guest_email, guest_phone) = 0 else user_id is null end
  )
);
create unique index class_registrations_once on class_registrations (class_instance_id, user_id)
  where status <> 'canceled';
create index class_registrations_instance_idx on class_registrations (class_instance_id);
create index class_registrations_user_idx on class_registrations (user_id, created_at desc);
create index class_registrations_registered_by_idx on class_registrations (registered_by)
  where registered_by is not null;
