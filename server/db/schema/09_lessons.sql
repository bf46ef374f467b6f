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
  -- Sales tax that came on top of the two, and its percent; the total contains it.
  tax_on_top numeric(10, 2) not null default 0 check (tax_on_top >= 0),
  tax_percent numeric(5, 3) not null default current_tax('lessons') check (tax_percent >= 0),
  -- A lesson is the coach's fee plus the cage's (spec 1 §9).
  total_cost numeric(10, 2) not null
    generated always as (round(coach_rate * duration_minutes / 60, 2) + cage_cost + tax_on_top) stored,
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
  revision integer not null default 0,
  cancellation_cutoff_hours integer not null default current_cancellation_cutoff(),
  -- Keyed digests of the device and the network address from which a guest booked.
  guest_origins text[] not null default '{}',
  participant_id uuid references participants (id) on delete set null,
  -- Until it has begun, a lesson that the coach booked makes nobody a client of the coach: otherwise a coach could read a
  -- stranger's e-mail and phone number by booking a lesson for them.
  booked_by_coach boolean not null default false,
  -- Null: nothing is known.
  attendance text check (attendance in ('checked_in', 'late', 'no_show')),
  attendance_at timestamptz,
  -- As `bookings.freed_from`.
  freed_from timestamptz,
  -- When and by which account a payment was noted by hand; null for what a card paid. No reference: it outlives accounts.
  paid_by_hand_at timestamptz,
  paid_by_hand_by uuid,
  version integer not null default 0,
  constraint coach_bookings_customer check (
    case customer_type
      when 'guest' then customer_id is null and guest_name is not null and num_nonnulls(guest_email, guest_phone) > 0
      else num_nonnulls(guest_name, guest_email, guest_phone) = 0
    end
  ),
  constraint coach_bookings_duration check (end_time - start_time = make_interval(mins => duration_minutes)),
  constraint coach_bookings_half_hours check (
    extract(minute from start_time) in (0, 30) and extract(second from start_time) = 0
  ),
  constraint coach_bookings_attendance check (
    (attendance is null) = (attendance_at is null) and (attendance is null or status <> 'canceled')
  ),
  constraint coach_bookings_freed check (freed_from is null or attendance is not distinct from 'no_show'),
  constraint coach_bookings_paid_by_hand check (
    (paid_by_hand_at is null) = (paid_by_hand_by is null)
    and (paid_by_hand_at is null or payment_status <> 'pending payment')
  )
);
create index coach_bookings_customer_idx on coach_bookings (customer_id, lesson_date);
create index coach_bookings_cage_idx on coach_bookings (cage_id, lesson_date);
create index coach_bookings_date_idx on coach_bookings (lesson_date);
create index coach_bookings_email_idx on coach_bookings (lower(guest_email)) where guest_email is not null;
create index coach_bookings_participant_idx on coach_bookings (participant_id, lesson_date);
create index coach_bookings_list_idx on coach_bookings (coach_id, lesson_date, start_time, id);
create index coach_bookings_created_idx on coach_bookings (coach_id, created_at, id);

create trigger revision
  before update of coach_id, cage_id, lesson_date, start_time, end_time, status on coach_bookings
  for each row when (
    (old.coach_id, old.cage_id, old.lesson_date, old.start_time, old.end_time, old.status = 'canceled')
      is distinct from
      (new.coach_id, new.cage_id, new.lesson_date, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function count_revision();
create trigger fill_participant before insert on coach_bookings
  for each row execute function fill_lesson_participant();
create trigger change_participant before update of participant_id, guest_name, guest_email, guest_phone
  on coach_bookings for each row when (
    (new.participant_id, new.guest_name, new.guest_email, new.guest_phone)
      is distinct from (old.participant_id, old.guest_name, old.guest_email, old.guest_phone)
    and new.participant_id is not null
  ) execute function fill_lesson_participant();

create function keep_lesson_attendance() returns trigger
language plpgsql as $$
declare
  starts_at timestamptz := nearest_facility_instant(new.lesson_date + new.start_time);
begin
  if tg_op = 'UPDATE'
    and (new.attendance, new.attendance_at) is not distinct from (old.attendance, old.attendance_at)
    and (new.status = 'canceled' or attendance_refusal(new.attendance, new.attendance_at, starts_at) is not null)
  then
    new.attendance := null;
    new.attendance_at := null;
  end if;
  perform check_attendance(new.attendance, new.attendance_at, starts_at);
  return new;
end $$;
comment on function keep_lesson_attendance() is
  'Checks when attendance is noted, and clears it for a lesson that is canceled or moved too late for it.';
create trigger keep_attendance
  before insert or update of attendance, attendance_at, status, lesson_date, start_time on coach_bookings
  for each row when (new.attendance is not null) execute function keep_lesson_attendance();
create trigger keep_freed before update on coach_bookings
  for each row when (
    old.freed_from = new.freed_from
    and (new.attendance is distinct from 'no_show'
      or (old.coach_id, old.cage_id, old.lesson_date, old.start_time, old.end_time)
        is distinct from (new.coach_id, new.cage_id, new.lesson_date, new.start_time, new.end_time))
  ) execute function take_time_back();
