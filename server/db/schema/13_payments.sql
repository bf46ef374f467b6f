-- Money: what is held during card checkout, payments, refunds, disputes, and the provider's events. Then the seats of camps and
-- classes, which registrations and checkouts take.

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
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The same purchase asked for again is the same checkout: a hash of what was asked for and by whom.
  request_hash text,
  -- Keyed digests of the person who opened a checkout (account, or a guest's phone, e-mail and device) and of the network
  -- address.
  opened_by text[] not null default '{}'
);
create index checkout_holds_user_idx on checkout_holds (user_id);
create index checkout_holds_expiry_idx on checkout_holds (expires_at) where status = 'held';
create index checkout_holds_request_idx on checkout_holds (request_hash) where status = 'held';
create unique index checkout_holds_one_membership on checkout_holds (user_id)
  where purpose = 'membership' and status = 'held';

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
  participant_id uuid references participants (id) on delete set null,
  check (num_nonnulls(class_instance_id, camp_id) = 1)
);
create index checkout_hold_seats_hold_idx on checkout_hold_seats (checkout_hold_id);
create unique index checkout_hold_seats_session_idx
  on checkout_hold_seats (class_instance_id, checkout_hold_id, participant_id) where class_instance_id is not null;
create unique index checkout_hold_seats_camp_idx
  on checkout_hold_seats (camp_id, checkout_hold_id, participant_id) where camp_id is not null;
create index checkout_hold_seats_participant_idx on checkout_hold_seats (participant_id);

create table payment_transactions (
  id uuid primary key default gen_random_uuid(),
  -- Null for guests, and once the account is deleted: 'Deleted user'.
  user_id uuid references profiles (id) on delete set null,
  customer_name text,
  customer_email text,
  payment_type text not null check (
    payment_type in ('cage_booking', 'lesson', 'class_booking', 'camp_registration', 'membership', 'goods')
  ),
  description text,
  payment_description text,
  total_amount numeric(10, 2) not null check (total_amount >= 0),
  refunded_amount numeric(10, 2) not null default 0,
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  payment_method text not null default 'card'
    check (
    payment_method in (
      'card', 'on_arrival', 'pay_on_arrival', 'pay_in_person', 'cash', 'admin_created', 'desk_card', 'other'
    )
  ),
  payment_method_details jsonb,
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'refunded', 'canceled', 'voided')),
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
  -- When the provider is asked next about a payment that is still open; and why its last attempt failed.
  next_check_at timestamptz,
  failure_message text,
  -- Each paid invoice of a membership is one payment.
  stripe_invoice_id text,
  -- Whether the bank is still processing a payment. A checkout that was only opened is pending too, and does not appear
  -- in the payment history.
  processing boolean not null default false,
  -- Taken by staff, in cash or by the desk's own card reader. The provider does not know of it.
  taken_at_desk boolean not null default false,
  taken_by uuid references profiles (id) on delete set null,
  -- The same for all that was paid together: one receipt.
  receipt_group uuid,
  voided_at timestamptz,
  voided_by uuid references profiles (id) on delete set null,
  void_reason text,
  search text not null generated always as (
    ' ' || search_text(
      coalesce(customer_name, '') || ' ' || coalesce(customer_email, '') || ' '
        -- A number is found as a whole word: 'cage 1' is not Cage 12.
        || translate(coalesce(description, ''), E',;:()\n', '      ') || ' '
        || coalesce(card_last4, '') || ' r-' || left(id::text, 8)
    ) || ' '
  ) stored,
  constraint payment_transactions_refund check (refunded_amount between 0 and total_amount),
  constraint payment_transactions_at_desk check (
    not taken_at_desk
    or num_nonnulls(stripe_charge_id, stripe_payment_intent_id, stripe_checkout_session_id, stripe_invoice_id) = 0
  ),
  constraint payment_transactions_voided check ((status = 'voided') = (voided_at is not null))
);
create index payment_transactions_hold_idx on payment_transactions (checkout_hold_id);
create index payment_transactions_open_idx on payment_transactions (next_check_at)
  where status in ('pending', 'failed');
