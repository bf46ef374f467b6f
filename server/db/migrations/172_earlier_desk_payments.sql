-- What was paid at the desk before it had rows of its own: every paid thing that no payment names. When and how it was
-- paid is not known for certain: a lesson has the moment, of the rest it is taken to be the start, or the last change where that
-- is earlier. In cash where the booking says so, else 'other'.

-- The audit log does not repeat what was paid long ago, and nobody is told of it.
alter table payment_transactions disable trigger user;
alter table payment_items disable trigger user;

create temporary table earlier_payments on commit drop as
select gen_random_uuid() as payment_id, payable.*, payable_text(payable, time_zone) as text,
  least(payable.updated_at, starts_at, now()) as paid_at
from payables payable, facility
where status = 'paid' and total_cost > 0
  and not exists (select from payment_items where booking_id = payable.id)
  and not exists (select from payment_items where guest_booking_id = payable.id)
  and not exists (select from payment_items where coach_booking_id = payable.id)
  and not exists (select from payment_items where class_registration_id = payable.id)
  and not exists (select from payment_items where camp_registration_id = payable.id)
  and not exists (select from payment_items where guest_camp_registration_id = payable.id);

insert into payment_transactions (
  id, user_id, customer_name, customer_email, payment_type, description, total_amount, payment_method, status,
  taken_at_desk, receipt_group, admin_notes, payment_date, completed_at, created_at
)
select
  payment_id, user_id, customer_name, customer_email, payment_type,
  text, total_cost, case payment_method when 'cash' then 'cash' else 'other' end, 'completed',
  true, payment_id, 'Noted as paid before payments at the desk were recorded.', paid_at, paid_at, paid_at
from earlier_payments;

insert into payment_items (
  payment_transaction_id, amount, booking_id, guest_booking_id, coach_booking_id, class_registration_id,
  camp_registration_id, guest_camp_registration_id
)
select
  payment_id, total_cost,
  case kind when 'booking' then id end, case kind when 'guest_booking' then id end, case kind when 'lesson' then id end,
  case kind when 'class_registration' then id end, case kind when 'camp_registration' then id end,
  case kind when 'guest_camp_registration' then id end
from earlier_payments;

alter table payment_transactions enable trigger user;
alter table payment_items enable trigger user;
analyze payment_transactions, payment_items;
