-- What mail may carry besides its text, and where a visitor wants to be answered.

alter table outbox
  add column reply_to text check (length(reply_to) <= 254),
  -- A calendar file: { filename, content }.
  add column calendar jsonb;

alter table contact_messages
  add column email text check (length(email) <= 254);

-- Each as { filename, content_type, content }.
alter table development_mailbox
  add column attachments jsonb not null default '[]';
