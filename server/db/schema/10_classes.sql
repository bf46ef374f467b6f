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
  version integer not null default 0,
  -- In full years on the first day. Null: no limit. `age_group` is the text that people read; these two are checked when
  -- someone registers.
  min_age smallint constraint classes_min_age check (min_age between 1 and 99),
  max_age smallint constraint classes_max_age check (max_age between 1 and 99 and max_age >= min_age),
  what_to_bring text check (length(what_to_bring) between 1 and 500),
  constraint classes_date_order check (end_date >= start_date)
);
create index classes_coach_idx on classes (coach_id);
create index classes_name_idx on classes (name, id);

create table class_schedules (
  id uuid primary key default gen_random_uuid(),
  class_id uuid not null references classes (id) on delete cascade,
  day_of_week smallint not null check (day_of_week between 0 and 6),
  start_time time not null,
  end_time time not null,
  unique (class_id, day_of_week, start_time),
  check (end_time > start_time),
  -- Minutes of the day; half-open, so that one line may begin when another ends.
  constraint class_schedules_no_overlap exclude using gist (
    class_id with =,
    day_of_week with =,
    int4range((extract(epoch from start_time) / 60)::integer, (extract(epoch from end_time) / 60)::integer) with &&
  )
);

create table class_instances (
  id uuid primary key default gen_random_uuid(),
  class_id uuid not null references classes (id),
  -- Who teaches this session and so can give no lesson during it.
  coach_id uuid references coaches (id),
  class_date date not null,
  start_time time not null,
  end_time time not null,
  status text not null default 'active' check (status in ('active', 'canceled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision integer not null default 0,
  -- Where a session that was moved by hand stood in the schedule; null where it was not moved.
  moved_from_date date,
  moved_from_start time,
  -- Canceled because the schedule no longer has it. It comes back with the schedule.
  off_schedule boolean not null default false,
  unique (class_id, class_date, start_time),
  constraint class_instances_time_order check (end_time > start_time),
  constraint class_instances_moved check (num_nonnulls(moved_from_date, moved_from_start) <> 1),
  constraint class_instances_off_schedule check (not off_schedule or status = 'canceled')
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
  -- Sales tax in percent; the total contains it.
  tax_percent numeric(5, 3) not null default current_tax('classes') check (tax_percent >= 0),
  -- The admin who entered it by hand.
  registered_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  canceled_at timestamptz,
  revision integer not null default 0,
  -- The rule at the time of registration, by the column's default, whatever code inserts the row.
  cancellation_cutoff_hours integer not null default current_class_cancellation_cutoff(),
  participant_id uuid references participants (id) on delete set null,
  version integer not null default 0,
  attendance text check (attendance in ('checked_in', 'late', 'no_show')),
  attendance_at timestamptz,
  constraint class_registrations_person check (
    case when guest_name is null then num_nonnulls(guest_email, guest_phone) = 0 else user_id is null end
  ),
  constraint class_registrations_attendance check (
    (attendance is null) = (attendance_at is null) and (attendance is null or status <> 'canceled')
  )
);
create index class_registrations_instance_idx on class_registrations (class_instance_id);
create index class_registrations_user_idx on class_registrations (user_id, created_at desc);
create index class_registrations_registered_by_idx on class_registrations (registered_by)
  where registered_by is not null;
create index class_registrations_email_idx on class_registrations (lower(guest_email))
  where guest_email is not null;
create index class_registrations_participant_idx on class_registrations (participant_id);
create unique index class_registrations_once on class_registrations (class_instance_id, participant_id)
  where status <> 'canceled';

-- Dates of the schedule that have no session, because staff left them out or deleted their session.
create table class_left_out (
  class_id uuid not null references classes (id) on delete cascade,
  class_date date not null,
  start_time time not null,
  primary key (class_id, class_date, start_time)
);

create trigger revision before update of class_date, start_time, end_time, status on class_instances
  for each row when (
    (old.class_date, old.start_time, old.end_time, old.status)
      is distinct from (new.class_date, new.start_time, new.end_time, new.status)
  ) execute function count_revision();
create trigger revision before update of status on class_registrations
  for each row when ((old.status = 'canceled') is distinct from (new.status = 'canceled')) execute function count_revision();
create trigger fill_participant before insert on class_registrations
  for each row execute function fill_booked_participant();
create trigger change_participant before update of participant_id, guest_name, guest_email, guest_phone
  on class_registrations for each row when (
    (new.participant_id, new.guest_name, new.guest_email, new.guest_phone)
      is distinct from (old.participant_id, old.guest_name, old.guest_email, old.guest_phone)
    and new.participant_id is not null
  ) execute function fill_booked_participant();
create trigger count_version before update on classes
  for each row execute function count_version();

-- Whether this transaction makes sessions by the schedule. Everything else that touches a session is done by hand.
create function follows_class_schedule() returns boolean
language sql stable
return coalesce(current_setting('dugout.follows_class_schedule', true), '') = 'on';

create function keep_session_origin() returns trigger
language plpgsql as $$
begin
  new.moved_from_date := old.class_date;
  new.moved_from_start := old.start_time;
  return new;
end $$;
comment on function keep_session_origin() is 'Remembers for which line of the schedule a moved session stands.';
create trigger keep_origin before update of class_date, start_time on class_instances
  for each row when (
    old.moved_from_date is null and (old.class_date, old.start_time) <> (new.class_date, new.start_time)
    and not follows_class_schedule()
  ) execute function keep_session_origin();

create function leave_session_out() returns trigger
language plpgsql as $$
begin
  insert into class_left_out (class_id, class_date, start_time)
  values (
    old.class_id, coalesce(old.moved_from_date, old.class_date), coalesce(old.moved_from_start, old.start_time)
  )
  on conflict do nothing;
  return null;
end $$;
comment on function leave_session_out() is 'Remembers that a deleted session is left out of the schedule.';
create trigger leave_out after delete on class_instances
  for each row when (not follows_class_schedule()) execute function leave_session_out();

create function put_session_back() returns trigger
language plpgsql as $$
begin
  delete from class_left_out
  where class_id = new.class_id
    and class_date = coalesce(new.moved_from_date, new.class_date)
    and start_time = coalesce(new.moved_from_start, new.start_time);
  return null;
end $$;
comment on function put_session_back() is 'Forgets that a date was left out of the schedule, once it has a session again.';
create trigger put_back after insert on class_instances
  for each row execute function put_session_back();

create function class_session_start(session uuid) returns timestamptz
language sql stable
begin atomic
  select nearest_facility_instant(class_date + start_time) from class_instances where id = session;
end;

create function keep_class_attendance() returns trigger
language plpgsql as $$
declare
  starts_at timestamptz := class_session_start(new.class_instance_id);
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
comment on function keep_class_attendance() is
  'Checks when attendance is noted, and clears it for a registration that is canceled or moved too late for it.';
create trigger keep_attendance
  before insert or update of attendance, attendance_at, status, class_instance_id on class_registrations
  for each row when (new.attendance is not null) execute function keep_class_attendance();

create function keep_moved_session_attendance() returns trigger
language plpgsql as $$
begin
  update class_registrations set attendance = null, attendance_at = null
  where class_instance_id = new.id
    and attendance_refusal(attendance, attendance_at, nearest_facility_instant(new.class_date + new.start_time)) is not null;
  return null;
end $$;
comment on function keep_moved_session_attendance() is
  'Clears attendance that could not have been noted at a moved session''s new time.';
create trigger keep_attendance after update of class_date, start_time on class_instances
  for each row when ((old.class_date, old.start_time) is distinct from (new.class_date, new.start_time))
  execute function keep_moved_session_attendance();
