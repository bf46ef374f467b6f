-- Money at the desk has rows: what was taken, by whom and how, and what is to be given back by hand.

alter table payment_transactions
  -- Taken by staff, in cash or with a card reader of the desk's own; the provider knows nothing of it.
  add column taken_at_desk boolean not null default false,
  -- squawk-ignore adding-foreign-key-constraint -- the column is new and empty
  add column taken_by uuid references profiles (id) on delete set null,
  -- The same for all that was paid together: one receipt.
  add column receipt_group uuid,
  add column voided_at timestamptz,
  -- squawk-ignore adding-foreign-key-constraint -- the column is new and empty
  add column voided_by uuid references profiles (id) on delete set null,
  add column void_reason text;

alter table payment_transactions
  drop constraint payment_transactions_payment_method_check,
  drop constraint payment_transactions_status_check;
alter table payment_transactions
  -- squawk-ignore constraint-missing-not-valid -- the payments of a facility are looked through in a moment
  add constraint payment_transactions_payment_method_check check (
    payment_method in (
      'card', 'on_arrival', 'pay_on_arrival', 'pay_in_person', 'cash', 'admin_created', 'desk_card', 'other'
    )
  ),
  -- squawk-ignore constraint-missing-not-valid -- as above
  add constraint payment_transactions_status_check
    check (status in ('pending', 'completed', 'failed', 'refunded', 'canceled', 'voided')),
  -- squawk-ignore constraint-missing-not-valid -- as above
  add constraint payment_transactions_at_desk check (
    not taken_at_desk
    or num_nonnulls(stripe_charge_id, stripe_payment_intent_id, stripe_checkout_session_id, stripe_invoice_id) = 0
  ),
  -- squawk-ignore constraint-missing-not-valid -- as above
  add constraint payment_transactions_voided check ((status = 'voided') = (voided_at is not null));

-- How money goes back. By hand it is 'pending' until somebody has given it.
alter table payment_refunds
  add column way text not null default 'card' constraint payment_refunds_way check (way in ('card', 'desk')),
  add column note text,
  -- squawk-ignore adding-foreign-key-constraint -- the column is new and empty
  add column given_by uuid references profiles (id) on delete set null;
-- squawk-ignore constraint-missing-not-valid -- as above
alter table payment_refunds add constraint payment_refunds_by_hand
  check (way = 'card' or num_nonnulls(stripe_refund_id) = 0);
-- squawk-ignore require-concurrent-index-deletion -- few refunds are on their way at once
drop index payment_refunds_due_idx;
-- squawk-ignore require-concurrent-index-creation -- few refunds are on their way at once
create index payment_refunds_due_idx on payment_refunds (next_attempt_at) where status = 'pending' and way = 'card';
-- squawk-ignore require-concurrent-index-creation -- no refund by hand has a row before this version
create index payment_refunds_by_hand_idx on payment_refunds (status, created_at, id) where way = 'desk';
-- squawk-ignore require-concurrent-index-creation -- as above
create index payment_refunds_given_by_idx on payment_refunds (given_by) where given_by is not null;

-- What staff had noted as payments without the provider until now.
update payment_transactions set taken_at_desk = true
where payment_method <> 'card' and status in ('completed', 'refunded')
  and num_nonnulls(stripe_charge_id, stripe_payment_intent_id, stripe_checkout_session_id, stripe_invoice_id) = 0;

-- Never more back than came in, and nothing of a payment that was voided.
create or replace function keep_refunds_within_payment() returns trigger
language plpgsql as $$
declare
  paid numeric;
begin
  select case status when 'voided' then 0 else total_amount end into paid from payment_transactions
  where id = new.payment_transaction_id
  for no key update;
  if (
    select coalesce(sum(amount), 0) from payment_refunds
    where payment_transaction_id = new.payment_transaction_id and status <> 'failed'
  ) > paid then
    raise exception 'More would be refunded than was paid.'
      using errcode = 'check_violation', constraint = 'payment_refunds_within_payment';
  end if;
  return null;
end $$;

-- When a camp begins and ends.
create function camp_days(camp uuid, start_date date, end_date date)
returns table (first timestamptz, last timestamptz)
language sql stable
begin atomic
  select
    coalesce(min(nearest_facility_instant(t.date + t.start_time)), nearest_facility_instant(start_date::timestamp)),
    coalesce(max(nearest_facility_instant(t.date + t.end_time)), nearest_facility_instant((end_date + 1)::timestamp))
  from camp_timeslots t where t.camp_id = camp;
