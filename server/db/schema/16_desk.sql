-- Money at the desk: what was taken, by whom and how, and what is to be given back by hand.

-- Everything that is paid by itself, with its customer and its price; `kind` names the reference of `payment_items`.
create view payables as
select
  guest_or_account('booking', b.guest_name) as kind, b.id, 'cage_booking' as payment_type, b.user_id,
  coalesce(p.full_name, b.guest_name) as customer_name, coalesce(p.email, b.guest_email) as customer_email,
  b.status, b.total_cost, b.payment_method, b.created_at, b.start_time as starts_at, b.updated_at,
  cages.name as item_name, b.end_time as ends_at, b.cancellation_cutoff_hours as cutoff_hours, b.participant_id, b.tax_percent,
  b.attendance, b.freed_from
from bookings b
join cages on cages.id = b.cage_id
left join profiles p on p.id = b.user_id
union all
select
  'lesson', b.id, 'lesson', b.customer_id, coalesce(p.full_name, b.guest_name), coalesce(p.email, b.guest_email),
  b.status, b.total_cost, b.payment_method, b.created_at, nearest_facility_instant(b.lesson_date + b.start_time),
  coalesce(b.paid_by_hand_at, b.updated_at), 'Lesson with ' || coaches.name,
  nearest_facility_instant(b.lesson_date + b.end_time), b.cancellation_cutoff_hours, b.participant_id, b.tax_percent,
  b.attendance, b.freed_from
from coach_bookings b
join coaches on coaches.id = b.coach_id
left join profiles p on p.id = b.customer_id
union all
select
  'class_registration', r.id, 'class_booking', r.user_id, coalesce(p.full_name, r.guest_name),
  coalesce(p.email, r.guest_email), r.status, r.total_cost, null, r.created_at,
  nearest_facility_instant(i.class_date + i.start_time), r.updated_at, c.name,
  nearest_facility_instant(i.class_date + i.end_time), r.cancellation_cutoff_hours, r.participant_id, r.tax_percent, null, null
from class_registrations r
join class_instances i on i.id = r.class_instance_id
join classes c on c.id = i.class_id
left join profiles p on p.id = r.user_id
union all
select
  guest_or_account('camp_registration', r.guest_name), r.id, 'camp_registration', r.user_id, coalesce(p.full_name, r.guest_name),
  coalesce(p.email, r.guest_email), r.status, r.total_cost, null,
  r.created_at, days.first, r.updated_at, camps.name, days.last, 24 * r.cancellation_cutoff_days, r.participant_id,
  r.tax_percent, null, null
from camp_registrations r
join camps on camps.id = r.camp_id
cross join lateral camp_days(camps.id, camps.start_date, camps.end_date) days
left join profiles p on p.id = r.user_id;

-- 'Cage 2, Tue, Nov 24, 4:00–5:00 PM', as the texts of card payments are; of a camp, whose days are many, the name.
create function payable_text(payable payables, time_zone text) returns text
language sql stable
return case when payable.payment_type = 'camp_registration' then payable.item_name else concat(
  payable.item_name, facility_text(payable.starts_at at time zone time_zone, ', Dy, Mon FMDD, FMHH12:MI'),
  -- AM and PM once where both ends have the same, as formatTimeRange writes it.
  case when to_char(payable.starts_at at time zone time_zone, 'AM')
      <> to_char(payable.ends_at at time zone time_zone, 'AM')
    then facility_text(payable.starts_at at time zone time_zone, ' AM') end,
  facility_text(payable.ends_at at time zone time_zone, '"–"FMHH12:MI AM')
) end;

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
    item.booking_id = thing or item.coach_booking_id = thing
    or item.class_registration_id = thing or item.camp_registration_id = thing
  );
end;

-- Records a payment at the desk for one thing; the only function that does. Who takes it, how and with which note is set for
-- the transaction (deskPayments.ts). Returns null where nothing is to be paid.
create function record_desk_payment(thing uuid, at timestamptz, part numeric default null) returns uuid
language plpgsql as $$
declare
  payable payables;
  due numeric;
  payment uuid := gen_random_uuid();
  actor uuid := nullif(current_setting('dugout.actor_id', true), '')::uuid;
begin
  select * into payable from payables where id = thing;
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
    payment_transaction_id, amount, booking_id, coach_booking_id, class_registration_id, camp_registration_id
  ) values (
    payment, due,
    case when payable.kind in ('booking', 'guest_booking') then thing end,
    case payable.kind when 'lesson' then thing end, case payable.kind when 'class_registration' then thing end,
    case when payable.kind in ('camp_registration', 'guest_camp_registration') then thing end
  );
  return payment;
end $$;

-- What is sold is no longer there, and what is voided is back. A refund leaves the count alone: who counts the shelf says what came
-- back with it.
create function keep_goods_count() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'payment_items' then
    update goods set count = count - new.quantity where id = new.good_id and count is not null;
  else
    update goods set count = greatest(0, count + case new.status when 'voided' then item.quantity else -item.quantity end)
    from payment_items item
    where item.payment_transaction_id = new.id and goods.id = item.good_id and count is not null;
  end if;
  return null;
end $$;
comment on function keep_goods_count() is 'Counts goods that were sold or whose sale was voided.';
create trigger goods_sold after insert on payment_items
  for each row when (new.good_id is not null) execute function keep_goods_count();
create trigger goods_voided after update of status on payment_transactions
  for each row when (new.payment_type = 'goods' and (old.status = 'voided') <> (new.status = 'voided'))
  execute function keep_goods_count();

-- An undo takes no money: what it makes paid again has the payments that it had, less what was given back of them before.
create function take_payment_at_desk() returns trigger
language plpgsql as $$
begin
  if nullif(current_setting('dugout.undoing', true), '') is not null then
    return null;
  end if;
  if (select status from payables where id = new.id) = 'paid' then
    perform record_desk_payment(new.id, case tg_op when 'INSERT' then least(new.created_at, now()) else now() end);
  end if;
  return null;
end $$;
comment on function take_payment_at_desk() is 'Records a payment at the desk for what became paid and no payment covers.';

-- A payment of which part was given back did come, and stays. Where staff take back one payment of several, the others stay.
create function void_payments_at_desk() returns trigger
language plpgsql as $$
declare
  only_one uuid := nullif(current_setting('dugout.voided_payment', true), '')::uuid;
  taken uuid[];
begin
  taken := array(
    select payment.id from payment_items item
    join payment_transactions payment on payment.id = item.payment_transaction_id
    where payment.taken_at_desk and payment.status = 'completed' and payment.refunded_amount = 0
      and (only_one is null or payment.id = only_one) and (
      item.booking_id = new.id or item.coach_booking_id = new.id
      or item.class_registration_id = new.id or item.camp_registration_id = new.id
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
comment on function void_payments_at_desk() is 'Voids the payments at the desk of what is no longer paid.';
