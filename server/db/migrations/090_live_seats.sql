-- Seats as people see them: a hold is over when its time is, whether a job has ended it yet or not (decision 16). Who
-- takes a seat ends such holds first; the constraints go on counting every hold that has not been ended.

create function camp_seats_taken(camp uuid, as_of timestamptz) returns integer
language sql stable
begin atomic
  select (
    (select count(*) from camp_registrations where camp_id = camp and status <> 'canceled')
    + (select count(*) from guest_camp_registrations where camp_id = camp and status <> 'canceled')
    + (
      select count(*) from checkout_hold_seats seat
      join checkout_holds hold on hold.id = seat.checkout_hold_id
      where seat.camp_id = camp and hold.status = 'held' and hold.expires_at > as_of
    )
  )::integer;
end;

create function class_session_seats_taken(session uuid, as_of timestamptz) returns integer
language sql stable
begin atomic
  select (
    (select count(*) from class_registrations where class_instance_id = session and status <> 'canceled')
    + (
      select count(*) from checkout_hold_seats seat
      join checkout_holds hold on hold.id = seat.checkout_hold_id
      where seat.class_instance_id = session and hold.status = 'held' and hold.expires_at > as_of
    )
  )::integer;
end;

create or replace function camp_seats_taken(camp uuid) returns integer
language sql stable
return camp_seats_taken(camp, '-infinity');

create or replace function class_session_seats_taken(session uuid) returns integer
language sql stable
return class_session_seats_taken(session, '-infinity');
