-- Messages: templates, what waits to be sent, who wants none, and what visitors wrote; the texts of the public pages; and answered
-- requests.

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
  updated_at timestamptz not null default now(),
  -- What staff call the message; null for the built-in title. Its key is `name`: code and the outbox refer to it.
  title text check (length(title) between 1 and 100),
  -- What HTML and text were written from; null where the HTML was edited (decision record 095).
  blocks jsonb check (jsonb_typeof(blocks) = 'array')
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
  created_at timestamptz not null default now(),
  reply_to text check (length(reply_to) <= 254),
  -- A calendar file: { filename, content }.
  calendar jsonb,
  staff_change_id uuid default current_staff_change(),
  -- Set when staff have seen that a message could not be delivered and leave it so.
  dismissed_at timestamptz,
  -- Rendered with each attempt, secrets masked, and kept when the data of a secret message are erased.
  subject text,
  recipient_name text,
  -- Of the facility's texts that were sent (email_template_versions); null for the built-in ones.
  text_revision integer,
  -- A test: the texts that it shows with the template's examples, as { subject, html, text }.
  test_texts jsonb,
  -- The earlier message of a conversation that this one continues, and the message that this one repeats. No references: either
  -- may be deleted before it.
  in_reply_to uuid,
  copy_of uuid,
  search text not null generated always as (
    ' ' || search_text(
      to_email || ' ' || coalesce(recipient_name, data ->> 'full_name', '') || ' '
        || translate(coalesce(subject, ''), E',;:()\n', '      ')
    ) || ' '
  ) stored,
  -- Mail that a stranger can cause by typing an address is counted by address and facility day (decision record 084).
  from_stranger boolean not null default false
);
create index outbox_stranger_idx on outbox (to_email, created_at) where from_stranger;
create index outbox_due_idx on outbox (next_attempt_at) where status = 'queued';
create index outbox_user_idx on outbox (to_user_id) where to_user_id is not null;
create index outbox_staff_change_idx on outbox (staff_change_id) where staff_change_id is not null;
create index outbox_failed_idx on outbox (created_at) where status = 'failed' and dismissed_at is null;

-- Not of what is queued, of which there is little: each attempt would write to the index.
create index outbox_search_idx on outbox using gin (search gin_trgm_ops) where status <> 'queued';
create index outbox_log_idx on outbox (created_at, id);
create index outbox_template_idx on outbox (template, created_at, id);
create index outbox_given_up_idx on outbox (created_at, id) where status = 'failed';
create index outbox_copy_idx on outbox (copy_of) where copy_of is not null;

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
  created_at timestamptz not null default now(),
  email text check (length(email) <= 254),
  handled_by uuid references profiles (id) on delete set null,
  -- When staff last replied.
  replied_at timestamptz,
  -- Counts replies: whoever replies says how many they have seen, so that nobody is answered twice.
  revision integer not null default 0,
  search text not null generated always as (
    ' ' || search_text(
      name || ' ' || coalesce(email, '') || ' ' || phone_digits(phone) || ' ' || translate(message, E',;:()\n', '      ')
    ) || ' '
  ) stored
);
create index contact_messages_search_idx on contact_messages using gin (search gin_trgm_ops);
create index contact_messages_list_idx on contact_messages (created_at, id);
create index contact_messages_open_idx on contact_messages (created_at, id) where handled_at is null;
create index contact_messages_handled_by_idx on contact_messages (handled_by) where handled_by is not null;

create table development_mailbox (
  id uuid primary key default gen_random_uuid(),
  -- A delivery that is repeated after a crash is the same mail.
  message_id text not null unique,
  from_email text not null,
  to_email text not null,
  subject text not null,
  html text not null,
  body_text text not null,
  received_at timestamptz not null,
  -- Each as { filename, content_type, content }.
  attachments jsonb not null default '[]'
);
create index development_mailbox_received_idx on development_mailbox (received_at desc);

-- Every saved version of a message's texts: who saved it and when, and any of them can be restored. The highest revision of a
-- template is the one in use; the primary key lets only one of two admins save the next.
create table email_template_versions (
  -- A built-in template's name.
  template text not null check (length(template) between 1 and 100),
  revision integer not null check (revision > 0),
  description text not null,
  subject_template text not null,
  html_template text not null,
  text_template text not null,
  is_active boolean not null,
  -- The built-in texts were restored: the row of `email_templates` went, and these are what it had.
  is_default boolean not null default false,
  saved_by uuid references profiles (id) on delete set null,
  saved_at timestamptz not null default now(),
  title text check (length(title) between 1 and 100),
  blocks jsonb check (jsonb_typeof(blocks) = 'array'),
  primary key (template, revision)
);
create index email_template_versions_saved_by_idx on email_template_versions (saved_by) where saved_by is not null;

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
create trigger notify after insert on outbox
  for each statement execute function notify_channel('outbox_changed');

-- The lists of staff show what is new at once. Messages that are queued are told by `outbox_changed`.
create trigger notify after insert or update or delete on contact_messages
  for each statement execute function notify_channel('messages_changed');

-- Texts of the public pages in the owner's own words, by version; without one the page has Dugout's own.
create table public_texts (
  key text not null check (key in ('terms', 'membership-agreement', 'home-cards', 'coach-intro', 'footer-links')),
  version integer not null check (version >= 1),
  -- Plain text with headings and lists: shared/domain/facility/plainText.ts.
  body text not null check (length(body) between 1 and 60000),
  published_by uuid references profiles (id) on delete set null,
  published_at timestamptz not null default now(),
  primary key (key, version)
);
create index public_texts_published_by_idx on public_texts (published_by) where published_by is not null;

create function keep_public_text() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.published_by is null and (new.key, new.version, new.body, new.published_at) = (old.key, old.version, old.body, old.published_at) then
      return new;
    end if;
  end if;
  raise exception 'A text that was published is kept as it is.'
    using errcode = 'check_violation', constraint = 'public_texts_kept';
end $$;
comment on function keep_public_text() is
  'Keeps what was published: only the name of whoever published it may go, with the account.';
create trigger kept before update or delete on public_texts for each row execute function keep_public_text();
create trigger notify after insert on public_texts
  for each statement execute function notify_channel('facility_changed');