end;

-- Everything that is paid by itself, with its customer and its price; `kind` names the reference of `payment_items`.
create view payables as
select
  'booking' as kind, b.id, 'cage_booking' as payment_type, b.user_id, p.full_name as customer_name,
  p.email as customer_email, b.status, b.total_cost, b.payment_method, b.created_at, b.start_time as starts_at,
  b.updated_at, cages.name as item_name, b.end_time as ends_at, b.cancellation_cutoff_hours as cutoff_hours
from bookings b
join cages on cages.id = b.cage_id
left join profiles p on p.id = b.user_id
union all
select
  'guest_booking', b.id, 'cage_booking', null, b.guest_name, b.guest_email, b.status, b.total_cost, b.payment_method,
  b.created_at, b.start_time, b.updated_at, cages.name, b.end_time, b.cancellation_cutoff_hours
from guest_bookings b
join cages on cages.id = b.cage_id
union all
select
  'lesson', b.id, 'lesson', b.customer_id, coalesce(p.full_name, b.guest_name), coalesce(p.email, b.guest_email),
  b.status, b.total_cost, b.payment_method, b.created_at, nearest_facility_instant(b.lesson_date + b.start_time),
  coalesce(b.paid_by_hand_at, b.updated_at), 'Lesson with ' || coaches.name,
  nearest_facility_instant(b.lesson_date + b.end_time), b.cancellation_cutoff_hours
from coach_bookings b
join coaches on coaches.id = b.coach_id
left join profiles p on p.id = b.customer_id
union all
select
  'class_registration', r.id, 'class_booking', r.user_id, coalesce(p.full_name, r.guest_name),
  coalesce(p.email, r.guest_email), r.status, r.total_cost, null, r.created_at,
  nearest_facility_instant(i.class_date + i.start_time), r.updated_at, c.name,
  nearest_facility_instant(i.class_date + i.end_time), r.cancellation_cutoff_hours
from class_registrations r
join class_instances i on i.id = r.class_instance_id
join classes c on c.id = i.class_id
left join profiles p on p.id = r.user_id
union all
select
  'camp_registration', r.id, 'camp_registration', r.user_id, p.full_name, p.email, r.status, r.total_cost, null,
  r.created_at, days.first, r.updated_at, camps.name, days.last, 24 * r.cancellation_cutoff_days
from camp_registrations r
join camps on camps.id = r.camp_id
cross join lateral camp_days(camps.id, camps.start_date, camps.end_date) days
left join profiles p on p.id = r.user_id
union all
select
  'guest_camp_registration', r.id, 'camp_registration', null, r.guest_name, r.guest_email, r.status, r.total_cost, null,
  r.created_at, days.first, r.updated_at, camps.name, days.last, 24 * r.cancellation_cutoff_days
from guest_camp_registrations r
join camps on camps.id = r.camp_id
cross join lateral camp_days(camps.id, camps.start_date, camps.end_date) days;

-- 'Cage 2, Tue Nov 24, 4:00 PM - 5:00 PM', as the texts of card payments are; of a camp, whose days are many, the name.
create function payable_text(payable payables, time_zone text) returns text
language sql stable
return case when payable.payment_type = 'camp_registration' then payable.item_name else
  payable.item_name || to_char(payable.starts_at at time zone time_zone, ', Dy Mon FMDD, FMHH12:MI AM')
    || to_char(payable.ends_at at time zone time_zone, ' - FMHH12:MI AM')
end;

-- Dollars that were paid for one thing and are not on their way back.
create function paid_for(thing uuid) returns numeric
language sql stable
begin atomic
  select coalesce(sum(least(
    item.amount - (
      select coalesce(sum(back.amount), 0) from payment_refunds back
      where back.payment_item_id = item.id and back.status <> 'failed'
    ),
    payment.total_amount - (
      select coalesce(sum(back.amount), 0) from payment_refunds back
      where back.payment_transaction_id = payment.id and back.status <> 'failed'
    )
  )), 0)
  from payment_items item
  join payment_transactions payment on payment.id = item.payment_transaction_id
  where payment.status in ('completed', 'refunded') and (
    item.booking_id = thing or item.guest_booking_id = thing or item.coach_booking_id = thing
    or item.class_registration_id = thing or item.camp_registration_id = thing
    or item.guest_camp_registration_id = thing
  );
end;

