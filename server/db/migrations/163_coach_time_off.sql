-- Time off of coaches: whole days, or hours of one day. It takes the coach's time in the ledger as a lesson does.

create table coach_time_off (
  id uuid primary key default gen_random_uuid(),
  coach_id uuid not null references coaches (id) on delete cascade,
  start_date date not null,
  -- The last day of it.
  end_date date not null,
  -- On the facility's clock; null for whole days.
  start_time time,
  end_time time,
  -- For the coach alone.
  note text not null default '' check (length(note) <= 200),
  -- All of it, and what the ledger takes of it: what had the coach's time before keeps it. Set by a trigger.
  during tstzrange not null default 'empty',
  taken tstzmultirange not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint coach_time_off_days check (end_date between start_date and start_date + 365),
  constraint coach_time_off_hours check (
    case
      when start_time is null then end_time is null
      else end_date = start_date and end_time is not null and end_time > start_time
        and extract(minute from start_time) in (0, 30) and extract(second from start_time) = 0
        and extract(minute from end_time) in (0, 30) and extract(second from end_time) = 0
    end
  ),
  -- Checked at the end of a statement, because a change of the facility's zone moves all rows in one.
  constraint coach_time_off_apart exclude using gist (coach_id with =, during with &&)
    deferrable initially immediate
);
create trigger audit after insert or update or delete on coach_time_off
  for each row execute function audit_row('id');
create trigger touch before update on coach_time_off
  for each row when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at();

-- squawk-ignore adding-foreign-key-constraint -- the new table is empty
alter table occupancy add column coach_time_off_id uuid references coach_time_off (id) on delete cascade;
-- squawk-ignore require-concurrent-index-creation -- no row has one yet
create index occupancy_time_off_idx on occupancy (coach_time_off_id) where coach_time_off_id is not null;
alter table occupancy drop constraint occupancy_shape;
-- squawk-ignore constraint-missing-not-valid -- a facility's ledger is looked through in a moment
alter table occupancy add constraint occupancy_shape check (
  lower_inc(during) and not upper_inc(during) and not upper_inf(during)
  and (cage_id is not null or coach_id is not null)
  and num_nonnulls(
    booking_id, guest_booking_id, coach_booking_id, class_instance_id,
    camp_timeslot_id, checkout_hold_id, closure_id, coach_time_off_id
  ) = 1
  and kind in ('booking', 'guest_booking', 'lesson', 'class', 'camp', 'hold', 'closure', 'time_off')
);

create or replace view occupancy_due as
select
  'booking' as kind, cage_id, null::uuid as coach_id, tstzrange(start_time, end_time) as during,
  id as booking_id, null::uuid as guest_booking_id, null::uuid as coach_booking_id,
  null::uuid as class_instance_id, null::uuid as camp_timeslot_id, null::uuid as checkout_hold_id,
  null::uuid as closure_id, null::uuid as coach_time_off_id
from bookings
where status <> 'canceled'
union all
select 'guest_booking', cage_id, null, tstzrange(start_time, end_time), null, id, null, null, null, null, null, null
from guest_bookings
where status <> 'canceled'
union all
select
  'lesson', cage_id, coach_id,
  tstzrange(facility_instant(lesson_date + start_time), facility_instant(lesson_date + end_time)),
  null, null, id, null, null, null, null, null
from coach_bookings
where status <> 'canceled'
union all
select
  'class', used.cage_id, used.coach_id,
  tstzrange(facility_instant(i.class_date + i.start_time), facility_instant(i.class_date + i.end_time)),
  null, null, null, i.id, null, null, null, null
from class_instances i
cross join lateral (
  select cage_id, null::uuid as coach_id from class_instance_cages where class_instance_id = i.id
  union all
  select null, i.coach_id where i.coach_id is not null
) used
where i.status = 'active'
union all
select
  'camp', used.cage_id, used.coach_id,
  tstzrange(facility_instant(t.date + t.start_time), facility_instant(t.date + t.end_time)),
  null, null, null, null, t.id, null, null, null
