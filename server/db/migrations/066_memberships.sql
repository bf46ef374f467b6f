-- Memberships: what is agreed to, how many founders there may be, and what the talk with the provider needs.

-- [{"title": …, "text": …}]; {monthly_price}, {cage_discount} and {class_discount} stand for the facility's own figures.
alter table facility add column membership_agreement jsonb not null
  check (jsonb_typeof(membership_agreement) = 'array')
  default $$[
    {"title": "What you get",
     "text": "Founders Unlimited gives you unlimited cage time during opening hours, subject to availability. You also get {cage_discount} off cage bookings and {class_discount} off classes. Camps and private lessons are at their listed prices."},
    {"title": "One reservation at a time",
     "text": "You may have one active reservation at a time. Once it is over, book your next one."},
    {"title": "What it costs",
     "text": "{monthly_price} per month, charged to your card on the day you join and on the same day of every month after that. It runs month-to-month. There is no sign-up fee."},
    {"title": "Canceling",
     "text": "Cancel in your account whenever you like, with 7 days' notice before your next billing date. Your membership stays active until the end of the month that you have paid for."},
    {"title": "No refunds",
     "text": "A month that has been paid for is not refunded, in whole or in part."},
    {"title": "When a payment fails",
     "text": "We write to you, and your card is tried again over the following days. If it cannot be charged, the membership ends."},
    {"title": "House rules",
     "text": "The membership is for one person and cannot be passed on. The facility's rules and its terms and conditions apply to members as they do to everyone."}
  ]$$;

-- When the read of the provider began that the row shows: an older answer that comes in later changes nothing.
alter table subscriptions add column provider_read_at timestamptz;
-- When the provider is asked about it next, should no event come.
alter table subscriptions add column next_check_at timestamptz;
-- Which wording of the agreement its member accepted, and when.
alter table subscriptions add column agreement_version text;
alter table subscriptions add column agreement_accepted_at timestamptz;
-- squawk-ignore require-concurrent-index-creation -- few rows: memberships are sold from this version on
create index subscriptions_due_idx on subscriptions (next_check_at) where next_check_at is not null;

-- Each paid invoice of a membership is one payment.
alter table payment_transactions add column stripe_invoice_id text;
-- squawk-ignore require-concurrent-index-creation -- no row has one yet
create unique index payment_transactions_invoice_idx on payment_transactions (stripe_invoice_id);

-- squawk-ignore require-concurrent-index-creation -- no version before this one wrote such holds
create unique index checkout_holds_one_membership on checkout_holds (user_id)
  where purpose = 'membership' and status = 'held';

-- Founders (decision 20): live memberships, and what others have in their checkout.
create function membership_spots_taken(apart_from uuid) returns integer
language sql stable
begin atomic
  select (
    (select count(*) from subscriptions where status in ('trialing', 'active', 'past_due', 'unpaid'))
    + (
      select count(*) from checkout_holds
      where purpose = 'membership' and status = 'held' and user_id is distinct from apart_from
    )
  )::integer;
end;

-- Whoever takes a spot waits for the turn at the facility's row, so the last one is not taken twice. What the provider
-- says of a membership is never refused here: it is a fact.
create function keep_founders_cap() returns trigger
language plpgsql as $$
declare
  cap integer;
begin
  select founders_cap into cap from facility for no key update;
  if membership_spots_taken(null) > cap then
    raise exception 'All founders spots are taken.'
      using errcode = 'check_violation', constraint = 'founders_cap';
  end if;
  return null;
end $$;
create trigger founders_cap_insert after insert on checkout_holds
  for each row when (new.purpose = 'membership' and new.status = 'held') execute function keep_founders_cap();
create trigger founders_cap_update after update of status on checkout_holds
  for each row when (new.purpose = 'membership' and new.status = 'held' and old.status <> 'held')
  execute function keep_founders_cap();