-- The one way in which a payment at the desk is recorded: a payment of one thing. Who takes it, how and with which note is set for the
-- transaction (deskPayments.ts). Returns null where nothing is to be paid.
create function record_desk_payment(of_kind text, thing uuid, at timestamptz, part numeric default null) returns uuid
language plpgsql as $$
declare
  payable payables;
  due numeric;
  payment uuid := gen_random_uuid();
  actor uuid := nullif(current_setting('dugout.actor_id', true), '')::uuid;
begin
  select * into payable from payables where kind = of_kind and id = thing;
  due := coalesce(part, payable.total_cost - paid_for(thing));
  if due is null or due <= 0 then
    return null;
  end if;
  insert into payment_transactions (
    id, user_id, customer_name, customer_email, payment_type, description, total_amount, payment_method, status,
    taken_at_desk, taken_by, receipt_group, admin_notes, payment_date, completed_at, created_at
  ) values (
    payment, payable.user_id, payable.customer_name, payable.customer_email, payable.payment_type,
    payable_text(payable, (select time_zone from facility)), due,
    coalesce(
      nullif(current_setting('dugout.payment_method', true), ''),
      case payable.payment_method when 'cash' then 'cash' else 'other' end
    ),
    'completed', true, actor,
    coalesce(nullif(current_setting('dugout.receipt_group', true), '')::uuid, payment),
    nullif(current_setting('dugout.payment_note', true), ''), at, at, at
  );
  insert into payment_items (
    payment_transaction_id, amount, booking_id, guest_booking_id, coach_booking_id, class_registration_id,
    camp_registration_id, guest_camp_registration_id
  ) values (
    payment, due,
    case of_kind when 'booking' then thing end, case of_kind when 'guest_booking' then thing end,
    case of_kind when 'lesson' then thing end, case of_kind when 'class_registration' then thing end,
    case of_kind when 'camp_registration' then thing end, case of_kind when 'guest_camp_registration' then thing end
  );
  return payment;
end $$;

-- What is paid at the end of a transaction and is not covered by payments was paid at the desk, whichever way it was noted.
-- Deferred: a card's payment names what it pays after that is booked.
create function take_payment_at_desk() returns trigger
language plpgsql as $$
begin
  if (select status from payables where kind = tg_argv[0] and id = new.id) = 'paid' then
    perform record_desk_payment(
      tg_argv[0], new.id, case tg_op when 'INSERT' then least(new.created_at, now()) else now() end
    );
  end if;
  return null;
end $$;

-- A payment that is taken back never came: nothing of it goes back either. What is canceled keeps its payment, and gives it back.
create function void_payments_at_desk() returns trigger
language plpgsql as $$
declare
  taken uuid[];
begin
  taken := array(
    select payment.id from payment_items item
    join payment_transactions payment on payment.id = item.payment_transaction_id
    where payment.taken_at_desk and payment.status = 'completed' and (
      item.booking_id = new.id or item.guest_booking_id = new.id or item.coach_booking_id = new.id
      or item.class_registration_id = new.id or item.camp_registration_id = new.id
      or item.guest_camp_registration_id = new.id
    )
  );
  update payment_refunds set status = 'failed', failure_message = 'The payment was taken back.'
  where payment_transaction_id = any (taken) and status = 'pending';
  update payment_transactions
  set status = 'voided', voided_at = now(),
    voided_by = nullif(current_setting('dugout.actor_id', true), '')::uuid,
    void_reason = nullif(current_setting('dugout.void_reason', true), '')
  where id = any (taken);
  return null;
end $$;

do $$
declare
  paid record;
begin
  for paid in
    select * from (values
      ('bookings', 'booking'), ('guest_bookings', 'guest_booking'), ('coach_bookings', 'lesson'),
      ('class_registrations', 'class_registration'), ('camp_registrations', 'camp_registration'),
      ('guest_camp_registrations', 'guest_camp_registration')
    ) tables (name, kind)
  loop
    execute format(
      'create constraint trigger taken_at_desk_insert after insert on %I deferrable initially deferred
        for each row when (new.status = ''paid'') execute function take_payment_at_desk(%L)',
      paid.name, paid.kind
    );
    execute format(
      'create constraint trigger taken_at_desk_update after update of status on %I deferrable initially deferred
        for each row when (new.status = ''paid'' and old.status <> ''paid'') execute function take_payment_at_desk(%L)',
      paid.name, paid.kind
    );
    execute format(
      'create trigger voided_at_desk after update of status on %I
        for each row when (old.status = ''paid'' and new.status not in (''paid'', ''canceled''))
        execute function void_payments_at_desk()',
      paid.name
    );
  end loop;
end $$;
