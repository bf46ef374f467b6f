-- What becomes of a visitor's message: replies of staff by mail, and when it was done.

-- squawk-ignore adding-foreign-key-constraint -- every row is null as yet
alter table contact_messages add column handled_by uuid references profiles (id) on delete set null;
-- When staff last replied.
alter table contact_messages add column replied_at timestamptz;
-- Counts replies: whoever replies says how many they have seen, so that nobody is answered twice.
alter table contact_messages add column revision integer not null default 0;
-- squawk-ignore adding-field-with-default -- the rows are written once, before the server starts
alter table contact_messages add column search text not null generated always as (
  ' ' || search_text(
    name || ' ' || coalesce(email, '') || ' ' || phone_digits(phone) || ' ' || translate(message, E',;:()\n', '      ')
  ) || ' '
) stored;
-- squawk-ignore require-concurrent-index-creation -- the server has not started
create index contact_messages_search_idx on contact_messages using gin (search gin_trgm_ops);
-- squawk-ignore require-concurrent-index-creation -- as above
create index contact_messages_list_idx on contact_messages (created_at, id);
-- squawk-ignore require-concurrent-index-creation -- as above
create index contact_messages_open_idx on contact_messages (created_at, id) where handled_at is null;
-- squawk-ignore require-concurrent-index-creation -- as above
create index contact_messages_handled_by_idx on contact_messages (handled_by) where handled_by is not null;
-- squawk-ignore require-concurrent-index-deletion -- contact_messages_list_idx begins with the same column
drop index contact_messages_created_idx;

create table contact_replies (
  id uuid primary key default gen_random_uuid(),
  contact_message_id uuid not null references contact_messages (id) on delete cascade,
  body text not null check (length(body) between 1 and 5000),
  sent_by uuid references profiles (id) on delete set null,
  -- The mail that carried it; null once that is deleted.
  outbox_id uuid references outbox (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_replies_message_idx on contact_replies (contact_message_id, created_at);
create index contact_replies_sent_by_idx on contact_replies (sent_by) where sent_by is not null;
create index contact_replies_outbox_idx on contact_replies (outbox_id) where outbox_id is not null;
create trigger audit after insert or update or delete on contact_replies for each row execute function audit_row('id', 'body');

-- The audit log has the columns that `search` is made of.
drop trigger audit on contact_messages;
create trigger audit after insert or update or delete on contact_messages
  for each row execute function audit_row('id', 'search');

-- The lists of staff show what is new at once. Messages that are queued are told by `outbox_changed`.
create trigger notify after insert or update or delete on contact_messages
  for each statement execute function notify_channel('messages_changed');
