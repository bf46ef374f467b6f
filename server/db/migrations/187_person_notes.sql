-- What staff write down about a person. Only staff read it; it goes with the account.

create table person_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- Null once the writer's own account is deleted.
  written_by uuid references profiles (id) on delete set null,
  body text not null check (length(body) between 1 and 2000),
  pinned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index person_notes_user_idx on person_notes (user_id, pinned desc, created_at desc, id desc);
create index person_notes_writer_idx on person_notes (written_by) where written_by is not null;

create trigger touch before update on person_notes for each row
  when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at();
-- Entries of the log cannot be deleted, so it says that a note was written and by whom, and never what it says.
create trigger audit after insert or update or delete on person_notes
  for each row execute function audit_row('id', 'body');
