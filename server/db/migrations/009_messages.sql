-- Messages: templates, what waits to be sent, who wants none, and what visitors wrote; and answered requests.

create table email_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) between 1 and 100),
  description text not null default '',
  subject_template text not null,
  html_template text not null,
  text_template text not null,
  variables text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Written in the transaction of the event, sent after it.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  -- A built-in template's name; an edited copy in `email_templates` overrules its text.
  template text not null,
  to_email text not null,
  to_user_id uuid references profiles (id) on delete set null,
  data jsonb not null default '{}',
  -- One message per event: the same key is never queued twice.
  dedupe_key text unique,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index outbox_due_idx on outbox (next_attempt_at) where status = 'queued';
create index outbox_created_idx on outbox (created_at desc);
create index outbox_user_idx on outbox (to_user_id) where to_user_id is not null;

create table unsubscribes (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  created_at timestamptz not null default now()
);

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  phone text not null,
  subject text not null
    check (subject in ('cage-rental', 'private-lessons', 'team-training', 'facility-tour', 'general')),
  message text not null check (length(message) between 1 and 2000),
  handled_at timestamptz,
  created_at timestamptz not null default now()
);
create index contact_messages_created_idx on contact_messages (created_at desc);

-- Claimed by insert in the transaction of the work, kept for 24 hours.
create table idempotency_keys (
  key text not null check (length(key) between 1 and 200),
  -- The nil id stands for visitors; no reference, because a key may outlive its account by hours.
  user_id uuid not null default '00000000-0000-0000-0000-000000000000',
  route text not null,
  body_hash text not null,
  status integer,
  answer json,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