create unique index payment_transactions_invoice_idx on payment_transactions (stripe_invoice_id);
create index payment_transactions_guest_idx on payment_transactions (lower(customer_email))
  where user_id is null;
create index payment_transactions_user_idx on payment_transactions (user_id, created_at desc);
create index payment_transactions_search_idx on payment_transactions using gin (search gin_trgm_ops);
-- The list of payments goes by when the money came in, or else by when it was asked for.
create index payment_transactions_list_idx on payment_transactions (coalesce(completed_at, created_at), id)
  where status <> 'canceled';
-- Of payments of which something came back, in part or in full.
create index payment_transactions_refunded_idx on payment_transactions (coalesce(completed_at, created_at), id)
  where refunded_amount > 0;
create index payment_transactions_status_idx on payment_transactions (status, coalesce(completed_at, created_at), id);
create index payment_transactions_taken_by_idx on payment_transactions (taken_by, coalesce(completed_at, created_at), id)
  where taken_by is not null;
-- As `tender_of` says it, which comes later.
create index payment_transactions_method_idx on payment_transactions (
  (case when not taken_at_desk then 'online' when payment_method in ('cash', 'desk_card') then payment_method else 'other' end),
  coalesce(completed_at, created_at), id
) where status <> 'canceled';
create index payment_transactions_voided_by_idx on payment_transactions (voided_by) where voided_by is not null;
create index payment_transactions_receipt_idx on payment_transactions (receipt_group) where receipt_group is not null;

-- The money of a day is read by this index.
create index payment_transactions_received_idx on payment_transactions (coalesce(completed_at, created_at))
  include (payment_type, total_amount) where status in ('completed', 'refunded');

-- What a payment pays: one row per booking, registration or membership; none of it is matched by time or name.
create table payment_items (
  id uuid primary key default gen_random_uuid(),
  payment_transaction_id uuid not null references payment_transactions (id),
  amount numeric(10, 2) not null check (amount >= 0),
  booking_id uuid references bookings (id) on delete set null,
  coach_booking_id uuid references coach_bookings (id) on delete set null,
  class_registration_id uuid references class_registrations (id) on delete set null,
  camp_registration_id uuid references camp_registrations (id) on delete set null,
  subscription_id uuid references subscriptions (id) on delete set null,
  -- Of goods: what and how many, as they were sold.
  good_id uuid references goods (id) on delete set null,
  good_name text,
  quantity integer not null default 1 check (quantity between 1 and 1000),
  tax_class text,
  -- The sales tax that the amount contains, and its percent; kept by a trigger as what is paid has them.
  tax_percent numeric(5, 3) not null default 0,
  tax numeric(10, 2) not null default 0 check (tax between 0 and amount),
  -- None at all once what was paid is deleted; the payment stays.
  constraint payment_items_one_thing check (
    num_nonnulls(booking_id, coach_booking_id, class_registration_id, camp_registration_id, subscription_id, good_id) <= 1
  ),
  constraint payment_items_goods check (num_nonnulls(good_name, tax_class) in (0, 2) and (good_id is null or good_name is not null))
);
create index payment_items_good_idx on payment_items (good_id) where good_id is not null;
create function keep_item_tax() returns trigger
language plpgsql as $$
begin
  new.tax_percent := coalesce(
    case
      when new.booking_id is not null then (select tax_percent from bookings where id = new.booking_id)
      when new.coach_booking_id is not null then (select tax_percent from coach_bookings where id = new.coach_booking_id)
      when new.class_registration_id is not null
        then (select tax_percent from class_registrations where id = new.class_registration_id)
      when new.camp_registration_id is not null
        then (select tax_percent from camp_registrations where id = new.camp_registration_id)
      when new.subscription_id is not null then (select tax_percent from subscriptions where id = new.subscription_id)
      when new.good_id is not null then current_tax(new.tax_class)
    end,
    0
  );
  new.tax := contained_tax(new.amount, new.tax_percent);
  return new;
