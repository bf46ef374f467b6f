-- The ledger of occupied time. Whatever takes a cage or a coach has rows here, written by triggers on the
-- source tables; two exclusion constraints make overlap impossible whatever code runs.

create table occupancy (
  id bigint generated always as identity primary key,
  cage_id uuid references cages (id),
  coach_id uuid references coaches (id),
  during tstzrange not null,
  booking_id uuid references bookings (id) on delete cascade,
  coach_booking_id uuid references coach_bookings (id) on delete cascade,
  class_instance_id uuid references class_instances (id) on delete cascade,
  camp_timeslot_id uuid references camp_timeslots (id) on delete cascade,
  checkout_hold_id uuid references checkout_holds (id) on delete cascade,
  closure_id uuid references closures (id) on delete cascade,
  kind text not null,
  coach_time_off_id uuid references coach_time_off (id) on delete cascade,
  -- Half-open, finite, not empty; takes a cage or a coach; has exactly one source. One constraint, because
  -- each that is added costs every booking some ten microseconds.
  constraint occupancy_shape check (
    lower_inc(during) and not upper_inc(during) and not upper_inf(during)
    and (cage_id is not null or coach_id is not null)
    and num_nonnulls(
      booking_id, coach_booking_id, class_instance_id,
      camp_timeslot_id, checkout_hold_id, closure_id, coach_time_off_id
    ) = 1
    and kind in ('booking', 'guest_booking', 'lesson', 'class', 'camp', 'hold', 'closure', 'time_off')
  ),
  -- Time first: these indexes also answer 'what is taken on this day' for all cages at once.
  constraint occupancy_cage_free exclude using gist (during with &&, cage_id with =) where (cage_id is not null),
  constraint occupancy_coach_free exclude using gist (during with &&, coach_id with =) where (coach_id is not null)
);
create unique index occupancy_booking_idx on occupancy (booking_id) where booking_id is not null;
create unique index occupancy_lesson_idx on occupancy (coach_booking_id) where coach_booking_id is not null;
create index occupancy_class_idx on occupancy (class_instance_id) where class_instance_id is not null;
create index occupancy_camp_idx on occupancy (camp_timeslot_id) where camp_timeslot_id is not null;
create index occupancy_hold_idx on occupancy (checkout_hold_id) where checkout_hold_id is not null;
create index occupancy_closure_idx on occupancy (closure_id) where closure_id is not null;
create index occupancy_cage_idx on occupancy (cage_id);
create index occupancy_coach_idx on occupancy (coach_id) where coach_id is not null;
create index occupancy_time_off_idx on occupancy (coach_time_off_id) where coach_time_off_id is not null;

-- What a lesson takes: all of its time, or of a no-show what was not freed.
create function lesson_time(starts timestamp, ends timestamp, freed_from timestamptz) returns tstzrange
language sql stable
return tstzrange(
  facility_instant(starts), greatest(facility_instant(starts), least(facility_instant(ends), freed_from))
);

-- What the ledger must contain, by its sources. Triggers copy from it, and tests compare with it.
create view occupancy_due as
select
  guest_or_account('booking', guest_name) as kind, cage_id, null::uuid as coach_id, tstzrange(start_time, coalesce(freed_from, end_time)) as during,
  id as booking_id, null::uuid as coach_booking_id,
  null::uuid as class_instance_id, null::uuid as camp_timeslot_id, null::uuid as checkout_hold_id,
  null::uuid as closure_id, null::uuid as coach_time_off_id
from bookings
where status <> 'canceled' and coalesce(freed_from, end_time) > start_time
union all
select
  'lesson', cage_id, coach_id, taken.during, null, id, null, null, null, null, null
from coach_bookings
cross join lateral lesson_time(lesson_date + start_time, lesson_date + end_time, freed_from) as taken (during)
where status <> 'canceled' and not isempty(taken.during)
union all
select
  'class', used.cage_id, used.coach_id,
  tstzrange(facility_instant(i.class_date + i.start_time), facility_instant(i.class_date + i.end_time)),
  null, null, i.id, null, null, null, null
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
  null, null, null, t.id, null, null, null
