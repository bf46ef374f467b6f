-- What one person or one network address may keep without having paid. Null: no limit.

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
  if exists (select from members where user_id = customer) then
    return 'member';
  end if;
  if exists (
      select from bookings
      where (user_id = customer or lower(guest_email) = account.email) and status = 'paid' and end_time <= as_of
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
      where (user_id = customer or lower(guest_email) = mail) and status = 'pending payment' and start_time > since and end_time > as_of
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
  least_limit integer;
begin
  -- Most stay within all limits, so their standing need not be computed.
  select 60 * least(
    unpaid_hours_new_customer, unpaid_hours_returning_customer,
    (select hours from person_unpaid_limits where user_id = customer)
  )
  into least_limit from facility;
  if least_limit is null then
    return;
  end if;
  open_minutes := unpaid_minutes(customer, as_of);
  if open_minutes + more > least_limit then
    most_minutes := unpaid_limit_minutes(customer, as_of);
    if open_minutes + more > most_minutes then
      return;
    end if;
  end if;
  open_minutes := null;
  most_minutes := null;
end $$;

-- Staff who book for others are the actor themselves, so they may book more.
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
comment on function keep_unpaid_time() is 'Refuses customers who book for themselves more unpaid time than they may.';
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
