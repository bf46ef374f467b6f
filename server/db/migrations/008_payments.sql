-- Money: memberships, holds during card checkout, payments and what the provider told us.

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
  updated_at timestamptz not null default now()
);
create unique index subscriptions_one_live on subscriptions (user_id)
  where status in ('trialing', 'active', 'past_due', 'unpaid');
create index subscriptions_user_idx on subscriptions (user_id, created_at desc);

-- Slots or seats kept for 15 minutes while a card is charged. The row stays after its end, so that a payment
-- which comes late can be honoured from it.
create table checkout_holds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references profiles (id) on delete set null,
  purpose text not null check (
    purpose in ('cage_booking', 'lesson', 'class_booking', 'camp_registration', 'membership')
  ),
  status text not null default 'held' check (status in ('held', 'completed', 'released', 'expired')),
  amount numeric(10, 2) not null check (amount >= 0),
  -- What will be booked once it is paid.
  details jsonb not null default '{}',
  stripe_payment_intent_id text unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index checkout_holds_user_idx on checkout_holds (user_id);
create index checkout_holds_expiry_idx on checkout_holds (expires_at) where status = 'held';

create table checkout_hold_slots (
  id uuid primary key default gen_random_uuid(),
  checkout_hold_id uuid not null references checkout_holds (id) on delete cascade,
  cage_id uuid references cages (id),
  coach_id uuid references coaches (id),
  start_time timestamptz not null,
  end_time timestamptz not null,
  check (num_nonnulls(cage_id, coach_id) > 0),
  check (end_time > start_time)
);
create index checkout_hold_slots_hold_idx on checkout_hold_slots (checkout_hold_id);
create index checkout_hold_slots_cage_idx on checkout_hold_slots (cage_id);
create index checkout_hold_slots_coach_idx on checkout_hold_slots (coach_id);

create table checkout_hold_seats (
  id uuid primary key default gen_random_uuid(),
  checkout_hold_id uuid not null references checkout_holds (id) on delete cascade,
  class_instance_id uuid references class_instances (id) on delete cascade,
  camp_id uuid references camps (id) on delete cascade,
  check (num_nonnulls(class_instance_id, camp_id) = 1)
);
create unique index checkout_hold_seats_session_idx on checkout_hold_seats (class_instance_id, checkout_hold_id)
  where class_instance_id is not null;
create unique index checkout_hold_seats_camp_idx on checkout_hold_seats (camp_id, checkout_hold_id)
  where camp_id is not null;
create index checkout_hold_seats_hold_idx on checkout_hold_seats (checkout_hold_id);

create table payment_transactions (
  id uuid primary key default gen_random_uuid(),
  -- Null for guests, and once the account is deleted: 'Deleted user'.
  user_id uuid references profiles (id) on delete set null,
  customer_name text,
  customer_email text,
  payment_type text not null check (
    payment_type in ('cage_booking', 'lesson', 'class_booking', 'camp_registration', 'membership')
  ),
  description text,
  payment_description text,
  total_amount numeric(10, 2) not null check (total_amount >= 0),
  refunded_amount numeric(10, 2) not null default 0,
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  payment_method text not null default 'card' check (
    payment_method in ('card', 'on_arrival', 'pay_on_arrival', 'pay_in_person', 'cash', 'admin_created')
  ),
  payment_method_details jsonb,
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'refunded', 'canceled')),
  receipt_url text,
  payment_date timestamptz,
  booking_count integer not null default 1 check (booking_count >= 1),
  admin_notes text,
  checkout_hold_id uuid references checkout_holds (id) on delete set null,
  stripe_charge_id text unique,
  stripe_payment_intent_id text unique,
  stripe_checkout_session_id text unique,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint payment_transactions_refund check (refunded_amount between 0 and total_amount)
);
create index payment_transactions_user_idx on payment_transactions (user_id, created_at desc);
create index payment_transactions_created_idx on payment_transactions (created_at desc);
create index payment_transactions_hold_idx on payment_transactions (checkout_hold_id);

-- What a payment pays: one row per booking, registration or membership; none of it is matched by time or name.
create table payment_items (
  id uuid primary key default gen_random_uuid(),
  payment_transaction_id uuid not null references payment_transactions (id),
  amount numeric(10, 2) not null check (amount >= 0),
  booking_id uuid references bookings (id) on delete set null,
  guest_booking_id uuid references guest_bookings (id) on delete set null,
  coach_booking_id uuid references coach_bookings (id) on delete set null,
  class_registration_id uuid references class_registrations (id) on delete set null,
  camp_registration_id uuid references camp_registrations (id) on delete set null,
  guest_camp_registration_id uuid references guest_camp_registrations (id) on delete set null,
  subscription_id uuid references subscriptions (id) on delete set null,
  -- None at all once what was paid is deleted; the payment stays.
  constraint payment_items_one_thing check (
    num_nonnulls(
      booking_id, guest_booking_id, coach_booking_id, class_registration_id,
      camp_registration_id, guest_camp_registration_id, subscription_id
    ) <= 1
  )
);
create index payment_items_payment_idx on payment_items (payment_transaction_id);
create index payment_items_booking_idx on payment_items (booking_id) where booking_id is not null;
create index payment_items_guest_booking_idx on payment_items (guest_booking_id) where guest_booking_id is not null;
create index payment_items_lesson_idx on payment_items (coach_booking_id) where coach_booking_id is not null;
create index payment_items_class_idx on payment_items (class_registration_id)
  where class_registration_id is not null;
create index payment_items_camp_idx on payment_items (camp_registration_id) where camp_registration_id is not null;
create index payment_items_guest_camp_idx on payment_items (guest_camp_registration_id)
  where guest_camp_registration_id is not null;
create index payment_items_subscription_idx on payment_items (subscription_id) where subscription_id is not null;

-- The provider's events, each worked once: its id goes in first, in the transaction of its work.
create table payment_events (
  id uuid primary key default gen_random_uuid(),
  provider_event_id text not null unique,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index payment_events_received_idx on payment_events (received_at);
