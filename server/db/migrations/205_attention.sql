-- What the dashboard lists as needing attention, besides what bookings and payments say themselves.

-- Set when staff have seen that a message could not be delivered and leave it so.
alter table outbox add column dismissed_at timestamptz;
-- squawk-ignore require-concurrent-index-creation -- few messages fail for good
create index outbox_failed_idx on outbox (created_at) where status = 'failed' and dismissed_at is null;

-- Refunds to the card that the provider has refused, or has not answered for.
-- squawk-ignore require-concurrent-index-creation -- few refunds fail
create index payment_refunds_stuck_idx on payment_refunds (created_at) where way = 'card' and status in ('pending', 'failed');

-- A cardholder's complaint to the bank about a payment, as it stands at the provider.
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
create trigger audit after insert or update or delete on payment_disputes for each row execute function audit_row('id');
create trigger touch before update on payment_disputes for each row execute function touch_updated_at();
