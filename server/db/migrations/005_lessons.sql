-- Lessons: a coach and a cage together, at facility wall time.

create table coach_bookings (
  id uuid primary key default gen_random_uuid(),
  coach_id uuid not null references coaches (id),
  customer_type text not null check (customer_type in ('user', 'guest')),
  -- Null for guests, and once the account is deleted: 'Deleted user'.
  customer_id uuid references profiles (id) on delete set null,
  guest_name text check (length(guest_name) between 1 and 200),
  guest_email text,
  guest_phone text,
  cage_id uuid not null references cages (id),
  lesson_date date not null,
  start_time time not null,
  end_time time not null,
  duration_minutes integer not null check (duration_minutes between 30 and 240 and duration_minutes % 30 = 0),
  -- The coach's hourly rate when booked, in dollars.
  coach_rate numeric(10, 2) not null check (coach_rate >= 0),
  cage_cost numeric(10, 2) not null check (cage_cost >= 0),
  -- A lesson is the coach's fee plus the cage's (spec 1 §9).
  total_cost numeric(10, 2) not null
    generated always as (round(coach_rate * duration_minutes / 60, 2) + cage_cost) stored,
  status text not null default 'pending payment'
    check (status in ('pending payment', 'paid', 'canceled')),
  payment_status text not null default 'pending payment'
    check (payment_status in ('pending payment', 'paid', 'refunded')),
  payment_method text not null default 'on_arrival' check (
    payment_method in ('on_arrival', 'card', 'pay_on_arrival', 'pay_in_person', 'cash', 'admin_created')
  ),
  customer_notes text,
  coach_notes text,
  admin_notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  canceled_at timestamptz,
  constraint coach_bookings_customer check (
    case customer_type
      when 'guest' then customer_id is null and guest_name is not null and num_nonnulls(guest_email, guest_phone) > 0
      else num_nonnulls(guest_name, guest_email, guest_phone) = 0
    end
  ),
  constraint coach_bookings_duration check (end_time - start_time = make_interval(mins => duration_minutes)),
  constraint coach_bookings_half_hours check (
    extract(minute from start_time) in (0, 30) and extract(second from start_time) = 0
  )
);
create index coach_bookings_coach_idx on coach_bookings (coach_id, lesson_date);
create index coach_bookings_customer_idx on coach_bookings (customer_id, lesson_date);
create index coach_bookings_cage_idx on coach_bookings (cage_id, lesson_date);
create index coach_bookings_date_idx on coach_bookings (lesson_date);
create index coach_bookings_email_idx on coach_bookings (lower(guest_email)) where guest_email is not null;
