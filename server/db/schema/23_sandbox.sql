-- The payment sandbox's own state, in a schema of its own: what Stripe would keep for us, so none of it is a business
-- table. Empty where Stripe's keys are set.

create schema stripe_sandbox;

create table stripe_sandbox.objects (
  id text primary key,
  -- Stripe's name of the kind, e.g. 'payment_intent'.
  object text not null,
  -- Lists are newest first, also within a second.
  seq bigint not null generated always as identity,
  -- The object as the API shows it.
  body jsonb not null,
  -- What the API does not show: the test card, the invoice of an intent, where to return to.
  hidden jsonb not null default '{}',
  -- When something will happen to it by itself.
  due_at timestamptz
);
create index objects_object_idx on stripe_sandbox.objects (object, seq desc);
create index objects_due_idx on stripe_sandbox.objects (due_at) where due_at is not null;
create index objects_customer_idx on stripe_sandbox.objects ((body ->> 'customer'));
create index objects_payment_intent_idx on stripe_sandbox.objects ((body ->> 'payment_intent'));
create index objects_token_idx on stripe_sandbox.objects ((hidden ->> 'token'));

-- Events on their way to the webhook endpoint.
create table stripe_sandbox.deliveries (
  event_id text primary key references stripe_sandbox.objects (id) on delete cascade,
  seq bigint not null generated always as identity,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- The lease of the process that is sending it.
  claimed_until timestamptz,
  delivered_at timestamptz,
  last_error text
);
create index deliveries_due_idx on stripe_sandbox.deliveries (next_attempt_at) where delivered_at is null;

create table stripe_sandbox.idempotency_keys (
  key text primary key,
  fingerprint text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null
);
create index idempotency_keys_created_idx on stripe_sandbox.idempotency_keys (created_at);
