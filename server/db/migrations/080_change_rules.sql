-- Until when customers cancel or move what they booked, kept with each booking as it was when they booked.

-- 0: until it starts; 336 hours are two weeks.
alter table facility
  add column cancellation_cutoff_hours integer not null default 24
    constraint facility_cancellation_cutoff check (cancellation_cutoff_hours between 0 and 336);

-- The rule that applies to what is booked now.
create function current_cancellation_cutoff() returns integer
language sql stable
return coalesce((select cancellation_cutoff_hours from facility), 24);

-- What was booked before gets the rule of today, which is the facility's default. What is booked from now on gets the
-- facility's by the column's default, whatever code inserts the row.
alter table bookings
  add column cancellation_cutoff_hours integer not null default 24,
  -- Counts moves and cancellations: the SEQUENCE of a calendar entry (RFC 5545 §3.8.7.4).
  add column revision integer not null default 0;
alter table guest_bookings
  add column cancellation_cutoff_hours integer not null default 24,
  add column revision integer not null default 0;
alter table coach_bookings
  add column cancellation_cutoff_hours integer not null default 24;
alter table bookings alter column cancellation_cutoff_hours set default current_cancellation_cutoff();
alter table guest_bookings alter column cancellation_cutoff_hours set default current_cancellation_cutoff();
alter table coach_bookings alter column cancellation_cutoff_hours set default current_cancellation_cutoff();

create function count_booking_revision() returns trigger
language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger revision before update of cage_id, start_time, end_time, status on bookings
  for each row when (
    (old.cage_id, old.start_time, old.end_time, old.status = 'canceled')
      is distinct from (new.cage_id, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function count_booking_revision();
create trigger revision before update of cage_id, start_time, end_time, status on guest_bookings
  for each row when (
    (old.cage_id, old.start_time, old.end_time, old.status = 'canceled')
      is distinct from (new.cage_id, new.start_time, new.end_time, new.status = 'canceled')
  ) execute function count_booking_revision();
