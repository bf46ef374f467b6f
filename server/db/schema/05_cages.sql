-- Cages, and the times at which they are out of service.

create table cages (
  id uuid primary key default gen_random_uuid(),
  name text collate natural_order not null unique check (length(name) between 1 and 100),
  price_30_min numeric(10, 2) not null check (price_30_min >= 0),
  price_60_min numeric(10, 2) not null check (price_60_min >= 0),
  price_additional_30_min numeric(10, 2) not null check (price_additional_30_min >= 0),
  -- What its players want to know: machine, speeds, baseball or softball.
  details text not null default '' check (length(details) <= 40),
  -- Out of service for good. A cage that was ever booked is never deleted.
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table closures (
  id uuid primary key default gen_random_uuid(),
  reason text not null default '',
  start_time timestamptz not null,
  end_time timestamptz not null,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Counts changes, so that two people who edit a closure notice each other.
  revision integer not null default 1,
  check (end_time > start_time)
);
create index closures_created_by_idx on closures (created_by) where created_by is not null;
create index closures_time_idx on closures (start_time);

create table closure_cages (
  closure_id uuid not null references closures (id) on delete cascade,
  cage_id uuid not null references cages (id),
  -- What the ledger takes of the cage for the closure. Set by a trigger.
  taken tstzmultirange not null default '{}',
  primary key (closure_id, cage_id)
);
create index closure_cages_cage_idx on closure_cages (cage_id);

create table closure_runs (
  id uuid primary key default gen_random_uuid(),
  -- Null for hours, and once the closure is deleted.
  closure_id uuid references closures (id) on delete set null,
  cause text not null check (cause in ('closure', 'hours', 'doors')),
  -- What customers read.
  reason text not null check (length(reason) between 1 and 500),
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index closure_runs_closure_idx on closure_runs (closure_id) where closure_id is not null;
create index closure_runs_created_by_idx on closure_runs (created_by) where created_by is not null;
create index closure_runs_created_idx on closure_runs (created_at desc, id);

create table closure_run_items (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references closure_runs (id) on delete cascade,
  kind text not null check (kind in ('booking', 'guest_booking', 'lesson', 'class', 'camp', 'hold')),
  -- No reference: what is deleted during the run stays on the list.
  source_id uuid not null,
  -- As it was listed, without a person's name: 'Cage 2'.
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'gone', 'failed', 'skipped')),
  -- Why it failed: a code of the contract, and its sentence.
  code text,
  message text,
  refunded numeric(10, 2) not null default 0 check (refunded >= 0),
  -- Of that, what the desk gives back by hand.
  refunded_at_desk numeric(10, 2) not null default 0 check (refunded_at_desk between 0 and refunded),
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint closure_run_items_once unique (run_id, kind, source_id),
  constraint closure_run_items_failed check ((status = 'failed') = (code is not null))
);
create index closure_run_items_pending_idx on closure_run_items (starts_at, id) where status = 'pending';
create trigger notify after insert or update or delete or truncate on cages
  for each statement execute function notify_channel('facility_changed');
create trigger audit after insert or delete on closure_cages
  for each row execute function audit_row('closure_id,cage_id');

-- 'closures_changed' (empty): a closure changed, or a run has something to do.
create trigger notify after insert or update or delete on closures
  for each statement execute function notify_channel('closures_changed');
create trigger notify after insert or delete on closure_cages
  for each statement execute function notify_channel('closures_changed');
create trigger notify after insert or update or delete on closure_runs
  for each statement execute function notify_channel('closures_changed');

-- These wake the workers. What is done is not announced: a run of hundreds would tell every desk each time.
create trigger notify after insert on closure_run_items
  for each statement execute function notify_channel('closures_changed');
create trigger notify_again after update of status on closure_run_items
  for each row when (new.status = 'pending') execute function notify_channel('closures_changed');
