-- What was taken and given at the desk stays as it was, also where an undo, a second payment or a partial refund comes between.

-- An undo takes no money: what it makes paid again has the payments that it had, less what was given back of them before.
create or replace function take_payment_at_desk() returns trigger
language plpgsql as $$
begin
  if nullif(current_setting('dugout.undoing', true), '') is not null then
    return null;
  end if;
  if (select status from payables where kind = tg_argv[0] and id = new.id) = 'paid' then
    perform record_desk_payment(
      tg_argv[0], new.id, case tg_op when 'INSERT' then least(new.created_at, now()) else now() end
    );
  end if;
  return null;
end $$;

-- A payment of which part was given back did come, and stays. Where staff take back one payment of several, the others stay.
create or replace function void_payments_at_desk() returns trigger
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

-- A camp that was called off: what is paid for it later goes back. One that opens again is an ordinary camp.
alter table camps add column called_off_at timestamptz;
