-- Cage rentals: of customers, and of guests entered at the desk. A row outlives its customer's account.

create table bookings (
  id uuid primary key default gen_random_uuid(),
  -- Null once the account is deleted: 'Deleted user'. A guest has no account, and never had one.
  user_id uuid references profiles (id) on delete set null,
  -- Of a guest whom the desk entered.
  guest_name text check (length(guest_name) between 1 and 200),
  guest_email text,
  guest_phone text,
  -- Cage time that the desk sold to a guest who need not be reachable. Contact details can be added later; it stays a walk-in.
  walk_in boolean not null default false,
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
  -- Sales tax in percent; the total contains it.
  tax_percent numeric(5, 3) not null default current_tax('cages') check (tax_percent >= 0),
  discount numeric(10, 2) not null default 0 check (discount >= 0),
  admin_notes text,
  -- The customer, where an admin made the booking for one.
  admin_created_for uuid references profiles (id) on delete set null,
  -- Who entered a guest's.
  admin_user_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  canceled_at timestamptz,
  -- The rule at the time of booking, by the column's default, whatever code inserts the row.
  cancellation_cutoff_hours integer not null default current_cancellation_cutoff(),
  -- Counts moves and cancellations: the SEQUENCE of a calendar entry (RFC 5545 §3.8.7.4).
  revision integer not null default 0,
  participant_id uuid references participants (id) on delete set null,
  attendance text check (attendance in ('checked_in', 'late', 'no_show')),
  attendance_at timestamptz,
  -- Of a no-show whose place was given to others: from when. The ledger has the booking only until then.
  freed_from timestamptz,
  version integer not null default 0,
  constraint bookings_freed check (
    freed_from is null or (attendance is not distinct from 'no_show' and freed_from >= start_time and freed_from < end_time)
  ),
  constraint bookings_who check (guest_name is null or num_nonnulls(user_id, admin_created_for) = 0),
  constraint bookings_guest_fields check (
    guest_name is not null or (num_nonnulls(guest_email, guest_phone, admin_user_id) = 0 and not walk_in)
  ),
  constraint bookings_reachable check (guest_name is null or walk_in or num_nonnulls(guest_email, guest_phone) > 0),
  constraint bookings_time_order check (end_time > start_time),
  -- In UTC, so a zone offset by a quarter of an hour cannot be served.
  constraint bookings_half_hours check (
    date_bin('30 minutes', start_time, timestamptz '2000-01-01 00:00+00') = start_time
    and date_bin('30 minutes', end_time, timestamptz '2000-01-01 00:00+00') = end_time
  ),
  constraint bookings_attendance check (
    (attendance is null) = (attendance_at is null) and (attendance is null or status <> 'canceled')
  )
);
create index bookings_user_idx on bookings (user_id, start_time);
create index bookings_cage_idx on bookings (cage_id, start_time);
create index bookings_time_idx on bookings (start_time);
create index bookings_created_for_idx on bookings (admin_created_for) where admin_created_for is not null;
create index bookings_guest_email_idx on bookings (lower(guest_email)) where guest_email is not null;
create index bookings_admin_idx on bookings (admin_user_id) where admin_user_id is not null;
create index bookings_participant_idx on bookings (participant_id, start_time);

create trigger revision before update of cage_id, start_time, end_time, status on bookings
  for each row when (
    (old.cage_id, old.start_time, old.end_time, old.status = 'canceled')
      is distinct from (new.cage_id, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function count_revision();
create trigger fill_participant before insert on bookings
  for each row execute function fill_booked_participant();
create trigger change_participant before update of participant_id, guest_name, guest_email, guest_phone on bookings
  for each row when (
    (new.participant_id, new.guest_name, new.guest_email, new.guest_phone)
      is distinct from (old.participant_id, old.guest_name, old.guest_email, old.guest_phone)
    and new.participant_id is not null
  ) execute function fill_booked_participant();

-- The constraint that forbids to note this attendance now; null where it is allowed. Nobody is absent from what has not begun,
-- and people check in on the facility day of the booking, not before.
create function attendance_refusal(attendance text, noted_at timestamptz, starts_at timestamptz) returns text
language sql stable
return case
  when attendance = 'no_show' and noted_at < starts_at then 'attendance_after_start'
  when attendance is not null and facility_day(noted_at) < facility_day(starts_at) then 'attendance_on_its_day'
end;

-- Refuses attendance that is noted too early.
create function check_attendance(attendance text, noted_at timestamptz, starts_at timestamptz) returns void
language plpgsql as $$
declare
  refusal text := attendance_refusal(attendance, noted_at, starts_at);
begin
  if refusal is not null then
    raise exception 'It is too early to note this.' using errcode = 'check_violation', constraint = refusal;
  end if;
end $$;

create function keep_booking_attendance() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.attendance, new.attendance_at) is not distinct from (old.attendance, old.attendance_at)
    and (new.status = 'canceled' or attendance_refusal(new.attendance, new.attendance_at, new.start_time) is not null)
  then
    new.attendance := null;
    new.attendance_at := null;
  end if;
  perform check_attendance(new.attendance, new.attendance_at, new.start_time);
  return new;
end $$;
comment on function keep_booking_attendance() is
  'Checks when attendance is noted, and clears it for a booking that is canceled or moved too late for it.';
create trigger keep_attendance before insert or update of attendance, attendance_at, status, start_time on bookings
  for each row when (new.attendance is not null) execute function keep_booking_attendance();

create function take_time_back() returns trigger
language plpgsql as $$
begin
  new.freed_from := null;
  return new;
end $$;
comment on function take_time_back() is
  'Gives a no-show the rest of its time again when it is none any more, or is moved; the ledger refuses what is taken.';
create trigger keep_freed before update on bookings
  for each row when (
    old.freed_from = new.freed_from
    and (new.attendance is distinct from 'no_show'
      or (old.cage_id, old.start_time, old.end_time) is distinct from (new.cage_id, new.start_time, new.end_time))
  ) execute function take_time_back();
