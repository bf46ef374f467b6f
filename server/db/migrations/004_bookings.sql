-- Cage rentals: of customers, and of guests entered at the desk. A row outlives its customer's account.

create table bookings (
  id uuid primary key default gen_random_uuid(),
  -- Null once the account is deleted: 'Deleted user'.
  user_id uuid references profiles (id) on delete set null,
  cage_id uuid not null references cages (id),
  start_time timestamptz not null,
  end_time timestamptz not null,
  status text not null default 'pending payment'
    check (status in ('pending payment', 'paid', 'canceled')),
  payment_method text not null default 'on_arrival' check (
    payment_method in (
      'on_arrival', 'card', 'pay_on_arrival', 'pay_in_person', 'cash', 'admin_created', 'class_reservation'
    )
  ),
  -- Dollars to pay, the discount already taken off.
  total_cost numeric(10, 2) not null check (total_cost >= 0),
  discount numeric(10, 2) not null default 0 check (discount >= 0),
  admin_notes text,
  -- The customer, where an admin made the booking for one.
  admin_created_for uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  canceled_at timestamptz,
  constraint bookings_time_order check (end_time > start_time),
  -- In UTC, so a zone offset by a quarter of an hour cannot be served.
  constraint bookings_half_hours check (
    date_bin('30 minutes', start_time, timestamptz '2000-01-01 00:00+00') = start_time
    and date_bin('30 minutes', end_time, timestamptz '2000-01-01 00:00+00') = end_time
  )
);
create index bookings_user_idx on bookings (user_id, start_time);
create index bookings_cage_idx on bookings (cage_id, start_time);
create index bookings_time_idx on bookings (start_time);
create index bookings_created_for_idx on bookings (admin_created_for) where admin_created_for is not null;

create table guest_bookings (
  id uuid primary key default gen_random_uuid(),
  guest_name text not null check (length(guest_name) between 1 and 200),
  guest_email text,
  guest_phone text,
  cage_id uuid not null references cages (id),
  start_time timestamptz not null,
  end_time timestamptz not null,
  status text not null default 'pending payment'
    check (status in ('pending payment', 'paid', 'canceled')),
  payment_method text not null default 'pay_on_arrival' check (
    payment_method in (
      'on_arrival', 'card', 'pay_on_arrival', 'pay_in_person', 'cash', 'admin_created', 'class_reservation'
    )
  ),
  total_cost numeric(10, 2) not null check (total_cost >= 0),
  discount numeric(10, 2) not null default 0 check (discount >= 0),
  admin_notes text,
  -- Who entered it.
  admin_user_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  canceled_at timestamptz,
  constraint guest_bookings_reachable check (num_nonnulls(guest_email, guest_phone) > 0),
  constraint guest_bookings_time_order check (end_time > start_time),
  constraint guest_bookings_half_hours check (
    date_bin('30 minutes', start_time, timestamptz '2000-01-01 00:00+00') = start_time
    and date_bin('30 minutes', end_time, timestamptz '2000-01-01 00:00+00') = end_time
  )
);
create index guest_bookings_email_idx on guest_bookings (lower(guest_email));
create index guest_bookings_cage_idx on guest_bookings (cage_id, start_time);
create index guest_bookings_time_idx on guest_bookings (start_time);
create index guest_bookings_admin_idx on guest_bookings (admin_user_id) where admin_user_id is not null;