end $$;
comment on function keep_item_tax() is 'Keeps with a payment the sales tax of what it pays.';
create trigger keep_tax before insert on payment_items
  for each row execute function keep_item_tax();
create index payment_items_lesson_idx on payment_items (coach_booking_id) where coach_booking_id is not null;
create index payment_items_class_idx on payment_items (class_registration_id)
  where class_registration_id is not null;
create index payment_items_camp_idx on payment_items (camp_registration_id) where camp_registration_id is not null;
create index payment_items_subscription_idx on payment_items (subscription_id) where subscription_id is not null;
create index payment_items_payment_idx on payment_items (payment_transaction_id);
create index payment_items_booking_idx on payment_items (booking_id) where booking_id is not null;

-- The provider's events. Each is worked once, because its id is inserted first in the transaction of its work.
create table payment_events (
  id uuid primary key default gen_random_uuid(),
  provider_event_id text not null unique,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index payment_events_received_idx on payment_events (received_at);

-- Who a customer is at the provider.
create table stripe_customers (
  user_id uuid primary key references profiles (id) on delete cascade,
  stripe_customer_id text not null unique,
  created_at timestamptz not null default now()
);

-- Money on its way back. The row comes first, in the transaction that decides it; the provider is asked afterwards.
create table payment_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_transaction_id uuid not null references payment_transactions (id),
  -- The one thing that is paid back; none when it is the payment as a whole.
  payment_item_id uuid references payment_items (id) on delete set null,
  amount numeric(10, 2) not null check (amount > 0),
  -- The sales tax that goes back with it, in proportion; kept by a trigger.
  tax numeric(10, 2) not null default 0 check (tax between 0 and amount),
  reason text not null
      check (
    reason in (
      'place_gone', 'duplicate', 'wrong_amount', 'registration_canceled', 'customer_canceled', 'customer_moved', 'staff',
      'provider'
    )
  ),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  stripe_refund_id text unique,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  failure_message text,
  requested_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  -- How money goes back. By hand it is 'pending' until someone has given it.
  way text not null default 'card' constraint payment_refunds_way check (way in ('card', 'desk')),
  note text,
  given_by uuid references profiles (id) on delete set null,
  staff_change_id uuid default current_staff_change(),
  constraint payment_refunds_by_hand check (way = 'card' or num_nonnulls(stripe_refund_id) = 0)
);
create index payment_refunds_payment_idx on payment_refunds (payment_transaction_id);
create index payment_refunds_item_idx on payment_refunds (payment_item_id) where payment_item_id is not null;
create index payment_refunds_requested_by_idx on payment_refunds (requested_by) where requested_by is not null;
create index payment_refunds_due_idx on payment_refunds (next_attempt_at) where status = 'pending' and way = 'card';
create index payment_refunds_by_hand_idx on payment_refunds (status, created_at, id) where way = 'desk';
create index payment_refunds_given_by_idx on payment_refunds (given_by) where given_by is not null;
create index payment_refunds_staff_change_idx on payment_refunds (staff_change_id) where staff_change_id is not null;
create index payment_refunds_decided_idx on payment_refunds (created_at) where status <> 'failed';

-- Refunds to the card that the provider has refused, or has not answered for.
create index payment_refunds_stuck_idx on payment_refunds (created_at) where way = 'card' and status in ('pending', 'failed');

