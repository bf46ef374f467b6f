-- A closure takes what is free of its cages at once, and the rest when it becomes free. So a cage can be closed over what
-- is booked in it: nothing new is booked there from then on, and each booking that is canceled or moved leaves its time to
-- the closure.

alter table closures
  -- Counts changes, so that two people who edit a closure notice each other.
  add column revision integer not null default 1;

-- What the ledger takes of the cage for the closure. Set by a trigger.
alter table closure_cages add column taken tstzmultirange not null default '{}';
update closure_cages k set taken = tstzmultirange(tstzrange(c.start_time, c.end_time))
from closures c where c.id = k.closure_id;

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
select 'closure', k.cage_id, null, part.during, null, null, null, null, null, null, k.closure_id, null
from closure_cages k
cross join lateral unnest(k.taken) as part (during)
union all
select 'time_off', null, o.coach_id, part.during, null, null, null, null, null, null, null, o.id
from coach_time_off o
cross join lateral unnest(o.taken) as part (during);

create function place_closure_cage() returns trigger
language plpgsql as $$
declare
  whole tstzrange := (select tstzrange(start_time, end_time) from closures where id = new.closure_id);
begin
  new.taken := coalesce(tstzmultirange(whole), '{}') - coalesce((
    select range_agg(o.during) from occupancy o
    where o.cage_id = new.cage_id and o.closure_id is distinct from new.closure_id and o.during && whole
  ), '{}');
  return new;
end $$;
create trigger place before insert or update on closure_cages
  for each row execute function place_closure_cage();

-- The ledger's rows are replaced where they change only: a closure that keeps its time is no news.
drop trigger ledger on closure_cages;
create trigger ledger_insert after insert or delete on closure_cages
  for each row execute function occupy_closure_cage();
create trigger ledger_update after update on closure_cages
  for each row when ((old.closure_id, old.cage_id, old.taken) is distinct from (new.closure_id, new.cage_id, new.taken))
  execute function occupy_closure_cage();

-- A closure that moves takes its time anew, the own rows aside.
create or replace function occupy_closure() returns trigger
language plpgsql as $$
begin
  update closure_cages set cage_id = cage_id where closure_id = new.id;
  return null;
end $$;

create function count_closure_revision() returns trigger
language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger count_revision before update on closures
  for each row when (
    (old.reason, old.start_time, old.end_time) is distinct from (new.reason, new.start_time, new.end_time)
  ) execute function count_closure_revision();

-- At the end of the transaction, because most changes take a row out of the ledger to put it back at another place. Where
-- a booking was quicker, it has the time: to cancel never fails because of a closure.
create function take_freed_cage() returns trigger
language plpgsql as $$
declare
  closing uuid;
begin
  for closing in
    select c.id from closures c join closure_cages k on k.closure_id = c.id
    where k.cage_id = old.cage_id and c.id is distinct from old.closure_id
      and c.start_time < upper(old.during) and c.end_time > lower(old.during)
  loop
    begin
      update closure_cages set cage_id = cage_id where closure_id = closing and cage_id = old.cage_id;
    exception when exclusion_violation then
      null;
    end;
  end loop;
  return null;
end $$;
create constraint trigger closures_grow after delete on occupancy
  deferrable initially deferred
  for each row when (old.cage_id is not null)
  execute function take_freed_cage();

-- What a closure has taken follows from the ledger and needs no entry of its own.
drop trigger audit on closure_cages;
create trigger audit after insert or delete on closure_cages
  for each row execute function audit_row('closure_id,cage_id');

-- 'closures_changed' (empty): a closure changed, or a run has something to do.
create trigger notify after insert or update or delete on closures
  for each statement execute function notify_channel('closures_changed');
create trigger notify after insert or delete on closure_cages
  for each statement execute function notify_channel('closures_changed');
