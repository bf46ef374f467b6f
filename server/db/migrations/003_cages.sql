-- Cages, and the times at which they are out of service.

create table cages (
  id uuid primary key default gen_random_uuid(),
  name text collate natural_order not null unique check (length(name) between 1 and 100),
  price_30_min numeric(10, 2) not null check (price_30_min >= 0),
  price_60_min numeric(10, 2) not null check (price_60_min >= 0),
  price_additional_30_min numeric(10, 2) not null check (price_additional_30_min >= 0),
  -- Out of service for good. A cage that was ever booked is never deleted.
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table closures (
  id uuid primary key default gen_random_uuid(),
  reason text not null default '',
  start_time timestamptz not null,
  end_time timestamptz not null,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (end_time > start_time)
);
create index closures_created_by_idx on closures (created_by) where created_by is not null;
create index closures_time_idx on closures (start_time);

create table closure_cages (
  closure_id uuid not null references closures (id) on delete cascade,
  cage_id uuid not null references cages (id),
  primary key (closure_id, cage_id)
);
create index closure_cages_cage_idx on closure_cages (cage_id);
