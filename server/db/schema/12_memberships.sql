-- Memberships: what was agreed to, how many founders there may be, and what the exchange with the provider needs.

create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references profiles (id) on delete set null,
  -- The provider's own states.
  status text not null check (
    status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')
  ),
  cancel_at_period_end boolean not null default false,
  current_period_start timestamptz,
  current_period_end timestamptz,
  stripe_subscription_id text unique,
  stripe_customer_id text,
  stripe_price_id text,
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the row was last read from the provider: an older answer that comes in later changes nothing.
  provider_read_at timestamptz,
  -- When the provider is asked next if no event comes.
  next_check_at timestamptz,
  -- Which wording of the agreement its member accepted, and when.
  agreement_version text,
  agreement_accepted_at timestamptz,
  version integer not null default 0,
  -- When it became a membership; null for a sign-up that never did.
  joined_at timestamptz,
  -- The price that this member pays per month; null where nothing is billed.
  monthly_price numeric(10, 2) check (monthly_price >= 0),
  -- Sales tax in percent; the price contains it.
  tax_percent numeric(5, 3) not null default current_tax('memberships') check (tax_percent >= 0),
  -- What is open at the provider, and when it tries the card again.
  owed_amount numeric(10, 2) not null default 0 check (owed_amount >= 0),
  next_attempt_at timestamptz,
  -- The moment whose day and time of the month every charge has.
  billing_anchor timestamptz,
  card_brand text,
  card_last4 text,
  -- No charge and no member price from the one moment to the other. `is_frozen` says that it has begun; a column, so that its
  -- change is announced like every other.
  frozen_from timestamptz,
  frozen_until timestamptz,
  is_frozen boolean not null default false,
  -- What staff call it (shared/domain/memberships/memberLife.ts); null for what never was a membership.
  state text generated always as (
    case
      when joined_at is null then null
      when status in ('canceled', 'incomplete_expired', 'incomplete') then 'ended'
      when status in ('past_due', 'unpaid') then 'past_due'
      when cancel_at_period_end then 'canceling'
      when is_frozen or status = 'paused' then 'frozen'
      else status
    end
  ) stored,
  constraint subscriptions_freeze_whole check (
    (frozen_from is null) = (frozen_until is null) and (not is_frozen or frozen_from is not null)
  ),
  constraint subscriptions_freeze_ordered check (frozen_until > frozen_from)
);
create unique index subscriptions_one_live on subscriptions (user_id)
  where status in ('trialing', 'active', 'past_due', 'unpaid');
create index subscriptions_user_idx on subscriptions (user_id, created_at desc);
create index subscriptions_due_idx on subscriptions (next_check_at) where next_check_at is not null;
create index subscriptions_joined_idx on subscriptions (joined_at desc, id desc) where joined_at is not null;
create index subscriptions_state_idx on subscriptions (state, joined_at desc, id desc) where joined_at is not null;
create index subscriptions_freeze_idx on subscriptions (frozen_from) where frozen_from is not null;

-- What staff asked for, one at a time for each membership. It is written before the provider is called, so that a crash in
-- between loses nothing: a job carries it out.
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

-- Each attempt of the provider to charge a card for a month, where the first did not succeed.
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

-- The provider's prices of the membership. They never change there: a new amount is a new one, and members keep theirs.
create table membership_prices (
  id uuid primary key default gen_random_uuid(),
  stripe_price_id text not null unique,
  amount numeric(10, 2) not null check (amount >= 0),
  created_at timestamptz not null default now()
);
create index membership_prices_amount_idx on membership_prices (amount, created_at desc);

-- Whoever takes a spot waits at the facility's row, so that the last one is not taken twice. What the provider says of a
-- membership is never refused here: it is a fact.
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
comment on function keep_founders_cap() is 'Refuses a checkout of a membership beyond the founders'' cap.';

-- A frozen member pays what everybody pays.
create view members as
select user_id from subscriptions
where status in ('active', 'trialing') and not is_frozen and user_id is not null;

create trigger notify_staff after insert or update or delete or truncate on subscriptions
  for each statement execute function notify_channel('people_changed');

create function note_joining() returns trigger
language plpgsql as $$
begin
  new.joined_at := coalesce(new.joined_at, new.created_at, now());
  return new;
end $$;
comment on function note_joining() is 'Notes when a membership began.';

-- The name makes it fire before `count_version`.
create trigger a_note_joining before insert or update on subscriptions
  for each row when (new.joined_at is null and new.status in ('trialing', 'active', 'past_due', 'unpaid'))
  execute function note_joining();

-- Reading the provider's state without a difference makes no new version.
create trigger count_version before update on subscriptions for each row
  when (
    (old.status, old.cancel_at_period_end, old.current_period_end, old.frozen_from, old.frozen_until, old.is_frozen, old.owed_amount)
    is distinct from
    (new.status, new.cancel_at_period_end, new.current_period_end, new.frozen_from, new.frozen_until, new.is_frozen, new.owed_amount)
  ) execute function count_version('state');

-- A reason may be about an injury, so it goes with the account.
create function forget_membership_reasons() returns trigger
language plpgsql as $$
begin
  update membership_changes set reason = null where subscription_id = new.id and reason is not null;
  return null;
end $$;
comment on function forget_membership_reasons() is
  'Clears the reasons that staff noted for a membership once its account is deleted.';
create trigger forget_reasons after update of user_id on subscriptions
  for each row when (old.user_id is not null and new.user_id is null) execute function forget_membership_reasons();
create trigger notify_staff after insert or update or delete or truncate on membership_changes
  for each statement execute function notify_channel('people_changed');
create trigger keep_canceled_at before update of status on subscriptions
  for each row when (old.status is distinct from new.status) execute function keep_canceled_at();