from camp_timeslots t
cross join lateral (
  select cage_id, null::uuid as coach_id from camp_timeslot_cages where camp_timeslot_id = t.id
  union all
  select null, coach_id from camp_coaches where camp_id = t.camp_id
) used
union all
select 'hold', s.cage_id, s.coach_id, tstzrange(s.start_time, s.end_time), null, null, null, null, h.id, null, null
from checkout_holds h
join checkout_hold_slots s on s.checkout_hold_id = h.id
where h.status = 'held'
union all
select 'closure', k.cage_id, null, part.during, null, null, null, null, null, k.closure_id, null
from closure_cages k
cross join lateral unnest(k.taken) as part (during)
union all
select 'time_off', null, o.coach_id, part.during, null, null, null, null, null, null, o.id
from coach_time_off o
cross join lateral unnest(o.taken) as part (during);

create function refuse_ledger_update() returns trigger
language plpgsql as $$
begin
  raise exception 'Ledger rows are replaced, never updated.'
    using errcode = 'insufficient_privilege', constraint = 'occupancy_not_updated';
end $$;
comment on function refuse_ledger_update() is 'Refuses to update the ledger: its rows come and go with their source.';
create trigger occupancy_not_updated before update on occupancy
  for each statement execute function refuse_ledger_update();

create function occupy_booking() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from occupancy where booking_id = old.id;
  end if;
  if new.status <> 'canceled' and coalesce(new.freed_from, new.end_time) > new.start_time then
    insert into occupancy (kind, cage_id, during, booking_id)
    values (
      guest_or_account('booking', new.guest_name), new.cage_id,
      tstzrange(new.start_time, coalesce(new.freed_from, new.end_time)), new.id
    );
  end if;
  return null;
end $$;
comment on function occupy_booking() is
  'Enters a cage booking in the ledger, and takes it out when it is moved, canceled or freed for others.';
create trigger ledger_insert after insert on bookings
  for each row execute function occupy_booking();
create trigger ledger_update
  after update of cage_id, start_time, end_time, status, attendance, freed_from on bookings
  for each row when (
    (old.cage_id, old.start_time, old.end_time, old.freed_from, old.status = 'canceled')
      is distinct from (new.cage_id, new.start_time, new.end_time, new.freed_from, new.status = 'canceled')
  ) execute function occupy_booking();

create function occupy_lesson() returns trigger
language plpgsql as $$
declare
  taken tstzrange := lesson_time(new.lesson_date + new.start_time, new.lesson_date + new.end_time, new.freed_from);
begin
  if tg_op = 'UPDATE' then
    delete from occupancy where coach_booking_id = old.id;
  end if;
  if new.status <> 'canceled' and not isempty(taken) then
    insert into occupancy (kind, cage_id, coach_id, during, coach_booking_id)
    values ('lesson', new.cage_id, new.coach_id, taken, new.id);
  end if;
  return null;
end $$;
comment on function occupy_lesson() is
  'Enters a lesson in the ledger, and takes it out when it is moved, canceled or freed for others.';
create trigger ledger_insert after insert on coach_bookings
  for each row execute function occupy_lesson();
create trigger ledger_update
  after update of cage_id, coach_id, lesson_date, start_time, end_time, status, attendance, freed_from on coach_bookings
  for each row when (
    (old.cage_id, old.coach_id, old.lesson_date, old.start_time, old.end_time, old.freed_from, old.status = 'canceled')
      is distinct from
      (new.cage_id, new.coach_id, new.lesson_date, new.start_time, new.end_time, new.freed_from, new.status = 'canceled')
  ) execute function occupy_lesson();

create function replace_class_occupancy(instance uuid) returns void
language sql
begin atomic
  delete from occupancy where class_instance_id = instance;
  insert into occupancy (kind, cage_id, coach_id, during, class_instance_id)
  select kind, cage_id, coach_id, during, class_instance_id from occupancy_due where class_instance_id = instance;
