-- Card payments: seats counted in one place, refunds, and what the talk with the provider needs to be taken up again.

-- Who a customer is at the provider.
create table stripe_customers (
  user_id uuid primary key references profiles (id) on delete cascade,
  stripe_customer_id text not null unique,
  created_at timestamptz not null default now()
);
create trigger audit after insert or update or delete on stripe_customers
  for each row execute function audit_row('user_id');

-- The same purchase asked for again is the same checkout: a hash of what was asked for and by whom.
alter table checkout_holds add column request_hash text;
-- squawk-ignore require-concurrent-index-creation -- no version before this one wrote holds
create index checkout_holds_request_idx on checkout_holds (request_hash) where status = 'held';

-- When the provider is asked next about a payment that is still open; and why its last attempt failed.
alter table payment_transactions add column next_check_at timestamptz;
alter table payment_transactions add column failure_message text;
-- squawk-ignore require-concurrent-index-creation -- few rows: card payments begin with this version
create index payment_transactions_open_idx on payment_transactions (next_check_at)
  where status in ('pending', 'failed');

-- Money on its way back. The row comes first, in the transaction that decides it; the provider is asked afterwards.
create table payment_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_transaction_id uuid not null references payment_transactions (id),
  -- The one thing that is paid back; none when it is the payment as a whole.
  payment_item_id uuid references payment_items (id) on delete set null,
  amount numeric(10, 2) not null check (amount > 0),
  reason text not null check (
    reason in ('place_gone', 'duplicate', 'wrong_amount', 'customer_canceled', 'customer_moved', 'staff', 'provider')
  ),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  stripe_refund_id text unique,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  failure_message text,
  requested_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  updated_at timestamptz not null default now()
);
create index payment_refunds_payment_idx on payment_refunds (payment_transaction_id);
create index payment_refunds_item_idx on payment_refunds (payment_item_id) where payment_item_id is not null;
create index payment_refunds_requested_by_idx on payment_refunds (requested_by) where requested_by is not null;
create index payment_refunds_due_idx on payment_refunds (next_attempt_at) where status = 'pending';
create trigger touch before update on payment_refunds for each row
  when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at();
create trigger audit after insert or update or delete on payment_refunds
  for each row execute function audit_row('id');

-- Never more back than came in, whoever asks and however many at once.
create function keep_refunds_within_payment() returns trigger
language plpgsql as $$
declare
  paid numeric;
begin
  select total_amount into paid from payment_transactions
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
create trigger within_payment after insert or update of amount, status on payment_refunds
  for each row execute function keep_refunds_within_payment();

-- Taken seats (decision 13): every registration that is not canceled, guests included, and live checkout holds.
create function camp_seats_taken(camp uuid) returns integer
language sql stable
begin atomic
  select (
    (select count(*) from camp_registrations where camp_id = camp and status <> 'canceled')
    + (select count(*) from guest_camp_registrations where camp_id = camp and status <> 'canceled')
    + (
      select count(*) from checkout_hold_seats seat
      join checkout_holds hold on hold.id = seat.checkout_hold_id
      where seat.camp_id = camp and hold.status = 'held'
    )
  )::integer;
end;

create function class_session_seats_taken(session uuid) returns integer
language sql stable
begin atomic
  select (
    (select count(*) from class_registrations where class_instance_id = session and status <> 'canceled')
    + (
      select count(*) from checkout_hold_seats seat
      join checkout_holds hold on hold.id = seat.checkout_hold_id
      where seat.class_instance_id = session and hold.status = 'held'
    )
  )::integer;
end;

-- Both wait for their turn at the row whose seats they count. The lock lets foreign keys through, so two that insert
-- at the same moment do not wait for each other.
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
create trigger seats_insert after insert on camp_registrations
  for each row when (new.status <> 'canceled') execute function keep_registered_camp_seats();
create trigger seats_update after update of status, camp_id on camp_registrations
  for each row when (
    new.status <> 'canceled' and (old.status = 'canceled' or old.camp_id <> new.camp_id)
  ) execute function keep_registered_camp_seats();
create trigger seats_insert after insert on guest_camp_registrations
  for each row when (new.status <> 'canceled') execute function keep_registered_camp_seats();
create trigger seats_update after update of status, camp_id on guest_camp_registrations
  for each row when (
    new.status <> 'canceled' and (old.status = 'canceled' or old.camp_id <> new.camp_id)
  ) execute function keep_registered_camp_seats();

create function keep_registered_class_seats() returns trigger
language plpgsql as $$
begin
  perform keep_class_session_seats(new.class_instance_id);
  return null;
end $$;
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
create trigger seats_insert after insert on checkout_hold_seats
  for each row execute function keep_held_seats();

create function keep_camp_capacity() returns trigger
language plpgsql as $$
begin
  perform keep_camp_seats(new.id);
  return null;
end $$;
create trigger seats_capacity after update of max_spots on camps
  for each row when (new.max_spots < old.max_spots) execute function keep_camp_capacity();

create function keep_class_capacity() returns trigger
language plpgsql as $$
begin
  perform keep_class_session_seats(id) from class_instances where class_id = new.id order by id;
  return null;
end $$;
create trigger seats_capacity after update of max_spots on classes
  for each row when (new.max_spots < old.max_spots) execute function keep_class_capacity();
