-- Counts every change of a booking or lesson that anybody can see, the price, payment, notes and attendance too: whoever changes
-- one says which version they looked at. `revision` stays the SEQUENCE of the calendar, which counts moves and cancellations.

alter table bookings add column version integer not null default 0;
alter table guest_bookings add column version integer not null default 0;
alter table coach_bookings add column version integer not null default 0;

-- The argument is a generated column, which has no value yet: what it is computed from counts.
create function count_version() returns trigger
language plpgsql as $$
begin
  if to_jsonb(new) - coalesce(tg_argv[0], '') is distinct from to_jsonb(old) - coalesce(tg_argv[0], '') then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
-- By its name it fires before `touch`, which changes every row that is written.
create trigger count_version before update on bookings
  for each row execute function count_version();
create trigger count_version before update on guest_bookings
  for each row execute function count_version();
create trigger count_version before update on coach_bookings
  for each row execute function count_version('total_cost');