end;

create function replace_camp_occupancy(timeslot uuid) returns void
language sql
begin atomic
  delete from occupancy where camp_timeslot_id = timeslot;
  insert into occupancy (kind, cage_id, coach_id, during, camp_timeslot_id)
  select kind, cage_id, coach_id, during, camp_timeslot_id from occupancy_due where camp_timeslot_id = timeslot;
end;

create function replace_hold_occupancy(hold uuid) returns void
language sql
begin atomic
  delete from occupancy where checkout_hold_id = hold;
  insert into occupancy (kind, cage_id, coach_id, during, checkout_hold_id)
  select kind, cage_id, coach_id, during, checkout_hold_id from occupancy_due where checkout_hold_id = hold;
end;

create function occupy_class_instance() returns trigger
language plpgsql as $$
begin
  -- Refuses a wall time that does not exist even while the session takes nothing yet.
  perform facility_instant(new.class_date + new.start_time), facility_instant(new.class_date + new.end_time);
  perform replace_class_occupancy(new.id);
  return null;
end $$;
comment on function occupy_class_instance() is
  'Enters a class session in the ledger, and takes it out when it is moved or canceled.';
create trigger ledger_insert after insert on class_instances
  for each row execute function occupy_class_instance();
create trigger ledger_update after update of coach_id, class_date, start_time, end_time, status on class_instances
  for each row when (
    (old.coach_id, old.class_date, old.start_time, old.end_time, old.status)
      is distinct from (new.coach_id, new.class_date, new.start_time, new.end_time, new.status)
  ) execute function occupy_class_instance();

create function occupy_class_instance_cage() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform replace_class_occupancy(old.class_instance_id);
  end if;
  if tg_op <> 'DELETE' then
    perform replace_class_occupancy(new.class_instance_id);
  end if;
  return null;
end $$;
comment on function occupy_class_instance_cage() is
  'Enters the cages of a class session in the ledger again when they change.';
create trigger ledger after insert or update or delete on class_instance_cages
  for each row execute function occupy_class_instance_cage();

create function occupy_camp_timeslot() returns trigger
language plpgsql as $$
begin
  perform facility_instant(new.date + new.start_time), facility_instant(new.date + new.end_time);
  perform replace_camp_occupancy(new.id);
  return null;
end $$;
comment on function occupy_camp_timeslot() is 'Enters a camp session in the ledger, and takes it out when it is moved.';
create trigger ledger_insert after insert on camp_timeslots
  for each row execute function occupy_camp_timeslot();
create trigger ledger_update after update of camp_id, date, start_time, end_time on camp_timeslots
  for each row when (
    (old.camp_id, old.date, old.start_time, old.end_time)
      is distinct from (new.camp_id, new.date, new.start_time, new.end_time)
  ) execute function occupy_camp_timeslot();

create function occupy_camp_timeslot_cage() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform replace_camp_occupancy(old.camp_timeslot_id);
  end if;
  if tg_op <> 'DELETE' then
    perform replace_camp_occupancy(new.camp_timeslot_id);
  end if;
  return null;
end $$;
comment on function occupy_camp_timeslot_cage() is 'Enters the cages of a camp session in the ledger again when they change.';
create trigger ledger after insert or update or delete on camp_timeslot_cages
  for each row execute function occupy_camp_timeslot_cage();

create function occupy_camp_coach() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform replace_camp_occupancy(id) from camp_timeslots where camp_id = old.camp_id;
  end if;
  if tg_op <> 'DELETE' then
    perform replace_camp_occupancy(id) from camp_timeslots where camp_id = new.camp_id;
  end if;
  return null;
end $$;
comment on function occupy_camp_coach() is 'Enters a camp''s sessions in the ledger again when its coaches change.';
create trigger ledger after insert or update or delete on camp_coaches
  for each row execute function occupy_camp_coach();

create function occupy_checkout_hold() returns trigger
language plpgsql as $$
begin
  perform replace_hold_occupancy(new.id);
  return null;