-- A cardholder's complaint to the bank about a payment, as it is at the provider.
create table payment_disputes (
  id uuid primary key default gen_random_uuid(),
  payment_transaction_id uuid not null references payment_transactions (id),
  stripe_dispute_id text not null unique,
  amount numeric(10, 2) not null check (amount >= 0),
  -- The provider's words: 'fraudulent', 'product_not_received', …
  reason text not null,
  -- Also its own, and it adds some: what is not over is open.
  status text not null,
  respond_by timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payment_disputes_payment_idx on payment_disputes (payment_transaction_id);
create index payment_disputes_open_idx on payment_disputes (created_at)
  where status not in ('won', 'lost', 'warning_closed', 'prevented');

-- Frees what expired holds keep. Booking code calls it first, so that no hold lasts longer because a job is late. Holds that are
-- locked by another transaction are left to it.
create function expire_checkout_holds(as_of timestamptz) returns setof uuid
language sql
begin atomic
  update checkout_holds set status = 'expired'
  where id in (
    select id from checkout_holds
    where status = 'held' and expires_at <= as_of
    order by id
    for update skip locked
  )
  returning id;
end;

-- All refunds of a payment together return its tax in proportion, rounded once: in full they return all of it.
create function keep_refund_tax() returns trigger
language plpgsql as $$
declare
  paid record;
  before record;
begin
  -- One refund of a payment after the other.
  perform from payment_transactions where id = new.payment_transaction_id for no key update;
  select coalesce(sum(amount), 0) as amount, coalesce(sum(tax), 0) as tax into paid from payment_items
  where payment_transaction_id = new.payment_transaction_id
    and (new.payment_item_id is null or id = new.payment_item_id);
  if paid.tax > 0 then
    select coalesce(sum(amount), 0) as amount, coalesce(sum(tax), 0) as tax into before from payment_refunds
    where payment_transaction_id = new.payment_transaction_id and status <> 'failed'
      and (new.payment_item_id is null or payment_item_id = new.payment_item_id);
    new.tax := greatest(0, least(
      round(paid.tax * least(1, (before.amount + new.amount) / paid.amount), 2) - before.tax,
      -- What was returned of the payment as a whole counts for its parts too.
      (select sum(tax) from payment_items where payment_transaction_id = new.payment_transaction_id) - (
        select coalesce(sum(tax), 0) from payment_refunds
        where payment_transaction_id = new.payment_transaction_id and status <> 'failed'
      )
    ));
  end if;
  return new;
end $$;
comment on function keep_refund_tax() is 'Keeps with a refund the sales tax that it returns, in proportion to what was paid.';
create trigger keep_tax before insert on payment_refunds
  for each row execute function keep_refund_tax();

create function keep_refunds_within_payment() returns trigger
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
comment on function keep_refunds_within_payment() is 'Refuses to refund more than was paid, or anything of a voided payment.';
create trigger within_payment after insert or update of amount, status on payment_refunds
  for each row execute function keep_refunds_within_payment();

create function camp_seats_taken(camp uuid, as_of timestamptz) returns integer
language sql stable
begin atomic
  select (
    (select count(*) from camp_registrations where camp_id = camp and status <> 'canceled')
    + (
      select count(*) from checkout_hold_seats seat
      join checkout_holds hold on hold.id = seat.checkout_hold_id
      where seat.camp_id = camp and hold.status = 'held' and hold.expires_at > as_of
    )
  )::integer;
end;

-- Taken seats (decision 13): every registration that is not canceled, guests included, and live checkout holds.
create function camp_seats_taken(camp uuid) returns integer
language sql stable
return camp_seats_taken(camp, '-infinity');

create function class_session_seats_taken(session uuid, as_of timestamptz) returns integer
language sql stable
begin atomic
  select (
    (select count(*) from class_registrations where class_instance_id = session and status <> 'canceled')
    + (
      select count(*) from checkout_hold_seats seat
      join checkout_holds hold on hold.id = seat.checkout_hold_id
      where seat.class_instance_id = session and hold.status = 'held' and hold.expires_at > as_of
    )
  )::integer;
end;

create function class_session_seats_taken(session uuid) returns integer
language sql stable
return class_session_seats_taken(session, '-infinity');

-- Both lock the row whose seats they count, so that writers take turns. The lock does not block foreign keys.
create function keep_camp_seats(camp uuid) returns void
language plpgsql as $$
declare
  seats integer;
begin
  select max_spots into seats from camps where id = camp for no key update;
  if camp_seats_taken(camp) > seats then
    raise exception 'The camp is full.' using errcode = 'check_violation', constraint = 'camp_seats';
  end if;
end $$;

create function keep_class_session_seats(session uuid) returns void
language plpgsql as $$
declare
  seats integer;
begin
  perform from class_instances where id = session for no key update;
  select class.max_spots into seats from classes class
  join class_instances instance on instance.class_id = class.id
  where instance.id = session;
  if class_session_seats_taken(session) > seats then
    raise exception 'The class session is full.'
      using errcode = 'check_violation', constraint = 'class_session_seats';
  end if;
end $$;

create function keep_registered_camp_seats() returns trigger
language plpgsql as $$
begin
  perform keep_camp_seats(new.camp_id);
  return null;
end $$;
comment on function keep_registered_camp_seats() is 'Refuses a registration beyond the camp''s spots.';
create trigger seats_insert after insert on camp_registrations
  for each row when (new.status <> 'canceled') execute function keep_registered_camp_seats();
create trigger seats_update after update of status, camp_id on camp_registrations
  for each row when (
    new.status <> 'canceled' and (old.status = 'canceled' or old.camp_id <> new.camp_id)
  ) execute function keep_registered_camp_seats();

create function keep_registered_class_seats() returns trigger
language plpgsql as $$
begin
  perform keep_class_session_seats(new.class_instance_id);
  return null;
end $$;
comment on function keep_registered_class_seats() is 'Refuses a registration beyond the class session''s spots.';
create trigger seats_insert after insert on class_registrations
  for each row when (new.status <> 'canceled') execute function keep_registered_class_seats();
create trigger seats_update after update of status, class_instance_id on class_registrations
  for each row when (
    new.status <> 'canceled' and (old.status = 'canceled' or old.class_instance_id <> new.class_instance_id)
  ) execute function keep_registered_class_seats();

create function keep_held_seats() returns trigger
language plpgsql as $$
begin
  if new.camp_id is not null then
    perform keep_camp_seats(new.camp_id);
  else
    perform keep_class_session_seats(new.class_instance_id);
  end if;
  return null;
end $$;
comment on function keep_held_seats() is 'Refuses a held seat beyond the spots of its camp or class session.';
create trigger seats_insert after insert on checkout_hold_seats
  for each row execute function keep_held_seats();

create function keep_camp_capacity() returns trigger
language plpgsql as $$
begin
  perform keep_camp_seats(new.id);
  return null;
end $$;
comment on function keep_camp_capacity() is 'Refuses fewer spots in a camp than are taken.';
create trigger seats_capacity after update of max_spots on camps
  for each row when (new.max_spots < old.max_spots) execute function keep_camp_capacity();

-- The day before today is checked too, whatever the zone.
create function keep_class_capacity() returns trigger
language plpgsql as $$
begin
  perform keep_class_session_seats(id)
  from (select id from class_instances where class_id = new.id and class_date >= current_date - 1 order by id) sessions;
  return null;
end $$;
comment on function keep_class_capacity() is 'Refuses fewer spots in a class than are taken in a session to come.';
create trigger seats_capacity after update of max_spots on classes
  for each row when (new.max_spots < old.max_spots) execute function keep_class_capacity();

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
create trigger founders_cap_insert after insert on checkout_holds
  for each row when (new.purpose = 'membership' and new.status = 'held') execute function keep_founders_cap();
create trigger founders_cap_update after update of status on checkout_holds
  for each row when (new.purpose = 'membership' and new.status = 'held' and old.status <> 'held')
  execute function keep_founders_cap();
create trigger notify_staff after insert or update or delete or truncate on payment_transactions
  for each statement execute function notify_channel('payments_changed');
create trigger fill_participant before insert on checkout_hold_seats
  for each row execute function fill_held_participant();
create trigger touch before update on payment_disputes for each row execute function touch_updated_at();
