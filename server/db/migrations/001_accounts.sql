-- Who people are: accounts, their sessions, and the coaches among them.

create extension if not exists btree_gist;

-- Cages are shown in name order; a person expects 'Cage 10' after 'Cage 9'.
create collation natural_order (provider = icu, locale = 'en-u-kn-true');

-- The account library's user table. Sign-in needs an e-mail; a person without one is a guest of a booking.
create table profiles (
  id uuid primary key default gen_random_uuid(),
  full_name text not null check (length(full_name) between 1 and 200),
  email text not null unique check (email = lower(email) and length(email) <= 320),
  email_verified boolean not null default false,
  image text,
  phone_number text check (length(phone_number) <= 40),
  role text not null default 'user' check (role in ('user', 'coach', 'admin')),
  coach_id uuid,
  -- Creating an account opts into the newsletter (spec 1 §2.8); `unsubscribes` overrules it.
  marketing_opt_in boolean not null default true,
  terms_accepted_at timestamptz,
  stripe_customer_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_name_idx on profiles (full_name);
create unique index profiles_coach_idx on profiles (coach_id) where coach_id is not null;

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Lets a profile point at its coach only where the coach points back.
  unique (id, user_id)
);

alter table profiles add constraint profiles_coach_agrees foreign key (coach_id, id)
  references coaches (id, user_id) on delete set null (coach_id);

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

-- The account library's own tables: its core schema with snake_case columns.
create table auth_sessions (
  id uuid primary key default gen_random_uuid(),
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ip_address text,
  user_agent text,
  user_id uuid not null references profiles (id) on delete cascade
);
create index auth_sessions_user_idx on auth_sessions (user_id);
create index auth_sessions_expiry_idx on auth_sessions (expires_at);

create table auth_accounts (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references profiles (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index auth_accounts_user_idx on auth_accounts (user_id);

create table auth_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verifications_identifier_idx on auth_verifications (identifier);
create index auth_verifications_expiry_idx on auth_verifications (expires_at);

create table auth_rate_limits (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);
