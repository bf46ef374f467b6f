-- What the delivery log of staff shows of a message, and how it finds it.

-- Rendered with each attempt, secrets masked, and kept when the data of a secret message are erased.
alter table outbox add column subject text;
alter table outbox add column recipient_name text;
-- Of the facility's texts that were sent (email_template_versions); null for the built-in ones.
alter table outbox add column text_revision integer;
-- A test: the texts that it shows with the template's examples, as { subject, html, text }.
alter table outbox add column test_texts jsonb;
-- The earlier message of a conversation that this one continues, and the message that this one repeats. No references: either
-- may be deleted before it.
alter table outbox add column in_reply_to uuid;
alter table outbox add column copy_of uuid;
-- squawk-ignore adding-field-with-default -- the rows are written once, before the server starts
alter table outbox add column search text not null generated always as (
  ' ' || search_text(
    to_email || ' ' || coalesce(recipient_name, data ->> 'full_name', '') || ' '
      || translate(coalesce(subject, ''), E',;:()\n', '      ')
  ) || ' '
) stored;
-- Not of what is queued, of which there is little: each attempt would write to the index.
-- squawk-ignore require-concurrent-index-creation -- the server has not started
create index outbox_search_idx on outbox using gin (search gin_trgm_ops) where status <> 'queued';
-- squawk-ignore require-concurrent-index-creation -- as above
create index outbox_log_idx on outbox (created_at, id);
-- squawk-ignore require-concurrent-index-creation -- as above
create index outbox_template_idx on outbox (template, created_at, id);
-- squawk-ignore require-concurrent-index-creation -- as above
create index outbox_given_up_idx on outbox (created_at, id) where status = 'failed';
-- squawk-ignore require-concurrent-index-creation -- as above
create index outbox_copy_idx on outbox (copy_of) where copy_of is not null;
-- squawk-ignore require-concurrent-index-deletion -- outbox_log_idx begins with the same column
drop index outbox_created_idx;
