-- Where clocks go back by half an hour (Lord Howe), a wall time of that half hour was its second occurrence here and its
-- first in shared/domain/time.ts: the ledger held another half hour than was booked.
create or replace function facility_instant(wall timestamp) returns timestamptz
language plpgsql stable as $$
declare
  zone text := coalesce((select time_zone from facility), 'America/Chicago');
  instant timestamptz := wall at time zone zone;
begin
  if instant at time zone zone <> wall then
    raise exception 'The clocks skip % in %.', wall, zone
      using errcode = 'check_violation', constraint = 'wall_time_exists';
  end if;
  return case wall
    when (instant - interval '1 hour') at time zone zone then instant - interval '1 hour'
    when (instant - interval '30 minutes') at time zone zone then instant - interval '30 minutes'
    else instant end;
end $$;

create or replace function nearest_facility_instant(wall timestamp) returns timestamptz
language plpgsql stable as $$
declare
  zone text := coalesce((select time_zone from facility), 'America/Chicago');
  instant timestamptz := wall at time zone zone;
begin
  return case wall
    when (instant - interval '1 hour') at time zone zone then instant - interval '1 hour'
    when (instant - interval '30 minutes') at time zone zone then instant - interval '30 minutes'
    else instant end;
end $$;