from camp_timeslots t
cross join lateral (
  select cage_id, null::uuid as coach_id from camp_timeslot_cages where camp_timeslot_id = t.id
  union all
  select null, coach_id from camp_coaches where camp_id = t.camp_id
) used
union all
select 'hold', s.cage_id, s.coach_id, tstzrange(s.start_time, s.end_time), null, null, null, null, null, h.id, null, null
from checkout_holds h
join checkout_hold_slots s on s.checkout_hold_id = h.id
where h.status = 'held'
union all
select 'closure', k.cage_id, null, tstzrange(c.start_time, c.end_time), null, null, null, null, null, null, c.id, null
from closures c
join closure_cages k on k.closure_id = c.id
union all
select 'time_off', null, o.coach_id, part.during, null, null, null, null, null, null, null, o.id
from coach_time_off o
cross join lateral unnest(o.taken) as part (during);

-- Whole days begin and end at midnight, also where the clocks skip it; an hour that the clocks skip is refused.
create function place_time_off() returns trigger
language plpgsql as $$
begin
  new.during := case
    when new.start_time is null then tstzrange(
      nearest_facility_instant(new.start_date::timestamp),
      nearest_facility_instant((new.end_date + 1)::timestamp)
    )
    else tstzrange(
      facility_instant(new.start_date + new.start_time),
      facility_instant(new.end_date + new.end_time)
    )
  end;
  new.taken := tstzmultirange(new.during) - coalesce((
    select range_agg(o.during) from occupancy o
    where o.coach_id = new.coach_id and o.kind <> 'time_off' and o.during && new.during
  ), '{}');
  return new;
end $$;
create trigger place before insert or update of coach_id, start_date, end_date, start_time, end_time on coach_time_off
  for each row execute function place_time_off();

create function replace_time_off_occupancy(time_off uuid) returns void
language sql
begin atomic
  delete from occupancy where coach_time_off_id = time_off;
  insert into occupancy (kind, coach_id, during, coach_time_off_id)
  select kind, coach_id, during, coach_time_off_id from occupancy_due where coach_time_off_id = time_off;
end;

create function occupy_time_off() returns trigger
language plpgsql as $$
begin
  perform replace_time_off_occupancy(new.id);
  return null;
end $$;
create trigger ledger_insert after insert on coach_time_off
  for each row execute function occupy_time_off();
create trigger ledger_update after update on coach_time_off
  for each row when ((old.coach_id, old.taken) is distinct from (new.coach_id, new.taken))
  execute function occupy_time_off();

-- A lesson that the coach keeps during time off is canceled or moved: its time becomes time off too. At the end of the
-- transaction, because most changes take a row out of the ledger to put it back at another place.
create function take_freed_time_off() returns trigger
language plpgsql as $$
begin
  update coach_time_off set start_date = start_date
  where coach_id = old.coach_id and during && old.during;
  return null;
end $$;
create constraint trigger time_off after delete on occupancy
  deferrable initially deferred
  for each row when (old.coach_id is not null and old.coach_time_off_id is null)
  execute function take_freed_time_off();

create or replace function occupy_wall_times_again() returns trigger
language plpgsql as $$
begin
  delete from occupancy
  where num_nonnulls(coach_booking_id, class_instance_id, camp_timeslot_id, coach_time_off_id) = 1;
  insert into occupancy (kind, cage_id, coach_id, during, coach_booking_id, class_instance_id, camp_timeslot_id)
  select kind, cage_id, coach_id, during, coach_booking_id, class_instance_id, camp_timeslot_id
  from occupancy_due
  where num_nonnulls(coach_booking_id, class_instance_id, camp_timeslot_id) = 1;
  update coach_time_off set start_date = start_date;
  perform replace_time_off_occupancy(id) from coach_time_off;
  return null;
end $$;

-- Pages that show a coach's free times hear of new weekly hours: 'coach_changed' for each day that can be booked.
create function notify_coach_hours() returns trigger
language plpgsql as $$
begin
  perform pg_notify('coach_changed', coach_id || ' ' || (facility_day(now()) + ahead))
  from (select distinct coach_id from changed) coaches
  cross join generate_series(0, coalesce((select booking_window_days from facility), 365)) ahead;
  return null;
end $$;
create trigger notify_insert after insert on coach_availability
  referencing new table as changed for each statement execute function notify_coach_hours();
create trigger notify_update after update on coach_availability
  referencing new table as changed for each statement execute function notify_coach_hours();
create trigger notify_delete after delete on coach_availability
  referencing old table as changed for each statement execute function notify_coach_hours();
