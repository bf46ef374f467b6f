-- What every instance must hear once it is committed. Equal messages of one transaction are sent once.

-- 'schedule_changed' carries a facility day; 'coach_changed' a coach's id, a blank and a facility day.
create function notify_schedule() returns trigger
language plpgsql as $$
declare
  -- Of the two rows the one that this event has; the other is all nulls.
  cage uuid := coalesce(new.cage_id, old.cage_id);
  coach uuid := coalesce(new.coach_id, old.coach_id);
  during tstzrange := coalesce(new.during, old.during);
  zone text := coalesce((select time_zone from facility), 'America/Chicago');
  day date := (lower(during) at time zone zone)::date;
  last_day date := ((upper(during) - interval '1 microsecond') at time zone zone)::date;
begin
  while day <= last_day loop
    if cage is not null then
      perform pg_notify('schedule_changed', day::text);
    end if;
    if coach is not null then
      perform pg_notify('coach_changed', coach || ' ' || day);
    end if;
    day := day + 1;
  end loop;
  return null;
end $$;
create trigger notify after insert or delete on occupancy
  for each row execute function notify_schedule();

-- Instances cache who a session belongs to and what that person may do. A new session is in no cache yet.
create function notify_session() returns trigger
language plpgsql as $$
begin
  perform pg_notify('session_changed', old.user_id::text);
  return null;
end $$;
create trigger notify after delete or update of expires_at, token, user_id on auth_sessions
  for each row execute function notify_session();

create function notify_profile() returns trigger
language plpgsql as $$
begin
  perform pg_notify('session_changed', old.id::text);
  return null;
end $$;
create trigger notify after update or delete on profiles
  for each row execute function notify_profile();

create function notify_subscription() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.user_id is not null then
    perform pg_notify('session_changed', old.user_id::text);
  end if;
  if tg_op <> 'DELETE' and new.user_id is not null then
    perform pg_notify('session_changed', new.user_id::text);
  end if;
  return null;
end $$;
create trigger notify after insert or update or delete on subscriptions
  for each row execute function notify_subscription();

-- Sends an empty message on the channel that the trigger names.
create function notify_channel() returns trigger
language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end $$;
create trigger notify after insert or update or delete or truncate on facility
  for each statement execute function notify_channel('facility_changed');
create trigger notify after insert or update or delete or truncate on opening_hours
  for each statement execute function notify_channel('facility_changed');
create trigger notify after insert or update or delete or truncate on special_days
  for each statement execute function notify_channel('facility_changed');
create trigger notify after insert or update or delete or truncate on team_rates
  for each statement execute function notify_channel('facility_changed');
create trigger notify after insert or update or delete or truncate on cages
  for each statement execute function notify_channel('facility_changed');
create trigger notify after insert on outbox
  for each statement execute function notify_channel('outbox_changed');
