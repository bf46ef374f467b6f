-- People whom an admin brings along from another system (decision record 097).

create table imports (
  id uuid primary key default gen_random_uuid(),
  -- The file's name, or that it was pasted.
  source text not null check (length(source) between 1 and 200),
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- A worker is on it in the states that end in 'ing'.
  state text not null default 'checking'
    check (state in ('checking', 'checked', 'taking', 'taken', 'undoing', 'undone')),
  headings text[] not null check (cardinality(headings) between 1 and 100),
  -- What each column is, by the names in shared/domain/people/importFields.ts; empty: it is left out.
  columns text[] not null,
  -- The set of headings: the columns that were chosen for it are remembered.
  headings_key text not null,
  -- How many rows become what; null before the first check.
  counts jsonb,
  invite boolean not null default false,
  -- Who had it taken or undone.
  acted_by uuid references profiles (id) on delete set null,
  -- Why the last step failed and changed nothing, or whom an undo has left.
  problem text,
  taken_at timestamptz,
  undone_at timestamptz,
  constraint imports_columns check (cardinality(columns) = cardinality(headings)),
  constraint imports_taken check ((state in ('taken', 'undoing', 'undone')) = (taken_at is not null)),
  constraint imports_undone check ((state = 'undone') = (undone_at is not null))
);
create index imports_headings_idx on imports (headings_key, created_at desc);
create index imports_creator_idx on imports (created_by) where created_by is not null;
create index imports_actor_idx on imports (acted_by) where acted_by is not null;
create index imports_due_idx on imports (created_at) where state in ('checking', 'taking', 'undoing');

-- The rows of the file, for a day.
create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  -- As the spreadsheet counts: the headings are row 1.
  number integer not null check (number > 0),
  cells text[] not null,
  outcome text check (outcome in ('new', 'adds', 'duplicate', 'wrong')),
  becomes text not null default '',
  -- What is wrong, as { column, message }.
  reasons jsonb not null default '[]',
  -- The rows of other tables that were made of it, as { table, id }.
  made jsonb not null default '[]',
  -- Whose rows those are. No reference: the row goes after a day.
  person_id uuid,
  primary key (import_id, number)
);

-- How far a worker is, written outside of its transaction.
create table import_progress (
  import_id uuid primary key references imports (id) on delete cascade,
  done integer not null default 0,
  total integer not null default 0
);

-- 'imports_changed' (empty): an import has something to do.
create trigger notify after insert or update on imports
  for each row when (new.state in ('checking', 'taking', 'undoing')) execute function notify_channel('imports_changed');

-- An import fills tables in one transaction, and until it commits everybody else finds them as they were: in a new facility the statistics
-- would say that they are empty, and triggers would read them whole for each row. Other analyses wait until the end of the transaction.
create function gather_people_statistics() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  analyze public.profiles, public.participants, public.participant_adults, public.people_index;
end $$;
