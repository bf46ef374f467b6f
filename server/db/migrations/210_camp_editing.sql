-- Camps that admins make and change: what says that somebody else has changed one meanwhile, and what takes a camp that was
-- called off out of the list. Its registrations and payments stay.

alter table camps
  add column revision integer not null default 0,
  add column put_away_at timestamptz;
-- squawk-ignore constraint-missing-not-valid -- a facility has few camps, and no row has the column yet
alter table camps add constraint camps_put_away
  check (put_away_at is null or (called_off_at is not null and not published));

-- Commands that change the sessions or coaches write the camp too.
create function count_camp_revision() returns trigger
language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger count_revision before update on camps
  for each row execute function count_camp_revision();

-- The list of the back office, the latest first.
-- squawk-ignore require-concurrent-index-creation -- a facility's camps are indexed in a moment
create index camps_list_idx on camps (start_date desc, id desc) where put_away_at is null;
