-- Memberships as staff see and change them: what the provider says of price, card and failed charges, freezes of whole months,
-- and what staff asked for.

alter table subscriptions
  add column version integer not null default 0,
  -- When it became a membership; null for a sign-up that never did.
  add column joined_at timestamptz,
  -- The price that this member pays per month; null where nothing is billed.
  add column monthly_price numeric(10, 2) check (monthly_price >= 0),
  -- What is open at the provider, and when it tries the card again.
  add column owed_amount numeric(10, 2) not null default 0 check (owed_amount >= 0),
  add column next_attempt_at timestamptz,
  -- The moment whose day and time of the month every charge has.
  add column billing_anchor timestamptz,
  add column card_brand text,
  add column card_last4 text,
  -- No charge and no member price from the one moment to the other. `is_frozen` says that it has begun; a column, so that its
  -- change is announced like every other.
  add column frozen_from timestamptz,
  add column frozen_until timestamptz,
  add column is_frozen boolean not null default false;

-- squawk-ignore constraint-missing-not-valid -- few rows, and no freeze yet
alter table subscriptions add constraint subscriptions_freeze_whole check (
  (frozen_from is null) = (frozen_until is null) and (not is_frozen or frozen_from is not null)
);
-- squawk-ignore constraint-missing-not-valid -- few rows, and no freeze yet
alter table subscriptions add constraint subscriptions_freeze_ordered check (frozen_until > frozen_from);

update subscriptions subscription set joined_at = created_at
where status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
  or (status = 'canceled' and (
    stripe_subscription_id is null
    or exists (select from payment_items item where item.subscription_id = subscription.id)
  ));

-- Price, card and what is owed are read from the provider at the next opportunity.
update subscriptions set next_check_at = now()
where stripe_subscription_id is not null and status in ('trialing', 'active', 'past_due', 'unpaid');

create function note_joining() returns trigger
language plpgsql as $$
begin
  new.joined_at := coalesce(new.joined_at, new.created_at, now());
  return new;
end $$;
-- By its name it fires before `count_version`.
create trigger a_note_joining before insert or update on subscriptions
  for each row when (new.joined_at is null and new.status in ('trialing', 'active', 'past_due', 'unpaid'))
  execute function note_joining();

-- What staff call it (shared/domain/memberLife.ts); null for what never was a membership.
-- squawk-ignore adding-field-with-default -- few rows
alter table subscriptions add column state text generated always as (
  case
    when joined_at is null then null
    when status in ('canceled', 'incomplete_expired', 'incomplete') then 'ended'
    when status in ('past_due', 'unpaid') then 'past_due'
    when cancel_at_period_end then 'canceling'
    when is_frozen or status = 'paused' then 'frozen'
    else status
  end
) stored;

-- squawk-ignore require-concurrent-index-creation -- few rows
create index subscriptions_joined_idx on subscriptions (joined_at desc, id desc) where joined_at is not null;
-- squawk-ignore require-concurrent-index-creation -- few rows
create index subscriptions_state_idx on subscriptions (state, joined_at desc, id desc) where joined_at is not null;
-- squawk-ignore require-concurrent-index-creation -- no row has a freeze yet
create index subscriptions_freeze_idx on subscriptions (frozen_from) where frozen_from is not null;

-- A reading of the provider that changes nothing is no new version.
create trigger count_version before update on subscriptions for each row
  when (
    (old.status, old.cancel_at_period_end, old.current_period_end, old.frozen_from, old.frozen_until, old.is_frozen, old.owed_amount)
    is distinct from
    (new.status, new.cancel_at_period_end, new.current_period_end, new.frozen_from, new.frozen_until, new.is_frozen, new.owed_amount)
  ) execute function count_version('state');

-- A frozen member pays what everybody pays.
create or replace view members as
select user_id from subscriptions
where status in ('active', 'trialing') and not is_frozen and user_id is not null;

-- What staff asked for. It is written before the provider is called, so that a crash in between loses nothing: a job carries it
-- out. One at a time for each membership.
create table membership_changes (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references subscriptions (id) on delete cascade,
  kind text not null check (kind in ('end', 'resume', 'freeze', 'unfreeze', 'pay')),
  -- At once instead of with the period's end or the next charge.
  at_once boolean not null default false,
  -- The freeze that there is to be; null for none.
  frozen_from timestamptz,
  frozen_until timestamptz,
  refund_amount numeric(10, 2) not null default 0 check (refund_amount >= 0),
  reason text check (length(reason) between 1 and 500),
  asked_by uuid references profiles (id) on delete set null,
  asked_at timestamptz not null,
  state text not null default 'asked' check (state in ('asked', 'done', 'failed')),
  settled_at timestamptz,
  -- Why it could not be carried out, as staff read it.
  failure text,
  next_attempt_at timestamptz not null,
  constraint membership_changes_freeze check (
    (frozen_from is null) = (frozen_until is null) and frozen_until > frozen_from
    and case kind when 'freeze' then frozen_from is not null when 'unfreeze' then true else frozen_from is null end
  ),
  constraint membership_changes_refund check (refund_amount = 0 or (kind = 'end' and at_once)),
  constraint membership_changes_settled check ((state = 'asked') = (settled_at is null))
);
create unique index membership_changes_one_open on membership_changes (subscription_id) where state = 'asked';
create index membership_changes_subscription_idx on membership_changes (subscription_id, asked_at desc, id desc);
create index membership_changes_due_idx on membership_changes (next_attempt_at) where state = 'asked';
create index membership_changes_asker_idx on membership_changes (asked_by) where asked_by is not null;
-- A reason may tell of an injury: the log says that there is one, and it goes with the account.
create trigger audit after insert or update or delete on membership_changes
  for each row execute function audit_row('id', 'reason');
create function forget_membership_reasons() returns trigger
language plpgsql as $$
begin
  update membership_changes set reason = null where subscription_id = new.id and reason is not null;
  return null;
end $$;
create trigger forget_reasons after update of user_id on subscriptions
  for each row when (old.user_id is not null and new.user_id is null) execute function forget_membership_reasons();
create trigger notify_staff after insert or update or delete or truncate on membership_changes
  for each statement execute function notify_channel('people_changed');

-- Each time that the provider charged a card for a month which did not go through at once.
create table membership_attempts (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references subscriptions (id) on delete cascade,
  stripe_charge_id text not null unique,
  stripe_invoice_id text not null,
  amount numeric(10, 2) not null check (amount >= 0),
  succeeded boolean not null,
  -- Why it was declined, as the bank tells it.
  reason text,
  attempted_at timestamptz not null
);
create index membership_attempts_subscription_idx on membership_attempts (subscription_id, attempted_at desc, id desc);
create trigger audit after insert or update or delete on membership_attempts
  for each row execute function audit_row('id');

-- The provider's prices of the membership. They never change there: a new amount is a new one, and members keep theirs.
create table membership_prices (
  id uuid primary key default gen_random_uuid(),
  stripe_price_id text not null unique,
  amount numeric(10, 2) not null check (amount >= 0),
  created_at timestamptz not null default now()
);
create index membership_prices_amount_idx on membership_prices (amount, created_at desc);
create trigger audit after insert or update or delete on membership_prices
  for each row execute function audit_row('id');
