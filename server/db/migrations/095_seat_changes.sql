-- 'seats_changed' carries the id of a camp or of a class: what is left of its seats, or how it is sold, may be different
-- now. Equal messages of one transaction are sent once.

create function notify_seats() returns trigger
language plpgsql as $$
declare
  -- The trigger names the column that has the id.
  program text;
begin
  foreach program in array array[to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]] loop
    if program is not null then
      perform pg_notify('seats_changed', program);
    end if;
  end loop;
  return null;
end $$;
create trigger notify after update or delete on camps
  for each row execute function notify_seats('id');
create trigger notify after insert or update or delete on camp_timeslots
  for each row execute function notify_seats('camp_id');
create trigger notify after insert or delete or update of status, camp_id on camp_registrations
  for each row execute function notify_seats('camp_id');
create trigger notify after insert or delete or update of status, camp_id on guest_camp_registrations
  for each row execute function notify_seats('camp_id');
create trigger notify after update or delete on classes
  for each row execute function notify_seats('id');
create trigger notify after insert or update or delete on class_instances
  for each row execute function notify_seats('class_id');

-- A seat in a session that is gone needs no word: the session's own trigger has told.
create function notify_session_seats() returns trigger
language plpgsql as $$
begin
  perform pg_notify('seats_changed', class_id::text) from class_instances
  where id in (old.class_instance_id, new.class_instance_id);
  return null;
end $$;
create trigger notify after insert or delete or update of status, class_instance_id on class_registrations
  for each row execute function notify_session_seats();

-- A hold gets its seats after itself, and gives them back with its status.
create function notify_held_seats() returns trigger
language plpgsql as $$
begin
  perform pg_notify('seats_changed', coalesce(seat.camp_id, session.class_id)::text)
  from checkout_hold_seats seat
  left join class_instances session on session.id = seat.class_instance_id
  where seat.checkout_hold_id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end $$;
create trigger notify after insert on checkout_hold_seats
  for each row execute function notify_held_seats('checkout_hold_id');
create trigger notify after update of status on checkout_holds
  for each row when (old.status <> new.status) execute function notify_held_seats('id');
