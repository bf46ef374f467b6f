-- The ledger of occupied time. Whatever takes a cage or a coach has rows here, written by triggers on the
-- source tables; two exclusion constraints make overlap impossible whatever code runs.

create table occupancy (
  id bigint generated always as identity primary key,
  cage_id uuid references cages (id),
  coach_id uuid references coaches (id),
  during tstzrange not null,
  booking_id uuid references bookings (id) on delete cascade,
  guest_booking_id uuid references guest_bookings (id) on delete cascade,
  coach_booking_id uuid references coach_bookings (id) on delete cascade,
  class_instance_id uuid references class_instances (id) on delete cascade,
  camp_timeslot_id uuid references camp_timeslots (id) on delete cascade,
  checkout_hold_id uuid references checkout_holds (id) on delete cascade,
  closure_id uuid references closures (id) on delete cascade,
  kind text not null,
  -- Half-open, finite, not empty; takes a cage or a coach; has exactly one source. One constraint, because
  -- each that is added costs every booking some ten microseconds.
  constraint occupancy_shape check (
    lower_inc(during) and not upper_inc(during) and not upper_inf(during)
    and (cage_id is not null or coach_id is not null)
    and num_nonnulls(
      booking_id, guest_booking_id, coach_booking_id, class_instance_id,
      camp_timeslot_id, checkout_hold_id, closure_id
    ) = 1
    and kind in ('booking', 'guest_booking', 'lesson', 'class', 'camp', 'hold', 'closure')
  ),
  -- Time first: these indexes also answer 'what is taken on this day' for all cages at once.
  constraint occupancy_cage_free exclude using gist (during with &&, cage_id with =) where (cage_id is not null),
  constraint occupancy_coach_free exclude using gist (during with &&, coach_id with =) where (coach_id is not null)
);
create unique index occupancy_booking_idx on occupancy (booking_id) where booking_id is not null;
create unique index occupancy_guest_booking_idx on occupancy (guest_booking_id) where guest_booking_id is not null;
create unique index occupancy_lesson_idx on occupancy (coach_booking_id) where coach_booking_id is not null;
create index occupancy_class_idx on occupancy (class_instance_id) where class_instance_id is not null;
create index occupancy_camp_idx on occupancy (camp_timeslot_id) where camp_timeslot_id is not null;
create index occupancy_hold_idx on occupancy (checkout_hold_id) where checkout_hold_id is not null;
create index occupancy_closure_idx on occupancy (closure_id) where closure_id is not null;
create index occupancy_cage_idx on occupancy (cage_id);
create index occupancy_coach_idx on occupancy (coach_id) where coach_id is not null;

-- What the ledger must hold, read off its sources. Triggers copy from it, and a check may compare with it.
create view occupancy_due as
select
  'booking' as kind, cage_id, null::uuid as coach_id, tstzrange(start_time, end_time) as during,
  id as booking_id, null::uuid as guest_booking_id, null::uuid as coach_booking_id,
  null::uuid as class_instance_id, null::uuid as camp_timeslot_id, null::uuid as checkout_hold_id,
  null::uuid as closure_id
from bookings
where status <> 'canceled'
union all
select 'guest_booking', cage_id, null, tstzrange(start_time, end_time), null, id, null, null, null, null, null
from guest_bookings
where status <> 'canceled'
union all
select
  'lesson', cage_id, coach_id,
  tstzrange(facility_instant(lesson_date + start_time), facility_instant(lesson_date + end_time)),
  null, null, id, null, null, null, null
from coach_bookings
where status <> 'canceled'
union all
select
  'class', taken.cage_id, taken.coach_id,
  tstzrange(facility_instant(i.class_date + i.start_time), facility_instant(i.class_date + i.end_time)),
  null, null, null, i.id, null, null, null
from class_instances i
cross join lateral (
  select cage_id, null::uuid as coach_id from class_instance_cages where class_instance_id = i.id
  union all
  select null, i.coach_id where i.coach_id is not null
) taken
where i.status = 'active'
union all
select
  'camp', taken.cage_id, taken.coach_id,
  tstzrange(facility_instant(t.date + t.start_time), facility_instant(t.date + t.end_time)),
  null, null, null, null, t.id, null, null
from camp_timeslots t
cross join lateral (
  select cage_id, null::uuid as coach_id from camp_timeslot_cages where camp_timeslot_id = t.id
  union all
  select null, coach_id from camp_coaches where camp_id = t.camp_id
) taken
union all
select 'hold', s.cage_id, s.coach_id, tstzrange(s.start_time, s.end_time), null, null, null, null, null, h.id, null
from checkout_holds h
join checkout_hold_slots s on s.checkout_hold_id = h.id
where h.status = 'held'
union all
select 'closure', k.cage_id, null, tstzrange(c.start_time, c.end_time), null, null, null, null, null, null, c.id
from closures c
join closure_cages k on k.closure_id = c.id;

-- Rows come and go with their source; nothing edits one in place.
create function refuse_ledger_update() returns trigger
language plpgsql as $$
begin
  raise exception 'Ledger rows are replaced, never updated.'
    using errcode = 'insufficient_privilege', constraint = 'occupancy_not_updated';
end $$;
create trigger occupancy_not_updated before update on occupancy
  for each statement execute function refuse_ledger_update();

-- Frees what expired holds keep. Booking code calls it first, so a hold never outlives its time by a job's delay;
-- a hold that someone else is just working on is left to them.
create function expire_checkout_holds(as_of timestamptz) returns setof uuid
language sql
begin atomic
  update checkout_holds set status = 'expired'
  where id in (
    select id from checkout_holds
    where status = 'held' and expires_at <= as_of
    order by id
    for update skip locked
  )
  returning id;
end;
