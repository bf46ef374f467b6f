-- Where mail goes on a laptop: without a mail server it is kept here and shown at /dev/mailbox. Always empty in production.

create table development_mailbox (
  id uuid primary key default gen_random_uuid(),
  -- A delivery that is repeated after a crash is the same mail.
  message_id text not null unique,
  from_email text not null,
  to_email text not null,
  subject text not null,
  html text not null,
  body_text text not null,
  received_at timestamptz not null
);
create index development_mailbox_received_idx on development_mailbox (received_at desc);