end $$;
comment on function occupy_checkout_hold() is
  'Takes a checkout''s slots out of the ledger when it is over, and enters them when it is open.';
create trigger ledger_update after update of status on checkout_holds
  for each row when ((old.status = 'held') <> (new.status = 'held'))
  execute function occupy_checkout_hold();

create function occupy_checkout_hold_slot() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform replace_hold_occupancy(old.checkout_hold_id);
  end if;
  if tg_op <> 'DELETE' then
    perform replace_hold_occupancy(new.checkout_hold_id);
  end if;
  return null;
end $$;
comment on function occupy_checkout_hold_slot() is 'Enters the slots of a checkout in the ledger again when they change.';
create trigger ledger after insert or update or delete on checkout_hold_slots
  for each row execute function occupy_checkout_hold_slot();

create function occupy_closure() returns trigger
language plpgsql as $$
begin
  update closure_cages set cage_id = cage_id where closure_id = new.id;
  return null;
end $$;
comment on function occupy_closure() is 'Enters a moved closure''s cages in the ledger again.';
create trigger ledger_update after update of start_time, end_time on closures
  for each row execute function occupy_closure();

-- The rows of a closure are replaced cage by cage. If each of two transactions that free two cages of one closure replaced all
-- of its rows as it saw them, the second would find the first one's in its way, and its cage would stay closed.
create function occupy_closure_cage() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from occupancy where closure_id = old.closure_id and cage_id = old.cage_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into occupancy (kind, cage_id, during, closure_id)
    select 'closure', new.cage_id, part.during, new.closure_id from unnest(new.taken) as part (during);
  end if;
  return null;
end $$;
comment on function occupy_closure_cage() is 'Enters a closed cage in the ledger, and takes it out when it opens.';
create trigger ledger_insert after insert or delete on closure_cages
  for each row execute function occupy_closure_cage();
create trigger ledger_update after update on closure_cages
  for each row when ((old.closure_id, old.cage_id, old.taken) is distinct from (new.closure_id, new.cage_id, new.taken))
  execute function occupy_closure_cage();

create function occupy_wall_times_again() returns trigger
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
comment on function occupy_wall_times_again() is
  'Enters everything with a wall time in the ledger again when the facility''s time zone changes.';
create trigger ledger_update after update of time_zone on facility
  for each row when (old.time_zone <> new.time_zone) execute function occupy_wall_times_again();

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
comment on function place_time_off() is 'Computes when time off begins and ends, and what of it the ledger takes.';
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
comment on function occupy_time_off() is 'Enters time off in the ledger, and takes it out when it changes.';
create trigger ledger_insert after insert on coach_time_off
  for each row execute function occupy_time_off();
create trigger ledger_update after update on coach_time_off
  for each row when ((old.coach_id, old.taken) is distinct from (new.coach_id, new.taken))
  execute function occupy_time_off();

-- At the end of the transaction, because most changes take a row out of the ledger to put it back at another place.
create function take_freed_time_off() returns trigger
language plpgsql as $$
begin
  update coach_time_off set start_date = start_date
  where coach_id = old.coach_id and during && old.during;
  return null;
end $$;
comment on function take_freed_time_off() is 'Gives time that a lesson freed during time off to the time off.';
create constraint trigger time_off after delete on occupancy
  deferrable initially deferred
  for each row when (old.coach_id is not null and old.coach_time_off_id is null)
  execute function take_freed_time_off();

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
comment on function place_closure_cage() is
  'Computes what the ledger takes of a cage for a closure: what was booked before keeps its time.';
create trigger place before insert or update on closure_cages
  for each row execute function place_closure_cage();

create trigger count_revision before update on closures
  for each row when (
    (old.reason, old.start_time, old.end_time) is distinct from (new.reason, new.start_time, new.end_time)
  ) execute function count_revision();

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
comment on function take_freed_cage() is 'Gives time that a booking freed during a closure to the closure.';
create constraint trigger closures_grow after delete on occupancy
  deferrable initially deferred
  for each row when (old.cage_id is not null)
  execute function take_freed_cage();
