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
  level text check (level in ('beginner', 'intermediate', 'advanced', 'all')),
  banner_url text,
  bullet_points text[] not null default '{}',
  what_to_bring text check (length(what_to_bring) between 1 and 500),
  published boolean not null default false,
  registration_enabled boolean not null default true,
  pay_on_arrival_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the camp was called off: what is paid for it later is refunded. Null again once it reopens.
  called_off_at timestamptz,
  revision integer not null default 0,
  put_away_at timestamptz,
  constraint camps_date_order check (end_date >= start_date),
  constraint camps_age_order check (max_age >= min_age),
  constraint camps_put_away check (put_away_at is null or (called_off_at is not null and not published))
);
create index camps_start_idx on camps (start_date);

-- The back office's list, latest first.
create index camps_list_idx on camps (start_date desc, id desc) where put_away_at is null;

create table camp_timeslots (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references camps (id) on delete cascade,
  date date not null,
  start_time time not null,
  end_time time not null,
  revision integer not null default 0,
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

-- Who came, by facility day.
create function is_camp_attendance(attendance jsonb) returns boolean
language sql immutable
return jsonb_typeof(attendance) = 'object' and not exists (
  select from jsonb_each_text(attendance)
  where key !~ '^\d{4}-\d\d-\d\d$' or value not in ('checked_in', 'late', 'no_show')
);

create table camp_registrations (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references camps (id),
  -- Null for guests, and once the account is deleted: 'Deleted user'.
  user_id uuid references profiles (id) on delete set null,
  -- Of a guest whom staff entered.
  guest_name text check (length(guest_name) between 1 and 200),
  guest_email text,
  guest_phone text,
  status text not null default 'registered' check (status in ('registered', 'paid', 'canceled')),
  -- Dollars agreed when registering.
  total_cost numeric(10, 2) not null default 0 check (total_cost >= 0),
  -- Sales tax in percent; the total contains it.
  tax_percent numeric(5, 3) not null default current_tax('camps') check (tax_percent >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  canceled_at timestamptz,
  revision integer not null default 0,
  cancellation_cutoff_days integer not null default current_camp_cancellation_cutoff(),
  participant_id uuid references participants (id) on delete set null,
  version integer not null default 0,
  -- A day that is not in it: nothing is known.
  attendance jsonb not null default '{}' check (is_camp_attendance(attendance)),
  constraint camp_registrations_person check (
    case when guest_name is null then num_nonnulls(guest_email, guest_phone) = 0 else user_id is null end
  ),
  constraint camp_registrations_attendance check (attendance = '{}' or status <> 'canceled')
);
create index camp_registrations_camp_idx on camp_registrations (camp_id);
create index camp_registrations_user_idx on camp_registrations (user_id, created_at desc);
create index camp_registrations_email_idx on camp_registrations (lower(guest_email)) where guest_email is not null;
create index camp_registrations_participant_idx on camp_registrations (participant_id);
create unique index camp_registrations_once on camp_registrations (camp_id, participant_id) where status <> 'canceled';

create function forget_camp_attendance() returns trigger
language plpgsql as $$
begin
  new.attendance := '{}';
  return new;
end $$;
comment on function forget_camp_attendance() is 'Clears attendance of a registration that is canceled.';
create trigger keep_attendance before update of status, attendance on camp_registrations
  for each row when (new.status = 'canceled' and new.attendance <> '{}') execute function forget_camp_attendance();

create trigger revision before update of date, start_time, end_time on camp_timeslots
  for each row when (
    (old.date, old.start_time, old.end_time) is distinct from (new.date, new.start_time, new.end_time)
  ) execute function count_revision();
create trigger fill_participant before insert on camp_registrations
  for each row execute function fill_booked_participant();
create trigger change_participant before update of participant_id, guest_name, guest_email, guest_phone
  on camp_registrations for each row when (
    (new.participant_id, new.guest_name, new.guest_email, new.guest_phone)
      is distinct from (old.participant_id, old.guest_name, old.guest_email, old.guest_phone)
    and new.participant_id is not null
  ) execute function fill_booked_participant();

-- The last day on which the participant is or was booked; null without a booking.
create function participant_last_day(participant uuid) returns date
language sql stable
begin atomic
  select max(day) from (
    select facility_day(end_time) as day from bookings where participant_id = participant and status <> 'canceled'
    union all
    select lesson_date from coach_bookings where participant_id = participant and status <> 'canceled'
    union all
    select session.class_date from class_registrations seat
    join class_instances session on session.id = seat.class_instance_id
    where seat.participant_id = participant and seat.status <> 'canceled' and session.status <> 'canceled'
    union all
    select camps.end_date from camp_registrations seat join camps on camps.id = seat.camp_id
    where seat.participant_id = participant and seat.status <> 'canceled'
  ) sessions;
end;

-- Whether a coach teaches the participant on the facility day of a moment, in a lesson, a class session or a camp. A lesson that
-- the coach booked, or that a guest's form booked, counts only once it has begun, or if the participant or the customer has come
-- to the coach before: otherwise a coach could read about any child by booking a lesson for it.
create function coach_has_participant(coach_account uuid, participant uuid, at timestamptz) returns boolean
language sql stable
begin atomic
  select exists (
    select from coaches coach
    join coach_bookings lesson on lesson.coach_id = coach.id
    join coach_bookings known on known.coach_id = coach.id
      and (known.participant_id = participant or known.customer_id = lesson.customer_id)
      and (
        known.customer_type = 'user' and not known.booked_by_coach
        or known.status <> 'canceled' and facility_instant(known.lesson_date + known.start_time) <= at
      )
    where coach.user_id = coach_account and coach.is_active
      and lesson.participant_id = participant and lesson.lesson_date = facility_day(at) and lesson.status <> 'canceled'
  ) or exists (
    select from coaches coach
    join class_instances session on session.coach_id = coach.id
    join class_registrations seat on seat.class_instance_id = session.id
    where coach.user_id = coach_account and coach.is_active
      and seat.participant_id = participant and seat.status <> 'canceled'
      and session.class_date = facility_day(at) and session.status <> 'canceled'
  ) or exists (
    select from coaches coach
    join camp_coaches on camp_coaches.coach_id = coach.id
    join camp_timeslots slot on slot.camp_id = camp_coaches.camp_id
    where coach.user_id = coach_account and coach.is_active and slot.date = facility_day(at)
      and exists (
        select from camp_registrations seat
        where seat.camp_id = slot.camp_id and seat.participant_id = participant and seat.status <> 'canceled'
      )
  );
end;

-- When a camp begins and ends.
create function camp_days(camp uuid, start_date date, end_date date)
returns table (first timestamptz, last timestamptz)
language sql stable
begin atomic
  select
    coalesce(min(nearest_facility_instant(t.date + t.start_time)), nearest_facility_instant(start_date::timestamp)),
    coalesce(max(nearest_facility_instant(t.date + t.end_time)), nearest_facility_instant((end_date + 1)::timestamp))
  from camp_timeslots t where t.camp_id = camp;
end;

-- Commands that change the sessions or coaches write the camp too.
create trigger count_revision before update on camps
  for each row execute function count_revision();
create trigger revision before update of status on camp_registrations
  for each row when ((old.status = 'canceled') is distinct from (new.status = 'canceled')) execute function count_revision();
