-- Classes are edited in the back office: their schedule cannot overlap itself, each save is counted, and what staff did to a
-- single session outlasts the next time that the schedule makes sessions (decision 14, decision record 048).

alter table classes add column version integer not null default 0;
create trigger count_version before update on classes
  for each row execute function count_version();
-- squawk-ignore require-concurrent-index-creation -- a facility has hundreds of classes at most
create index classes_name_idx on classes (name, id);

-- Minutes of the day; half-open, so that one line may begin when another ends.
-- squawk-ignore constraint-missing-not-valid -- a few rows for each class
alter table class_schedules add constraint class_schedules_no_overlap exclude using gist (
  class_id with =,
  day_of_week with =,
  int4range((extract(epoch from start_time) / 60)::integer, (extract(epoch from end_time) / 60)::integer) with &&
);

-- The line of the schedule for which a session stands that was moved by hand; null where it was not moved.
alter table class_instances add column moved_from_date date;
alter table class_instances add column moved_from_start time;
-- Canceled because the schedule no longer had it, and comes back when the schedule has it again.
alter table class_instances add column off_schedule boolean not null default false;
-- squawk-ignore constraint-missing-not-valid -- some thousands of sessions
alter table class_instances add constraint class_instances_moved
  check (num_nonnulls(moved_from_date, moved_from_start) <> 1);
-- squawk-ignore constraint-missing-not-valid -- some thousands of sessions
alter table class_instances add constraint class_instances_off_schedule
  check (not off_schedule or status = 'canceled');

-- Dates of the schedule without a session, because staff left them out or deleted their session.
create table class_left_out (
  class_id uuid not null references classes (id) on delete cascade,
  class_date date not null,
  start_time time not null,
  primary key (class_id, class_date, start_time)
);
create trigger audit after insert or update or delete on class_left_out
  for each row execute function audit_row('class_id,class_date,start_time');

-- Whether this transaction makes the sessions of a class by its schedule; what else touches a session is done by hand.
create function follows_class_schedule() returns boolean
language sql stable
return coalesce(current_setting('dugout.follows_class_schedule', true), '') = 'on';

create function keep_session_origin() returns trigger
language plpgsql as $$
begin
  new.moved_from_date := old.class_date;
  new.moved_from_start := old.start_time;
  return new;
end $$;
create trigger keep_origin before update of class_date, start_time on class_instances
  for each row when (
    old.moved_from_date is null and (old.class_date, old.start_time) <> (new.class_date, new.start_time)
    and not follows_class_schedule()
  ) execute function keep_session_origin();

create function leave_session_out() returns trigger
language plpgsql as $$
begin
  insert into class_left_out (class_id, class_date, start_time)
  values (
    old.class_id, coalesce(old.moved_from_date, old.class_date), coalesce(old.moved_from_start, old.start_time)
  )
  on conflict do nothing;
  return null;
end $$;
create trigger leave_out after delete on class_instances
  for each row when (not follows_class_schedule()) execute function leave_session_out();

create function put_session_back() returns trigger
language plpgsql as $$
begin
  delete from class_left_out
  where class_id = new.class_id
    and class_date = coalesce(new.moved_from_date, new.class_date)
    and start_time = coalesce(new.moved_from_start, new.start_time);
  return null;
end $$;
create trigger put_back after insert on class_instances
  for each row execute function put_session_back();

-- What is over does not keep a class from having fewer spots. The day before today is looked at too, whatever the zone.
create or replace function keep_class_capacity() returns trigger
language plpgsql as $$
begin
  perform keep_class_session_seats(id)
  from (select id from class_instances where class_id = new.id and class_date >= current_date - 1 order by id) sessions;
  return null;
end $$;
