-- Who is a member, for the members' price of cages and for every rule about members: active or trialing (decision 19). A
-- person has one such subscription at most (`subscriptions_one_live`).
create view members as
select user_id from subscriptions where status in ('active', 'trialing') and user_id is not null;

create or replace function customer_standing(customer uuid, as_of timestamptz) returns text
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
