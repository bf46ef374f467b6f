-- What one person or one network address may keep without having paid. Null: no limit.

alter table facility
  -- Unpaid hours of upcoming cages and lessons.
  add column unpaid_hours_new_customer integer default 4 check (unpaid_hours_new_customer >= 0),
  add column unpaid_hours_returning_customer integer default 12 check (unpaid_hours_returning_customer >= 0),
  -- The same for all lessons that guests booked from one network address.
  add column unpaid_guest_hours_per_address integer default 12 check (unpaid_guest_hours_per_address >= 0),
  add column unpaid_camps_per_customer integer default 4 check (unpaid_camps_per_customer >= 0),
  -- Hours of cages held by one person's open card payments.
  add column checkout_hours_new_customer integer default 4 check (checkout_hours_new_customer >= 1),
  add column checkout_hours_returning_customer integer default 12 check (checkout_hours_returning_customer >= 1),
  add column open_checkouts_per_person integer default 3 check (open_checkouts_per_person >= 1),
  add column open_checkouts_per_address integer default 12 check (open_checkouts_per_address >= 1),
  -- In each running instance.
  add column live_streams_per_person integer default 20 check (live_streams_per_person >= 1),
  add column live_streams_per_address integer default 100 check (live_streams_per_address >= 1);

-- Keyed digests of the person who opened a checkout (account, or a guest's phone, e-mail and device) and of the network
-- address.
alter table checkout_holds add column opened_by text[] not null default '{}';
-- Keyed digests of the device and the network address from which a guest booked.
alter table coach_bookings add column guest_origins text[] not null default '{}';

drop trigger audit on checkout_holds;
create trigger audit after insert or update or delete on checkout_holds
  for each row execute function audit_row('id', 'details', 'opened_by');
drop trigger audit on coach_bookings;
create trigger audit after insert or update or delete on coach_bookings
  for each row execute function audit_row('id', 'guest_origins');

-- The standing of a customer: 'staff', 'member' (with a live membership), 'returning' (has paid for something that is
-- over, also as a guest with the confirmed e-mail), else 'new'.
create function customer_standing(customer uuid, as_of timestamptz) returns text
language plpgsql stable as $$
declare
  account record;
  today date := facility_day(as_of);
begin
  select role, lower(email) as email into account from profiles where id = customer;
  if account.role <> 'user' then
    return 'staff';
  end if;
  if exists (select from subscriptions where user_id = customer and status in ('active', 'trialing')) then
    return 'member';
  end if;
  if exists (select from bookings where user_id = customer and status = 'paid' and end_time <= as_of)
    or exists (
      select from guest_bookings
      where lower(guest_email) = account.email and status = 'paid' and end_time <= as_of
    )
    or exists (
      select from coach_bookings
      where (customer_id = customer or lower(guest_email) = account.email) and status = 'paid'
        and lesson_date <= today and facility_instant(lesson_date + end_time) <= as_of
    )
    or exists (
      select from class_registrations registration
      join class_instances session on session.id = registration.class_instance_id
      where registration.user_id = customer and registration.status = 'paid' and session.class_date < today
    )
    or exists (
      select from camp_registrations registration
      join camps on camps.id = registration.camp_id
      where registration.user_id = customer and registration.status = 'paid' and camps.end_date < today
    )
  then
    return 'returning';
  end if;
  return 'new';
end $$;

-- Upcoming unpaid minutes of cages and lessons of an account, including what a guest booked under its e-mail.
create function unpaid_minutes(customer uuid, as_of timestamptz) returns integer
language plpgsql stable as $$
declare
  mail text := (select lower(email) from profiles where id = customer);
  -- No booking lasts longer than a day.
  since timestamptz := as_of - interval '1 day';
begin
  return (
    select coalesce(sum(extract(epoch from booked.length)), 0) / 60
    from (
      select end_time - start_time as length from bookings
      where user_id = customer and status = 'pending payment' and start_time > since and end_time > as_of
      union all
      select end_time - start_time from guest_bookings
      where lower(guest_email) = mail and status = 'pending payment' and start_time > since and end_time > as_of
      union all
      select make_interval(mins => duration_minutes) from coach_bookings
      where (customer_id = customer or lower(guest_email) = mail) and status = 'pending payment'
        and lesson_date >= facility_day(as_of) and facility_instant(lesson_date + end_time) > as_of
    ) booked
  );
end $$;

-- Whether so many more minutes would exceed an account's limit on unpaid time. If so, returns what it has and may have,
-- in minutes, else nulls. Staff and members have no limit (decision 29 promises members as many bookings as they like).
create function unpaid_time_exceeded(
  customer uuid, more integer, as_of timestamptz, out open_minutes integer, out most_minutes integer
)
language plpgsql stable as $$
declare
  limits record;
  standing text;
begin
  select unpaid_hours_new_customer * 60 as fresh, unpaid_hours_returning_customer * 60 as returned
  into limits from facility;
  if coalesce(limits.fresh, limits.returned) is null then
    return;
  end if;
  open_minutes := unpaid_minutes(customer, as_of);
  -- Most stay within both limits, so their standing need not be computed.
  if open_minutes + more > least(limits.fresh, limits.returned) then
    standing := customer_standing(customer, as_of);
    most_minutes := case standing when 'new' then limits.fresh when 'returning' then limits.returned end;
    if open_minutes + more > most_minutes then
      return;
    end if;
  end if;
  open_minutes := null;
  most_minutes := null;
end $$;

-- Checks what customers book for themselves, whatever code runs. Staff who book for others are the actor themselves, so
-- they may book more.
create function keep_unpaid_time() returns trigger
language plpgsql as $$
declare
  customer uuid := current_setting('dugout.actor_id')::uuid;
begin
  -- The lock of `personLock`, which correct code already holds.
  perform pg_advisory_xact_lock(hashtextextended('#person ' || customer, 0));
  if (unpaid_time_exceeded(customer, 0, now())).most_minutes is not null then
    raise exception 'This is more unpaid time than one customer may keep.'
      using errcode = 'check_violation', constraint = 'unpaid_time';
  end if;
  return null;
end $$;
create trigger unpaid_time_insert after insert on bookings
  for each row when (
    new.status = 'pending payment' and new.user_id::text = current_setting('dugout.actor_id', true)
  ) execute function keep_unpaid_time();
create trigger unpaid_time_update after update of start_time, end_time, status, user_id on bookings
  for each row when (
    new.status = 'pending payment' and new.user_id::text = current_setting('dugout.actor_id', true)
    and (
      old.status <> 'pending payment' or old.user_id is distinct from new.user_id
      or new.end_time - new.start_time > old.end_time - old.start_time
    )
  ) execute function keep_unpaid_time();
create trigger unpaid_time_insert after insert on coach_bookings
  for each row when (
    new.status = 'pending payment' and new.customer_id::text = current_setting('dugout.actor_id', true)
  ) execute function keep_unpaid_time();
create trigger unpaid_time_update after update of duration_minutes, status, customer_id on coach_bookings
  for each row when (
    new.status = 'pending payment' and new.customer_id::text = current_setting('dugout.actor_id', true)
    and (
      old.status <> 'pending payment' or old.customer_id is distinct from new.customer_id
      or new.duration_minutes > old.duration_minutes
    )
  ) execute function keep_unpaid_time();
