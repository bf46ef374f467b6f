-- Reminders that go out by themselves, some days before at an hour of the facility's clock.
alter table facility
  -- Days before; 0 is off.
  add column reminder_days_camps smallint not null default 2
    constraint facility_reminder_days_camps check (reminder_days_camps between 0 and 7),
  add column reminder_days_classes smallint not null default 1
    constraint facility_reminder_days_classes check (reminder_days_classes between 0 and 7),
  add column reminder_days_lessons smallint not null default 1
    constraint facility_reminder_days_lessons check (reminder_days_lessons between 0 and 7),
  add column reminder_days_cages smallint not null default 1
    constraint facility_reminder_days_cages check (reminder_days_cages between 0 and 7),
  add column reminder_hour smallint not null default 10
    constraint facility_reminder_hour check (reminder_hour between 8 and 20);

-- The days of which people have been reminded. Who inserts the row sends the reminders of that day, in the same
-- transaction: no day is done twice, or by half.
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
