-- A reminder or a message that staff send to everybody of a camp, class session, lesson or cage booking. The run, its
-- messages and their rows in the outbox are written in one transaction; the outbox delivers them. Progress is read from the
-- outbox, so that a closed tab or a crash changes nothing.

create table reminder_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('reminder', 'message')),
  about text not null check (about in ('camp', 'class', 'lesson', 'booking', 'guest_booking')),
  -- The camp, class session, lesson or booking. No reference: what was sent stays on the list.
  about_id uuid not null,
  -- Further ones that the same message is about, of any kind.
  also_ids uuid[] not null default '{}',
  title text not null,
  starts_at timestamptz not null,
  -- The day of the facility's calendar. A second one on the same day is asked about first.
  sent_on date not null,
  -- What staff wrote; null for reminders.
  subject text check (length(subject) between 1 and 150),
  body text check (length(body) between 1 and 5000),
  -- How many had no e-mail address.
  unreachable integer not null check (unreachable >= 0),
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint reminder_runs_also check (kind = 'message' or also_ids = '{}'),
  constraint reminder_runs_text check ((kind = 'message') = (subject is not null and body is not null))
);
create index reminder_runs_about_idx on reminder_runs (about_id, created_at desc);
create index reminder_runs_also_idx on reminder_runs using gin (also_ids);
create index reminder_runs_created_by_idx on reminder_runs (created_by) where created_by is not null;

-- Names and addresses are only in the outbox; what is erased there is gone here.
create table reminder_messages (
  run_id uuid not null references reminder_runs (id) on delete cascade,
  message_id uuid not null unique references outbox (id) on delete cascade,
  primary key (run_id, message_id)
);

-- The days of which people have been reminded. The transaction that inserts the row sends the reminders of that day: no day is
-- done twice, or in part.
create table reminder_days (
  kind text not null check (kind in ('camp', 'class', 'lesson', 'cage')),
  day date not null,
  reminded_at timestamptz not null,
  -- How many messages it was.
  messages integer not null,
  primary key (kind, day)
);

-- What each automatic reminder is about, and when that begins: one that waits in the outbox is withdrawn where nothing
-- of it takes place then any more.
create table automatic_reminders (
  message_id uuid not null references outbox (id) on delete cascade,
  -- A registration or booking. No reference: it may be deleted.
  source_id uuid not null,
  starts_at timestamptz not null,
  primary key (message_id, source_id)
);
create index automatic_reminders_source_idx on automatic_reminders (source_id);

create function notify_reminder_run() returns trigger
language plpgsql as $$
begin
  perform pg_notify('reminders_changed', run_id::text) from reminder_messages where message_id = new.id;
  return null;
end $$;
comment on function notify_reminder_run() is 'Announces to the browsers that follow a run how far it is.';
create trigger notify_reminder_run after update of status, last_error on outbox
  for each row when ((old.status, old.last_error) is distinct from (new.status, new.last_error))
  execute function notify_reminder_run();
