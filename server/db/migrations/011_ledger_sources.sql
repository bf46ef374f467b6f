-- The triggers that keep the ledger in step with its sources. Cage bookings are the hot path: theirs do one
-- statement. The others replace all rows of their source with what `occupancy_due` says.

create function occupy_booking() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from occupancy where booking_id = old.id;
  end if;
  if new.status <> 'canceled' then
    insert into occupancy (kind, cage_id, during, booking_id)
    values ('booking', new.cage_id, tstzrange(new.start_time, new.end_time), new.id);
  end if;
  return null;
end $$;
create trigger ledger_insert after insert on bookings
  for each row execute function occupy_booking();
create trigger ledger_update after update of cage_id, start_time, end_time, status on bookings
  for each row when (
    (old.cage_id, old.start_time, old.end_time, old.status = 'canceled')
      is distinct from (new.cage_id, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function occupy_booking();

create function occupy_guest_booking() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from occupancy where guest_booking_id = old.id;
  end if;
  if new.status <> 'canceled' then
    insert into occupancy (kind, cage_id, during, guest_booking_id)
    values ('guest_booking', new.cage_id, tstzrange(new.start_time, new.end_time), new.id);
  end if;
  return null;
end $$;
create trigger ledger_insert after insert on guest_bookings
  for each row execute function occupy_guest_booking();
create trigger ledger_update after update of cage_id, start_time, end_time, status on guest_bookings
  for each row when (
    (old.cage_id, old.start_time, old.end_time, old.status = 'canceled')
      is distinct from (new.cage_id, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function occupy_guest_booking();

create function occupy_lesson() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from occupancy where coach_booking_id = old.id;
  end if;
  if new.status <> 'canceled' then
    insert into occupancy (kind, cage_id, coach_id, during, coach_booking_id)
    values (
      'lesson', new.cage_id, new.coach_id,
      tstzrange(
        facility_instant(new.lesson_date + new.start_time),
        facility_instant(new.lesson_date + new.end_time)
      ),
      new.id
    );
  end if;
  return null;
end $$;
create trigger ledger_insert after insert on coach_bookings
  for each row execute function occupy_lesson();
create trigger ledger_update
  after update of cage_id, coach_id, lesson_date, start_time, end_time, status on coach_bookings
  for each row when (
    (old.cage_id, old.coach_id, old.lesson_date, old.start_time, old.end_time, old.status = 'canceled')
      is distinct from
      (new.cage_id, new.coach_id, new.lesson_date, new.start_time, new.end_time, new.status = 'canceled')
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

create function replace_closure_occupancy(closure uuid) returns void
language sql
begin atomic
  delete from occupancy where closure_id = closure;
  insert into occupancy (kind, cage_id, during, closure_id)
  select kind, cage_id, during, closure_id from occupancy_due where closure_id = closure;
end;

create function occupy_class_instance() returns trigger
language plpgsql as $$
begin
  -- Refuses a wall time that does not exist even while the session takes nothing yet.
  perform facility_instant(new.class_date + new.start_time), facility_instant(new.class_date + new.end_time);
  perform replace_class_occupancy(new.id);
  return null;
end $$;
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
create trigger ledger after insert or update or delete on class_instance_cages
  for each row execute function occupy_class_instance_cage();

create function occupy_camp_timeslot() returns trigger
language plpgsql as $$
begin
  perform facility_instant(new.date + new.start_time), facility_instant(new.date + new.end_time);
  perform replace_camp_occupancy(new.id);
  return null;
end $$;
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
create trigger ledger after insert or update or delete on camp_coaches
  for each row execute function occupy_camp_coach();

create function occupy_checkout_hold() returns trigger
language plpgsql as $$
begin
  perform replace_hold_occupancy(new.id);
  return null;
end $$;
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
create trigger ledger after insert or update or delete on checkout_hold_slots
  for each row execute function occupy_checkout_hold_slot();

create function occupy_closure() returns trigger
language plpgsql as $$
begin
  perform replace_closure_occupancy(new.id);
  return null;
end $$;
create trigger ledger_update after update of start_time, end_time on closures
  for each row execute function occupy_closure();

create function occupy_closure_cage() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform replace_closure_occupancy(old.closure_id);
  end if;
  if tg_op <> 'DELETE' then
    perform replace_closure_occupancy(new.closure_id);
  end if;
  return null;
end $$;
create trigger ledger after insert or update or delete on closure_cages
  for each row execute function occupy_closure_cage();

-- A facility that moves to another zone keeps its wall times, so their instants move.
create function occupy_wall_times_again() returns trigger
language plpgsql as $$
begin
  delete from occupancy where num_nonnulls(coach_booking_id, class_instance_id, camp_timeslot_id) = 1;
  insert into occupancy (kind, cage_id, coach_id, during, coach_booking_id, class_instance_id, camp_timeslot_id)
  select kind, cage_id, coach_id, during, coach_booking_id, class_instance_id, camp_timeslot_id
  from occupancy_due
  where num_nonnulls(coach_booking_id, class_instance_id, camp_timeslot_id) = 1;
  return null;
end $$;
create trigger ledger_update after update of time_zone on facility
  for each row when (old.time_zone <> new.time_zone) execute function occupy_wall_times_again();
